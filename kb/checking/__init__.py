"""The rulebook itself put to the test: its properties on all small boards, and whether the rulings notice faults in it."""
