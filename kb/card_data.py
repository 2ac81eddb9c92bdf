"""Card data as others publish it, as one kind of entry.

Read, and told apart by content: MTGJSON's AtomicCards.json, Scryfall's bulk file of Oracle cards, and a plain list of entries with
MTGJSON's keys; each also compressed by gzip; and folders of such files, of which the later ones go before the earlier. Files are mapped
into memory and their cards taken apart one by one, so that a large one needs little more than its own size.

An entry is a mapping of one face: `name`, `type` (the type line), `text`, `manaCost`, `keywords`, `power`, `toughness`, `loyalty`,
`defense`, `layout`; None where the face has none. `types`, `subtypes` and `supertypes` are there if the data have them, and so is
`colorIndicator`. A face of several has the `name` "A // B", its own `faceName`, and its `side`: a, b, ...
"""

from __future__ import annotations

import gzip
import mmap
import re
import shutil
import tempfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from kb.cards import CardDataError
from kb.names import fold

Entry = Mapping[str, Any]
_SUPERTYPES = {"Basic", "Legendary", "Ongoing", "Snow", "World", "Host"}  # CR 205.4a, and one that only acorn cards have
_NO_CARDS = {"token", "double_faced_token", "emblem", "art_series"}  # layouts of Scryfall's; many tokens share a name


class _Face(Struct):
    """A face with MTGJSON's keys. Those left out of the file stay out of the entry."""

    name: str
    type: str
    layout: str | None = None
    text: str | None = None
    manaCost: str | None = None
    types: list[str] | UnsetType = UNSET
    subtypes: list[str] | UnsetType = UNSET
    supertypes: list[str] | UnsetType = UNSET
    keywords: list[str] | None = None
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None
    colorIndicator: list[str] | None | UnsetType = UNSET
    faceName: str | None = None
    side: str | None = None
    face: str | None = None
    front: str | None = None
    back: str | None = None


class _AtomicCards(Struct):
    meta: dict[str, Any]
    data: dict[str, list[Raw]]


class _ScryfallFace(Struct):
    name: str = ""
    mana_cost: str | None = None
    type_line: str = ""
    oracle_text: str | None = None
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None
    color_indicator: list[str] | None = None


class _ScryfallCard(_ScryfallFace):
    layout: str = "normal"
    keywords: list[str] = []
    card_faces: list[_ScryfallFace] = []


@dataclass(frozen=True)
class CardData:
    """A file of cards. `entries()` gives its faces one after the other; CardDataError where one cannot be read."""

    path: Path
    edition: str
    _raw: list[list[Raw]]
    _kind: type[Struct]
    _indicators: bool = True  # whether the data tell of color indicators

    def __len__(self) -> int:
        """How many items the file has; an item may have several faces."""
        return len(self._raw)

    def entries(self) -> Iterator[list[Entry]]:
        """The faces of each item; none where it is no card."""
        return map(self.item, range(len(self)))

    def item(self, number: int) -> list[Entry]:
        """The faces of one item; items are counted from 0."""
        try:
            faces = [msgspec.json.decode(raw, type=self._kind) for raw in self._raw[number]]
        except (msgspec.DecodeError, RecursionError) as error:
            raise CardDataError(f"{self.path}: card {number + 1}: {error}") from None
        return [entry for face in faces for entry in (_of_scryfall(face) if isinstance(face, _ScryfallCard) else [self._entry(face)])]

    def _entry(self, face: _Face) -> Entry:
        entry = msgspec.to_builtins(face)
        if self._indicators:
            entry.setdefault("colorIndicator", [])  # MTGJSON leaves empty fields out
        return entry


@dataclass(frozen=True)
class Several:
    """Files of cards as one: of a card that several have, the last one's is given."""

    files: list[CardData]

    @property
    def edition(self) -> str:
        return self.files[-1].edition

    def __len__(self) -> int:
        return sum(map(len, self.files))

    def entries(self) -> Iterator[list[Entry]]:
        seen: set[str] = set()
        for file in reversed(self.files):
            names = set()
            for entries in file.entries():
                fresh = [entry for entry in entries if fold(whole_name(entry)) not in seen]
                names.update(fold(whole_name(entry)) for entry in fresh)
                yield fresh
            seen |= names


def whole_name(entry: Entry) -> str:
    """The name of the card that a face belongs to."""
    return f"{entry['front']} // {entry['name']}" if entry.get("front") else entry["name"]


def files(path: str | Path) -> list[Path]:
    """The file itself, or those of a folder, by the date that is in a name or in the data, then by name."""
    path = Path(path)
    if not path.is_dir():
        return [path]
    found = [file for file in path.iterdir() if file.name.lower().endswith((".json", ".json.gz"))]
    if not found:
        raise CardDataError(f"{path}: this folder has no file of cards (.json, .json.gz)")
    return sorted(found, key=lambda file: (_date(file), file.name))


def read_all(path: str | Path) -> CardData | Several:
    """What `read` gives of a file, or all files of a folder as one."""
    data = [read(file) for file in files(path)]
    return data[0] if len(data) == 1 else Several(data)


def _date(file: Path) -> str:
    """As in oracle-cards-20260925210531.json, or as MTGJSON says at the start; else none, which is before all."""
    if date := re.search(r"(20\d\d)-?(\d\d)-?(\d\d)", file.name):
        return "".join(date.groups())
    with _opened(file) as stream:
        date = re.match(rb'\s*\{\s*"meta":\s*\{[^}]*?"date":\s*"(\d{4})-(\d\d)-(\d\d)"', stream.read(1000))
    return b"".join(date.groups()).decode() if date else ""


def read(path: str | Path) -> CardData:
    """Recognise a file and take it apart into its items. The items are decoded one at a time, later, by `entries`."""
    path = Path(path)
    content = _content(path)
    try:
        if _begins(content) == b"{":
            atomic = msgspec.json.decode(content, type=_AtomicCards)
            edition = f"MTGJSON {atomic.meta.get('version', '')}".strip()
            return CardData(path, edition, list(atomic.data.values()), _Face)
        items = msgspec.json.decode(content, type=list[Raw])
        scryfall = bool(items) and "object" in msgspec.json.decode(items[0], type=dict[str, Raw])
    except (msgspec.DecodeError, RecursionError) as error:
        raise CardDataError(f"{path}: neither MTGJSON's AtomicCards nor a list of cards: {error}") from None
    if scryfall:
        return CardData(path, f"Scryfall {path.name.removesuffix('.gz')}", [[item] for item in items], _ScryfallCard)
    return CardData(path, path.name.removesuffix(".gz"), [[item] for item in items], _Face, False)


def _content(path: Path) -> mmap.mmap:
    """Mapped into memory: no copy of a large file, and what is packed is unpacked onto the disk."""
    try:
        with _opened(path) as stream:
            if not isinstance(stream, gzip.GzipFile):
                return mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
            with tempfile.TemporaryFile() as unpacked:
                shutil.copyfileobj(stream, unpacked, 1 << 20)
                unpacked.flush()
                return mmap.mmap(unpacked.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise CardDataError(f"{path}: cannot be read: {error}") from None


def _opened(path: Path) -> BinaryIO:
    """The file, unpacked if it is packed."""
    stream = open(path, "rb")
    packed = stream.read(2) == b"\x1f\x8b"
    stream.seek(0)
    return gzip.GzipFile(fileobj=stream) if packed else stream


def _begins(content: bytes | mmap.mmap) -> bytes:
    return content[:64].lstrip()[:1]


def _of_scryfall(card: _ScryfallCard) -> Iterator[Entry]:
    if card.layout in _NO_CARDS:
        return
    for side, face in zip("abcdefgh", card.card_faces or [card]):
        entry = {
            "name": card.name, "type": face.type_line or card.type_line,
            "text": face.oracle_text, "manaCost": face.mana_cost or None, "keywords": card.keywords, "layout": card.layout,
            "power": face.power, "toughness": face.toughness, "loyalty": face.loyalty, "defense": face.defense,
            "colorIndicator": face.color_indicator or [],
        }
        yield {**entry, "faceName": face.name, "side": side} if card.card_faces else entry


def type_line(text: str) -> dict[str, list[str]]:
    """The `supertypes`, `types` and `subtypes` of a type line.

    >>> type_line("Legendary Land — Forest Plains")
    {'supertypes': ['Legendary'], 'types': ['Land'], 'subtypes': ['Forest', 'Plains']}
    """
    left, _, right = text.replace(" - ", " — ").partition("—")
    words = left.split()
    # Subtypes are single words, but for one of creatures and those of planes (CR 205.3b, 205.3m).
    subtypes = [right.strip()] if "Plane" in words else [word.replace("_", " ") for word in right.replace("Time Lord", "Time_Lord").split()]
    return {
        "supertypes": [word for word in words if word in _SUPERTYPES],
        "types": [word for word in words if word not in _SUPERTYPES],
        "subtypes": [subtype for subtype in subtypes if subtype],
    }

