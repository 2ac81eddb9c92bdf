"""Paying a cost by trying everything, one permanent at a time: what `pay` has to agree with.

Nothing here is shared with the rules: what each card does is written down by hand, for these few cards.
"""

from collections import Counter
from dataclasses import dataclass, field

ANY = "WUBRG"


@dataclass(frozen=True)
class Ability:
    """An ability by its number: the symbols of mana that it costs, what it gives (each a choice), and what else it costs."""

    number: int
    gives: tuple[str, ...]
    costs: tuple[str, ...] = ()
    taps: bool = True
    with_creature: str = ""  # "tap" or "sacrifice" another one
    goes: bool = False  # it is sacrificed itself
    life: int = 0


CARDS = {
    **{name: (Ability(1, (letter,)),) for name, letter in zip(("Plains", "Island", "Swamp", "Mountain", "Forest", "Wastes"), "WUBRGC")},
    "Snow-Covered Island": (Ability(1, ("U",)),),
    "Llanowar Elves": (Ability(1, ("G",)),),
    "Sol Ring": (Ability(1, ("CC",)),),
    "Savannah": (Ability(1, ("G",)), Ability(2, ("W",))),
    "Adarkar Wastes": (Ability(1, ("C",)), Ability(2, ("W", "U"))),
    "City of Brass": (Ability(1, tuple(ANY)),),
    "Mana Confluence": (Ability(1, tuple(ANY), life=1),),
    "Lotus Petal": (Ability(1, tuple(ANY), goes=True),),
    "Azorius Signet": (Ability(1, ("WU",), ("1",)),),
    "Gruul Signet": (Ability(1, ("RG",), ("1",)),),
    "Mystic Gate": (Ability(1, ("C",)), Ability(2, ("WW", "WU", "UU"), ("W/U",))),
    "Wooded Bastion": (Ability(1, ("C",)), Ability(2, ("GG", "WG", "WW"), ("G/W",))),
    "Agent of Stromgald": (Ability(1, ("B",), ("R",), taps=False),),
    "Springleaf Drum": (Ability(1, tuple(ANY), with_creature="tap"),),
    "Phyrexian Altar": (Ability(1, tuple(ANY), taps=False, with_creature="sacrifice"),),
    "Test Elf": (Ability(1, tuple(ANY), ("1",)),),
    "Grizzly Bears": (),
}
OWN = [{"name": "Test Elf", "type": "Creature \N{EM DASH} Elf", "power": 1, "toughness": 1, "text": "{1}, {T}: Add one mana of any color."}]
CREATURES = ("Llanowar Elves", "Grizzly Bears", "Agent of Stromgald", "Test Elf")
SNOW = ("Snow-Covered Island",)


@dataclass(frozen=True)
class State:
    """What has been done, and what is left."""

    acts: tuple = ()  # sorted: (source, ability, mana, what paid with it)
    pool: tuple = ()  # sorted: (type, whether it is snow)
    tapped: frozenset = frozenset()
    gone: frozenset = frozenset()
    life: int = 0  # paid


def pays(symbol, mana):
    letter, snow = mana
    return snow if symbol == "S" else symbol.isdecimal() or letter in symbol.removesuffix("/P").split("/")


def payments(symbols, pool):
    """Each pool that may be left after paying the symbols with mana."""
    if not symbols:
        return {pool}
    left = set()
    for place, mana in enumerate(pool):
        if pays(symbols[0], mana) and mana not in pool[:place]:
            left |= payments(symbols[1:], pool[:place] + pool[place + 1:])
    return left


def one_by_one(symbols):
    """{2} as two symbols that take any mana; other symbols as they are."""
    return tuple(part for symbol in symbols for part in (("1",) * int(symbol) if symbol.isdecimal() else (symbol,)))


def ways_to_read(symbols):
    """For each choice of how many symbols are paid with life: that number and the symbols left, {2/W} as itself or as two."""
    found = {(0, ())}
    for symbol in one_by_one(symbols):
        kinds = [(0, (symbol,))]
        if symbol.endswith("/P"):
            kinds.append((1, ()))
        if symbol.startswith("2/"):
            kinds = [(0, (symbol[2:],)), (0, ("1", "1"))]
        found = {(times + more, (*before, *after)) for times, before in found for more, after in kinds}
    return found


@dataclass
class Naive:
    """A board of one player: cards by the ids of their permanents, mana in the pool, and life."""

    cards: dict[str, str]
    pool: str = ""
    life: int = 20
    states: set = field(default_factory=set)

    def reach(self, most):
        """All states that up to `most` activations lead to."""
        start = State(pool=tuple(sorted((letter, False) for letter in self.pool)))
        self.states, level = {start}, {start}
        for _ in range(most):
            level = {after for state in level for after in self.steps(state)} - self.states
            self.states |= level
        return self

    def steps(self, state):
        for source, card in self.cards.items():
            for ability in CARDS[card] if source not in state.gone else ():
                if ability.taps and source in state.tapped or state.life + ability.life > self.life:
                    continue
                tapped = state.tapped | {source} if ability.taps else state.tapped
                others = [other for other, name in self.cards.items() if name in CREATURES and other not in state.gone] if ability.with_creature else [""]
                for other in others:
                    if ability.with_creature == "tap" and other in tapped:
                        continue
                    gone = {other} if ability.with_creature == "sacrifice" else {source} if ability.goes else set()
                    more_tapped = {other} if ability.with_creature == "tap" else set()
                    for pool in payments(ability.costs, state.pool):
                        for mana in ability.gives:
                            made = [(letter, card in SNOW) for letter in mana]
                            act = (source, ability.number, mana, other)
                            yield State(tuple(sorted([*state.acts, act])), tuple(sorted([*pool, *made])), tapped | more_tapped,
                                        state.gone | gone, state.life + ability.life)

    def minimal_ways(self, symbols):
        """The smallest sets of activations, and times that 2 life is paid, that pay; permanents by their cards."""
        paying = set()
        for times, left in ways_to_read(symbols):
            for state in self.states:
                damage = sum(1 for _, number, _, _ in filter(self.hurts, state.acts))
                if (not times or state.life + damage + 2 * times <= self.life) and payments(left, state.pool):
                    paying.add((state.acts, times))
        minimal = []
        for acts, times in sorted(paying, key=lambda way: len(way[0]) + way[1]):
            done = Counter(acts)
            if not any(fewer_times <= times and not fewer - done for fewer, fewer_times in minimal):
                minimal.append((done, times))
        return {self.by_card(done, times) for done, times in minimal}

    def hurts(self, act):
        return self.cards[act[0]] == "Adarkar Wastes" and act[1] == 2

    def by_card(self, done, times):
        acts = Counter((self.cards[source], number, mana, self.cards.get(other, "")) for source, number, mana, other in done.elements())
        return frozenset(acts.items()), times


def random_board(random, most_states=400):
    """A board of up to eight sources that can be gone through, a cost, mana in the pool and life, all at random."""
    while True:
        names = [random.choice([*CARDS]) for _ in range(random.randint(1, 8))]
        size = 1
        for name in names:
            size *= 1 + sum(len(ability.gives) * (2 if ability.with_creature else 1) for ability in CARDS[name])
        if size <= most_states:
            break
    symbols = random.choices(["1", "2", "3", *"WUBRGC", "W/U", "R/G", "G/W", "2/W", "G/P", "W/P", "S"], [3, 3, 1, *[2] * 5, 1, 1, 1, 1, 1, 1, 1, 1],
                             k=random.randint(1, 4))
    pool = "".join(random.choices("WUBRGC", k=random.choice([0, 0, 0, 1, 2])))
    return names, symbols, pool, random.choice([1, 2, 3, 20])


