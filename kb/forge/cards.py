"""Cards of a game state: what their marks say, which of them refer to others, and which tokens the board itself has to tell of."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from kb.board import ZONES as OTHER_ZONES
from kb.board import Ids, slug
from kb.forge import tokens
from kb.forge.pieces import argument, counters, number, parts
from kb.forge.words import COLORS, PLAYERS, REFERRING
from kb.names import fold
from kb.reading import Node
from kb.schema import SUPERTYPES, TYPES

LANDS = ("plains", "island", "swamp", "mountain", "forest", "wastes")
FLAGS = {"tapped": "tapped", "summonsick": "sick", "phasedout": "phased_out", "facedown": "face_down", "istoken": "token"}
OTHER_FACES = ("transformed", "modal", "flipped", "meld")


@dataclass
class Entry:
    """What is said of a card: by `name`, and by what follows it."""

    name: Node
    player: int
    zone: str
    said: dict = field(default_factory=dict)  # keys of a board
    kept: list[str] = field(default_factory=list)
    number: int | None = None


class Cards:
    """All cards, in the order in which they are added. `names` are the players', `none_sick` says that no permanent is."""

    def __init__(self, names: list[str], none_sick: bool):
        self.names, self.none_sick = names, none_sick
        self.entries: list[Entry] = []
        self.numbered: dict[int, Entry] = {}
        self.own: dict[str, dict] = {}  # cards of the board's own, by folded name

    def in_zone(self, place: int, zone: str) -> list[Node]:
        """Those of a player's zone, as a board has them."""
        return [written(entry) for entry in self.entries if entry.player == place and entry.zone == zone]

    def player_meant(self, node: Node) -> str:
        place = PLAYERS.get(node.value.lower())
        if place is None or place >= len(self.names):
            raise node.error("is no player", ", ".join(f"p{number}" for number in range(len(self.names))))
        return self.names[place]

    def add(self, card: Node, place: int, zone: str) -> None:
        """A card and its marks, such as `Forest|Tapped`, in a zone of a player's."""
        name, *marks = parts(card, "|")
        entry = Entry(name, place, zone)
        if re.match(r"t:", name.value, re.IGNORECASE):
            self.token(entry)
        elif name.value.endswith("+"):  # a foil one
            name.value = name.value[:-1]
        for mark in marks:
            self.mark(entry, mark)
        self.entries.append(entry)

    def mark(self, entry: Entry, mark: Node) -> None:
        word, said = mark.value.partition(":")[0].strip().lower(), argument(mark)
        in_play = entry.zone == "battlefield"
        if word == "id":
            entry.number = number(said)
            if entry.number in self.numbered:
                raise mark.error("is said twice")
            self.numbered[entry.number] = entry
            entry.kept.append(mark.value)
        elif word == "boardid":
            entry.said["id"] = said
        elif word == "counters":
            entry.said["counters"] = counters(said)
        elif word == "iscommander":
            entry.said["commander"] = entry.player
        elif not in_play or not self.mark_of_permanent(entry, word, said):
            entry.kept.append(mark.value)

    def mark_of_permanent(self, entry: Entry, word: str, said: Node) -> bool:
        """Whether the board has a word for this one, which it then says."""
        if word in FLAGS:
            if word == "summonsick" and self.none_sick:
                return False
            entry.said[FLAGS[word]] = True
            return not said.value or word == "phasedout" and self.player_meant(said) == self.names[entry.player]
        if word in OTHER_FACES:
            entry.said["transformed"] = True
            return word == "transformed"
        if word == "damage":
            entry.said["damage"] = Node(number(said), line=said.line, column=said.column)
        elif word in ("attachedto", "attaching"):
            entry.said["attached_to"] = self.numbered_later(said)
        elif word == "enchantingplayer":
            entry.said["attached_to"] = self.player_meant(said)
        elif word == "attacking":
            entry.said["attacking"] = self.numbered_later(said) if said.value else self.names[(entry.player + 1) % len(self.names)]
        elif word == "owner":
            entry.said["owner"] = self.player_meant(said)
        elif word == "chosencolor" and said.value.lower() in (*COLORS, *COLORS.values()):
            entry.said.setdefault("chosen", {})["color"] = said
        elif word == "chosentype":
            kind = "type" if said.value.lower() in (*LANDS, *TYPES, *SUPERTYPES) else "creature_type"
            entry.said.setdefault("chosen", {})[kind] = said
        elif word == "namedcard":
            entry.said.setdefault("chosen", {})["card"] = said
        else:
            return False
        return True

    def token(self, entry: Entry) -> None:
        if entry.zone != "battlefield":
            raise entry.name.error("is a token outside the battlefield", "tokens on the battlefield, cards elsewhere")
        text = entry.name.value[2:].strip()
        try:
            token = tokens.described(text) if re.search("[:,]", text) else tokens.scripted(text)
        except ValueError as fault:
            raise entry.name.error(str(fault), "such as t:Knight,P:2,T:2,Color:W,Types:Creature-Knight,Keywords:Vigilance") from None
        entry.name = Node(token.name, line=entry.name.line, column=entry.name.column, file=entry.name.file)
        entry.said["token"] = True
        entry.kept += token.kept
        if token.type is None:
            return
        own = {"type": token.type, "power": token.power, "toughness": token.toughness, "colors": list(token.colors), "text": token.text}
        own = {key: value for key, value in own.items() if value is not None}
        first = self.own.setdefault(fold(token.name), {"name": entry.name, **own})
        if any(first.get(key) != value for key, value in own.items()):  # another token of the same name
            line, _, subtypes = token.type.partition(" — ")
            words = line.split()
            entry.said |= {key: own[key] for key in ("power", "toughness") if type(own.get(key)) is int} | {"colors": own["colors"]}
            entry.said |= {"types": [word for word in words if word.lower() in TYPES], "subtypes": tokens.subtypes_of(subtypes),
                           "abilities": list(filter(None, token.text.split("\n")))}

    def numbered_later(self, said: Node) -> Node:
        """To be found when all cards are read: `refer` puts the name in its place."""
        number(said)
        return said

    def refer(self) -> None:
        order = ("battlefield", *OTHER_ZONES)
        objects = sorted(self.entries, key=lambda entry: (entry.zone != "battlefield", entry.player, order.index(entry.zone)))
        ids = Ids([*self.names, *(entry.said["id"].value for entry in objects if "id" in entry.said)])
        self.ids = {id(entry): entry.said["id"].value if "id" in entry.said else ids.free(slug(entry.name.value.partition(" // ")[0]))
                    for entry in objects}
        for entry in self.entries:
            for key in ("attached_to", "attacking"):
                if isinstance(node := entry.said.get(key), Node):
                    entry.said[key] = self.meant(node)
            for mark in list(entry.kept):
                word = mark.partition(":")[0].lower()
                others = [self.numbered[number] for number in map(int, re.findall(r"\d{1,18}", mark)) if number in self.numbered]
                if word == "imprinting" and entry.zone == "battlefield":
                    entry.said.setdefault("exiled_with", []).extend(other.name for other in others)
                if word == "exiledwith" and others and others[0].zone == "battlefield":
                    others[0].said.setdefault("exiled_with", []).append(entry.name)
                    entry.kept.remove(mark)

    def meant(self, node: Node) -> Node | str:
        """The id of the card with this number, or a player."""
        if node.value.lower() in PLAYERS:
            return self.player_meant(node)
        if (entry := self.numbered.get(number(node))) is None:
            raise node.error("is the number of nothing", "a number that an Id: gives")
        return Node(self.ids[id(entry)], line=node.line, column=node.column)

    def forget_numbers(self, programs: list[str]) -> None:
        """Numbers of cards are for finding them: kept are those that words or programs without a meaning here go on to name."""
        words = [word for entry in self.entries for word in entry.kept if word.partition(":")[0].strip().lower() in REFERRING]
        named = {int(number) for text in (*words, *programs) for number in re.findall(r"\d{1,18}", text)}
        for entry in self.entries:
            if entry.number is not None and entry.number not in named:
                entry.kept = [word for word in entry.kept if word.partition(":")[0].strip().lower() != "id"]


def written(entry: Entry) -> Node:
    """A card as a board has it."""
    said = {"card": entry.name, **{key: value for key, value in entry.said.items() if key != "commander"}}
    if entry.kept:
        said["forge"] = entry.kept
    if len(said) == 1:
        return entry.name
    return Node(said, line=entry.name.line, column=entry.name.column)
