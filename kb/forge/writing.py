"""A board as a Forge game state, and what of it that form cannot say."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import chain, count

from kb.board import EDITION, ZONES, Board, CardInZone, Ids, Permanent, Player, slug
from kb.cards import Card
from kb.forge.words import COLORS, KEY, PLAYERS, REFERRING, STEPS, counter_name
from kb.names import fold
from kb.reading import BoardError, Node
from kb.schema import SUPERTYPES, TYPES

MAX_PLAYERS = 10
UNSAID = ("timestamp", "activated", "copy_of", "blocking", "deals", "loyalty", "defense", "supertypes")
UNSAID_OF_CARDS = ("power", "toughness", "types", "subtypes", "colors", "abilities")  # but tokens are described
FLAGS = {"tapped": "Tapped", "sick": "SummonSick", "phased_out": "PhasedOut", "face_down": "FaceDown", "transformed": "Transformed"}


def write(board: Board, tree: Node | None = None) -> tuple[str, list[str]]:
    """The text, and a list of what it leaves out, such as "orchard: timestamp".

    `tree` is that which the board was loaded from: it has the texts of the board's own cards.
    """
    writer = _Writer(board, tree)
    return "".join(f"{line}\n" for line in writer.lines()), writer.left_out


class _Writer:
    def __init__(self, board: Board, tree: Node | None):
        if len(board.players) > MAX_PLAYERS:
            raise BoardError(f"a game state has room for {MAX_PLAYERS} players, and this board has {len(board.players)}", file=board.file)
        self.board = board
        self.left_out: list[str] = []
        cards = tree.value.get("cards") if tree else None
        self.own = {fold(entry["name"]): entry for entry in (cards.plain() or [] if cards else [])}
        self.described: set[str] = set()  # own cards that are written as tokens
        names = list(board.players)
        self.prefix = dict(zip(names, ("human", "ai"))) if names[:2] == ["human", "ai"][:len(names)] and len(names) < 3 else {
            name: f"p{place}" for place, name in enumerate(names)}
        self.objects = {thing.id: thing for thing in objects(board)}
        self.numbers = {thing.id: number for thing in self.objects.values() for number in _numbers(thing, "id")}
        self.exiled = self.held_by()
        referred = chain((target for thing in board.permanents.values() for target in (thing.attached_to, thing.attacking)),
                         self.exiled.values(), *(item.targets for item in board.stack))
        used = [*self.numbers.values(), *(number for thing in self.objects.values() for word in REFERRING for number in _numbers(thing, word)),
                *(int(number) for value in board.forge.get("state", {}).values() for number in re.findall(r"\d{1,9}", value))]
        free = count(1 + max(used, default=0))
        for target in referred:
            if target in self.objects and target not in self.numbers:
                self.numbers[target] = next(free)
        self.explicit = self.own_ids()

    def own_ids(self) -> set[str]:
        """The ids that a board would not give by itself."""
        explicit: set[str] = set()
        while True:
            ids = Ids([*self.board.players, *explicit])
            others = {thing.id for thing in self.objects.values() if thing.id not in explicit and thing.id != ids.free(slug(thing.card.name))}
            if not others:
                return explicit
            explicit |= others

    def held_by(self) -> dict[str, str]:
        """Exiled cards, and the permanents that they are exiled with and that their own words do not name."""
        exiled = [card for player in self.board.players.values() for card in player.exile]
        numbered = {number: self.objects[id] for id, number in self.numbers.items()}
        held: dict[str, str] = {}
        for permanent in self.board.permanents.values():
            number = self.numbers.get(permanent.id)
            told = [numbered.get(other) for other in _numbers(permanent, "imprinting")]
            told += [card for card in exiled if number is not None and number in _numbers(card, "exiledwith")]
            names = [card.name for card in permanent.exiled_with]
            for card in filter(None, told):
                if card.card.name in names:
                    names.remove(card.card.name)
            for card in exiled:
                if card.card.name in names and card.id not in held and not _numbers(card, "exiledwith"):
                    names.remove(card.card.name)
                    held[card.id] = permanent.id
            if names:
                self.left_out.append(f"{permanent.id}: exiled_with")
        return held

    # ---- lines ----

    def lines(self) -> Iterator[str]:
        board, kept = self.board, dict(self.board.forge.get("state", {}))
        metadata = {"Name": board.name, "Description": board.description} | dict(board.forge.get("metadata", {}))
        said = [f"{key}:{_line(value)}" for key, value in metadata.items() if value is not None]
        if said:
            yield from ["[metadata]", *said]
        yield "[state]"
        turn = {} if "activephaseadvance" in kept else {"activeplayer": self.prefix[board.active], "activephase": STEPS[board.step][0]}
        for key in ("turn", "activeplayer", "activephase", "activephaseadvance"):
            if (value := kept.pop(key, turn.get(key))) is not None:
                yield f"{key}={_line(value)}"
        for place, player in enumerate(board.players.values()):
            for word, value in self.player(player, kept).items():
                yield f"{self.prefix[player.name]}{word}={value}"
            for key in [key for key in kept if (match := KEY.fullmatch(key)) and PLAYERS[match[1]] == place]:
                yield f"{key}={_line(kept.pop(key))}"
        yield from (f"{key}={_line(value)}" for key, value in kept.items())
        self.say_what_is_left_out()

    def say_what_is_left_out(self) -> None:
        board = self.board
        self.left_out += [f"board: {key}" for key in ("format", "monarch", "effects") if getattr(board, key)]
        self.left_out += ["board: edition"] if board.edition != EDITION else []
        self.left_out += ["board: priority"] if board.priority != board.active else []
        self.left_out += [f"cards: {own.name}" for own in board.cards if fold(own.name) not in self.described]
        order = [list(board.players).index(item.controller) for item in board.stack]
        self.left_out += ["board: the order of the stack"] if order != sorted(order) else []

    def player(self, player: Player, kept: dict[str, str]) -> dict[str, str]:
        """The words of a player's lines, and what they say."""
        prefix = self.prefix[player.name]
        words = {"name": player.name} if player.name != prefix else {}
        words["life"] = str(player.life)
        words |= {"landsplayed": str(player.lands_played)} if player.lands_played else {}
        words |= {"counters": _counters(player.counters)} if player.counters else {}
        pool = "".join(letter.upper() * amount for part in player.pool if not part.only for letter, amount in part.mana.items())
        stays = kept.get(self.key(kept, player, "persistentmana"), "")
        for letter in stays.upper():
            pool = pool.replace(letter, "", 1)
        words |= {"manapool": " ".join(pool)} if pool else {}
        commanders = [card.name for card in player.commander]
        for zone in ("battlefield", *ZONES):
            cards = getattr(player, zone)
            if isinstance(cards, tuple) and (cards or zone == "library"):
                words[zone] = ";".join(self.card(card, commanders) for card in cards)
        spells = [item for item in self.board.stack if item.controller == player.name and not item.is_ability]
        scripts = kept.pop(self.key(kept, player, "putonstack"), None)
        words |= {"putonstack": ";".join(filter(None, [*map(self.spell, spells), scripts]))} if spells or scripts else {}
        self.left_out += [f"{player.name}: {what}" for what, said in {
            "team": player.team, "restricted mana": any(part.only for part in player.pool),
            "the size of the library": isinstance(player.library, int),
            "abilities on the stack": any(item.is_ability and item.controller == player.name for item in self.board.stack),
            "commander": commanders,
        }.items() if said]
        return words

    def key(self, kept: Mapping[str, str], player: Player, word: str) -> str | None:
        """Under which key a word of a player's is kept: p0..., human..."""
        place = list(self.board.players).index(player.name)
        return next((key for key in kept if (match := KEY.fullmatch(key)) and (PLAYERS[match[1]], match[2]) == (place, word)), None)

    def spell(self, item) -> str:
        self.left_out += [f"{item.id}: {key}" for key in ("x", "mana_spent", "counters") if getattr(item, key)]
        self.left_out += [f"{item.id}: targets"] if len(item.targets) > 1 else []
        target = [self.prefix.get(target) or self.numbers.get(target) for target in item.targets[:1]]
        return _name(item.card).replace(":", "^") + "".join(f"->{number}" for number in target if number)

    # ---- cards ----

    def card(self, card: Permanent | CardInZone, commanders: list[str]) -> str:
        """A card and its marks; it takes its name from the commanders that are still to be told."""
        own_words = {word.partition(":")[0].strip().lower() for word in card.forge}
        if isinstance(card, Permanent):
            name, marks = self.permanent(card, own_words)
        else:
            name, marks = _name(card.card), []
        if re.search(r"[;|\n]", name):
            raise BoardError(f"the name {name!r} cannot stand in a game state", file=self.board.file, line=card.line)
        if card.card.name in commanders:
            commanders.remove(card.card.name)
            marks.append("IsCommander")
        if card.counters:
            marks.append(f"Counters:{_counters(card.counters)}")
        if card.id in self.exiled:
            marks.append(f"ExiledWith:{self.numbers[self.exiled[card.id]]}")
        if card.id in self.numbers and "id" not in own_words:
            marks.append(f"Id:{self.numbers[card.id]}")
        if card.id in self.explicit:
            marks.append(f"BoardId:{card.id}")
        kept = [word for word in card.forge if word.partition(":")[0].lower() not in ("token", "tokenwords", "image", "cost")]
        return "|".join([name, *kept, *marks])

    def permanent(self, card: Permanent, own_words: set[str]) -> tuple[str, list[str]]:
        name, token_told = self.token(card) if card.token else (_name(card.card), False)
        other_face = {"modal", "flipped", "meld"} & own_words
        told = own_words | ({"transformed"} if other_face else set())
        marks = [word for flag, word in FLAGS.items() if getattr(card, flag) and word.lower() not in told]
        marks += ["IsToken"] if card.token and not token_told else []
        marks += [f"Owner:{self.prefix[card.owner].upper()}"] if card.owner != card.controller else []
        marks += [f"Damage:{card.damage}"] if card.damage else []
        if card.attached_to in self.prefix:
            marks.append(f"EnchantingPlayer:{self.prefix[card.attached_to].upper()}")
        elif card.attached_to:
            marks.append(f"AttachedTo:{self.numbers[card.attached_to]}")
        if card.attacking:
            marks.append(self.attack(card))
        chosen = card.chosen
        if chosen.color and "chosencolor" not in own_words:
            marks.append(f"ChosenColor:{COLORS[chosen.color]}")
        if kind := chosen.creature_type or chosen.type:
            marks.append(f"ChosenType:{kind}")
        if chosen.card:
            marks.append(f"NamedCard:{chosen.card.name}")
        self.left_out += [f"{card.id}: chosen {key}" for key in ("player", "number", "mode") if getattr(chosen, key) is not None]
        self.left_out += [f"{card.id}: chosen type"] if chosen.type and chosen.creature_type else []
        self.left_out += [f"{card.id}: {key}" for key in UNSAID if getattr(card, key) not in (None, (), {})]
        self.left_out += [f"{card.id}: {key}" for key in UNSAID_OF_CARDS if getattr(card, key) is not None and not token_told]
        return name, marks

    def attack(self, card: Permanent) -> str:
        names = list(self.prefix)
        if card.attacking in self.numbers:
            return f"Attacking:{self.numbers[card.attacking]}"
        if card.attacking != names[(names.index(card.controller) + 1) % len(names)]:
            self.left_out.append(f"{card.id}: attacking")
        return "Attacking"

    def token(self, card: Permanent) -> tuple[str, bool]:
        """How a token is written, and whether that says that it is one."""
        if script := next((word.partition(":")[2] for word in card.forge if word.lower().startswith("token:")), None):
            self.described.add(fold(card.card.name))
            return f"T:{script}", True
        own = self.own.get(fold(card.card.name))
        if own is None and not card.card.is_token:
            return _name(card.card), False
        said = self.description(card, own or _printed(card.card))
        if any(re.search(r"[,;|]", part) for part in (card.card.name, said["Types"], said["Keywords"])):
            self.left_out.append(f"{card.id}: its text")
            said["Keywords"] = ""
        self.described.add(fold(card.card.name))
        return f"t:{card.card.name.replace(',', '')}," + ",".join(f"{key}:{value}" for key, value in said.items()), True

    def description(self, card: Permanent, printed: Mapping) -> dict[str, object]:
        kept = {word: value for word, _, value in (part.partition(":") for part in card.forge)}
        left, _, right = re.sub(" - ", " — ", str(printed["type"])).partition("—")
        types, subtypes = card.types or [word for word in left.split() if word.lower() in TYPES], card.subtypes or right.split()
        supertypes = [word for word in left.split() if word.lower() in SUPERTYPES]
        colors = card.colors if card.colors is not None else [str(color)[0] for color in printed.get("colors") or ()]
        text = card.abilities if card.abilities is not None else str(printed.get("text") or "").split("\n")
        if any("-" in line for line in text):
            self.left_out.append(f"{card.id}: its text")
            text = []
        numbers = {letter: said if said is not None else printed.get(key) or 0 for letter, key, said in
                   (("P", "power", card.power), ("T", "toughness", card.toughness))}
        return {**numbers, "Cost": kept.get("Cost", "no cost"), "Color": "".join(colors).upper(),
                "Types": "-".join(word.title() if word.islower() else word for word in chain(supertypes, types, subtypes)).replace(" ", "-"),
                "Keywords": "-".join(filter(None, text)), "Image": kept.get("Image", "")}


def objects(board: Board) -> Iterator[Permanent | CardInZone]:
    """In the order in which they get their ids."""
    yield from board.permanents.values()
    for player in board.players.values():
        for zone in ZONES:
            if isinstance(cards := getattr(player, zone), tuple):
                yield from cards


def _numbers(card: Permanent | CardInZone, word: str) -> list[int]:
    """Those that its own words name, as in ExiledWith:7."""
    said = (kept.partition(":") for kept in card.forge)
    return [int(number) for name, _, numbers in said if name.strip().lower() == word for number in re.findall(r"\d+", numbers)]


def _name(card: Card) -> str:
    """Split cards go by both names, others by that of the face."""
    return card.full_name if "layout(split)" in card.terms and card.full_name.startswith(card.name) else card.name


def _printed(card: Card) -> dict[str, object]:
    """What is printed on a token that is known, but for its text."""
    said = {what: re.findall(rf'printed_{what}\("?([^",)]+)', card.terms) for what in ("supertype", "type", "subtype", "power", "toughness")}
    line = " ".join(word.capitalize() for word in said["supertype"] + said["type"])
    return {"type": f"{line} — {' '.join(said['subtype'])}", "power": next(iter(said["power"]), 0), "toughness": next(iter(said["toughness"]), 0),
            "colors": [letter for letter, color in COLORS.items() if f"color_indicator({color})" in card.terms]}


def _counters(counters: Mapping[str, int]) -> str:
    return ",".join(f"{counter_name(kind)}={amount}" for kind, amount in counters.items())


def _line(text: object) -> str:
    return re.sub(r"\s*\n\s*", " ", str(text)).strip()


