"""A Forge game state as the tree of a board: every part knows its line, and kb.board finds what the names mean."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from kb.forge.cards import Cards
from kb.forge.pieces import Lines, counters, number, part, parts
from kb.forge.words import KEY, PLAYERS, STEPS, ZONES, step_of
from kb.reading import Node, each, grow, nearest, no_control_characters


def parse(text: str, file: str | None = None) -> Node:
    """The tree of the board that a game state tells of, or a BoardError that says where it is none."""
    no_control_characters(text, file)
    return grow(_State(file, text.replace("\r\n", "\n").replace("\r", "\n")).board(), file)


class _State:
    def __init__(self, file: str | None, text: str):
        self.file = file
        lines = Lines(file, text)
        self.metadata, self.said, self.keys = lines.metadata, lines.said, lines.keys
        self.kept: dict[Node, Node] = {}  # lines that a board has no word for
        if not any(KEY.fullmatch(key) for key in self.said):
            raise self.whole().error("tells of no player", "lines such as p0life=20 or humanhand=Forest")

    def whole(self) -> Node:
        return Node("the state", line=1, column=1, file=self.file)

    # ---- players ----

    def board(self) -> dict:
        self.names = self.players_names()
        size = len(self.names)
        none_sick = "removesummoningsickness" in self.said and self.said["removesummoningsickness"].value.lower() == "true"
        self.cards = Cards(self.names, none_sick)
        for place in range(size):
            for word in ("play", *ZONES):
                zone = "battlefield" if word == "play" else word
                each(lambda card: self.cards.add(card, place, zone), parts(said, ";") if (said := self.of(place, word)) else ())
        self.cards.refer()
        board = {key: value for key, value in (("name", self.metadata_of("name")), ("description", self.metadata_of("description"))) if value}
        board |= self.turn()
        players = [self.player(place) for place in range(size)]
        board["players"] = {}
        board["stack"] = [item for place in range(size) for item in self.stack(place)]
        board["cards"] = [{"name": entry.pop("name"), **entry} for entry in self.cards.own.values()]
        self.keep()
        self.cards.forget_numbers([said.value for key, said in self.kept.items() if key.value.endswith(("precast", "putonstack"))])
        board["players"] = {Node(name, line=self.line_of(place), file=self.file): players[place] | self.zones(place)
                            for place, name in enumerate(self.names)}
        board["forge"] = {key: part for key, part in (("metadata", self.metadata), ("state", self.kept)) if part}
        return {key: part for key, part in board.items() if part not in ([], {})}

    def players_names(self) -> list[str]:
        """As the state calls them, else as it addresses them: human and ai, or p0, p1, ..."""
        prefixes = {match[1] for match in map(KEY.fullmatch, self.said) if match}
        places = range(1 + max(PLAYERS[prefix] for prefix in prefixes))
        called = [("human", "ai")[place] if prefixes & {"human", "ai"} and place < 2 else f"p{place}" for place in places]
        names = [said.value if (said := self.of(place, "name")) else called[place] for place in places]
        if len(set(names)) < len(names):
            raise self.whole().error("gives two players one name", "a name for each")
        return names

    def of(self, place: int, word: str) -> Node | None:
        """What is said of a player under p0..., human... or ai...; taken from what is left to read."""
        found = None
        for prefix, at in PLAYERS.items():
            if at == place and prefix + word in self.said:
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

    def player(self, place: int) -> dict:
        player: dict = {}
        for word, key in (("life", "life"), ("landsplayed", "lands_played")):
            if (said := self.of(place, word)) is not None:
                player[key] = Node(number(said), line=said.line, column=said.column)
        if said := self.of(place, "counters"):
            player["counters"] = counters(said)
        if pool := self.mana(place):
            player["pool"] = pool
        if commanders := [entry.name.value for entry in self.cards.entries if entry.said.get("commander") == place]:
            player["commander"] = commanders
        return player

    def zones(self, place: int) -> dict[str, list[Node]]:
        """A player's zones with cards in them, and the library if there is a line for it."""
        cards = {zone: self.cards.in_zone(place, zone) for zone in ZONES}
        library = any(prefix + "library" in self.keys for prefix, number in PLAYERS.items() if number == place)
        return {zone: held for zone, held in cards.items() if held or zone == "library" and library}

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
        meant = self.cards.player_meant(active) if active and active.value.lower() != "none" else None
        phase = self.phase(step) if step and step.value.lower() != "none" else None
        later = self.phase(advance) if advance and advance.value.lower() != "none" else None
        if phase and STEPS[phase][0] != step.value.upper() and step_of(step.value) == "combat damage" and "first" in step.value.lower():
            self.kept[self.keys["activephase"]] = step
        if later:  # the state is that of an earlier step, perhaps of the turn before
            lines = {"activeplayer": active, "activephase": step, "activephaseadvance": advance}
            self.kept |= {self.keys[key]: said for key, said in lines.items() if said}
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
        for spell in parts(said, ";") if said else ():
            name, arrow, target = spell.value.partition("->")
            if ":" in name or name.strip().isdecimal():  # Forge's own program
                scripts.append(spell.value)
                continue
            item: dict = {"card": part(spell, name.replace("^", ":")), "controller": self.names[place]}
            if arrow:
                item["targets"] = [self.cards.meant(part(spell, target, len(name) + 2))]
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
