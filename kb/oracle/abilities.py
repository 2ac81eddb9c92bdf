"""From a normalised text to the blocks of facts of its abilities."""

import re
from collections import Counter
from dataclasses import replace
from itertools import takewhile

from .entering import together
from .grammar import read
from .keywords import keywords
from .meaning.clauses import Effect, Reading
from .meaning.entering import copy_with
from .meaning.statics import while_so
from .scope import Scope
from .split import Piece, anchor, class_level, cost_parts, in_full, joined, level, paragraphs, piece, row, sentences, threshold, without_word
from .subjects import ALL, moves_library_card, requires_target, subjects
from .terms import Argument, NotUnderstood, Term, mentions, replaced, term

Block = list[Term]

LONGEST = 2_000
"""A text with more characters, nearly three times as many as the longest that is printed, is not read."""
_OTHER = Term("other")
_ADD = Term("add_mana")
# "Until end of turn, whenever ...": an effect that makes an ability, or a replacement effect, for a time; it may stand behind a
# condition and behind an effect that ends at the same time.
_FOR_AS_LONG = re.compile(r"(?P<ability>[^.\u00ab]*) for as long as ~ remains on the battlefield\.?\Z")
# A replacement effect that also makes something so for the turn.
_AND_LASTING = re.compile(r"(?P<first>If [^.\u00ab]*) and (?P<lasting>you can't get additional [^.\u00ab]*) this turn\.?\Z")
_CHOOSE_MODES = re.compile(r"[Cc]hoose (?:one|two|three|four|five|up to|any number)\b")
_BULLET = "\u2022 "
_LASTING = re.compile(
    r"(?:(?P<condition>[Ii]f the number is \w+), )?(?:[Uu]ntil (?P<until>end of turn|your next turn), |This (?P<this>turn), |(?=If target ))"
    r"(?:(?P<first>[^.,\n\u00ab]+?),? and )?"
    r"(?P<ability>(?:[Ii]f|whenever|lands tapped for mana|spells and abilities you control that would|each (?=[^.,]* enters with)) ?[^\n\u00ab]*)\Z"
)
_BOON = re.compile(r"[Yy]ou get a one-time boon with \u00ab(\d+)\u00bb\.?\Z")
_NEXT_TIME = re.compile(r"The next time one or more (?P<what>[^,.]*) enter this turn, each (?P<how>enters with [^.]*)\.?\Z")
_AS_LONG_AS, _IN_GRAVEYARD = "As long as ", "~ is in your graveyard"
_COPY = re.compile(r"(?P<copy>You may have ~ enter as a copy of [^,]*), except (?P<exceptions>[^\u00ab]*)\Z")
_EXCEPTION = re.compile(
    r"((?:if it's an? \w+, )?(?:(?:it|he|she)\b(?:'s|\b)|has\b).*?)(?:(?:, and|,| and),? (?=(?:it|he|she|has|if it's)\b)|\.?\Z)"
)
# "The same is true for ...": of each of these keywords as of the one that the sentence before names.
_SAME = re.compile(r"The same is true for ([a-z ,]+)\.?\Z")
_NAMED_KEYWORD = re.compile(r"\b(?:first strike|double strike|\w+)(?= counters? on )")
# An effect that happens later, once: when it does and what.
_STEP = r"[Aa]t the beginning of (?:(?:your|the) next (?:first )?(?:main phase|end step|upkeep)|the next turn's upkeep)(?: this turn)?"
_DELAYED = re.compile(
    rf"(?:[Ii]f (?P<condition>[^,]*), )?(?:(?P<event>{_STEP}|[Ww]hen you next cast [^,]* this turn), (?P<effect>[^\n\u00ab]*)"
    rf"|(?P<effect_first>[^\n\u00ab,]*?) (?P<event_last>{_STEP})\.?)\Z"
)
_IF = re.compile(r"[Ii]f (?:(?:you|they|that player) (?:do|does)|(?P<condition>[^,]*)), (?P<rest>.*)\Z", re.DOTALL)
_YOUR_COUNTERS = re.compile(r"(?:\bnumber of|\bfor each) ([a-z]+) counters? you have\b")
# How long a change lasts: said first or last, before what else is told of the change.
_UNTIL = {
    "until end of turn": "turn", "until your next turn": "your_next_turn", "until ~ leaves the battlefield": "this_remains",
    "for as long as ~ remains on the battlefield": "this_remains", "until its controller's next untap step": "its_next_untap_step",
    "until ~ is cast from exile": "this_is_cast",
}  # fmt: skip
_DURATION = re.compile(
    rf"^(?P<first>[Uu]ntil (?:end of turn|your next turn)|[Ff]or as long as [^,.\u00ab]*), "
    rf"| (?P<last>{'|'.join(map(re.escape, _UNTIL))}|for as long as [^,.\u00ab]*?)(?=\.?\Z|,? where X is | that(?:'s| are) still | in addition )"
    r"| (?P<cast>this turn)(?= can't be countered)"
)
# Sentences that say more of the ability or of its mana; they are no effects.
_ON_YOUR_TURN = re.compile(r"^(?:During your turn|As long as it's your turn), |^(?!.*\b(?:except|unless|other than|only)\b).*\b(?:during|as long as it's) your turn\.?$")
_NO_EFFECT = re.compile(r"Activate |Spend |This (?:ability|mana) |You can't |X can't |(?:When|If) (?:you spend this|this|that) mana ")
# Those that restrict activating, and those that change what it costs.
_RESTRICTS = re.compile(r"Activate |You can't activate |Any player may activate |Only .* may activate |This ability can't be activated")
_CHANGES_COST = re.compile(r"This (?:ability|equip ability) costs ")
# What moves its own object out of a zone functions from there alone, unless it triggers on something of its own (CR 113.6m).
_MOVES_ITSELF = re.compile(r"\b(?:[Rr]eturn|[Pp]ut|[Ee]xile|[Cc]ast|[Cc]ombine) ~ from your (graveyard|hand)\b")
_OF_ITS_OWN = re.compile(r"~|\b(?:enchanted|equipped|fortified) ")
# An event that triggers in a zone that it names (CR 113.6b).
_WHILE_IN = re.compile(
    r",? (?:if|while) ~ is in (?:your |the )?(?P<zone>graveyard|hand|exile|command)(?: zone)?(?P<or> or on the battlefield)?"
    r"(?P<where> with [^,]*)?(?: and (?P<also>[^,]*))?\Z"
)
_VALUE_X = term("mana_value_is", Term("x"))
_UNKNOWN, _UNKNOWN_IF = term("activate_only_if", Term("unknown")), term("intervening_if", Term("unknown"))
# Sentences about what a later trigger of its own does (CR 603.7, 603.12): no effects of this ability.
_LATER = re.compile(rf"(?:When|If) (?:you spend this|this|that) mana |When you do, |{_STEP}, |[^\"\u00ab]* {_STEP}\.?\Z")
# What follows it belongs to that trigger too.
_NEXT_CAST = re.compile(r"When you next cast [^,]* this turn, ")
# What is said of mana is about that which was last spoken of, be it that of a later trigger.
_RIDERS, _MAKES_ABILITIES = ("spend_only", "cant_spend", "when_spent", "mana_stays"), ("delayed", "reflexive", "lasting")
# Words before a cost that say when it may be paid (CR 702.57, 702.142, 702.177).
_RESTRICTING = {
    "Exhaust": [term("keyword_ability", Term("exhaust")), term("activate_only", Term("once"))],
    "Boast": [term("keyword_ability", Term("boast")), term("activate_only", Term("once_each_turn")), _UNKNOWN, term("not_modelled", Term("activation"))],
    "Forecast": [
        term("functions_from", Term("hand")),
        term("activate_only", Term("once_each_turn")),
        term("activate_only", Term("your_upkeep")),
    ],
    "Power-up": [term("keyword_ability", Term("power_up")), _UNKNOWN, term("not_modelled", Term("activation"))],
}
# Words before an ability that an object has only in a state (CR 702.179, 719.3).
_STATES = {"Max speed": "max_speed", "Solved": "solved"}
_THIS, _CLASS_LEVEL = Term("this"), term("class_level", Term("this"))
_NUMBERS = re.compile(r"(?P<power>\d{1,6})/(?P<toughness>\d{1,6})\Z")
_KINDS = {"activated": "activated", "triggered": "triggered", "static": "static", "spell": "spell_ability"}


def compile_text(text: str, types: list[str], mana_cost: str, power: bool = False) -> tuple[list[Term], list[Block]]:
    """The printed_keyword facts of a text (as normalised.py gives it) and its blocks, quoted ones after the printed ones.
    `power`: the card has a power and toughness box."""
    if len(text) > LONGEST:
        return [], [[term("static", 1), *(term("not_modelled", Term(subject)) for subject in ALL)]]
    spell = bool({"Instant", "Sorcery"} & set(types))
    additional = re.findall(r"^As an additional cost to cast [^.\n]*", text, re.MULTILINE)
    kickers = re.findall(r"^Kicker[ \u2014][^\n]*", text, re.MULTILINE)
    x_is_paid = "{X}" in mana_cost or any("{X}" in kicker for kicker in kickers)
    compiler = _Compiler(spell, x_is_paid, " ".join(additional if spell else kickers).lower())
    found = paragraphs(text)
    for paragraph in joined(found) if spell else found:
        compiler.add(paragraph)
    if power and "Creature" not in types:
        compiler.add_creature()
    return compiler.keywords, compiler.finished()


class _Compiler:
    def __init__(self, spell: bool, x_is_paid: bool, additional_cost: str):
        self.spell = spell
        self.x_is_paid = x_is_paid
        self.additional_cost = additional_cost
        self.keywords: list[Term] = []
        self.blocks: list[Block] = []
        self.quoted: list[Block] = []
        self.numbers: Counter[str] = Counter()
        self.gained: list[Term] = []
        """The fact that what follows is an ability that the card has only at a level, if it is."""

    def add(self, paragraph: str) -> None:
        counters, paragraph = threshold(in_full(paragraph))
        if counters is not None:
            self._gained(term("has_counters", _THIS, "charge", counters))
        word, paragraph = anchor(paragraph)
        if word:
            self._gained(term("chose", word))
        if levels := level(paragraph):
            self._gained(_at_levels(*levels))
        elif number := class_level(paragraph):
            self.gained = []
            self._place([*self._block(piece(paragraph, self.spell)), term("activate_only", Term("sorcery")),
                         term("activate_only_if", term("exactly", _CLASS_LEVEL, number - 1))])  # fmt: skip
            self._gained(term("at_least", _CLASS_LEVEL, number))
        elif self.gained and (numbers := _NUMBERS.match(paragraph)):
            self._place([self._numbered("static"), *self.gained,
                         *(term(f"sets_{what}", _THIS, int(numbers[what])) for what in ("power", "toughness"))])  # fmt: skip
        elif found := keywords(paragraph):
            facts, blocks = found
            if self.gained and facts:
                blocks = [[Term("static"), *map(_granted_keyword, facts)], *blocks]
            else:
                self.keywords += facts
            for kind, *rest in blocks:
                self._place([self._numbered(kind.name), *self.gained, *rest])
        else:
            self._place(self._block(piece(paragraph, self.spell)))

    def add_creature(self) -> None:
        """That a station card is a creature from its last station symbol on (CR 721.2b)."""
        if self.gained and self.gained[0].args[0].name == "has_counters":
            self._place([self._numbered("static"), *self.gained, term("adds_type", _THIS, term("type", Term("creature")))])

    def _gained(self, condition: Term) -> None:
        self.gained = [term("functions_while", condition)]

    def _place(self, block: Block) -> None:
        self.blocks.append(block)

    def _numbered(self, kind: str) -> Term:
        self.numbers[kind] += 1
        return term(kind, self.numbers[kind])

    def finished(self) -> list[Block]:
        """All blocks; granted(n), which counts quotations so far, becomes the number of the quotation's block."""
        first = len(self.blocks)

        def placed(argument: Argument) -> Argument:
            if isinstance(argument, Term):
                if argument.name == "granted":
                    return term("granted", first + int(argument.args[0]))
                return Term(argument.name, tuple(placed(part) for part in argument.args))
            return argument

        return [[placed(fact) for fact in block] for block in self.blocks + self.quoted]

    def _block(self, found: Piece, quoted: bool = False, outer: Scope | None = None) -> Block:
        name = _KINDS[found.kind]
        block = [term(name, 1) if quoted else self._numbered(name)]
        if quoted:
            block.append(Term("quoted"))
        elif found.word in _STATES:
            block.append(term("functions_while", term("happened", Term(_STATES[found.word]))))
        else:
            block += self.gained
        if found.kind == "activated":
            block += _RESTRICTING.get(found.word, [])
        quotations = self._quotations(found)
        if found.kind == "activated":
            block += _costs(found.front)
        elif found.kind == "triggered":
            found, zones = _somewhere(found)
            block += _trigger(found) + zones
        block += self._sentences(found, quotations, block, outer)
        if (match := _MOVES_ITSELF.search(" ".join(found.sentences))) and _functions_there(found):
            block += [fact for fact in [term("functions_from", Term(match[1]))] if fact not in block]
        own = [sentence for sentence in takewhile(lambda one: not _NEXT_CAST.match(one), found.sentences) if not _LATER.match(sentence)]
        if found.kind != "static" and requires_target(" ".join(own)):
            block.append(Term("requires_target"))
        if moves_library_card(f"{found.front}. " * (found.kind == "activated") + " ".join(own)):
            block.append(Term("moves_library_card"))
        return block

    def _quotations(self, found: Piece) -> dict[int, Term]:
        """Compiles the quotations and says which granted(n) each «n» of the piece is."""
        granted = {}
        for index, text in enumerate(found.quotations, 1):
            block = self._block(piece(text, spell=False), quoted=True)
            self.quoted.append(block)
            granted[index] = term("granted", len(self.quoted))
        return granted

    def _later(self, text: str, outer: Scope | None = None) -> Term:
        """Compiles what an effect makes true for a time, or makes happen later, as an ability of its own."""
        block = self._block(piece(text[:1].upper() + text[1:], spell=False), quoted=True, outer=outer)
        if any(fact.name == "not_modelled" or fact in (term("trigger", _OTHER), _UNKNOWN_IF) for fact in block):
            raise NotUnderstood(text)
        self.quoted.append(block)
        return term("granted", len(self.quoted))

    def _changing(self, sentence: str, scope: Scope, granted: dict[int, Term]) -> Reading:
        """A sentence that changes what something is or has, for a time: as a static ability that is in force so long."""
        found = [match for match in _DURATION.finditer(sentence)]
        if len(found) > 1:
            raise NotUnderstood("how long")
        words = (found[0]["first"] or found[0]["last"] or "until end of turn").lower() if found else ""
        changes = scope.changes(read("change", _lowered(_DURATION.sub("", sentence))), sentence)
        if not found or words in _UNTIL:
            duration = Term(_UNTIL.get(words, "game"))
        else:
            duration = term("while", scope.about_changed(read("condition", words.removeprefix("for as long as "))))
        self.quoted.append([term("static", 1), Term("quoted"), *(_regranted(fact, granted) for fact in changes)])
        return Reading((Effect(term("lasting", term("granted", len(self.quoted)), duration)),))

    def _effects(self, sentence: str, scope: Scope, granted: dict[int, Term]) -> Reading:
        """A sentence of what an ability does."""
        if match := _LASTING.match(sentence):
            condition = read("condition", _lowered(match["condition"].partition(" ")[2])) if match["condition"] else None
            first = self._at_first(match["first"]) if match["first"] else Reading()
            until = match["this"] or match["until"]
            duration = {None: "game", "end of turn": "turn", "turn": "turn"}.get(until, "your_next_turn")
            lasting = term("lasting", self._later(match["ability"]), Term(duration))
            return Reading(tuple(replace(effect, condition=condition) for effect in (*first.effects, Effect(lasting))), first.facts)
        if match := _FOR_AS_LONG.match(sentence):
            return Reading((Effect(term("lasting", self._later(match["ability"], scope), Term("this_remains"))),))
        if sentence.startswith("When you do, "):
            return Reading((Effect(term("reflexive", self._later(sentence, scope))),))
        if match := _DELAYED.match(sentence):
            condition = read("condition", match["condition"]) if match["condition"] else None
            event = match["event"] or match["event_last"]
            duration = "turn" if event.endswith("this turn") else "game"
            event = re.sub(r"next (?:turn's )?", "", event).removesuffix(" this turn")
            delayed = self._later(f"{event}, {match['effect'] or match['effect_first']}", scope)
            return Reading((Effect(term("delayed", delayed, Term(duration)), condition=condition),))
        if match := _NEXT_TIME.match(sentence):
            return Reading((Effect(term("delayed", self._later(f"Each {match['what']} {match['how']}"), Term("turn"))),))
        if match := _BOON.match(sentence):
            return Reading((Effect(term("delayed", term("quotation", int(match[1])), Term("game"))),))
        try:
            return read("effect", _lowered(sentence))
        except NotUnderstood:
            return self._conditionally(sentence, lambda rest: self._changing(rest, scope, granted))

    @staticmethod
    def _conditionally(sentence: str, reads) -> Reading:
        """What `reads` makes of the sentence after a condition in front, if it has one."""
        if not (match := _IF.match(sentence)):
            return reads(sentence)
        condition = read("condition", match["condition"]) if match["condition"] else Term("done")
        return Reading(tuple(replace(effect, condition=condition) for effect in reads(match["rest"]).effects))

    @staticmethod
    def _at_first(text: str) -> Reading:
        """What an effect does until the same time as the ability that it makes; where it is not understood, that is said."""
        try:
            return read("effect", f"{_lowered(text)} until end of turn")
        except NotUnderstood:
            return Reading((Effect(_OTHER),), tuple(term("not_modelled", Term(subject)) for subject in subjects(text)))

    def _static(self, sentence: str) -> Reading:
        """A sentence of a static ability."""
        if match := _AND_LASTING.match(sentence):
            lasting = term("lasting", self._later(match["lasting"]), Term("turn"))
            return replace(read("static", _lowered(match["first"])), effects=(Effect(lasting),))
        if sentence.startswith(_AS_LONG_AS) and not _ON_YOUR_TURN.match(sentence):
            return self._as_long_as(sentence.removeprefix(_AS_LONG_AS))
        if match := _COPY.match(sentence):
            parts = _EXCEPTION.findall(match["exceptions"])
            return copy_with(read("static", _lowered(match["copy"])), [read("exception", part) for part in parts])
        return read("static", _lowered(sentence))

    def _as_long_as(self, text: str) -> Reading:
        """"C, S": what S says as long as C; the comma may be any, since there are commas in lists."""
        for comma in re.finditer(", ", text):
            words, said = text[: comma.start()], text[comma.end() :]
            from_graveyard = [term("functions_from", Term("graveyard"))] * words.startswith(_IN_GRAVEYARD)
            words = words.removeprefix(_IN_GRAVEYARD).removeprefix(" and ")
            try:
                reading = while_so(read("condition", words) if words else None, read("static", _lowered(said)))
                return Reading(facts=(*reading.facts, *from_graveyard))
            except NotUnderstood:
                continue
        raise NotUnderstood(text)

    def _sentences(self, found: Piece, granted: dict[int, Term], block: Block, outer: Scope | None) -> Block:
        start = "static" if found.kind == "static" else "effect"
        said: list[Block] = []
        whole = scope = Scope(found, block, self.x_is_paid, self.additional_cost, outer)
        index = 0
        spelled = _spelled_out(found.sentences)
        told = spelled if start == "static" else _told(spelled)
        under: Term | None = None
        later: Block | None = None
        for previous, sentence in zip(["", *told], told, strict=False):
            if isinstance(sentence, Term):
                under, scope = sentence, whole.branch()
                continue
            facts: Block = []
            said.append(facts)
            scope.index, made = index, len(self.quoted)
            try:
                reading = self._static(sentence) if start == "static" else self._effects(sentence, scope, granted)
                reading = scope.resolved(reading, sentence)
                if len(found.sentences) > 1 and any(fact.name == "functions_during" for fact in reading.facts):
                    raise NotUnderstood("a part of the ability")
            except NotUnderstood:
                del self.quoted[made:]
                if start == "effect" and not _NO_EFFECT.match(sentence):
                    index += 1
                    facts += _effect(index, _under(Effect(_OTHER), under), None)
                # "The same is true for ...": of what the sentence before is about.
                about = f"{previous} {sentence}" if sentence.startswith("The same is true") else _lowered(sentence)
                facts += [term("not_modelled", Term(subject)) for subject in subjects(about)]
                facts += [term("names_amount", term("player_counters", Term("you"), kind)) for kind in _YOUR_COUNTERS.findall(sentence)]
                if start == "static" and len(found.sentences) == 1 and _ON_YOUR_TURN.search(sentence):
                    facts.append(term("functions_during", Term("your_turn")))
                if found.kind == "activated" and _RESTRICTS.match(sentence):
                    facts.append(_UNKNOWN)
                if found.kind == "activated" and _CHANGES_COST.match(sentence):
                    facts.append(Term("cost_changes"))
                scope.not_understood(sentence)
                continue
            if later and reading.facts and not reading.effects and all(fact.name in _RIDERS for fact in reading.facts):
                later += reading.facts
                continue
            facts += [_regranted(fact, granted) for fact in reading.facts]
            for effect in reading.effects:
                index += 1
                effect = replace(effect, what=_requoted(effect.what, granted))
                facts += _effect(index, _under(effect, under), scope.added)
                later = self.quoted[-1] if effect.what.name in _MAKES_ABILITIES and _adds_mana(self.quoted[-1]) else None
                if effect.what == _ADD:
                    scope.added = index
        return together(said)


def _adds_mana(block: Block) -> bool:
    return any(fact.name == "effect" and fact.args[1] == _ADD for fact in block)


def _spelled_out(found: list[str]) -> list[str]:
    """The sentences, where "the same is true for" other keywords one for each of these."""
    told: list[str] = []
    for sentence in found:
        same, named = _SAME.match(sentence), _NAMED_KEYWORD.search(told[-1]) if told else None
        if same and named:
            told += [told[-1].replace(named[0], keyword) for keyword in re.split(r",? and |, ", same[1])]
        else:
            told.append(sentence)
    return told


def _at_levels(least: int, most: int | None) -> Term:
    reached = term("has_counters", _THIS, "level", least)
    return reached if most is None else term("both_hold", reached, term("not_so", term("has_counters", _THIS, "level", most + 1)))


def _granted_keyword(printed: Term) -> Term:
    """What gives this the keyword of a printed_keyword fact; a keyword with a number is not modelled where it is given."""
    return term("grants_keyword", _THIS, *printed.args) if len(printed.args) == 1 else term("not_modelled", Term("keywords"))


def _told(found: list[str]) -> list[str | Term]:
    """The sentences; before those of a mode (CR 700.2) or of a row of a table of results (CR 706.3) the condition they are under."""
    modal = any(_CHOOSE_MODES.match(sentence) for sentence in found)
    told: list[str | Term] = []
    modes = 0
    for sentence in found:
        if result := row(sentence):
            least, most, sentence = result
            rolled = term("at_least", Term("rolled"), least)
            told.append(rolled if most is None else term("both_hold", rolled, term("at_most", Term("rolled"), most)))
            told += sentences(sentence)
        elif modal and sentence.startswith(_BULLET):
            modes += 1
            told += [term("chose_mode", modes), *sentences(without_word(sentence.removeprefix(_BULLET)))]
        else:
            told.append(sentence)
    return told


def _under(effect: Effect, condition: Term | None) -> Effect:
    """The effect with one more condition."""
    if not condition:
        return effect
    return replace(effect, condition=term("both_hold", condition, effect.condition) if effect.condition else condition)


def _effect(index: int, effect: Effect, added: int | None) -> Block:
    """The facts of an effect; `added` is the index of the effect that "instead" speaks of."""
    facts = [term("effect", index, effect.what), *(Term(fact.name, (index, *fact.args)) for fact in effect.facts)]
    if effect.instead:
        facts.append(term("instead_of", index, added))
    if effect.condition:
        facts.append(term("effect_condition", index, effect.condition))
    if effect.optional:
        facts.append(term("optional", index))
    return facts


def _regranted(fact: Term, granted: dict[int, Term]) -> Term:
    if fact.name != "grants_ability":
        return fact
    return replaced(fact, fact.args[1], granted[fact.args[1].args[0]])


def _requoted(what: Term, granted: dict[int, Term]) -> Term:
    if what.name != "delayed" or what.args[0].name != "quotation":
        return what
    return term(what.name, granted[what.args[0].args[0]], what.args[1])


def _costs(front: str) -> Block:
    facts: Block = []
    position = 0
    for part in cost_parts(front):
        try:
            costs, further = read("cost", _lowered(part))
        except NotUnderstood:
            costs, further = (_OTHER,), (term("not_modelled", Term("costs")),)
        for position, cost in enumerate(costs, position + 1):
            facts.append(term("cost", position, cost))
        facts += further
    return facts


def _somewhere(found: Piece) -> tuple[Piece, Block]:
    """A triggered ability without the words that say in which zones it triggers, and these zones."""
    if not (match := _WHILE_IN.search(found.front)):
        return found, []
    zones = [term("functions_from", Term(zone)) for zone in (match["zone"], *["battlefield"] * bool(match["or"]))]
    if match["where"]:
        return found, zones
    return replace(found, front=found.front[: match.start()] + (f", if {match['also']}" if match["also"] else "")), zones


def _functions_there(found: Piece) -> bool:
    """Whether an ability that moves its object out of a zone functions only there."""
    return found.kind == "activated" or found.kind == "triggered" and not found.chapter and not _OF_ITS_OWN.search(found.front)


def _trigger(found: Piece) -> Block:
    if found.chapter:
        return [term("trigger", _OTHER), *(term("chapter", _roman(number)) for number in found.chapter.split(", "))]
    try:
        return _event(found.front)
    except NotUnderstood:
        event, condition, _ = found.front.partition(", if ")
        about_mana = [term("not_modelled", Term("mana"))] if re.search(r"for mana\b|\badds?\b.* mana\b|(?<!n't a )mana ability", found.front) else []
    try:
        known = _event(event)
    except NotUnderstood:
        known = [term("trigger", _OTHER)]
    return [*known, *([_UNKNOWN_IF] if condition else []), *about_mana]


def _event(text: str) -> Block:
    facts = list(read("trigger", _lowered(text)))
    if any(mentions(fact, _VALUE_X) for fact in facts):
        raise NotUnderstood("X")
    return facts


def _roman(numeral: str) -> int:
    values = [{"I": 1, "V": 5, "X": 10}[letter] for letter in numeral]
    return sum(-value if value < following else value for value, following in zip(values, [*values[1:], 0]))


def _lowered(sentence: str) -> str:
    """The sentence with a small first letter and no full stop, as the grammar wants it."""
    sentence = sentence.strip().removesuffix(".")
    first, space, rest = sentence.partition(" ")
    from .meaning.nouns import subtype

    try:
        subtype(first)
    except NotUnderstood:
        return first[:1].lower() + first[1:] + space + rest
    return sentence
