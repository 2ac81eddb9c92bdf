"""A Forge game state as the tree of a board: every part knows its line, and kb.board finds what the names mean."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from kb.board import ZONES as OTHER_ZONES
from kb.board import Ids, slug
from kb.forge import tokens
from kb.forge.words import COLORS, KEY, PLAYERS, REFERRING, SECTIONS, STEPS, ZONES, counter_of, step_of
from kb.names import fold
from kb.reading import Node, grow, nearest, no_control_characters
from kb.schema import SUPERTYPES, TYPES

FIRST_LINE = re.compile(r"\s*(?:#.*\n\s*)*\[(metadata|state)\]", re.IGNORECASE)
LANDS = ("plains", "island", "swamp", "mountain", "forest", "wastes")
FLAGS = {"tapped": "tapped", "summonsick": "sick", "phasedout": "phased_out", "facedown": "face_down", "istoken": "token"}
OTHER_FACES = ("transformed", "modal", "flipped", "meld")


def looks_like_one(text: str) -> bool:
    """Whether a text without a suffix is a game state."""
    return bool(FIRST_LINE.match(text))


def parse(text: str, file: str | None = None) -> Node:
    """The tree of the board that a game state tells of, or a BoardError that says where it is none."""
    no_control_characters(text, file)
    return grow(_Reader(file, text.replace("\r\n", "\n").replace("\r", "\n")).board(), file)


@dataclass
class _Entry:
    """What is said of a card: by `name`, and by what follows it."""

    name: Node
    player: int
    zone: str
    said: dict = field(default_factory=dict)  # keys of a board
    kept: list[str] = field(default_factory=list)
    number: int | None = None


class _Reader:
    def __init__(self, file: str | None, text: str):
        self.file = file
        self.metadata: dict[Node, Node] = {}
        self.said: dict[str, Node] = {}  # by keys in lower case
        self.keys: dict[str, Node] = {}
        self.kept: dict[Node, Node] = {}  # lines that a board has no word for
        self.entries: list[_Entry] = []
        self.numbered: dict[int, _Entry] = {}
        self.own: dict[str, dict] = {}  # cards of the board's own, by folded name
        self.lines(text)
        if not any(KEY.fullmatch(key) for key in self.said):
            raise Node("the state", line=1, column=1, file=file).error("tells of no player", "lines such as p0life=20 or humanhand=Forest")

    # ---- lines ----

    def lines(self, text: str) -> None:
        section = "state"
        for number, line in enumerate(text.split("\n"), 1):
            whole = Node(line.strip(), line=number, column=len(line) - len(line.lstrip()) + 1, file=self.file)
            if not whole.value or whole.value.startswith("#"):
                continue
            if re.fullmatch(r"\[.*\]", whole.value):
                section = whole.value[1:-1].strip().lower()
                if section not in SECTIONS:
                    raise whole.error("is no section of a game state", "[metadata], [state]", nearest(section, SECTIONS))
            elif section == "metadata":
                key, value = self.split(whole, ":" if ":" in whole.value else "=")
                if any(other.value.lower() == key.value.lower() for other in self.metadata):
                    raise key.error("is said twice")
                self.metadata[key] = value
            else:
                key, value = self.split(whole, "=")
                key.value = key.value.lower()
                if key.value in self.said:
                    raise key.error("is said twice")
                self.said[key.value], self.keys[key.value] = value, key

    def split(self, whole: Node, by: str) -> tuple[Node, Node]:
        name, sign, value = whole.value.partition(by)
        if not sign or not name.strip():
            raise whole.error("is no line of a game state", "key=value (in [metadata], Key:value)")
        return self.part(whole, name), self.part(whole, value, len(name) + 1)

    def part(self, whole: Node, text: str, after: int = 0) -> Node:
        """A piece of a text, without the spaces around it; it begins `after` characters."""
        column = whole.column + after + len(text) - len(text.lstrip())
        return Node(text.strip(), line=whole.line, column=column, file=self.file)

    def parts(self, whole: Node, by: str) -> Iterator[Node]:
        """The pieces of a text between signs, but for empty ones."""
        after = 0
        for text in whole.value.split(by):
            if text.strip():
                yield self.part(whole, text, after)
            after += len(text) + len(by)

    def number(self, node: Node) -> int:
        if not re.fullmatch(r"[-+]?\d{1,18}", node.value):
            raise node.error("is no number", "a whole number")
        return int(node.value)

    def argument(self, mark: Node) -> Node:
        word, _, _ = mark.value.partition(":")
        return self.part(mark, mark.value[len(word) + 1:], len(word) + 1)

    # ---- players ----

    def board(self) -> dict:
        prefixes = dict.fromkeys(match[1] for match in map(KEY.fullmatch, self.said) if match)
        first = {PLAYERS[prefix]: prefix for prefix in reversed(prefixes)}
        size = max(first) + 1
        spoken = {"human", "ai"} & set(prefixes)
        self.names = [name.value if (name := self.of(place, "name")) else ("human", "ai")[place] if spoken and place < 2 else f"p{place}"
                      for place in range(size)]
        if len(set(self.names)) < size:
            raise Node("the state", line=1, column=1, file=self.file).error("gives two players one name", "a name for each")
        for place in range(size):
            for zone in ("play", *ZONES):
                if cards := self.of(place, zone):
                    self.entries += [self.entry(card, place, "battlefield" if zone == "play" else zone) for card in self.parts(cards, ";")]
        self.refer()
        board = {key: value for key, value in (("name", self.metadata_of("name")), ("description", self.metadata_of("description"))) if value}
        board |= self.turn()
        players = [self.player(place) for place in range(size)]
        board["players"] = {}
        board["stack"] = [item for place in range(size) for item in self.stack(place)]
        board["cards"] = [{"name": entry.pop("name"), **entry} for entry in self.own.values()]
        self.keep()
        self.forget_numbers()
        board["players"] = {Node(name, line=self.line_of(place), file=self.file): players[place] | self.zones(place) for place, name in enumerate(self.names)}
        board["forge"] = {key: part for key, part in (("metadata", self.metadata), ("state", self.kept)) if part}
        return {key: part for key, part in board.items() if part not in ([], {})}

    def of(self, place: int, word: str) -> Node | None:
        """What is said of a player under p0..., human... or ai...; taken from what is left to read."""
        found = None
        for prefix, number in PLAYERS.items():
            if number == place and prefix + word in self.said:
                said = self.said.pop(prefix + word)
                if found:
                    raise max(found, said, key=lambda node: node.line).fault(f"{word} of this player is said twice")
                found = said
        return found

    def line_of(self, place: int) -> int | None:
        return next((key.line for key in self.keys.values() if (match := KEY.fullmatch(key.value)) and PLAYERS[match[1]] == place), None)

    def metadata_of(self, word: str) -> Node | None:
        key = next((key for key in self.metadata if key.value.lower() == word), None)
        return self.metadata.pop(key) if key else None

    def player_meant(self, node: Node) -> str:
        place = PLAYERS.get(node.value.lower())
        if place is None or place >= len(self.names):
            raise node.error("is no player", ", ".join(f"p{number}" for number in range(len(self.names))))
        return self.names[place]

    def player(self, place: int) -> dict:
        player: dict = {}
        for word, key in (("life", "life"), ("landsplayed", "lands_played")):
            if (said := self.of(place, word)) is not None:
                player[key] = Node(self.number(said), line=said.line, column=said.column)
        if counters := self.of(place, "counters"):
            player["counters"] = self.counters(counters)
        if pool := self.mana(place):
            player["pool"] = pool
        if commanders := [entry.name.value for entry in self.entries if entry.said.get("commander") == place]:
            player["commander"] = commanders
        return player

    def zones(self, place: int) -> dict[str, list[Node]]:
        """A player's zones with cards in them, and the library if there is a line for it."""
        cards = {zone: [self.written(entry) for entry in self.entries if entry.player == place and entry.zone == zone] for zone in ZONES}
        library = any(prefix + "library" in self.keys for prefix, number in PLAYERS.items() if number == place)
        return {zone: held for zone, held in cards.items() if held or zone == "library" and library}

    def counters(self, said: Node) -> dict:
        counters = {}
        for pair in self.parts(said, ","):
            kind, sign, number = pair.value.partition("=")
            if not sign:
                raise pair.error("is no counter", "a kind and a number, such as P1P1=2")
            name, amount = self.part(pair, kind), self.part(pair, number, len(kind) + 1)
            name.value = counter_of(name.value)
            counters[name] = Node(self.number(amount), line=amount.line, column=amount.column)
        return counters

    def mana(self, place: int) -> dict:
        """Mana in the pool, and what stays there, of which only the amount is told."""
        pool: Counter[str] = Counter()
        for word in ("manapool", "persistentmana"):
            if said := self.of(place, word):
                letters = re.sub(r"\d+", lambda number: "C" * min(int(number[0]), 999), re.sub(r"\s", "", said.value)).upper()
                if not set(letters) <= set("WUBRGC"):
                    raise said.error("is no mana", "letters of WUBRGC")
                pool.update(letters)
                if word == "persistentmana" and letters:
                    self.kept[self.key_of(place, word)] = said
        return dict(pool)

    def key_of(self, place: int, word: str) -> Node:
        return next(key for key in self.keys.values() if (match := KEY.fullmatch(key.value)) and PLAYERS[match[1]] == place and match[2] == word)

    # ---- turn and stack ----

    def turn(self) -> dict:
        turn: dict = {}
        active, step, advance = (self.said.pop(key, None) for key in ("activeplayer", "activephase", "activephaseadvance"))
        meant = self.player_meant(active) if active and active.value.lower() != "none" else None
        phase = self.phase(step) if step and step.value.lower() != "none" else None
        later = self.phase(advance) if advance and advance.value.lower() != "none" else None
        if phase and STEPS[phase][0] != step.value.upper() and step_of(step.value) == "combat damage" and "first" in step.value.lower():
            self.kept[self.keys["activephase"]] = step
        if later:  # the state is that of an earlier step, perhaps of the turn before
            self.kept |= {self.keys[key]: said for key, said in (("activeplayer", active), ("activephase", step), ("activephaseadvance", advance)) if said}
            order = list(STEPS)
            if meant and phase and order.index(later) <= order.index(phase):
                meant = self.names[(self.names.index(meant) + 1) % len(self.names)]
            phase, step = later, advance
        if meant:
            turn["active"] = Node(meant, line=active.line, column=active.column)
        if phase:
            turn["step"] = Node(phase, line=step.line, column=step.column)
        return turn

    def phase(self, said: Node) -> str:
        if step := step_of(said.value):
            return step
        names = [name for names in STEPS.values() for name in names]
        raise said.error("is no phase", ", ".join(names), nearest(said.value.upper(), names))

    def stack(self, place: int) -> Iterator[dict]:
        said = self.of(place, "putonstack")
        scripts = []
        for spell in self.parts(said, ";") if said else ():
            name, arrow, target = spell.value.partition("->")
            if ":" in name or name.strip().isdecimal():  # Forge's own program
                scripts.append(spell.value)
                continue
            item: dict = {"card": self.part(spell, name.replace("^", ":")), "controller": self.names[place]}
            if arrow:
                item["targets"] = [self.meant(self.part(spell, target, len(name) + 2))]
            yield item
        if scripts:
            self.kept[self.key_of(place, "putonstack")] = Node(";".join(scripts), line=said.line, column=said.column)

    def keep(self) -> None:
        """What is left of the lines: words that a board does not have, and words that Forge does not know either."""
        for key, said in self.said.items():
            match = KEY.fullmatch(key)
            none = "0" if match and match[2] in ("numringtemptedyou", "speed") else ""
            if said.value not in ("", none):
                self.kept[self.keys[key]] = said

    def forget_numbers(self) -> None:
        """Numbers of cards are for finding them: kept are those that words without a meaning here go on to name."""
        words = [word for entry in self.entries for word in entry.kept if word.partition(":")[0].strip().lower() in REFERRING]
        programs = [said.value for key, said in self.kept.items() if key.value.endswith(("precast", "putonstack"))]
        named = {int(number) for text in (*words, *programs) for number in re.findall(r"\d{1,18}", text)}
        for entry in self.entries:
            if entry.number is not None and entry.number not in named:
                entry.kept = [word for word in entry.kept if word.partition(":")[0].strip().lower() != "id"]

    # ---- cards ----

    def entry(self, card: Node, place: int, zone: str) -> _Entry:
        name, *marks = self.parts(card, "|")
        entry = _Entry(name, place, zone)
        if re.match(r"t:", name.value, re.IGNORECASE):
            self.token(entry)
        elif name.value.endswith("+"):  # a foil one
            name.value = name.value[:-1]
        for mark in marks:
            self.mark(entry, mark)
        return entry

    def mark(self, entry: _Entry, mark: Node) -> None:
        word, said = mark.value.partition(":")[0].strip().lower(), self.argument(mark)
        in_play = entry.zone == "battlefield"
        if word == "id":
            entry.number = self.number(said)
            if entry.number in self.numbered:
                raise mark.error("is said twice")
            self.numbered[entry.number] = entry
            entry.kept.append(mark.value)
        elif word == "boardid":
            entry.said["id"] = said
        elif word == "counters":
            entry.said["counters"] = self.counters(said)
        elif word == "iscommander":
            entry.said["commander"] = entry.player
        elif not in_play or not self.mark_of_permanent(entry, word, said):
            entry.kept.append(mark.value)

    def mark_of_permanent(self, entry: _Entry, word: str, said: Node) -> bool:
        """Whether the board has a word for this one, which it then says."""
        if word in FLAGS:
            if word == "summonsick" and self.said.get("removesummoningsickness", said).value.lower() == "true":
                return False
            entry.said[FLAGS[word]] = True
            return not said.value or word == "phasedout" and self.player_meant(said) == self.names[entry.player]
        if word in OTHER_FACES:
            entry.said["transformed"] = True
            return word == "transformed"
        if word == "damage":
            entry.said["damage"] = Node(self.number(said), line=said.line, column=said.column)
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

    def token(self, entry: _Entry) -> None:
        if entry.zone != "battlefield":
            raise entry.name.error("is a token outside the battlefield", "tokens on the battlefield, cards elsewhere")
        text = entry.name.value[2:].strip()
        try:
            token = tokens.described(text) if re.search("[:,]", text) else tokens.scripted(text)
        except ValueError as fault:
            raise entry.name.error(str(fault), "such as t:Knight,P:2,T:2,Color:W,Types:Creature-Knight,Keywords:Vigilance") from None
        entry.name = Node(token.name, line=entry.name.line, column=entry.name.column, file=self.file)
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

    # ---- what refers to others by number ----

    def numbered_later(self, said: Node) -> Node:
        """To be found when all cards are read: `refer` puts the name in its place."""
        self.number(said)
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
        if (entry := self.numbered.get(self.number(node))) is None:
            raise node.error("is the number of nothing", "a number that an Id: gives")
        return Node(self.ids[id(entry)], line=node.line, column=node.column)

    def written(self, entry: _Entry) -> Node:
        """A card as a board has it."""
        said = {"card": entry.name, **{key: value for key, value in entry.said.items() if key != "commander"}}
        if entry.kept:
            said["forge"] = entry.kept
        if len(said) == 1:
            return entry.name
        return Node(said, line=entry.name.line, column=entry.name.column)
