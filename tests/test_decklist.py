"""Decklists: the forms that people exchange, as a zone of a board or as a board of their own."""

import pytest

from kb import converting, decklist
from kb.__main__ import main
from kb.board import BoardError, load
from kb.cards import pool
from kb.reading import Node, parse

MTGO = "4 Forest\n2 Fire/Ice\n1 Lim-Dul's Vault\n\n2 Duress\n"
ARENA = "About\nName My deck\n\nCommander\n1 Kalemne, Disciple of Iroas (C15) 45\n\nDeck\n4 Forest (ANA) 59\n1 Fire // Ice (MH2) 290\n\nSideboard\n2 Duress (XLN) 105\n"
PLAIN = "// my deck\nCreatures (3)\n3x Llanowar Elves\n\nLands:\nForest\n2 Island # the blue ones\n1 Sol Ring (C21) 263 *F*\n1x Arcane Signet (eld) 331 [Ramp{top}]\nSB: 1 Duress\n"
DEK = """<?xml version="1.0"?>
<Deck><Cards CatID="1" Quantity="4" Sideboard="false" Name="Forest" />
<Cards CatID="2" Quantity="2" Sideboard="true" Name="Duress" /><Cards CatID="3" Quantity="1" Sideboard="false" Name="Serra&apos;s Sanctum"/></Deck>"""
FORGE = "[metadata]\nName=Mine\n[Main]\n4 Forest|M21|1\n1 Sol Ring+|C21\n[Sideboard]\n1 Duress|M21\n"


def read(text):
    return [(line.count, line.name.value, line.section) for line in decklist.lines(Node(text, line=0, file="deck.txt"))]


@pytest.mark.parametrize("text, cards", [
    (MTGO, [(4, "Forest", "deck"), (2, "Fire/Ice", "deck"), (1, "Lim-Dul's Vault", "deck"), (2, "Duress", "deck")]),
    ("40 Forest\n\n15 Duress", [(40, "Forest", "deck"), (15, "Duress", "sideboard")]),
    ("40 Forest\n\n16 Island", [(40, "Forest", "deck"), (16, "Island", "deck")]),
    (ARENA, [(1, "Kalemne, Disciple of Iroas", "commander"), (4, "Forest", "deck"), (1, "Fire // Ice", "deck"), (2, "Duress", "sideboard")]),
    (PLAIN, [(3, "Llanowar Elves", "deck"), (1, "Forest", "deck"), (2, "Island", "deck"), (1, "Sol Ring", "deck"), (1, "Arcane Signet", "deck"),
             (1, "Duress", "sideboard")]),
    (DEK, [(4, "Forest", "deck"), (2, "Duress", "sideboard"), (1, "Serra's Sanctum", "deck")]),
    (FORGE, [(4, "Forest", "deck"), (1, "Sol Ring", "deck"), (1, "Duress", "sideboard")]),
    ("1 1996 World Champion\n+2 Mace\n1 Erase (Not the Urza's Legacy One)\n1 B.F.M. (Big Furry Monster)",
     [(1, "1996 World Champion", "deck"), (1, "+2 Mace", "deck"), (1, "Erase (Not the Urza's Legacy One)", "deck"), (1, "B.F.M. (Big Furry Monster)", "deck")]),
    ("\n\n", []),
])
def test_forms(text, cards):
    assert read(text) == cards
    assert read(text.replace("\n", "\r\n")) == cards


def test_every_known_name_is_a_line():
    """A set's sign in brackets is no part of a name; what is one, stays."""
    names = [name for name in pool().names()[::40] if " // " not in name and not name.startswith(("//", "#"))]
    for name in names:
        assert read(f"2 {name}") == [(2, name, "deck")]


def test_a_zone_of_a_board_may_be_a_decklist():
    board = load(parse("players:\n  Alice:\n    hand: |\n      2 Forest\n      1 Sol Ring\n    library: |\n      Deck\n      3 Island (ANA) 60\n      Sideboard\n      1 Swamp\n"))
    alice = board.players["Alice"]
    assert [card.card.name for card in alice.hand] == ["Forest", "Forest", "Sol Ring"]
    assert [card.id for card in alice.library] == ["island", "island-2", "island-3"] and alice.library[0].line == 8
    with pytest.raises(BoardError, match=r"(?s)deck.yaml:5: players.Alice.hand\n.*nearest: Forest"):
        load(parse("players:\n  Alice:\n    hand: |\n\n      1 Forrest", "deck.yaml"))
    with pytest.raises(BoardError, match=r"(?s)deck.yaml:5: players.Alice.library\n.*Isamaru.*is a commander"):
        load(parse("players:\n  Alice:\n    library: |\n      Commander\n      1 Isamaru, Hound of Konda\n      Deck\n      1 Forest", "deck.yaml"))
    with pytest.raises(BoardError, match="1 to 10,000"):
        load(parse("players:\n  Alice:\n    hand: |\n      0 Forest\n"))


@pytest.mark.parametrize("zone", ["hand", "library"])
def test_a_decklist_is_a_board(tmp_path, capsys, zone):
    (tmp_path / "deck.txt").write_text(ARENA)
    assert main(["convert", str(tmp_path / "deck.txt"), "--deck", zone]) == 0
    out, err = capsys.readouterr()
    assert err == "left out: 2 Duress (sideboard, line 12)\n"
    me = load(parse(out)).players[converting.OWNER]
    assert [card.card.name for card in getattr(me, zone)] == ["Forest"] * 4 + ["Fire"]
    assert [card.name for card in me.commander] == [card.card.name for card in me.command] == ["Kalemne, Disciple of Iroas"]
    (tmp_path / "deck.txt").write_text("4 Forrest\n")
    assert main(["convert", str(tmp_path / "deck.txt"), "--deck", zone]) == 2 and "deck.txt:1:3" in capsys.readouterr().err
