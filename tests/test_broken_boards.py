"""Boards that are wrong: each is a BoardError that says where and what, never another exception, never half a board."""

import json
import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.board import BoardError, load
from kb.reading import MAX_BYTES, parse
from pools import NAMES, POOL

# ---- files ----------------------------------------------------------------------------------------------------------------

SMALLEST = b"players: {Alice: }\n"


@pytest.mark.parametrize("name, content, says", [
    ("empty.yaml", b"", "empty"),
    ("comment.yaml", b"# nothing but this\n", "empty"),
    ("null.yaml", b"null\n", "nothing (null) does not fit"),
    ("list.yaml", b"- players\n", "a list does not fit"),
    ("word.yaml", b"players\n", "'players' does not fit"),
    ("nobody.yaml", b"players: {}\n", "at least 1"),
    ("unsaid.yaml", b"players: \n", "the key players is missing"),
    ("unclosed.yaml", b"players: {Alice: \n", "no YAML"),
    ("tab.yaml", b"players:\n\tAlice: 1\n", "no YAML"),
    ("two.yaml", SMALLEST + b"---\n" + SMALLEST, "another document"),
    ("twice.yaml", b"players: {Alice: , Alice: }\n", "'Alice' is said twice"),
    ("twice.json", b'{"players": {"Alice": {"life": 1, "life": 2}}}', "'life' is said twice"),
    ("key.yaml", b"? [players]\n: 1\n", "a key is no text"),
    ("undefined.yaml", b"players: *nobody\n", "undefined alias"),
    ("tag.yaml", b"players: !!python/object:os.system {}\n", "tag"),
    ("tag.yaml", b"format: !!int word\nplayers: {Alice: }\n", "is not read"),
    ("nul.yaml", b"players: {Alice\0: }\n", "no printable character"),
    ("nul.json", b'{"players": {"Alice\\u0000": {}}}', "does not fit"),
    ("surrogate.json", b'{"players": {"Alice\\ud800": {}}}', "no YAML"),
    ("separator.yaml", "players: {Al\u2028ice: }\n".encode(), "no printable character"),
    ("latin.yaml", "players: {Zoë: }\n".encode("latin-1"), "not text"),
    ("wide.yaml", "players: {Alice: }\n".encode("utf-16"), "not text"),
    ("binary.yaml", bytes(range(256)), "not text"),
    ("huge.yaml", b"#" * (MAX_BYTES + 1), "too large"),
    ("deep.yaml", b"players: " + b"[" * 300 + b"]" * 300, "too deep"),
    ("deep.yaml", b"[" * 500_000, "no YAML"),
    ("deep.yaml", b"- " * 400_000, "no YAML"),
    ("long.yaml", b"players: [" + b"a," * 150_000 + b"]", "too long"),
    ("turning.yaml", b"players: &a {Alice: *a}\n", "too deep"),
    ("number.yaml", b"players: {Alice: {life: " + b"9" * 5000 + b"}}\n", "does not fit"),
])
def test_a_file_that_is_no_board(tmp_path, name, content, says):
    file = tmp_path / name
    file.write_bytes(content)
    with pytest.raises(BoardError) as fault:
        load(file, POOL)
    assert says in str(fault.value)
    assert fault.value.file == str(file) and str(fault.value).startswith(str(file))


def test_an_alias_bomb(tmp_path):
    levels = "".join(f"{level + 1}: &{level + 1} [{f'*{level},' * 10}]\n" for level in range(9))
    with pytest.raises(BoardError, match="aliases written out"):
        parse(f"0: &0 [lol]\n{levels}")


@pytest.mark.parametrize("name", ["missing.yaml", "folder.yaml", "no/such/board.yaml", "nul\0.yaml", "surrogate\ud800.yaml", "x" * 5000])
def test_what_is_no_file(tmp_path, name):
    (tmp_path / "folder.yaml").mkdir()
    with pytest.raises(BoardError, match="cannot be read"):
        load(str(tmp_path / name), POOL)


@pytest.mark.parametrize("name", ["puzzle.pzl", "puzzle.txt", "PUZZLE.PZL"])
def test_a_suffix_says_the_form(tmp_path, name):
    (tmp_path / name).write_bytes(SMALLEST)
    with pytest.raises(BoardError, match="is no line of a game state"):
        load(tmp_path / name, POOL)


def test_other_suffixes_are_not_read(tmp_path):
    (tmp_path / "board.lp").write_bytes(SMALLEST)
    with pytest.raises(BoardError, match="'.lp' are not read"):
        load(tmp_path / "board.lp", POOL)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="everything is open to the superuser")
def test_a_file_that_is_closed_to_us(tmp_path):
    (tmp_path / "closed.yaml").write_bytes(SMALLEST)
    (tmp_path / "closed.yaml").chmod(0)
    with pytest.raises(BoardError, match="cannot be read"):
        load(tmp_path / "closed.yaml", POOL)


@pytest.mark.parametrize("source", [None, 3, ["players"], {"players": {"Alice": {"life": 10**5000}}}, {"players": {1.5: {}}},
                                    {"players": {10**5000: {}}}, {"players": {"Alice": {1, 2}}}, {"players": {"Alice": b"life"}}])
def test_what_python_holds_and_is_no_board(source):
    with pytest.raises(BoardError):
        load(source, POOL)


def test_a_mapping_that_holds_itself():
    turning = {}
    turning["players"] = turning
    with pytest.raises(BoardError, match="too deep"):
        load(turning, POOL)


# ---- one fault ------------------------------------------------------------------------------------------------------------

ALICE = "players: {Alice: {battlefield: [%s]}}"


@pytest.mark.parametrize("text, path, problem, right", [
    ("{playrs: {Alice: }}", "playrs", "'playrs' is no key here", "nearest: players"),
    ("{step: upkep, players: {Alice: }}", "step", "'upkep' does not fit here", "nearest: upkeep"),
    ("{active: alice, players: {Alice: }}", "active", "'alice' is nothing on this board", "allowed: a player: Alice\n  nearest: Alice"),
    ("{monarch: Eve, players: {Alice: }}", "monarch", "nothing on this board", "allowed: a player: Alice"),
    ("{players: {Alice: {pool: GX}}}", "players.Alice.pool", "'GX' is no amount", "letters of WUBRGC"),
    ("{players: {Alice: {pool: {X: 1}}}}", "players.Alice.pool.X", "'X' does not fit", "W, U, B, R, G, C"),
    ("{players: {Alice: {pool: {G: 1, g: 2}}}}", "players.Alice.pool.g", "said twice", ""),
    ("{players: {Alice: {life: 100000001}}}", "players.Alice.life", "100000001 does not fit", "from -100,000,000 to 100,000,000"),
    ("{players: {Alice: {life: 1.0}}}", "players.Alice.life", "1.0 does not fit", "a whole number"),
    ("{players: {Alice: {team: 1}}}", "players.Alice.team", "1 does not fit", "quote what looks like a number"),
    ("{players: {Alice: {commander: [Kalemne, Disciple of Iroas]}}}", "players.Alice.commander[0]", "'Kalemne' is no known card",
     'nearest: "Kalemne, Disciple of Iroas" (in quotes'),
    ("{players: {Alice: {hand: [Forest (tapped)]}}}", "players.Alice.hand[0]", "has 'tapped' in brackets", "counters such as"),
    ("{players: {Alice: {library: -1}}}", "players.Alice.library", "-1 does not fit", "0"),
    ("{players: {forest: {battlefield: [Forest]}}}", "players.forest.battlefield[0]", "would have the id 'forest'", "an id of its own"),
    (ALICE % "Forst", "players.Alice.battlefield[0]", "'Forst' is no known card", "nearest: Forest"),
    (ALICE % "2 Forst (tapped)", "players.Alice.battlefield[0]", "asks for 'Forst'", "nearest: Forest"),
    (ALICE % "Forest (taped)", "players.Alice.battlefield[0]", "has 'taped' in brackets", "nearest: tapped"),
    (ALICE % "Forest ()", "players.Alice.battlefield[0]", "has '' in brackets", "tapped"),
    (ALICE % "Forest (1000001 charge)", "players.Alice.battlefield[0]", "1000001 does not fit", "1,000,000"),
    (ALICE % '"Forest (1 charge, 2 charge)"', "players.Alice.battlefield[0]", "says 'charge' twice", ""),
    (ALICE % "0 Forest", "players.Alice.battlefield[0]", "0 does not fit", "from 1 to 10,000"),
    (ALICE % "9999 Forest, 2 Island", "players.Alice.battlefield[1]", "too many objects", "at most 10,000"),
    (ALICE % "7", "players.Alice.battlefield[0]", "7 does not fit", "a card's name"),
    (ALICE % "{id: x}", "players.Alice.battlefield[0]", "the key card is missing", "card: a card's name"),
    (ALICE % "{card: Forest, taped: true}", "players.Alice.battlefield[0].taped", "'taped' is no key here", "nearest: tapped"),
    (ALICE % "{card: Forest, tapped: yes}", "players.Alice.battlefield[0].tapped", "'yes' does not fit", "true or false"),
    (ALICE % "{card: Forest, damage: true}", "players.Alice.battlefield[0].damage", "true does not fit", "a whole number"),
    (ALICE % "{card: Forest, counters: {charge: -1}}", "players.Alice.battlefield[0].counters.charge", "-1 does not fit", "from 0"),
    (ALICE % "{card: Forest, counters: {P1P1: 1}}", "players.Alice.battlefield[0].counters.P1P1", "no kind of counter", "+1/+1"),
    (ALICE % "{card: Forest, counters: {X: 1, x: 1}}", "players.Alice.battlefield[0].counters.x", "said twice", ""),
    (ALICE % "{card: Forest, colors: [C]}", "players.Alice.battlefield[0].colors[0]", "'C' does not fit", "W, U, B, R, G"),
    (ALICE % "{card: Forest, types: [Lnad]}", "players.Alice.battlefield[0].types[0]", "'Lnad' does not fit", "nearest: land"),
    (ALICE % "{card: Forest, activated: {0: 1}}", "players.Alice.battlefield[0].activated.0",
     "no number of an ability", "triggered 1"),
    (ALICE % "{card: Forest, chosen: {colour: R}}", "players.Alice.battlefield[0].chosen.colour", "no key here", "nearest: color"),
    (ALICE % "{card: Forest, owner: Bob}", "players.Alice.battlefield[0].owner", "'Bob' is nothing", "allowed: a player: Alice"),
    (ALICE % "{card: Forest, attached_to: island}", "players.Alice.battlefield[0].attached_to", "'island' is nothing", "Alice, forest"),
    (ALICE % "2 Forest, {card: Wild Growth, attached_to: Forest}", "players.Alice.battlefield[1].attached_to", "could be each of 2",
     "forest, forest-2"),
    (ALICE % "{card: Forest, blocking: [Alice]}", "players.Alice.battlefield[0].blocking[0]", "'Alice' is a player", "a permanent"),
    (ALICE % "{card: Forest, deals: {forest: 1, Forest: 1}}", "players.Alice.battlefield[0].deals.Forest", "said twice", ""),
    (ALICE % "{card: Forest, id: a}, {card: Island, id: a}", "players.Alice.battlefield[1].id", "'a' is already", "an id of its own"),
    (ALICE % "{card: Forest, id: Alice}", "players.Alice.battlefield[0].id", "'Alice' is already", "an id of its own"),
    ("{stack: [{card: Forest, number: 1}], players: {Alice: }}", "stack[0].number", "no key here", "mana_spent"),
    ("{stack: [{ability_of: Forest, number: 1, chapter: 1}], players: {Alice: }}", "stack[0].ability_of", "said twice", "one of"),
    ("{stack: [{ability_of: Forst}], players: {Alice: }}", "stack[0].ability_of", "'Forst' is no known card", "nearest: Forest"),
    ("{effects: [{card: Pale Moon, targets: [Bob]}], players: {Alice: }}", "effects[0].targets[0]", "'Bob' is nothing", "Alice"),
    ("{cards: [{name: Own}], players: {Alice: }}", "cards[0]", "the key type is missing", "a type line"),
    ("{cards: [{name: forest, type: Land}], players: {Alice: }}", "cards[0].name", "is a known card", "type and text"),
    ("{cards: [{name: Own, type: Lnad}], players: {Alice: }}", "cards[0].type", "has 'lnad' for a type", "nearest: land"),
    ("{cards: [{name: Own, type: Snow - Forest}], players: {Alice: }}", "cards[0].type", "names no card type", "Legendary Land"),
    ("{cards: [{name: Own, type: Land, cost: {G}}], players: {Alice: }}", "cards[0].cost", "a mapping does not fit", "in quotes"),
    ("{cards: [{name: Own, type: Land, cost: 2G}], players: {Alice: }}", "cards[0].cost", "'2G' does not fit", '"{2}{G/W}"'),
    ("{cards: [{name: Own, type: Land, cost: '{2}{ZZ}'}], players: {Alice: }}", "cards[0].cost", "does not fit", '"{2}{G/W}"'),
    ("{cards: [{name: A // B, type: Land}], players: {Alice: }}", "cards[0].name", "'A // B' names two faces", "one face"),
    ("{cards: [{name: Own, type: Land, cost: '', mana_cost: ''}], players: {Alice: }}", "cards[0].name", "cost said twice", ""),
    ("{cards: [{name: Own, type: Land}, {name: OWN, type: Land}], players: {Alice: }}", "cards[1].name", "'OWN' is said twice", ""),
    ("{cards: [{name: Own, type: Creature, power: many}], players: {Alice: }}", "cards[0].power", "'many' does not fit", '"*"'),
])
def test_one_fault(text, path, problem, right):
    text = text if text.startswith("{") else f"{{{text}}}"
    with pytest.raises(BoardError) as fault:
        load(parse(f"# a board\n{text}", "board.yaml"), POOL)
    error = fault.value
    assert (error.file, error.line, error.path) == ("board.yaml", 2, path)
    place, *rest = str(error).split("\n")
    assert place == f"board.yaml:2:{error.column}: {path}"
    assert problem in rest[0] and right in str(error)


def test_an_error_points_at_the_key_or_at_the_value():
    for text, column in (("{players: {Alice: {lief: 20}}}", 20), ("{players: {Alice: {life: many}}}", 26)):
        with pytest.raises(BoardError) as fault:
            load(parse(text), POOL)
        assert (fault.value.line, fault.value.column) == (1, column)
    assert fault.value.value == "many" and fault.value.nearest is None and "a whole number" in fault.value.allowed


# ---- boards made at random ------------------------------------------------------------------------------------------------

COUNTERS = st.dictionaries(st.sampled_from(["charge", "+1/+1", "-1/-1", "first strike", "loyalty"]), st.integers(0, 1_000_000))
MANA = st.dictionaries(st.sampled_from("WUBRGC"), st.integers(0, 1_000_000)) | st.text("WUBRGC", max_size=9)
CHOSEN = st.fixed_dictionaries({}, optional={
    "color": st.sampled_from(["W", "u", "Blue"]), "number": st.integers(-9, 9), "player": st.just("Alice"), "card": st.just("Forest"),
    "creature_type": st.sampled_from(["Elf", "golem"]),
})
LONG = st.fixed_dictionaries({"card": st.sampled_from(NAMES)}, optional={
    **dict.fromkeys(["tapped", "phased_out", "face_down", "token", "transformed", "sick"], st.booleans()),
    "count": st.integers(1, 3), "owner": st.sampled_from(["Alice", "Bob"]), "counters": COUNTERS, "damage": st.integers(0, 1_000_000),
    "attached_to": st.sampled_from(["Alice", "target"]), "timestamp": st.integers(0, 99), "chosen": CHOSEN,
    "activated": st.dictionaries(st.sampled_from(["1", "2", "triggered 1"]), st.integers(0, 9)),
    "exiled_with": st.lists(st.sampled_from(NAMES), max_size=2), "copy_of": st.sampled_from(NAMES),
    "attacking": st.sampled_from(["Bob", "target"]), "blocking": st.just(["target"]), "deals": st.just({"Bob": 1, "target": 2}),
    "power": st.integers(-9, 9), "toughness": st.integers(-9, 9), "types": st.just(["land"]), "colors": st.just(["W", "b"]),
    "abilities": st.just(["{T}: Add {G}."]),
})
SHORT = st.builds("{}{}{}".format, st.sampled_from(["", "2 ", "11 "]), st.sampled_from(NAMES),
                  st.sampled_from(["", " (tapped)", " (2 +1/+1, sick)"]))
ZONE = st.lists(st.builds("{}{}".format, st.sampled_from(["", "3 "]), st.sampled_from(NAMES)), max_size=2)
TARGET = {"card": "Hill Giant", "id": "target"}
PLAYER = st.fixed_dictionaries({"battlefield": st.lists(LONG | SHORT, max_size=4)}, optional={
    "life": st.integers(-9, 40), "team": st.just("one"), "counters": COUNTERS, "pool": MANA, "lands_played": st.integers(0, 3),
    "commander": st.just(["Kalemne, Disciple of Iroas"]), "hand": ZONE, "library": ZONE | st.integers(0, 99),
    "exile": st.lists(st.fixed_dictionaries({"card": st.sampled_from(NAMES), "counters": COUNTERS}), max_size=2),
})
BOARDS = st.fixed_dictionaries(
    {"players": st.fixed_dictionaries({"Alice": st.builds(lambda said: said | {"battlefield": [TARGET, *said["battlefield"]]}, PLAYER),
                                       "Bob": PLAYER})},
    optional={
        "edition": st.just("2026-09-25"), "format": st.just("commander"), "active": st.just("Bob"), "monarch": st.just("Alice"),
        "step": st.sampled_from(["upkeep", "combat damage"]),
        "stack": st.lists(st.just({"card": "Giant Growth", "x": 2, "mana_spent": "GG", "targets": ["target", "Bob"]})
                          | st.just({"ability_of": "target", "number": 1}), max_size=2),
        "effects": st.lists(st.fixed_dictionaries({"card": st.just("Pale Moon"), "chosen": CHOSEN}), max_size=1),
        "cards": st.just([{"name": "Own", "type": "Land", "text": "{T}: Add {G}.", "cost": "{G}", "colors": ["G"]}]),
    },
)
NO_EXAMPLES = settings(database=None, deadline=None)


@settings(NO_EXAMPLES, max_examples=100)
@given(BOARDS)
def test_a_right_board_loads(tree):
    board = load(parse(json.dumps(tree)), POOL)
    said = [part for player in tree["players"].values() for part in player["battlefield"]]
    assert len(board.permanents) == sum(
        part.get("count", 1) if isinstance(part, dict) else {"2": 2, "11": 11}.get(part.split()[0], 1) for part in said)
    assert board == load(tree, POOL)


def places(tree, path=()):
    """Every place of a tree, as the keys that lead to it."""
    yield path
    for key, part in tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ():
        yield from places(part, (*path, key))


def at(tree, path):
    for key in path:
        tree = tree[key]
    return tree


WRONG_ANYWHERE = [1.5, -(10**9), 10**9, "a\0b", [[]], {"": {}}, [None]]
WRONG_CARDS = ["No Such Card", "2 No Such Card", "No Such Card (tapped)"]
WRONG_NAMES = ["nowhere", "bob", "TARGET", "x). :- not y."]
NO_RECORDS = ("players", "counters", "pool", "mana_spent", "deals", "activated")  # their keys are names, not a closed set
CARDS = ("card", "copy_of", "hand", "exiled_with")
REFERENCES = ("active", "monarch", "owner", "attached_to", "attacking", "player", "targets", "blocking")


@st.composite
def broken(draw):
    """A board with one fault, and the place of the fault."""
    tree = json.loads(json.dumps(draw(BOARDS)))  # its own all through
    everywhere = [path for path in places(tree) if path]
    leaves = [path for path in everywhere if not isinstance(at(tree, path), dict | list)]

    def under(*keys):
        return [path for path in leaves if next(key for key in reversed(path) if isinstance(key, str)) in keys]

    records = [path for path in everywhere if isinstance(at(tree, path), dict) and path[-1] not in NO_RECORDS]
    faults = {
        "value": (everywhere, WRONG_ANYWHERE),
        "key": ([(*path, "no such key") for path in records], [1, {}]),
        "card": (under(*CARDS), WRONG_CARDS),
        "reference": (under(*REFERENCES) or [("active",)], WRONG_NAMES),
        "id": ([("players", "Alice", "battlefield")], [[TARGET, {"card": "Forest", "id": name}] for name in ("target", "Bob")]),
    }
    options, wrong = faults[draw(st.sampled_from(sorted(faults)))]
    path = draw(st.sampled_from(options))
    at(tree, path[:-1])[path[-1]] = draw(st.sampled_from(wrong))
    return tree, path


@settings(NO_EXAMPLES, max_examples=400)
@given(broken())
def test_a_broken_board_is_an_error_that_names_the_place(case):
    tree, path = case
    root = place = parse(json.dumps(tree, indent=1), "board.json")
    for key in path:
        place = place.value[key]
    with pytest.raises(BoardError) as fault:
        load(root, POOL)
    error = fault.value
    assert error.path.startswith(place.path)
    assert error.line >= (place.key_place[0] or place.line)
    assert str(error).startswith(f"board.json:{error.line}:{error.column}: {error.path}\n  ")


# ---- garbage --------------------------------------------------------------------------------------------------------------

def board_or_error(source):
    try:
        load(source if isinstance(source, dict) else parse(source), POOL)
    except BoardError as error:
        assert str(error)


LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9) | st.sampled_from(["Forest", "Alice"])
KEYS = st.sampled_from(["battlefield", "card", "chosen", "Alice", "library", "pool", "counters", "name", "type"]) | st.text(max_size=3)
TREES = st.recursive(LEAVES, lambda parts: st.lists(parts, max_size=3) | st.dictionaries(KEYS, parts, max_size=3), max_leaves=12)


@settings(NO_EXAMPLES, max_examples=200)
@given(TREES)
def test_any_tree_is_a_board_or_an_error(tree):
    board_or_error({"players": tree})
    board_or_error({"players": {"Alice": tree}, "cards": tree, "stack": [tree]})


@settings(NO_EXAMPLES, max_examples=300)
@given(BOARDS, st.integers(0, 10_000), st.integers(0, 20), st.text(max_size=9) | st.sampled_from("{}[]:,*&!%@`\"'\\\n\t#|>-?"))
def test_a_damaged_file_is_a_board_or_an_error(tree, start, length, instead):
    text = json.dumps(tree)
    start %= len(text)
    board_or_error(text[:start] + instead + text[start + length:])


@settings(NO_EXAMPLES, max_examples=200)
@given(st.text())
def test_any_text_is_a_board_or_an_error(text):
    board_or_error(text)


@settings(NO_EXAMPLES, max_examples=200)
@given(st.binary(max_size=200))
def test_any_file_is_a_board_or_an_error(tmp_path_factory, content):
    file = tmp_path_factory.getbasetemp() / "any.yaml"
    file.write_bytes(content)
    try:
        load(file, POOL)
    except BoardError as error:
        assert error.file == str(file)


# ---- several faults -------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("text, paths", [
    ("{players: {Alice: {life: x, hand: [1], lief: 2}, Bob: {counters: {poison: -1, 5a: 1}}}, step: soon}",
     ["players.Alice.life", "players.Alice.hand[0]", "players.Alice.lief", "players.Bob.counters.poison", "players.Bob.counters.5a", "step"]),
    ("{players: {Alice: {battlefield: [Forrest, Island, Swmp], hand: [Ilsand]}, Bob: {library: [Forst]}}}",
     ["players.Alice.battlefield[0]", "players.Alice.battlefield[2]", "players.Alice.hand[0]", "players.Bob.library[0]"]),
    ("{players: {Alice: {battlefield: [{card: Wild Growth, attached_to: a}, {card: Forest, attacking: b}]}, Bob: {battlefield: [{card: Forest, owner: c}]}}}",
     ["players.Alice.battlefield[0].attached_to", "players.Alice.battlefield[1].attacking", "players.Bob.battlefield[0].owner"]),
    ("{players: {Alice: {battlefield: [{id: x}]}}, effects: [{}]}", ["players.Alice.battlefield[0]", "effects[0]"]),
])
def test_all_faults_are_told_at_once(text, paths):
    with pytest.raises(BoardError) as fault:
        load(parse(text, "board.yaml"), POOL)
    first = fault.value
    assert [found.path for found in (first, *first.others)] == paths
    assert [part.split(": ")[1].split("\n")[0] for part in str(first).split("\n\n")] == paths
    assert all(found.line == 1 for found in first.others)


def test_of_many_faults_some_are_told():
    with pytest.raises(BoardError) as fault:
        load({"players": {"Alice": {"battlefield": [f"No Card {number}" for number in range(5000)]}}}, POOL)
    assert len(fault.value.others) == 19
