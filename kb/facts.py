"""A board as facts, in the words of rules/board.lp and rules/card.lp. Nothing is decided here, only said."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache

from clingo import Function, Number, String, Symbol

from kb.board import ZONES, Board, CardInZone, Chosen, Effect, Permanent, Player, StackItem
from kb.cards import Card
from kb.names import words_of_format
from kb.reading import grow
from kb.forge.words import KEY, PLAYERS

POWER_COUNTER = re.compile(r"([+-]\d{1,6})/([+-]\d{1,6})")
FLAGS = ("tapped", "phased_out", "face_down", "transformed", "token", "sick")
NUMBERS = ("power", "toughness", "loyalty", "defense")
LINES = {"types": "said_type", "supertypes": "said_supertype", "colors": "said_color"}


def board_facts(board: Board, cards: Iterable[Card] = ()) -> list[Symbol]:
    """Everything the board says, and what is known of every card it names and of `cards`."""
    facts = [fact("edition", board.edition), fact("step", constant(board.step)),
             fact("active_player", board.active), fact("priority", board.priority)]
    facts += [fact("format", "-".join(words_of_format(board.format)))] if board.format else []
    facts += [fact("monarch", board.monarch)] if board.monarch else []
    named = {card.name: card for card in cards}
    kinds: set[str] = set()
    for position, player in enumerate(board.players.values(), 1):
        facts += _player(player, position)
        kinds.update(player.counters)
        for permanent in player.battlefield:
            facts += _permanent(permanent, named)
            kinds.update(permanent.counters)
        for zone in ZONES:
            if isinstance(held := getattr(player, zone), tuple):
                for card in held:
                    facts += _card_in_zone(card, zone, player, named)
                    kinds.update(card.counters)
                if zone == "library" and held:
                    facts.append(fact("top_card", held[0].id))
        named.update((card.name, card) for card in player.commander)
    for item in board.stack:
        facts += _stack_item(item, named)
    for effect in board.effects:
        facts += _effect(effect, named)
    facts += _kept_of_game(board)
    for kind in kinds:
        if change := POWER_COUNTER.fullmatch(kind):
            facts.append(fact("power_counter", kind, int(change[1]), int(change[2])))
    for card in _with_other_faces(named.values(), board):
        facts += card.facts
    return facts


def outside(card: Card) -> list[Symbol]:
    """A card that is only spoken of: an object in no zone of the game, called by the card's name."""
    return [fact("in_zone", card.name, constant("outside")), fact("represented_by", card.name, card.name)]


def fact(name: str, *arguments: str | int | Symbol) -> Symbol:
    """An atom; texts become strings, so that no name can be read as a program."""
    return Function(name, [term(argument) for argument in arguments])


def term(value: str | int | Symbol) -> Symbol:
    return String(value) if isinstance(value, str) else Number(value) if isinstance(value, int) else value


@cache
def constant(word: str) -> Symbol:
    """A word of a closed set (steps, types, letters of mana) as a constant, any other as a string."""
    word = word.replace(" ", "_")
    return Function(word) if re.fullmatch(r"[a-z][a-z_]*", word) else String(word)


# ---- players ----------------------------------------------------------------------------------------------------------

def _player(player: Player, position: int) -> Iterator[Symbol]:
    me = player.name
    yield fact("player", me)
    yield fact("turn_order", me, position)
    yield fact("life", me, player.life)
    if player.source and "life" not in (player.source.value or ()):
        yield fact("life_unsaid", me)
    yield fact("lands_played", me, player.lands_played)
    if player.team:
        yield fact("team", me, player.team)
    if player.library is not None:
        yield fact("library_size", me, player.library if isinstance(player.library, int) else len(player.library))
    yield from _counters(me, player.counters)
    yield from _pool(player)
    for card in player.commander:
        yield fact("commander_card", me, card.name)


def _pool(player: Player) -> Iterator[Symbol]:
    """Mana in the pool; what is restricted with the ability that would make such mana, and what of that is understood."""
    amounts: Counter[tuple[str | None, str]] = Counter()
    for part in player.pool:
        for letter, amount in part.mana.items():
            amounts[part.only, letter] += amount
    for (only, letter), amount in amounts.items():
        if only is None:
            yield fact("pool", player.name, constant(letter), amount)
        else:
            ability, *restrictions = _restriction(only)
            yield fact("restricted_mana", player.name, ability, constant(letter), amount)
            yield from restrictions


@cache
def _restriction(only: str) -> tuple[Symbol, ...]:
    """An ability whose mana may be spent only as is said, such as "creature spells", and what of that is understood."""
    from kb.cards_build import compiled  # the grammar takes its time

    for words in (f"to cast {only}", f"on {only}", only):
        card, *_ = compiled({"name": f"mana for {only} only", "type": "Artifact", "text": f"{{T}}: Add {{C}}. Spend this mana only {words}."})
        if restrictions := [known for known in card.facts if known.name == "spend_only"]:
            break
    return fact("ability", card.name, 1), *restrictions


def _kept_of_game(board: Board) -> Iterator[Symbol]:
    """Lines of another form, of a player or of the whole game."""
    players = list(board.players)
    for key, value in board.forge.get("state", {}).items():
        match = KEY.fullmatch(key)
        place = PLAYERS[match[1]] if match else len(players)
        if match and place < len(players):
            yield fact("taken_over", players[place], constant(match[2]), f"{match[2]}={value}")
        else:
            yield fact("taken_over", "board", constant(key), f"{key}={value}")


def _kept(me: Symbol, words: Iterable[str]) -> Iterator[Symbol]:
    for text in words:
        yield fact("taken_over", me, constant(text.partition(":")[0].strip().lower()), text)


def _counters(bearer: str, counters) -> Iterator[Symbol]:
    for kind, amount in counters.items():
        yield fact("counters_said", bearer, kind)
        if amount:  # zero counters are no counter
            yield fact("counters", bearer, kind, amount)


# ---- objects ----------------------------------------------------------------------------------------------------------

def _permanent(permanent: Permanent, named: dict[str, Card]) -> Iterator[Symbol]:
    me = String(permanent.id)
    named[permanent.card.name] = permanent.card
    yield fact("permanent", me)
    yield fact("represented_by", me, permanent.card.name)
    yield fact("controller", me, permanent.controller)
    yield fact("owner", me, permanent.owner)
    for flag in FLAGS:
        if getattr(permanent, flag):
            yield fact(flag, me)
    yield from _counters(permanent.id, permanent.counters)
    if permanent.damage:
        yield fact("marked_damage", me, permanent.damage)
    if permanent.attached_to:
        yield fact("attached_to", me, permanent.attached_to)
    if permanent.timestamp is not None:
        yield fact("timestamp", me, permanent.timestamp)
    if permanent.copy_of:
        named[permanent.copy_of.name] = permanent.copy_of
        yield fact("copy_of", me, permanent.copy_of.name)
    yield from _chosen(me, permanent.chosen, named)
    for card in permanent.exiled_with:
        named[card.name] = card
        yield fact("exiled_with", me, card.name)
    for ability, times in permanent.activated.items():
        yield fact("said_activations", me, *_kind_and_number(number_of(permanent, ability)), times)
    if permanent.attacking:
        yield fact("attacking", me, permanent.attacking)
    for attacker in permanent.blocking:
        yield fact("blocking", me, attacker)
    if permanent.deals is not None:
        yield fact("said_assignment", me)
        for recipient, amount in permanent.deals.items():
            yield fact("said_assignment", me, recipient, amount)
    yield from _kept(me, permanent.forge)
    yield from _instead_of_the_card(permanent, named)


def _instead_of_the_card(permanent: Permanent, named: dict[str, Card]) -> Iterator[Symbol]:
    """What the board itself says of a permanent, and that it says so."""
    me = String(permanent.id)
    for aspect in (*LINES, "subtypes", "abilities", *NUMBERS):
        if getattr(permanent, aspect) is not None:
            yield fact("overridden", me, constant(aspect))
    for aspect, predicate in LINES.items():
        for value in getattr(permanent, aspect) or ():
            yield fact(predicate, me, constant(value))
    for position, subtype in enumerate(permanent.subtypes or (), 1):
        yield fact("said_subtype", me, subtype, position)
    for aspect in NUMBERS:
        if (number := getattr(permanent, aspect)) is not None:
            yield fact("said_number", me, constant(aspect), number)
    if permanent.abilities is not None:
        text = _text(permanent.card.name, permanent.abilities, permanent.id)
        named[text.name] = text
        yield fact("said_text", me, text.name)


def number_of(permanent: Permanent, said: int | str) -> int | str:
    """2, "triggered 2", or for a piece of a text that the board gives the permanent, the number of that activated ability. Raises BoardError."""
    if re.fullmatch(r"(triggered )?\d+", str(said)):
        return said
    before = 0
    for text in permanent.abilities or ():
        card = _text(permanent.card.name, (text,), permanent.id)
        quoted = {one.arguments[0] for one in card.facts if one.name == "quoted"}
        own = sum(one.name == "activated" and one.arguments[0] not in quoted for one in card.facts)
        if own == 1 and str(said).lower() in text.lower():
            return before + 1
        before += own
    raise grow(said).error(f"is no piece of a text of an activated ability that the board gives {permanent.id}", "a number, or such a piece")


@cache
def _text(name: str, abilities: tuple[str, ...], id: str) -> Card:
    """The abilities that the board gives a permanent, compiled as those of a card of its name."""
    from kb.cards_build import compiled  # the grammar takes its time

    card, *_ = compiled({"name": name, "type": "Artifact", "text": "\n".join(abilities)})
    return replace(card, name=f"{name} as the board has it ({id})")


def _chosen(me: Symbol, chosen: Chosen, named: dict[str, Card]) -> Iterator[Symbol]:
    for aspect in ("color", "type"):
        if value := getattr(chosen, aspect):
            yield fact("chosen", me, constant(aspect), constant(value))
    for aspect in ("creature_type", "player", "number", "mode"):
        if (value := getattr(chosen, aspect)) is not None:
            yield fact("chosen", me, constant(aspect), value)
    if chosen.card:
        named[chosen.card.name] = chosen.card
        yield fact("chosen", me, constant("card"), chosen.card.name)


def _card_in_zone(card: CardInZone, zone: str, player: Player, named: dict[str, Card]) -> Iterator[Symbol]:
    named[card.card.name] = card.card
    yield fact("in_zone", card.id, constant(zone))
    yield fact("represented_by", card.id, card.card.name)
    yield fact("owner", card.id, player.name)
    yield from _counters(card.id, card.counters)
    yield from _kept(String(card.id), card.forge)


def _stack_item(item: StackItem, named: dict[str, Card]) -> Iterator[Symbol]:
    if item.is_ability:  # no card: what is said is whose it is, of what is on the board
        if item.ability_of:
            yield fact("ability_on_stack", item.id, item.ability_of)
            yield fact("controller_on_stack", item.id, item.controller)
        if item.number:
            *kind, number = str(item.number).split()
            yield fact("number_on_stack", item.id, constant(*kind or ["activated"]), int(number))
        if item.chapter is not None:
            yield fact("said_chapter", item.id, item.chapter)
        return
    named[item.card.name] = item.card
    yield fact("in_zone", item.id, constant("stack"))
    yield fact("represented_by", item.id, item.card.name)
    yield fact("controller", item.id, item.controller)
    yield fact("owner", item.id, item.controller)
    if item.x is not None:
        yield fact("x_value", item.id, item.x)
    yield from _counters(item.id, item.counters)


def _effect(effect: Effect, named: dict[str, Card]) -> Iterator[Symbol]:
    named[effect.card.name] = effect.card
    yield fact("effect_in_force", effect.id)
    yield fact("represented_by", effect.id, effect.card.name)
    yield fact("controller", effect.id, effect.controller)
    yield from _chosen(String(effect.id), effect.chosen, named)
    for target in effect.targets:
        yield fact("target_of", effect.id, target)
    if effect.ability is not None:
        yield fact("stems_from", effect.id, *_kind_and_number(effect.ability))
    if effect.x is not None:
        yield fact("x_value", effect.id, effect.x)


def _kind_and_number(ability: int | str) -> tuple[Symbol, int]:
    """2 is the second activated ability, "triggered 2" the second triggered one."""
    kind, _, number = str(ability).rpartition(" ")
    return constant(kind or "activated"), int(number)


def _with_other_faces(cards: Iterable[Card], board: Board) -> Iterator[Card]:
    cards = list(cards)
    yield from cards
    names = {card.name for card in cards}
    for card in cards:
        if card.other_face and card.other_face not in names:
            names.add(card.other_face)
            if (face := board.pool.find(card.other_face)) and face.name == card.other_face:
                yield face
