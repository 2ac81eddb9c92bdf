"""What is known of cards from one source and from another: the cards for which that differs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from kb import card_data, card_file
from kb.card_data import Entry
from kb.cards import Card
from kb.cards_build import Progress, compiled, compiled_all

Faces = dict[tuple[str, str], Entry | Card]  # by the names of the card and of the face


@dataclass(frozen=True)
class Difference:
    """A face; `what` is new, gone or changed, `lost` and `gained` are facts of rules/card.lp."""

    card: str
    what: str
    lost: tuple[str, ...]
    gained: tuple[str, ...]


def differences(one: str | Path, other: str | Path, progress: Progress | None = None) -> Iterator[Difference]:
    """The faces whose facts differ between two files or folders of card data, or files that `build` wrote; by name.

    Only what the data tell differently is compiled, unless one side is compiled already.
    """
    before, after = _faces(one, card_file.is_one(Path(other))), _faces(other, card_file.is_one(Path(one)))
    names = sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
    for done, name in enumerate(names, 1):
        lost, gained = (_facts(faces.get(name)) for faces in (before, after))
        if lost != gained:
            what = "new" if name not in before else "gone" if name not in after else "changed"
            whole, face = name
            title = face if whole == face else f"{face} ({whole})"
            yield Difference(title, what, tuple(fact for fact in lost if fact not in gained), tuple(fact for fact in gained if fact not in lost))
        if progress:
            progress(done, len(names))


def _faces(source: str | Path, as_cards: bool) -> Faces:
    """What is told of each face: cards of a file that is compiled already or is compared with such a one, else entries."""
    if card_file.is_one(Path(source)):
        return {(card.full_name, card.name): card for card in card_file.CardFile(Path(source)) if not card.is_token}
    data = card_data.read_all(source)
    if as_cards:
        return {(card.full_name, card.name): card for card in compiled_all(data)}
    return {(card_data.whole_name(entry), entry.get("faceName") or entry["name"].partition(" // ")[0]): entry
            for entries in data.entries() for entry in entries}


def _facts(told: Entry | Card | None) -> dict[str, None]:
    cards = [] if told is None else [told] if isinstance(told, Card) else compiled(told)
    return dict.fromkeys(str(fact) for card in cards for fact in card.facts)
