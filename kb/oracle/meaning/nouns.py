"""Which objects (grammar/nouns.lark)."""

import re
import tomllib
from functools import cache
from importlib import resources

from lark import Token, Transformer, v_args

from ..terms import NotUnderstood, Term, constant, term
from .clauses import Noun

THIS, IT, THAT, ATTACHED, TARGET = (Term(name) for name in ("this", "it", "that", "attached", "target"))
OTHER, GRANTER = Term("other"), Term("granter")

_TYPES = ("artifact", "battle", "creature", "enchantment", "instant", "kindred", "land", "planeswalker", "sorcery")
_SUPERTYPES = ("basic", "legendary", "snow", "world")
COLORS = {"white": "w", "blue": "u", "black": "b", "red": "r", "green": "g"}
_COLORNESS = ("colorless", "monocolored", "multicolored")
_STATES = ("tapped", "untapped", "equipped", "enchanted", "attacking", "blocking", "other", "kicked", "historic", "modified")
_OUTLAWS = ("Assassin", "Mercenary", "Pirate", "Rogue", "Warlock")  # CR 700.12
# What is said of creatures alone: "destroy target artifact or creature with flying".
_OF_CREATURES = ("keyword", "power_at_least", "power_at_most")
_BUILT_ON = ("card", "spell", "permanent", "source")
_IRREGULAR = {"Elves": "Elf", "Dwarves": "Dwarf", "Wolves": "Wolf", "Werewolves": "Werewolf", "Halves": "Half", "Oxen": "Ox",
              "Mice": "Mouse", "Loci": "Locus", "Children": "Child", "Fungi": "Fungus", "Octopi": "Octopus", "Pegasi": "Pegasus"}  # fmt: skip
# These bear on each part of "tapped artifact or creature"; what else stands before the first part may be meant for that alone.
_FOR_ALL = {"tapped", "untapped", "attacking", "blocking", "other", "nontoken", "token"}


@cache
def subtypes() -> dict[str, str]:
    """Each subtype, with the card type that has it."""
    tables = tomllib.loads(resources.files("kb.oracle").joinpath("subtypes.toml").read_text("utf-8"))
    return {name: kind for kind, names in tables.items() for name in names}


def subtype(word: str) -> str:
    """The subtype that a word, singular or plural, names."""
    known = subtypes()
    for name in (word, _IRREGULAR.get(word), word[:-3] + "y" if word.endswith("ies") else None, word.removesuffix("s"),
                 word.removesuffix("es")):  # fmt: skip
        if name in known:
            return name
    raise NotUnderstood(word)


def both(qualities: list[Term]) -> Term:
    return qualities[0] if len(qualities) == 1 else term("both", qualities[0], both(qualities[1:]))


def either(alternatives: list[Term]) -> Term:
    return alternatives[0] if len(alternatives) == 1 else term("either", alternatives[0], either(alternatives[1:]))


def quality(word: str) -> tuple[str, Term]:
    """The kind of a word of a noun phrase and what it says."""
    singular = {"sorceries": "sorcery"}.get(word, word.removesuffix("s"))
    if singular in _TYPES:
        return "type", term("type", Term(singular))
    if word in _SUPERTYPES:
        return "supertype", term("supertype", Term(word))
    if word in COLORS:
        return "color", term("color", Term(COLORS[word]))
    if word in _COLORNESS:
        return "color", Term(word)
    if word in _STATES:
        return "state", Term(word)
    if word == "permanent":  # card or spell
        return "type", Term("permanent")
    if word == "nontoken":
        return "state", term("non", Term("token"))
    if word in ("token", "tokens"):
        return "state", Term("token")
    if word in ("commander", "commanders"):
        return "state", Term("commander")
    if word == "outlaw":
        return "state", either([term("subtype", name) for name in _OUTLAWS])
    if word == "face-down":
        return "state", Term("face_down")
    if word.startswith("non"):
        return "not", term("non", quality(word.removeprefix("non").removeprefix("-"))[1])
    if word[:1].isupper():
        return "subtype", term("subtype", subtype(word))
    raise NotUnderstood(word)


@v_args(inline=True)
class Nouns(Transformer):
    def nouns(self, *words):
        return [str(word) for word in words]

    def np(self, first, *rest):
        parts = [first] + [part for part in rest if isinstance(part, list)]
        if {str(part) for part in rest if isinstance(part, Token)} == {","}:  # "noncreature, nonland permanent": all of it
            parts = [[word for part in parts for word in part]]
        posts = [part for part in rest if isinstance(part, Term)]
        head, zone = None, None
        if parts[-1][-1].removesuffix("s") in _BUILT_ON:
            head = parts[-1][-1].removesuffix("s")
        parts = [part[:-1] if part[-1].removesuffix("s") == head else part for part in parts]
        for post in posts:
            if post.name == "zone":
                zone = post.args[0].name
        posts = [post for post in posts if post.name not in ("zone", "anywhere")]
        of_creatures = [post for post in posts if post.name in _OF_CREATURES] if len(parts) > 1 else []
        chosen = self._alternatives(parts, of_creatures)
        qualities = chosen + [post for post in posts if post not in of_creatures]
        if head == "permanent" and not chosen or not qualities:
            qualities = [Term("any" if head == "source" else head or "any"), *qualities]
        return Noun(both(qualities), head, zone)

    def filter(self, noun):
        return on_battlefield(noun)

    @staticmethod
    def _adds_to_last(read) -> bool:
        """Whether what stands before the last type, as in "creatures and nonbasic lands", can bear on nothing else."""
        *before, last = [kind for kind, _ in read[-1]]
        return last == "type" and "type" not in before and all([kind for kind, _ in part] == ["type"] for part in read[:-1])

    def _alternatives(self, parts, of_creatures) -> list[Term]:
        """The qualities that all parts of "A, B, or C" share, and then which of them it may be; `of_creatures` are said of those
        that are creatures, which must come last."""
        read = [[quality(word) for word in part] for part in parts if part]
        if len(read) < len(parts) and len(parts) > 1:
            raise NotUnderstood(f"{parts}")
        if len(read) <= 1:
            return [meaning for part in read for _, meaning in part]
        shared = []
        while len(read[0]) > 1 and (parts[0][0] in _FOR_ALL or self._whole_list_is(parts, "legendary")):
            shared.append(read[0].pop(0)[1])
            parts[0].pop(0)
        trailing = []
        if all(len(part) == 1 for part in read[:-1]) and len(read[-1]) == 2:
            kinds = {part[0][0] for part in read[:-1]}
            # "black or artifact creature", "Elf or Goblin creature": the last word bears on each.
            if read[-1][1][0] == "type" and ("type" not in kinds) and read[-1][0][0] != "state":
                trailing = [read[-1].pop()[1]]
            elif read[-1][1] == ("state", Term("token")):
                trailing = [read[-1].pop()[1]]
        if [part[-1][1] for part in read] == [term("type", Term("instant")), term("type", Term("sorcery"))] and len(read[1]) == 1:
            shared += [meaning for _, meaning in read[0][:-1]]  # "a red instant or sorcery spell"
            read[0] = read[0][-1:]
        if any(len(part) > 1 and part is not read[-1] for part in read) and not all(len(part) > 1 for part in read):
            raise NotUnderstood(f"{parts}")
        if len(read[-1]) > 1 and not all(len(part) > 1 for part in read) and not self._adds_to_last(read):
            raise NotUnderstood(f"{parts}")
        creatures = [part[-1][1] == term("type", Term("creature")) for part in read]
        if of_creatures and creatures[-1] and not any(creatures[:-1]) and not any(part[0][0] == "subtype" for part in read):
            read[-1] += [("post", post) for post in of_creatures]
        elif of_creatures and {part[0][0] for part in read} == {"type"}:
            raise NotUnderstood(f"{parts}")
        else:
            trailing += of_creatures
        return [*shared, either([both([meaning for _, meaning in part]) for part in read]), *trailing]

    @staticmethod
    def _whole_list_is(parts, word) -> bool:
        return parts[0][0] == word and all(part[0] not in _SUPERTYPES and quality(part[0])[0] == "type" for part in parts[1:])

    def post_word(self, control):
        return Term({
            "you control": "you_control", "you already control": "you_control", "an opponent controls": "opponent_controls", "your opponents control": "opponent_controls",
            "your opponents own": "opponent_owns",
            "that player controls": "that_player_controls", "they control": "that_player_controls", "you own": "you_own",
            "your team controls": "team_controls", "target opponent controls": "target_opponent_controls", "you cast": "you_cast",
            "your opponents cast": "opponents_cast",
        }[str(control)]) if "don't" not in control else term("non", Term("you_" + str(control).split(" ")[-1]))  # fmt: skip

    def post_keyword(self, keyword):
        return term("keyword", constant(str(keyword)))

    def post_power_at_least(self, number):
        return term("power_at_least", int(number))

    def post_power_at_most(self, number):
        return term("power_at_most", int(number))

    def post_mana_value_at_least(self, number):
        return term("mana_value_at_least", int(number))

    def post_mana_value_x(self):
        return term("mana_value_is", Term("x"))

    def post_mana_value_at_most(self, number):
        return term("mana_value_at_most", int(number))

    def post_has_counter(self, kind):
        return term("has_counter", str(kind))

    def post_has_any_counter(self):
        return Term("has_any_counter")

    def post_chosen_name(self):
        return Term("chosen_name")

    def post_enchanted(self):
        return Term("enchanted")

    def post_equipped(self):
        return Term("equipped")

    def post_named(self, name):
        return term("named", str(name))

    def post_named_as_this(self, _):
        return term("named", Term("this"))

    def post_could_produce(self, mana):
        if len(mana) != 3 or mana[1] not in "WUBRGC":
            raise NotUnderstood(str(mana))
        return term("could_produce", Term(mana[1].lower()))

    def post_snow_or_could_produce(self, mana):
        return term("either", term("supertype", Term("snow")), self.post_could_produce(mana))

    def post_named_as_exiled(self):
        return term("named", term("exiled_with", THIS))

    def post_named_as_that(self, _):
        return term("named", THAT)

    def post_could_produce_same(self):
        return term("could_produce", term("could_produce", Term("type"), THAT))

    def post_shares_creature_type(self, thing):
        return term("shares_creature_type", thing)

    def post_shares_creature_type_with_commander(self):
        return term("shares_creature_type", both([Term("commander"), Term("you_own")]))

    def post_no_abilities(self):
        return Term("no_abilities")

    def post_exactly_colors(self, amount):
        return term("colors_exactly", number(str(amount)))

    def post_not_from_hand(self):
        return term("non", term("from", Term("hand")))

    def post_chosen_subtype(self):
        return Term("chosen_subtype")

    def post_chosen_color(self):
        return Term("chosen_color_of")

    def post_that_color(self):
        return Term("that_color")

    def post_that_is(self, words):
        return either([quality(word)[1] for word in re.split(r" or (?:an? )?", re.sub(r"that's an? ", "", words))])

    def post_given_counters(self):
        return term("done_this_way", Term("given_counters"))

    def post_attached_to(self, thing):
        if thing not in (THIS, ATTACHED, IT):
            raise NotUnderstood("attached to")
        return term("attached_to", thing)

    def post_has_adventure(self):
        return Term("has_adventure")

    def post_mana_value_within(self, amount):
        return term("mana_value_within", amount)

    def post_noted_subtype(self):
        return Term("noted_subtype")

    def post_nothing(self):
        return Term("anywhere")

    def post_entered_this_turn(self):
        return Term("entered_this_turn")

    def post_has_symbol(self, mana):
        if str(mana) != "{X}":
            raise NotUnderstood(str(mana))
        return Term("has_x")

    def post_has_no_symbol(self, mana):
        return term("non", self.post_has_symbol(mana))

    def post_colored(self):
        return term("non", Term("colorless"))

    def post_watermark(self):
        return Term("has_watermark")

    def post_shares_watermark(self, _):
        return term("shares_watermark", THIS)

    def post_not_from_starting_deck(self):
        return term("non", Term("in_starting_deck"))

    def post_has_counters(self, amount, kind):
        return term("has_counters_at_least", str(kind), number(str(amount)))

    def post_from(self, words):
        any_graveyard = str(words) in ("from a graveyard", "from graveyards")
        return term("zone", Term("any_graveyard" if any_graveyard else str(words).split(" ")[-1]))

    # "a creature": (amount, noun)

    def counted_one(self, noun):
        return 1, noun

    def counted_another(self, noun):
        return 1, Noun(both([OTHER, noun.filter]), noun.head, noun.zone)

    def counted_many(self, amount, noun):
        return amount, noun

    def quantity(self, token):
        return Term("x") if token == "X" else number(str(token))

    # objects: a filter

    def this(self, _):
        return THIS

    def granter(self, _):
        return GRANTER

    def it(self):
        return IT

    def attached(self, *_):
        return ATTACHED

    def that(self, _):
        return THAT

    def target(self, noun):
        return both([TARGET, targeted(noun)])

    def another_target(self, noun):
        return both([TARGET, OTHER, on_battlefield(noun)])

    def targets(self, words, noun):
        return both([*several(str(words)), targeted(noun)])

    def all(self, noun):
        return on_battlefield(noun)


def several(words: str) -> list[Term]:
    """What "each of up to two other target" says: so many targets, others than this."""
    amount = words.removeprefix("each of ").removesuffix(" target")
    others = [OTHER] if amount.endswith(" other") else []
    return [term("target", how_many(amount.removesuffix(" other"))), *others]


def on_battlefield(noun: Noun) -> Term:
    """The filter of a phrase that speaks of permanents."""
    if noun.head in ("card", "spell", "source") or noun.zone:
        raise NotUnderstood(f"not of permanents: {noun}")
    return noun.filter


def spells(noun: Noun) -> Term:
    """The filter of a phrase that speaks of spells; from which zone they are cast belongs to it."""
    if noun.head != "spell":
        raise NotUnderstood(f"not of spells: {noun}")
    return both([term("from", Term(noun.zone)), noun.filter]) if noun.zone else noun.filter


def targeted(noun: Noun) -> Term:
    """The filter of what may be a target: permanents, or cards from a zone."""
    return both([term("from", Term(noun.zone)), noun.filter]) if noun.zone and noun.head == "card" else on_battlefield(noun)


def in_zone(noun: Noun, words) -> Term:
    """The filter of cards "in your graveyard" and the like."""
    whose, zone = str(words).removeprefix("in ").split(" ", 1)
    if noun.head != "card" or whose != "your":
        raise NotUnderstood(str(words))
    return both([term("from", Term(zone)), Term("you_own"), noun.filter])


_NUMBERS = {word: value for value, word in enumerate(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen".split())} | {"fifteen": 15, "twenty": 20, "fifty": 50}  # fmt: skip


def number(word: str) -> int:
    return int(word) if word.isdigit() else _NUMBERS[word]


def how_many(words: str):
    """A number of targets or the like: "up to one", "any number of", "two", "X"."""
    if words.startswith("up to "):
        return term("up_to", how_many(words.removeprefix("up to ")))
    if words == "any number of":
        return Term("any_number")
    if words.startswith("one") and words != "one":
        return term("between", 1, 2 if words == "one or two" else 3)
    return Term("x") if words == "X" else number(words)
