"""Boards that are right: every key, every short form, every default."""

import dataclasses
import io
import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kb import board, schema
from kb.board import BoardError, PoolMana, load
from kb.reading import parse
from pools import POOL


def one(text):
    return load(parse(text, "board.yaml"), POOL)


def battlefield(*permanents):
    """The permanents of a board on which there is nothing else."""
    return load({"players": {"Alice": {"battlefield": list(permanents)}}}, POOL).players["Alice"].battlefield


def ids(permanents):
    return [permanent.id for permanent in permanents]


# ---- defaults -------------------------------------------------------------------------------------------------------------

def test_the_smallest_board():
    small = one("players: {Alice: , Bob: {}}")
    assert list(small.players) == ["Alice", "Bob"]
    assert (small.active, small.priority, small.step, small.format, small.monarch) == ("Alice", "Alice", "precombat main", None, None)
    assert (small.stack, small.effects, small.cards, small.edition) == ((), (), (), "2026-09-25")
    alice = small.players["Alice"]
    assert (alice.life, alice.lands_played, alice.counters, alice.pool, alice.battlefield, alice.library) == (20, 0, {}, (), (), None)


def test_priority_is_by_default_with_the_active_player():
    assert one("{active: Bob, players: {Alice: , Bob: }}").priority == "Bob"


def test_null_is_not_said():
    assert one("{format: null, stack: , players: {Alice: {life: , battlefield: [{card: Forest, tapped: , counters: }]}}}") == one(
        "{players: {Alice: {battlefield: [{card: Forest}]}}}")


def test_edition_is_kept_as_given():
    assert one("{edition: 2019-01-25, players: {Alice: }}").edition == "2019-01-25"
    assert load({"players": {"Alice": {}}}, POOL, edition="2030-01-01").edition == "2030-01-01"


def test_a_key_of_a_permanent_is_an_attribute_of_it():
    said = set(schema.LONG_FORM.schema["properties"]) - {"count"}
    assert {field.name for field in dataclasses.fields(board.Permanent)} == said | {"controller", "line", "source"}
    said = set(schema._PLAYER.schema["properties"])
    assert {field.name for field in dataclasses.fields(board.Player)} == said | {"name", "line", "source"}


# ---- every part -----------------------------------------------------------------------------------------------------------

WHOLE = """
edition: 2026-09-25
format: commander
active: Bob
step: Declare Attackers step
priority: Alice
monarch: Alice
stack:
  - {card: Walking Ballista, id: hydra, controller: Alice, x: 2, mana_spent: {G: 3, C: 1}, targets: [orchard, Bob], counters: {charge: 1}}
  - {ability_of: orchard, number: 1}
  - {ability_of: Rift Bolt, text: "{T}: Add {G}.", controller: Alice}
  - {ability_of: saga, chapter: 3, targets: [hydra]}
players:
  Alice:
    life: -3
    team: one
    counters: {poison: 3, Experience: 2}
    pool: [{mana: GGC, only: creature spells}, {mana: {R: 1, U: 0}}]
    lands_played: 1
    commander: ["Kalemne, Disciple of Iroas"]
    hand: [2 Island]
    graveyard: [Grizzly Bears]
    exile: [{card: Rift Bolt, id: bolt, counters: {time: 1}}]
    command: ["Kalemne, Disciple of Iroas"]
    library: [Forest, Swamp]
    battlefield:
      - Forest
      - Forest (tapped, 2 +1/+1)
      - card: Exotic Orchard
        id: orchard
        owner: Bob
        timestamp: 7
        activated: {1: 2, triggered 1: 1, "Add {C}": 1}
        exiled_with: [Giant Growth]
        copy_of: reflecting pool
        chosen: {color: Blue, type: forest, creature_type: time lord, card: Forest, player: Bob, number: -1, mode: Khans}
        types: [Land, creature]
        subtypes: [elf, Urza's]
        supertypes: [Snow]
        colors: [W, black]
        abilities: ["{T}: Add {C}."]
        power: -1
        toughness: 3
        loyalty: 0
        defense: 2
  Bob:
    library: 40
    pool: {B: 2}
    battlefield:
      - {card: History of Benalia, id: saga, counters: {lore: 3}}
      - {card: Grizzly Bears, damage: 1, attacking: Alice, deals: {Alice: 1, giant: 1}, phased_out: true, face_down: true, token: true}
      - {card: Hill Giant, id: giant, blocking: [Grizzly Bears], sick: true, transformed: true, attached_to: orchard}
effects:
  - {card: Pale Moon}
  - {card: Pale Moon, id: later, controller: Alice, chosen: {color: R}, targets: [Alice, bolt], x: 1, ability: triggered 2}
"""


def test_every_key_of_a_board():
    whole = one(WHOLE)
    assert (whole.edition, whole.format, whole.step) == ("2026-09-25", "commander", "declare attackers")
    assert (whole.active, whole.priority, whole.monarch) == ("Bob", "Alice", "Alice")


def test_every_key_of_a_player():
    alice, bob = one(WHOLE).players.values()
    assert (alice.life, alice.team, alice.lands_played) == (-3, "one", 1)
    assert alice.counters == {"poison": 3, "experience": 2}
    assert alice.pool == (PoolMana(mana={"g": 2, "c": 1}, only="creature spells"), PoolMana(mana={"r": 1}))
    assert [card.name for card in alice.commander] == ["Kalemne, Disciple of Iroas"]
    assert ids(alice.hand) == ["island", "island-2"] and ids(alice.command) == ["kalemne-disciple-of-iroas"]
    assert [card.card.name for card in alice.library] == ["Forest", "Swamp"]
    (bolt,) = alice.exile
    assert (bolt.id, bolt.owner, bolt.counters) == ("bolt", "Alice", {"time": 1})
    assert bob.library == 40 and bob.pool[0].mana == {"b": 2} and bob.pool[0].only is None


def test_every_key_of_a_permanent():
    permanents = one(WHOLE).permanents
    assert list(permanents) == ["forest", "forest-2", "orchard", "saga", "grizzly-bears", "giant"]
    assert permanents["forest-2"].tapped and permanents["forest-2"].counters == {"+1/+1": 2}
    orchard = permanents["orchard"]
    assert (orchard.controller, orchard.owner, orchard.timestamp) == ("Alice", "Bob", 7)
    assert orchard.activated == {1: 2, "triggered 1": 1, "Add {C}": 1}
    assert [card.name for card in orchard.exiled_with] == ["Giant Growth"] and orchard.copy_of.name == "Reflecting Pool"
    assert (orchard.types, orchard.subtypes, orchard.supertypes) == (("land", "creature"), ("Elf", "Urza's"), ("snow",))
    assert (orchard.colors, orchard.abilities) == (("w", "b"), ("{T}: Add {C}.",))
    assert (orchard.power, orchard.toughness, orchard.loyalty, orchard.defense) == (-1, 3, 0, 2)
    chosen = orchard.chosen
    assert (chosen.color, chosen.type, chosen.creature_type, chosen.number, chosen.mode) == ("u", "Forest", "Time Lord", -1, "Khans")
    assert (chosen.card.name, chosen.player) == ("Forest", "Bob")
    bears, giant = permanents["grizzly-bears"], permanents["giant"]
    assert (bears.damage, bears.attacking, bears.deals) == (1, "Alice", {"Alice": 1, "giant": 1})
    assert bears.phased_out and bears.face_down and bears.token and not bears.transformed and not bears.sick
    assert giant.blocking == ("grizzly-bears",) and giant.sick and giant.transformed and giant.attached_to == "orchard"
    assert permanents["forest"].power is permanents["forest"].types is permanents["forest"].deals is None


def test_every_key_of_the_stack():
    spell, known, unknown, chapter = one(WHOLE).stack
    assert (spell.id, spell.card.name, spell.controller, spell.x) == ("hydra", "Walking Ballista", "Alice", 2)
    assert spell.mana_spent == {"g": 3, "c": 1} and spell.targets == ("orchard", "Bob") and spell.counters == {"charge": 1}
    assert not spell.is_ability
    assert known.is_ability and (known.ability_of, known.card.name, known.number) == ("orchard", "Exotic Orchard", 1)
    assert known.controller == "Alice", "of a permanent's ability: the permanent's controller"
    assert (unknown.ability_of, unknown.card.name, unknown.text) == ("bolt", "Rift Bolt", "{T}: Add {G}.")
    assert (chapter.chapter, chapter.controller, chapter.targets) == (3, "Bob", ("hydra",))


def test_an_ability_on_the_stack_may_be_of_a_card_that_is_nowhere():
    (item,) = one("{stack: [{ability_of: Swamp, number: triggered 1}], players: {Alice: }}").stack
    assert (item.ability_of, item.card.name, item.number, item.controller) == (None, "Swamp", "triggered 1", "Alice")


def test_every_key_of_effects():
    pale, later = one(WHOLE).effects
    assert (pale.id, pale.card.name, pale.controller) == ("pale-moon", "Pale Moon", "Bob"), "by default the active player's"
    assert (later.id, later.controller, later.chosen.color, later.x, later.ability) == ("later", "Alice", "r", 1, "triggered 2")
    assert later.targets == ("Alice", "bolt")


def test_every_part_knows_its_line():
    def said(part):
        return WHOLE.split("\n")[part.line - 1].strip(" -")

    whole = one(WHOLE)
    alice, bob = whole.players.values()
    assert (said(alice), said(bob)) == ("Alice:", "Bob:")
    assert [said(permanent) for permanent in alice.battlefield] == ["Forest", "Forest (tapped, 2 +1/+1)", "card: Exotic Orchard"]
    assert said(whole.permanents["orchard"].chosen).startswith("chosen: ")
    assert said(whole.stack[1]) == "{ability_of: orchard, number: 1}" and said(whole.effects[0]) == "{card: Pale Moon}"
    assert said(alice.pool[1]).startswith("pool: ") and said(bob.pool[0]) == "Bob:"
    assert [said(card).split(":")[0] for card in (alice.hand[1], alice.exile[0], alice.library[0])] == ["hand", "exile", "library"]


def test_a_mapping_has_no_lines():
    assert battlefield("Forest")[0].line is None


# ---- ids ------------------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("name, id", [
    ("Serra's Sanctum", "serra-s-sanctum"),
    ("Lim-Dûl the Necromancer", "lim-dul-the-necromancer"),
    ("+2 Mace", "-2-mace"),
    ("Erase (Not the Urza's Legacy One)", "erase-not-the-urza-s-legacy-one-"),
    ("Thing in the Ice // Awoken Horror", "thing-in-the-ice"),
    ("awoken horror", "awoken-horror"),
])
def test_the_id_is_made_of_the_name(name, id):
    assert ids(battlefield(name)) == [id]


@pytest.mark.parametrize("entries, expected", [
    (["Forest", "Forest"], ["forest", "forest-2"]),
    (["2 Forest", "Island", "Forest"], ["forest", "forest-2", "island", "forest-3"]),
    ([{"card": "Forest", "count": 3, "id": "f"}], ["f", "f-2", "f-3"]),
    (["Forest", {"card": "Island", "id": "forest"}], ["forest-2", "forest"]),
    (["3 Forest", {"card": "Island", "id": "forest-2"}], ["forest", "forest-3", "forest-4", "forest-2"]),
    ([{"card": "Forest", "count": 2, "id": "f"}, {"card": "Island", "id": "f-2"}], ["f", "f-3", "f-2"]),
])
def test_ids_that_are_taken(entries, expected):
    assert ids(battlefield(*entries)) == expected


def test_ids_go_by_players_and_permanents_come_first():
    whole = one("{players: {Alice: {hand: [Forest], battlefield: [Forest]}, Bob: {battlefield: [Forest, {card: Forest, id: forest-2}]}}}")
    alice, bob = whole.players.values()
    assert (ids(alice.battlefield), ids(bob.battlefield), ids(alice.hand)) == (["forest"], ["forest-3", "forest-2"], ["forest-4"])


# ---- the short form -------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("text, name, number, said", [
    ("forest", "Forest", 1, {}),
    ("2 Forest", "Forest", 2, {}),
    ("Forest (tapped)", "Forest", 1, {"tapped": True}),
    ("2 Forest (tapped, 3 charge)", "Forest", 2, {"tapped": True, "counters": {"charge": 3}}),
    ("Forest (Phased Out, face_down, sick)", "Forest", 1, {"phased_out": True, "face_down": True, "sick": True}),
    ("Walking Ballista (2 +1/+1, 1 -1/-1)", "Walking Ballista", 1, {"counters": {"+1/+1": 2, "-1/-1": 1}}),
    ("Walking Ballista (2 +1/+1 counters)", "Walking Ballista", 1, {"counters": {"+1/+1": 2}}),
    ("Hill Giant (1 first strike counter)", "Hill Giant", 1, {"counters": {"first strike": 1}}),
    ("Erase (Not the Urza's Legacy One)", "Erase (Not the Urza's Legacy One)", 1, {}),
    ("2 Erase (Not the Urza's Legacy One)", "Erase (Not the Urza's Legacy One)", 2, {}),
    ("Erase (Not the Urza's Legacy One) (tapped)", "Erase (Not the Urza's Legacy One)", 1, {"tapped": True}),
    ("1996 World Champion", "1996 World Champion", 1, {}),
    ("2 1996 World Champion (tapped)", "1996 World Champion", 2, {"tapped": True}),
    ("Treasure (token)", "Treasure", 1, {"token": True}),
])
def test_the_short_form(text, name, number, said):
    permanents = battlefield(text)
    assert len(permanents) == number
    for permanent in permanents:
        assert permanent.card.name == name
        flags = {flag: getattr(permanent, flag) for flag in schema.FLAGS if getattr(permanent, flag)}
        assert flags | ({"counters": permanent.counters} if permanent.counters else {}) == said


def test_zones_have_short_and_long_forms():
    exile = one("{players: {Alice: {exile: [2 Rift Bolt (1 time), {card: Forest, count: 2}]}}}").players["Alice"].exile
    assert [(card.card.name, card.counters) for card in exile] == [("Rift Bolt", {"time": 1})] * 2 + [("Forest", {})] * 2


# ---- references -----------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("reference, meant", [
    ("isle", "isle"),
    ("ISLAND", "isle"),
    ("Lim-Dul the Necromancer", "lim-dul-the-necromancer"),
    ("Thing in the Ice // Awoken Horror", "thing-in-the-ice"),
    ("Alice", "Alice"),
])
def test_a_reference_is_an_id_a_card_that_only_one_has_or_a_player(reference, meant):
    growth, *_ = battlefield({"card": "Wild Growth", "attached_to": reference}, {"card": "Island", "id": "isle"},
                             "Lim-Dûl the Necromancer", "Thing in the Ice")
    assert growth.attached_to == meant


def test_an_id_goes_before_a_cards_name():
    growth, *_ = battlefield({"card": "Wild Growth", "attached_to": "Forest"}, "Forest", {"card": "Island", "id": "Forest"})
    assert growth.attached_to == "Forest"


def test_a_permanent_can_be_asked_for():
    whole = one("{players: {Alice: {battlefield: [Forest, 2 Island]}}}")
    assert whole.permanent("Forest") is whole.permanents["forest"]
    with pytest.raises(BoardError, match="could be each of 2\n  allowed: an id: island, island-2"):
        whole.permanent("Island")
    with pytest.raises(BoardError, match="'forst' is nothing on this board\n.*\n  nearest: forest"):
        whole.permanent("forst")


# ---- cards of the user's own ----------------------------------------------------------------------------------------------

def test_own_cards_are_laid_over_the_pool():
    whole = one("""
        cards:
          - {name: Test Bear, type: creature - elf bear, text: "{T}: Add {G}.", mana_cost: "{1}{G}", power: 2, toughness: "*",
             colors: [G, white]}
          - {name: Forest, type: Land, text: ""}
        players: {Alice: {battlefield: [Test Bear, Forest]}}
    """)
    bear, forest = whole.pool.entries
    assert bear == {"name": "Test Bear", "type": "Creature - Elf Bear", "text": "{T}: Add {G}.", "manaCost": "{1}{G}", "power": "2",
                    "toughness": "*", "colorIndicator": ["G", "W"]}
    assert forest == {"name": "Forest", "type": "Land", "text": "", "colorIndicator": []}
    assert [own.name for own in whole.cards] == ["Test Bear", "Forest"] and whole.cards[0].line == 3
    assert [permanent.card for permanent in whole.permanents.values()] == [own.card for own in whole.cards]


@pytest.mark.parametrize("cost", ["", "{0}", "{10}{G}{G}", "{X}{S}", "{W/U}{2/B}{C/R}", "{G/P}{G/U/P}"])
def test_mana_costs(cost):
    (entry,) = load({"cards": [{"name": "Own", "type": "Land", "mana_cost": cost}], "players": {"Alice": {}}}, POOL).pool.entries
    assert entry["manaCost"] == cost


@pytest.mark.parametrize(("cost", "meant"), [("2UG", "{2}{U}{G}"), ("10", "{10}"), ("ww", "{W}{W}"), ("{2}{Q}", None), ("2Q", None)])
def test_a_mana_cost_without_braces_is_told_with_them(cost, meant):
    with pytest.raises(BoardError) as found:
        load({"cards": [{"name": "Own", "type": "Land", "mana_cost": cost}], "players": {"Alice": {}}}, POOL)
    assert found.value.nearest == meant


def test_a_pool_that_cannot_read_a_card_is_an_error_at_that_card(monkeypatch):
    def refuse(self, cards):
        raise ValueError("no such cost")

    monkeypatch.setattr(type(POOL), "with_cards", refuse)
    with pytest.raises(BoardError, match=r"(?s)cards\[0\].name\n.*no such cost"):
        load({"cards": [{"name": "Test", "type": "Land"}], "players": {"Alice": {}}}, POOL)


# ---- forms of a file ------------------------------------------------------------------------------------------------------

def test_yaml_json_standard_input_and_a_mapping_say_the_same(tmp_path, monkeypatch):
    tree = parse(WHOLE).plain()
    expected = one(WHOLE)
    forms = {"board.yaml": WHOLE, "board.YML": WHOLE, "board.json": json.dumps(tree), "board": json.dumps(tree, indent="\t")}
    for name, text in forms.items():
        (tmp_path / name).write_text(text, "utf-8")
        assert load(tmp_path / name, POOL) == load(str(tmp_path / name), POOL) == expected
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        assert load("-", POOL) == expected
    assert load(tree, POOL) == expected
    assert one(WHOLE.replace("damage: 1", "damage: 2")) != expected


def test_yaml_is_of_version_1_2():
    whole = one("{active: on, players: {yes: {life: 0o17}, on: {life: -08, team: 2026-09-25, counters: {null: 1}}, 12: }}")
    assert list(whole.players) == ["yes", "on", "12"] and whole.active == "on"
    assert [player.life for player in whole.players.values()] == [15, -8, 20]
    assert (whole.players["on"].team, whole.players["on"].counters) == ("2026-09-25", {"null": 1})


def test_aliases_are_read():
    alice, bob = one("{players: {Alice: &both {battlefield: [Forest]}, Bob: *both}}").players.values()
    assert (ids(alice.battlefield), ids(bob.battlefield)) == (["forest"], ["forest-2"])


def test_what_yaml_1_1_made_of_an_edition():
    import datetime

    assert load({"edition": datetime.date(2026, 9, 25), "players": {"Alice": {}}}, POOL).edition == "2026-09-25"


# ---- amounts --------------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("said, mana", [
    ("GGC", {"g": 2, "c": 1}), ("ggw", {"w": 1, "g": 2}), ("", {}), ({"G": 2, "c": 1, "W": 0}, {"g": 2, "c": 1}), ({}, {}),
])
def test_amounts_of_mana(said, mana):
    (part,) = load({"players": {"Alice": {"pool": said}}}, POOL).players["Alice"].pool
    assert part.mana == mana and list(part.mana) == sorted(mana, key="wubrgc".index)


@pytest.mark.parametrize("said, kind", [("Charge", "charge"), ("−1/−1", "-1/-1"), ("+0/+2", "+0/+2"), ("first strike", "first strike")])
def test_kinds_of_counters(said, kind):
    assert battlefield({"card": "Forest", "counters": {said: 0}})[0].counters == {kind: 0}, "a number of 0 is said, too"


@pytest.mark.parametrize("said, step", [("upkeep", "upkeep"), ("End Step", "end"), ("precombat main phase", "precombat main")])
def test_steps(said, step):
    assert load({"step": said, "players": {"Alice": {}}}, POOL).step == step


# ---- size -----------------------------------------------------------------------------------------------------------------

def test_a_thousand_permanents_load_well_under_half_a_second(tmp_path):
    lines = "      - {card: Grizzly Bears, tapped: true, counters: {charge: 2}}\n      - Forest (tapped, 1 charge)\n" * 500
    (tmp_path / "board.yaml").write_text(f"players:\n  Alice:\n    battlefield:\n{lines}")
    times = []
    for _ in range(3):
        start = time.perf_counter()
        assert len(load(tmp_path / "board.yaml", POOL).permanents) == 1000
        times.append(time.perf_counter() - start)
    assert min(times) < 0.5


def test_nothing_heavy_is_imported_for_reading_a_board():
    code = "import sys, kb.board; print({'clingo', 'kb.cards', 'kb.oracle', 'lark', 'jinja2', 'msgspec'} & {*sys.modules})"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=Path(__file__).parent.parent)
    assert run.stdout == "set()\n", run.stderr


# ---- JSON Schema ----------------------------------------------------------------------------------------------------------

def fits(value, schema):
    """Whether a value fits a JSON Schema, as far as ours go."""
    import re

    if "anyOf" in schema:
        return any(fits(value, option) for option in schema["anyOf"])
    if "enum" in schema:
        return value in schema["enum"]
    kinds = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool, "null": type(None)}
    if "type" in schema and type(value) is not kinds[schema["type"]]:
        return False
    if isinstance(value, dict):
        others = schema.get("additionalProperties", {})
        properties = schema.get("properties", {})
        return (all(key in value for key in schema.get("required", ())) and len(value) >= schema.get("minProperties", 0)
                and all(fits(key, schema.get("propertyNames", {})) for key in value)
                and all(fits(part, properties[key]) if key in properties else others is not False and fits(part, others)
                        for key, part in value.items()))
    if isinstance(value, list):
        return all(fits(part, schema.get("items", {})) for part in value)
    if isinstance(value, str):
        return len(value) <= schema.get("maxLength", len(value)) and bool(re.search(schema.get("pattern", ""), value))
    if isinstance(value, int):
        return schema.get("minimum", value) <= value <= schema.get("maximum", value)
    return True


def test_the_schema_of_a_board_has_room_for_every_key():
    whole = parse(WHOLE).plain()
    whole["step"] = "declare attackers"
    assert fits(whole, schema.schema_of("board"))


@pytest.mark.parametrize("text", [
    "{players: {}}", "{players: {Alice: }, life: 3}", "{players: {Alice: {life: true}}}", "{players: {Alice: {hand: Forest}}}", "[]",
    "{players: {Alice: {battlefield: [{id: x}]}}}", "{step: soon, players: {Alice: }}", "{players: {Alice: {counters: {x: -1}}}}",
])
def test_what_does_not_fit_the_schema_does_not_load(text):
    assert not fits(parse(text).plain(), schema.schema_of("board"))
    with pytest.raises(BoardError):
        one(text)


def test_the_schemas_are_json():
    for what in ("board", "answer", "case"):
        assert json.loads(json.dumps(schema.schema_of(what)))["title"] == what


@pytest.mark.parametrize("question, arguments", [
    ("could-produce", {}), ("tap", {"of": "sol-ring"}), ("mana-ability", {"of": "sol-ring", "ability": 1}), ("characteristics", {"of": "bears"}),
    ("put-counters", {"on": "bears", "counters": {"+1/+1": 1}}), ("proliferate", {}), ("state", {}), ("activate", {"of": "sol-ring"}),
])
def test_answers_fit_the_schema(question, arguments):
    from kb.questions import ask

    whole = load({"players": {"Alice": {"battlefield": ["Sol Ring", "Mana Flare", {"card": "Grizzly Bears", "id": "bears", "counters": {"+1/+1": 1}}]}}})
    answer = json.loads(json.dumps(ask(whole, question, **arguments).to_json()))
    assert fits(answer, schema.ANSWER) and fits(answer["answer"], schema.ANSWERS[question])


def test_the_schema_of_an_answer():
    answer = {"question": "tap", "edition": "2026-09-25", "exact": True, "not_modelled": [], "answer": [{"mana": {"Alice": {"G": 2}}}]}
    assert fits(answer, schema.ANSWER) and not fits(answer | {"exact": "yes"}, schema.ANSWER)
    assert fits(answer["answer"], schema.ANSWERS["tap"]) and not fits([{"mana": {"Alice": {"X": 2}}}], schema.ANSWERS["tap"])
