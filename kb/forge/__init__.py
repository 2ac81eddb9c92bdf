"""Forge game states (puzzle files): read as boards, and boards written as such.

A state is lines `key=value` for two to ten players, with cards parted by `;` and what is said of a card after `|`. What a board has no
word for is kept under `forge`, as it was written, so that nothing is lost on the way back; rules/taken_over.lp says what of it could matter.
"""
