"""Cards: names, the pool, its file, card data of others, tokens, and what is told of a card."""

import gzip
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from clingo import Function, Number, String
from hypothesis import example, given
from hypothesis import strategies as st

from kb import card_file
from kb.card_data import type_line
from kb.card_words import describe, text
from kb.cards import SHIPPED, Card, CardDataError, Pool, Table, pool
from kb.cards_build import DATA, build, compiled, read_cards, tokens
from kb.names import fold, nearest
from kb.rulebook import Rulebook


def card(name, terms="printed_type(land)", *abilities, full_name=None, other_face=None):
    return Card(name, full_name or name, other_face, terms, abilities)


def in_file(path, cards):
    card_file.write(path, cards, "for a test")
    return Pool(card_file.CardFile(path))


def facts(card):
    return {str(fact) for fact in card.facts}


# ---- names --------------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("one, other", [
    ("Lim-Dûl's Vault", "LIM-DUL’S  vault"), ("Æther Vial", "aether vial"), ("Fire // Ice", "fire//ice"), ("Fire // Ice", "Fire / Ice"),
    ("Jötun Grunt", "Jo\u0308tun Grunt"), ("Who // What // When", "who/what/when"), ("Straße", "STRASSE"), (" Forest ", "forest"),
])
def test_same_name(one, other):
    assert fold(one) == fold(other)


@pytest.mark.parametrize("one, other", [("Fire", "Ice"), ("Forest", "Forests"), ("Snow-Covered Forest", "Snow Covered Forest"), ("+1 Mace", "1 Mace"),
                                        ("\u0301", "")])
def test_other_name(one, other):
    assert fold(one) != fold(other)


@given(st.text())
def test_folding_twice_changes_nothing(name):
    assert fold(fold(name)) == fold(name)


@pytest.mark.parametrize("name, found", [
    ("forset", "forest"), ("Exotic Orchad", "exotic orchard"), ("kalemne", "kalemne, disciple"), ("Q", None), ("zzzzzz", None), ("", None),
])
def test_nearest_name(name, found):
    assert nearest(name, ["exotic orchard", "forest", "forsaken city", "kalemne's captain", "kalemne, disciple"]) == found


# ---- facts --------------------------------------------------------------------------------------------------------------

def test_facts_have_the_card_and_its_abilities_as_first_argument():
    lantern = card("Lantern", 'printed_type(artifact),printed_subtype("T, A",1),has_mana_cost', "static(1),grants_ability(type(land),granted(2))",
                   "activated(1),quoted,cost(1,tap_symbol),adds_of(1,any_color,same,1)")
    assert facts(lantern) == {
        'printed_type("Lantern",artifact)', 'printed_subtype("Lantern","T, A",1)', 'has_mana_cost("Lantern")',
        'static(ability("Lantern",1),1)', 'grants_ability(ability("Lantern",1),type(land),ability("Lantern",2))',
        'activated(ability("Lantern",2),1)', 'quoted(ability("Lantern",2))', 'cost(ability("Lantern",2),1,tap_symbol)',
        'adds_of(ability("Lantern",2),1,any_color,same,1)',
    }


def test_granted_within_other_terms_and_texts_left_alone():
    odd = card("Odd", "printed_type(land)", 'static(1),grants_ability(both(named("granted(7)"),type(land)),granted(1)),when_spent(plus(granted(1),1))')
    assert 'grants_ability(ability("Odd",1),both(named("granted(7)"),type(land)),ability("Odd",1))' in facts(odd)
    assert 'when_spent(ability("Odd",1),plus(ability("Odd",1),1))' in facts(odd)


@given(st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",)), min_size=1))
@example("x). :- not y.")
@example('"quoted", \\ and\na line')
@example("🌳")
def test_any_name_is_a_name(name):
    first, *_, last = card(name, "printed_type(land)", "activated(1)").facts
    assert first == Function("printed_type", [String(name), Function("land")])
    assert last == Function("activated", [Function("ability", [String(name), Number(1)]), Number(1)])


# ---- the pool -----------------------------------------------------------------------------------------------------------

FOREST, REVERSIBLE = card("Forest"), card("Forest", "printed_type(land),layout(reversible_card)", full_name="Forest // Forest")
FIRE = card("Fire", "printed_type(instant),layout(split)", full_name="Fire // Ice", other_face="Ice")
FRONT = card("Front", "printed_type(creature),layout(transform)", full_name="Front // Back", other_face="Back")
BACK = card("Back", "printed_type(land),layout(transform),back_face", full_name="Front // Back", other_face="Front")
ALONE = card("Alone", "printed_type(sorcery),layout(modal_dfc)", full_name="Alone // Unalone", other_face="Unalone")
EMBER, ACCENT = card("Ember"), card("Émber", "printed_type(artifact)")
BLOOD, BLOOD_TOKEN = card("Blood", "printed_type(instant)"), card("Blood", "printed_type(artifact),predefined_token")
SOME = [FOREST, REVERSIBLE, FIRE, FRONT, BACK, ALONE, EMBER, ACCENT, BLOOD_TOKEN, BLOOD]


@pytest.fixture(params=["table", "file"])
def some(request, tmp_path):
    return Pool(Table(SOME)) if request.param == "table" else in_file(tmp_path / "cards.txt", SOME)


@pytest.mark.parametrize("name, found", [
    ("forest", FOREST), ("Forest // Forest", REVERSIBLE), ("Fire // Ice", FIRE), ("fire", FIRE), ("ICE", FIRE), ("Front", FRONT),
    ("Front // Back", FRONT), ("back", BACK), ("Alone // Unalone", ALONE), ("Unalone", None), ("Ember", EMBER), ("Émber", ACCENT),
    ("Blood", BLOOD), ("blood token", BLOOD_TOKEN), ("Bloo", None), ("Fire // Back", None), ("", None), (" // ", None), ("\t", None),
])
def test_find(some, name, found):
    assert some.find(name) == found
    assert (name in some) == (found is not None)


def test_find_token(some):
    assert some.find("Blood", token=True) == BLOOD_TOKEN
    assert some.find("Forest", token=True) == FOREST


def test_names_and_iteration(some):
    assert set(some.names()) == {face.name for face in SOME} | {face.full_name for face in SOME}
    assert some.names() == sorted(some.names())
    assert sorted(map(repr, some)) == sorted(map(repr, SOME))


@pytest.mark.parametrize("name, found", [("Forrest", "Forest"), ("fier // ice", "Fire // Ice"), ("Frnot", "Front"), ("Qwertyuiop", None),
                                         ("Unalone", "Alone // Unalone")])
def test_nearest(some, name, found):
    assert some.nearest(name) == found


def test_own_cards_come_first(some):
    own = card("Forest", "printed_type(artifact)")
    mine = some.with_cards([own, card("Mine")])
    assert mine.find("forest") == own and mine.find("MINE") and mine.find("Fire") == FIRE
    assert [face for face in mine if face.name == "Forest"] == [own]
    assert some.with_cards(Pool(Table([own]))).find("Forest") == own
    assert some.find("Forest") == FOREST  # the pool itself is as before


def test_own_cards_of_a_file(some, tmp_path):
    (tmp_path / "own.json").write_text('[{"name": "Test Land", "type": "Land", "text": "{T}: Add {G}."}]')
    assert 'adds(ability("Test Land",1),1,1,g,1)' in facts(some.with_cards(tmp_path / "own.json").find("test land"))


def test_own_cards_as_entries(some):
    mine = some.with_cards([{"name": "Test Land", "type": "Basic Land — Forest", "text": "{T}: Add {G}."}, card("Mine")])
    assert {'printed_supertype("Test Land",basic)', 'adds(ability("Test Land",1),1,1,g,1)'} <= facts(mine.find("test land"))
    assert mine.find("mine")


# ---- the pool's file ----------------------------------------------------------------------------------------------------

NAMES = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1).filter(fold)


@given(st.lists(NAMES, min_size=1, unique_by=fold), NAMES)
def test_every_name_of_a_file_is_found(tmp_path_factory, names, other):
    cards = {fold(name): card(name, f'named("{number} T N X")') for number, name in enumerate(names)}
    written = in_file(tmp_path_factory.mktemp("file") / "cards.txt", cards.values())
    assert [written.find(name) for name in names] == [cards[fold(name)] for name in names]
    assert written.find(other) == cards.get(fold(other))


def test_the_order_of_cards_does_not_matter(tmp_path):
    for name, cards in [("one", SOME), ("other", [*reversed(SOME), FIRE])]:
        card_file.write(tmp_path / name, cards, "today")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()


def test_what_cannot_be_a_line_is_refused(tmp_path):
    with pytest.raises(CardDataError, match="tab"):
        card_file.write(tmp_path / "cards.txt", [card("a\tb")], "today")


@pytest.mark.parametrize("content", [None, b"", b"manakb cards 0\n\n\n", b"\x00\xff" * 50])
def test_no_pool_file(tmp_path, content):
    path = tmp_path / "cards.txt"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(CardDataError, match="cards.txt"):
        card_file.CardFile(path)


# ---- card data of others ------------------------------------------------------------------------------------------------

PLAIN = [
    {"name": "Sprout // Sprout Away", "manaCost": "{1}{G}", "type": "Legendary Creature — Time Lord Elf", "power": "1", "toughness": "2",
     "text": "{T}: Add {G}.", "layout": "transform", "back": "Sprout Away", "colorIndicator": []},
    {"name": "Sprout Away", "manaCost": None, "type": "Land — Forest", "text": "", "layout": "transform", "face": "back", "front": "Sprout",
     "colorIndicator": ["G"]},
]
ATOMIC = {"meta": {"date": "2026-01-01", "version": "5"}, "data": {"Sprout // Sprout Away": [
    {"name": "Sprout // Sprout Away", "faceName": "Sprout", "side": "a", "manaCost": "{1}{G}", "type": "Legendary Creature — Time Lord Elf",
     "types": ["Creature"], "supertypes": ["Legendary"], "subtypes": ["Time Lord", "Elf"], "power": "1", "toughness": "2",
     "text": "{T}: Add {G}.", "layout": "transform", "rulings": [{"text": "none"}]},
    {"name": "Sprout // Sprout Away", "faceName": "Sprout Away", "side": "b", "type": "Land — Forest", "types": ["Land"], "supertypes": [],
     "subtypes": ["Forest"], "layout": "transform", "colorIndicator": ["G"]},
]}}
SCRYFALL = [
    {"object": "card", "name": "Sprout // Sprout Away", "layout": "transform", "keywords": [], "color_identity": ["G"],
     "type_line": "Legendary Creature — Time Lord Elf // Land — Forest", "card_faces": [
         {"object": "card_face", "name": "Sprout", "mana_cost": "{1}{G}", "type_line": "Legendary Creature — Time Lord Elf", "power": "1",
          "toughness": "2", "oracle_text": "{T}: Add {G}."},
         {"object": "card_face", "name": "Sprout Away", "mana_cost": "", "type_line": "Land — Forest", "oracle_text": "", "color_indicator": ["G"]}]},
    {"object": "card", "name": "Treasure", "layout": "token", "type_line": "Token Artifact — Treasure", "oracle_text": "", "keywords": []},
]


@pytest.fixture(params=["plain", "atomic", "scryfall"])
def data(request):
    return json.dumps({"plain": PLAIN, "atomic": ATOMIC, "scryfall": SCRYFALL}[request.param], ensure_ascii=False).encode()


@pytest.mark.parametrize("packed", [False, True])
def test_formats_give_the_same_cards(tmp_path, data, packed):
    path = tmp_path / "cards"
    path.write_bytes(gzip.compress(data) if packed else data)
    read = read_cards(path)
    sprout, away = read.find("Sprout"), read.find("Sprout Away")
    assert len(list(read)) == 2
    assert (sprout.full_name, sprout.other_face) == ("Sprout // Sprout Away", "Sprout Away")
    assert (away.full_name, away.other_face) == ("Sprout // Sprout Away", "Sprout")
    assert facts(sprout) == {
        'printed_supertype("Sprout",legendary)', 'printed_type("Sprout",creature)', 'printed_subtype("Sprout","Time Lord",1)',
        'printed_subtype("Sprout","Elf",2)', 'has_mana_cost("Sprout")', 'mana_cost_symbol("Sprout",generic,1)', 'mana_cost_symbol("Sprout",g,1)',
        'text_symbol("Sprout",g)', 'printed_power("Sprout",1)', 'printed_toughness("Sprout",2)', 'layout("Sprout",transform)',
        'other_face("Sprout","Sprout Away")', 'activated(ability("Sprout",1),1)', 'cost(ability("Sprout",1),1,tap_symbol)',
        'effect(ability("Sprout",1),1,add_mana)', 'adds(ability("Sprout",1),1,1,g,1)',
    }
    assert facts(away) == {
        'printed_type("Sprout Away",land)', 'printed_subtype("Sprout Away","Forest",1)', 'color_indicator("Sprout Away",g)',
        'layout("Sprout Away",transform)', 'other_face("Sprout Away","Sprout")', 'back_face("Sprout Away")',
    }


@pytest.mark.parametrize("content, what", [
    (None, "cannot be read"), (b"", "cannot be read"), (b"no data", "neither"), (b"{}", "meta"), (b'{"meta": {}, "data": []}', "data"),
    (b"[1, 2]", "neither"), (b'[{"name": "Forest"}]', "card 1.*type"), (b'[{"name": "A", "type": "Land"}, {"name": 2, "type": "Land"}]', "card 2.*name"),
    (b'{"meta": {}, "data": {"A": [{"name": "A"', "neither"), (gzip.compress(b"[]" * 500, mtime=0)[:20], "cannot be read"), (b"[" * 100_000, "neither"),
    (b'[{"name": "\xff", "type": "Land"}]', "card 1"), (b'[{"name": "", "type": "Land"}]', "name"),
])
def test_bad_data_is_told(tmp_path, content, what):
    path = tmp_path / "cards.json"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(CardDataError, match=what) as fault:
        read_cards(path)
    assert "cards.json" in str(fault.value) or content == b'[{"name": "", "type": "Land"}]'


def test_an_empty_folder_is_no_data(tmp_path):
    (tmp_path / "notes.txt").write_text("[]")
    with pytest.raises(CardDataError, match="no file of cards"):
        read_cards(tmp_path)


def test_of_the_files_of_a_folder_the_later_go_first(tmp_path):
    def land(name, type_line):
        return {"object": "card", "name": name, "layout": "normal", "type_line": type_line, "oracle_text": "", "keywords": []}

    older = {"meta": {"date": "2026-01-02", "version": "5"}, "data": {"Both": [{"name": "Both", "type": "Artifact"}], "Old": [{"name": "Old", "type": "Land"}]}}
    (tmp_path / "AtomicCards.json.gz").write_bytes(gzip.compress(json.dumps(older).encode()))
    (tmp_path / "a-cards-20260301000000.json").write_text(json.dumps([land("Both", "Enchantment"), land("New", "Land")]))
    (tmp_path / "z-cards-2026-02-01.json").write_text(json.dumps([land("Both", "Creature"), land("New", "Artifact")]))
    (tmp_path / "undated.json").write_text(json.dumps([land("Both", "Land"), land("Oldest", "Land")]))
    read = read_cards(tmp_path)
    assert [facts(read.find(name)) for name in ("both", "new", "old", "oldest")] == [
        {'printed_type("Both",enchantment)'}, {'printed_type("New",land)'}, {'printed_type("Old",land)'},
        {'printed_type("Oldest",land)'}]
    build(tmp_path, tmp_path / "pool")
    built = Pool(card_file.CardFile(tmp_path / "pool"))
    assert built.find("both").terms == read.find("both").terms and {"New", "Old", "Oldest"} <= set(built.names())
    assert len([card for card in built if card.name == "Both"]) == 1


SPLIT = {"object": "card", "name": "Fur // Ire", "layout": "split", "keywords": [], "card_faces": [
    {"name": "Fur", "mana_cost": "{G}", "type_line": "Instant", "oracle_text": "Add {G}{G}."}, {"name": "Ire", "mana_cost": "{R}", "type_line": "Sorcery"}]}


@pytest.mark.parametrize("layout, back", [("split", False), ("adventure", False), ("prepare", False), ("transform", True), ("modal_dfc", True), ("flip", True)])
def test_faces(tmp_path, layout, back):
    (tmp_path / "cards.json").write_text(json.dumps([SPLIT | {"layout": layout}]))
    read = read_cards(tmp_path / "cards.json")
    fur, ire = read.find("fur"), read.find("IRE")
    assert read.find("Fur//Ire") == fur and (fur.name, fur.full_name, fur.other_face) == ("Fur", "Fur // Ire", "Ire")
    assert (ire.name, ire.full_name, ire.other_face) == ("Ire", "Fur // Ire", "Fur")
    assert ('back_face("Ire")' in facts(ire)) is back and 'back_face("Fur")' not in facts(fur)
    assert 'mana_cost_symbol("Ire",r,1)' in facts(ire) and 'printed_type("Ire",sorcery)' in facts(ire)


@pytest.mark.parametrize("line, supertypes, types, subtypes", [
    ("Legendary Land — Forest Plains", ["Legendary"], ["Land"], ["Forest", "Plains"]), ("Instant", [], ["Instant"], []),
    ("Creature — Time Lord Elf", [], ["Creature"], ["Time Lord", "Elf"]), ("Plane — Bolas’s Meditation Realm", [], ["Plane"], ["Bolas’s Meditation Realm"]),
    ("Snow Artifact - Equipment", ["Snow"], ["Artifact"], ["Equipment"]), ("Host Creature — Cat", ["Host"], ["Creature"], ["Cat"]),
])
def test_type_lines(line, supertypes, types, subtypes):
    assert type_line(line) == {"supertypes": supertypes, "types": types, "subtypes": subtypes}


def test_only_what_is_asked_for_is_compiled(tmp_path, monkeypatch):
    (tmp_path / "cards.json").write_text(json.dumps([{"name": f"Land {n}", "type": "Land"} for n in range(300)]))
    seen = []
    monkeypatch.setattr("kb.cards_build.compiled", lambda entry: seen.append(entry["name"]) or compiled(entry))
    read = read_cards(tmp_path / "cards.json")
    assert read.find("land 7") and read.find("LAND 7") and read.nearest("Land 299x") == "Land 299" and "Land 12" in read.names()
    assert seen == ["Land 7", "Land 299"]


@pytest.mark.parametrize("entry, indicator", [
    ({"name": "Dryad Arbor"}, {"g"}), ({"name": "Dryad Arbor", "colorIndicator": []}, set()), ({"name": "Dryad Arbor", "colorIndicator": ["R"]}, {"r"}),
    ({"name": "Forest Sprite"}, set()),
])
def test_color_indicators_that_data_leave_out(entry, indicator):
    (made,) = compiled({"type": "Land Creature — Forest Dryad", **entry})
    assert {str(fact.arguments[1]) for fact in made.facts if fact.name == "color_indicator"} == indicator


def test_table_of_color_indicators():
    rows = [line.split("\t") for line in (DATA / "color_indicators.tsv").read_text("utf-8").splitlines()]
    assert rows == sorted(rows) and len(dict(rows)) == len(rows)
    assert all(re.fullmatch("W?U?B?R?G?", colors) for _, colors in rows)


def test_build_twice_gives_the_same_bytes_and_progress(tmp_path, data):
    source, told = tmp_path / "data.json", []
    source.write_bytes(data)
    built = [build(source, tmp_path / name, lambda done, total: told.append((done, total))) for name in ("one", "other")]
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()
    assert built[0].faces == 2 + len(tokens()) and built[0].size == (tmp_path / "one").stat().st_size
    assert told[-1] == (told[-1][1],) * 2
    assert read_cards(tmp_path / "one").find("sprout").facts == read_cards(source).find("sprout").facts


def test_many_cards_are_compiled_by_several_processes(tmp_path):
    source = tmp_path / "data.json"
    source.write_text(json.dumps([{"name": f"Land {n}", "type": "Land", "text": "{T}: Add {G}."} for n in range(450)]))
    read = read_cards(source)
    assert [face.name for face in read] == [f"Land {n}" for n in range(450)]
    assert 'adds(ability("Land 449",1),1,1,g,1)' in facts(read.find("land 449"))


# ---- tokens -------------------------------------------------------------------------------------------------------------

TOKENS = {face.name: face for face in tokens()}


@pytest.mark.parametrize("name", ["Treasure", "Gold", "Powerstone", "Vibranium", "Heartwood", "Eldrazi Spawn", "Eldrazi Scion", "Etherium Cell",
                                  "Banana", "Settlement"])
def test_tokens_that_make_mana_are_wholly_modelled(name):
    names = {fact.name for fact in TOKENS[name].facts}
    assert names & {"adds", "adds_of"} and "predefined_token" in names
    assert not names & {"not_modelled", "color_not_said"}


def test_predefined_tokens():
    assert {"Treasure", "Food", "Gold", "Walker", "Shard", "Clue", "Blood", "Powerstone", "Incubator", "Phyrexian Token", "Cursed", "Monster",
            "Royal", "Sorcerer", "Virtuous", "Wicked", "Young Hero", "Map", "Junk", "Lander", "Mutagen", "Vibranium", "Heartwood"} <= set(TOKENS)
    assert 'cant_spend(ability("Powerstone",1),casts(you,non(type(artifact))))' in facts(TOKENS["Powerstone"])
    assert 'color_indicator("Walker",b)' in facts(TOKENS["Walker"])
    assert TOKENS["Incubator"].other_face == "Phyrexian Token"


# ---- the shipped pool ---------------------------------------------------------------------------------------------------

def test_shipped_file_is_sorted_and_small():
    lines = SHIPPED.read_bytes().splitlines()
    keys = [line.split(b"\t")[0] for line in lines[3:]]
    assert keys == sorted(keys)
    assert SHIPPED.stat().st_size <= 8_000_000


def test_shipped_cards_speak_the_words_of_the_rulebook():
    known = set(Rulebook.load().defined)
    unknown = {(fact.name, len(fact.arguments)) for face in list(pool())[::30] for fact in face.facts} - known
    assert not unknown


@pytest.mark.parametrize("name, fact", [
    ("ancient tomb", 'adds(ability("Ancient Tomb",1),1,1,c,2)'), ("Treasure", 'adds_of(ability("Treasure",1),1,any_color,same,1)'),
    ("Exotic Orchard", 'printed_type("Exotic Orchard",land)'), ("Dryad Arbor", 'color_indicator("Dryad Arbor",g)'),
    ("fire // ice", 'layout("Fire",split)'), ("Urborg, Tomb of Yawgmoth", 'printed_supertype("Urborg, Tomb of Yawgmoth",legendary)'),
])
def test_shipped_cards(name, fact):
    assert fact in facts(pool().find(name))


def test_shipped_cards_are_all_found():
    for face in list(pool())[::50]:
        found = pool().find(face.full_name)
        assert found and found.full_name == face.full_name


def test_shipped_misspelt():
    assert pool().nearest("Exotic Orchad") == "Exotic Orchard"


def test_finding_needs_neither_solver_nor_grammar():
    program = "import sys; from kb.cards import pool; assert pool().find('forest'); print({'clingo', 'lark', 'msgspec'} & set(sys.modules))"
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=Path(__file__).parents[1])
    assert said.stdout == "set()\n"


# ---- in words -----------------------------------------------------------------------------------------------------------

def test_a_card_in_words():
    (made,) = compiled({"name": "Test Land", "type": "Legendary Snow Land — Forest Urza's", "manaCost": "{G}{2}{W/U}{2/B}{R/P}{X}{S}",
                        "text": "{T}: Add {G}{G}.\n{2}, {T}: Zork the moon."})
    words = describe(made)
    assert words.mana_cost == "{X}{2}{S}{G}{W/U}{R/P}{2/B}"
    assert words.type_line == "Legendary Snow Land — Forest Urza's"
    assert [(ability.number, ability.kind, ability.kind_number) for ability in words.abilities] == [(1, "activated", 1), (2, "activated", 2)]
    assert "It adds {G}{G}." in words.abilities[0].says
    assert not words.abilities[0].not_modelled and words.abilities[1].not_modelled
    said = text(words)
    for part in ("Test Land  {X}{2}", "Ability 2: activated 2", "Not modelled: ", 'adds(ability("Test Land",1),1,1,g,2).'):
        assert part in said
    assert "adds(" not in text(words, with_facts=False)


def test_granted_abilities_in_words():
    lantern = card("Lantern", "printed_type(artifact)", "static(1),grants_ability(type(land),granted(2))", "activated(1),quoted,cost(1,tap_symbol)")
    words = describe(lantern)
    assert words.abilities[0].says == ("Each land has ability 2.",)
    assert words.abilities[1].quoted and words.mana_cost is None
    assert "granted by other text" in text(words)


def test_every_shipped_card_can_be_told():
    for face in list(pool())[::500]:
        assert face.name in text(describe(face))
