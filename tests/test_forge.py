"""Forge game states: what each word means, back and forth without loss, and no text that breaks the reader."""

import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import kb
from kb import converting
from kb.board import BoardError, load
from kb.cards import pool
from kb.forge import reading, writing
from kb.reading import grow, parse

STATE = """[metadata]
Name:Two of each
URL:https://example.org/1
Goal:Win
[state]
# a comment
turn=3
ActivePlayer=p1
ActivePhase=COMBAT_DECLARE_BLOCKERS
p0life=-2
p0counters=POISON=3,ENERGY=2
p0landsplayed=1
p0landsplayedlastturn=0
p0manapool=U U R 2
p0persistentmana=G
p0hand=Fire // Ice; Thing in the Ice ;
p0exile=Rift Bolt|Counters:TIME=1|ExiledWith:7;Forest|FaceDown;Island|Id:9
p0command=Kalemne, Disciple of Iroas|IsCommander
p0library=Forest;Swamp
p0play=Isochron Scepter|Id:7|Imprinting:9;Forest;Forest|Id:3|Tapped|SummonSick;Wild Growth|Attaching:3;Curse of Opulence|EnchantingPlayer:P1
p1battlefield=T:c_a_treasure_sac;T:w_2_2_knight_vigilance|Tapped|Attacking;Exotic Orchard|Owner:HUMAN|PhasedOut;Sol Ring+|Set:LEA|Art:1
p1putonstack=Giant Growth->3;Circle of Protection^ Red
p1Name=Nick
"""


def state(*lines):
    return load(reading.parse("\n".join(["[state]", *lines]), "state.pzl"))


def permanent(said, *lines):
    """The first one of p0's battlefield."""
    return state(f"p0battlefield={said}", "p1life=20", *lines).players["p0"].battlefield[0]


def sent(board, tree, form):
    """The board after a way through a form, and what was left out."""
    text, left_out = converting.written(board, tree, form)
    return load(reading.parse(text) if form == "forge" else parse(text)), left_out


# ---- the whole ------------------------------------------------------------------------------------------------------------

def test_a_state_is_a_board():
    board = load(reading.parse(STATE, "state.pzl"))
    assert (board.name, board.active, board.step, list(board.players)) == ("Two of each", "Nick", "declare blockers", ["p0", "Nick"])
    me, nick = board.players.values()
    assert (me.life, me.counters, me.lands_played) == (-2, {"poison": 3, "energy": 2}, 1)
    assert [dict(part.mana) for part in me.pool] == [{"u": 2, "r": 1, "g": 1, "c": 2}]
    assert [card.card.full_name for card in me.hand] == ["Fire // Ice", "Thing in the Ice // Awoken Horror"]
    assert [card.id for card in me.library] == ["forest-4", "swamp"] and [card.name for card in me.commander] == ["Kalemne, Disciple of Iroas"]
    assert me.exile[0].counters == {"time": 1}
    scepter, _, forest, growth, curse = me.battlefield
    assert sorted(card.name for card in scepter.exiled_with) == ["Island", "Rift Bolt"]
    assert forest.tapped and forest.sick and (growth.attached_to, curse.attached_to) == ("forest-2", "Nick")
    treasure, knight, orchard, ring = nick.battlefield
    assert treasure.card.is_token and treasure.token and knight.attacking == "p0" and knight.tapped
    assert (orchard.owner, orchard.controller, orchard.phased_out) == ("p0", "Nick", True)
    assert ring.card.name == "Sol Ring" and ring.forge == ("Set:LEA", "Art:1")
    assert [(spell.card.name, spell.controller, spell.targets) for spell in board.stack] == [
        ("Giant Growth", "Nick", ("forest-2",)), ("Circle of Protection: Red", "Nick", ())]
    assert board.forge["metadata"] == {"URL": "https://example.org/1", "Goal": "Win"}
    assert board.forge["state"] == {"turn": "3", "p0landsplayedlastturn": "0", "p0persistentmana": "G"}


def test_human_and_ai_are_players_in_this_order():
    board = state("ailife=3", "HumanHand=Forest", "activeplayer=ai")
    assert list(board.players) == ["human", "ai"] and board.active == "ai" and board.players["human"].hand[0].card.name == "Forest"


def test_a_state_needs_no_section_and_may_come_without_a_name(tmp_path):
    (tmp_path / "state.txt").write_text("p0battlefield=Forest\n")
    assert load(tmp_path / "state.txt").players["p0"].battlefield[0].card.name == "Forest"
    for text in ("[state]\np0battlefield=Forest\r\n", "# a state\n\nTurn=1\np0battlefield=Forest", "HumanPlay = Forest\n"):
        (tmp_path / "state").write_text(text)
        assert load(tmp_path / "state").could_produce().value == {"forest": ["G"]}


@pytest.mark.parametrize("form", ["forge", "yaml", "json"])
def test_nothing_is_lost_on_the_way(form):
    tree = reading.parse(STATE, "state.pzl")
    board = load(tree)
    assert sent(board, tree, form) == (board, [])
    text = converting.written(board, tree, form)[0]
    again = reading.parse(text) if form == "forge" else parse(text)
    assert writing.write(load(again), again) == writing.write(board, tree)


# ---- words ----------------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("marks, said", [
    ("Tapped", {"tapped": True}), ("SummonSick", {"sick": True}), ("summonsick", {"sick": True}), ("PhasedOut", {"phased_out": True}),
    ("FaceDown", {"face_down": True}), ("Transformed", {"transformed": True}), ("IsToken", {"token": True}), ("Damage:2", {"damage": 2}),
    ("Counters:P1P1=2,M0M1=1,First Strike=1", {"counters": {"+1/+1": 2, "-0/-1": 1, "first strike": 1}}),
    ("Owner:AI", {"owner": "p1", "controller": "p0"}), ("EnchantingPlayer:p1", {"attached_to": "p1"}), ("Attacking", {"attacking": "p1"}),
    ("Id:3|Attacking:3", {"attacking": "thing-in-the-ice"}), ("BoardId:it", {"id": "it"}),
    ("Flipped", {"transformed": True, "forge": ("Flipped",)}), ("Modal", {"transformed": True, "forge": ("Modal",)}),
    ("FaceDown:Manifested", {"face_down": True, "forge": ("FaceDown:Manifested",)}),
    ("Set:ISD|Art:2|NoETBTrigs", {"forge": ("Set:ISD", "Art:2", "NoETBTrigs")}),
])
def test_what_a_word_says_of_a_permanent(marks, said):
    it = permanent(f"Thing in the Ice|{marks}")
    assert {key: getattr(it, key) for key in said} == said


@pytest.mark.parametrize("word, key, value", [
    ("ChosenColor:red", "color", "r"), ("ChosenColor:G", "color", "g"), ("ChosenType:forest", "type", "Forest"),
    ("ChosenType:Time Lord", "creature_type", "Time Lord"), ("ChosenType:Creature", "type", "creature"),
])
def test_what_was_chosen(word, key, value):
    assert getattr(permanent(f"Forest|{word}").chosen, key) == value
    assert permanent("Pithing Needle|NamedCard:Sol Ring").chosen.card.name == "Sol Ring"


@pytest.mark.parametrize("line", [
    "p0battlefield=Forest|ExecuteScript:TrigChange->1", "p0battlefield=Forest|MergedCards:Dreamtail Heron", "p0battlefield=Forest|ChosenType2:Elf",
    "p0battlefield=Forest|Meld", "p0battlefield=Forest|ClassLevel:2", "p0battlefield=Forest|ChosenColor:red,blue", "p0battlefield=Forest|Odd",
    "p0battlefield=Forest|Id:1|ChosenCards:1", "p0battlefield=T:b_0_1_wizard_snipe", "p0battlefield=T:nobodys_token",
    "p0precast=Shock", "aiprecast=Joraga Invocation", "p0putonstack=Forest:TrigDraw", "p0speed=2", "p0numringtemptedyou=1", "odd=1", "p0oddity=1",
    "activephase=COMBAT_FIRST_STRIKE_DAMAGE", "activephase=UPKEEP\nactivephaseadvance=DRAW",
])
def test_what_has_no_word_and_could_matter_is_named(line):
    board = state(line, "p1life=20")
    assert not board.could_produce().exact
    text = line.partition("=")[2].split("|")[-1] if "battlefield" in line else line.partition("=")[2].split("=")[-1]
    named = [item["ability"] for item in board.could_produce().not_modelled]
    assert any(text.split(":")[-1].split("_")[-1] in name for name in named), named


def test_it_is_named_in_every_question():
    board = state("p0battlefield=Forest", "p0precast=Shock")
    answers = [board.could_produce(), board.state(), board.proliferate(), board.combat_damage(), board.damage([]), board.tap("forest"),
               board.characteristics("forest"), board.mana_ability("forest", ability=1), board.put_counters("forest", {"charge": 1})]
    assert {item["ability"] for answer in answers for item in answer.not_modelled} == {"precast=Shock"} and not any(a.exact for a in answers)


@pytest.mark.parametrize("line", [
    "p0battlefield=Forest|Set:M21|Art:1|NoETBTrigs|Id:4|Renowned", "p0battlefield=T:w_1_1_soldier", "p0speed=0", "p0precast=", "p0landsplayedlastturn=2",
    "p0persistentmana=U", "removesummoningsickness=true", "turn=9", "p0exile=Forest|FaceDown|OnAdventure", "p0sideboard=Forest",
])
def test_what_changes_nothing_leaves_an_answer_exact(line):
    assert state(line, "p1life=20").could_produce().exact


@pytest.mark.parametrize("lines, active, step", [
    (["activeplayer=p1", "activephase=CLEANUP", "activephaseadvance=UPKEEP"], "p0", "upkeep"),
    (["activeplayer=p1", "activephase=MAIN1", "activephaseadvance=COMBAT_DECLARE_BLOCKERS"], "p1", "declare blockers"),
    (["activeplayer=ai", "activephase=Main2"], "p1", "postcombat main"), (["activephase=none"], "p0", "precombat main"),
    (["activephase=End of Turn"], "p0", "end"),
])
def test_turns_and_phases(lines, active, step):
    board = state("p0life=1", "p1life=1", *lines)
    assert (board.active, board.step) == (active, step)


def test_nothing_is_sick_where_the_state_says_so():
    assert not permanent("Forest|SummonSick", "removesummoningsickness=true").sick


# ---- tokens ---------------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("text, name, value", [
    ("T:w_2_2_knight_vigilance", "Knight Token", {"types": ["Creature"], "subtypes": ["Knight"], "colors": ["W"], "power": 2, "toughness": 2}),
    ("T:c_4_4_a_construct", "Construct Token", {"types": ["Artifact", "Creature"], "colors": [], "power": 4}),
    ("T:gw_1_1_elf_warrior", "Elf Warrior Token", {"subtypes": ["Elf", "Warrior"], "colors": ["W", "G"]}),
    ("T:b_1_1_e_rat_deathtouch", "Rat Token", {"types": ["Creature", "Enchantment"], "abilities": ["deathtouch"]}),
    ("T:c_a_treasure_sac", "Treasure", {"types": ["Artifact"], "power": None}),
    ("T:incubator_c_0_0_a_phyrexian", "Incubator", {"types": ["Artifact"]}), ("T:role_monster", "Monster", {"subtypes": ["Aura", "Role"]}),
    ("T:c_3_2_a_vehicle", "Vehicle Token", {"types": ["Artifact"], "subtypes": ["Vehicle"]}),
    ("T:c_0_1_eldrazi_spawn_sac", "Eldrazi Spawn", {"power": 0, "toughness": 1}),
    ("T:ajanis_pridemate", "Ajani's Pridemate", {"subtypes": ["Cat", "Soldier"]}),
    ("t:Knight,P:2,T:2,Cost:no cost,Types:Creature-Knight,Keywords:Vigilance,Image:w_2_2_knight_rtr", "Knight Token",
     {"colors": ["W"], "power": 2, "abilities": ["vigilance"]}),
    ("t:Assembly-Worker,P:2,T:2,Color:,Types:Artifact-Creature-Assembly-Worker,Keywords:Toxic:1-First Strike", "Assembly-Worker Token",
     {"subtypes": ["Assembly-Worker"], "types": ["Artifact", "Creature"], "colors": [], "abilities": ["first strike", "toxic"]}),
    ("t:Food,Types:Artifact-Food,Keywords:", "Food", {"types": ["Artifact"]}),
    ("t:Odd One,P:1,T:-1,Color:{W}{U},Types:Legendary-Creature-Time-Lord", "Odd One",
     {"supertypes": ["Legendary"], "subtypes": ["Time Lord"], "colors": ["W", "U"], "toughness": -1}),
])
def test_tokens(text, name, value):
    it = permanent(text)
    assert it.card.name == name and it.token
    said = state(f"p0battlefield={text}").characteristics(it.id).value
    said["abilities"] = sorted(ability["says"] for ability in said["abilities"])
    assert {key: sorted(said[key]) if isinstance(said[key], list) and key in ("types", "abilities") else said[key] for key in value} == value


def test_two_tokens_of_one_name():
    board = state("p0battlefield=T:w_1_1_soldier;T:r_2_3_a_soldier_haste")
    one, other = board.players["p0"].battlefield
    assert one.card is other.card and (one.power, other.power, other.toughness, other.colors) == (None, 2, 3, ("r",))
    assert board.characteristics(other.id).value["types"] == ["Artifact", "Creature"]
    tree = reading.parse("p0battlefield=T:w_1_1_soldier;T:r_2_3_a_soldier_haste")
    assert sent(board, tree, "forge") == (board, [])


# ---- bad input --------------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("text, line, says", [
    ("", 1, "tells of no player"), ("[state]\nturn=1", 1, "tells of no player"), ("players: {Alice: }", 1, "is no line of a game state"),
    ("[state]\np0life=x", 2, "is no number"), ("[main]\np0life=1", 1, "is no section"), ("p0life=1\np0life=2", 2, "is said twice"),
    ("p0life=1\nhumanlife=2", 2, "said twice"), ("p0battlefield=Forest;Forrest", 1, "nearest: Forest"), ("p0life=1\nactiveplayer=p1", 2, "is no player"),
    ("p0life=1\nactivephase=MANE1", 2, "nearest: MAIN1"), ("p0battlefield=Forest|Counters:P1P1", 1, "is no counter"),
    ("p0battlefield=Forest|Counters:P1P1=-1", 1, "0 to 1,000,000"), ("p0battlefield=Forest|AttachedTo:4", 1, "number of nothing"),
    ("p0battlefield=Forest|Id:4;Forest|Id:4", 1, "is said twice"), ("p0battlefield=Forest|Damage:much", 1, "is no number"),
    ("p0battlefield=Forest|Owner:P3", 1, "is no player"), ("p0manapool=Q", 1, "is no mana"), ("p0name=A\np1name=A", 1, "one name"),
    ("p0battlefield=t:Odd,P:1", 1, "types"), ("p0hand=Forest\x00", 1, "no printable character"), ("=", 1, "is no line"),
    ("p0battlefield=Wild Growth|Id:1|AttachedTo:2\np0hand=Forest|Id:2", 1, "is a card"),
])
def test_bad_input_is_told_with_its_place(text, line, says):
    with pytest.raises(BoardError) as fault:
        load(reading.parse(text, "state.pzl"))
    assert (fault.value.file, fault.value.line) == ("state.pzl", line) and says in str(fault.value)


ODD = ["=", "|", ";", ":", "->", ",", "\n", "Id:", "AttachedTo:", "Counters:", "T:", "t:", "p0", "p9", "human", "Imprinting:", "^", "[state]", "#", "9" * 20, "é"]


@pytest.mark.parametrize("seed", range(6))
def test_a_spoilt_state_is_a_board_or_an_error_with_its_line(seed):
    chance = random.Random(seed)
    for _ in range(60):
        text = list(STATE)
        for _ in range(chance.randint(1, 6)):
            begin = chance.randrange(len(text))
            text[begin:begin + chance.choice((0, 0, 1, 5, 40))] = chance.choice([*ODD, chance.choice(STATE), STATE[begin:begin + 30]])
        try:
            load(reading.parse("".join(text), "state.pzl"))
        except BoardError as fault:
            assert fault.file == "state.pzl" and fault.line and all(part.isprintable() for part in str(fault).split("\n"))


@settings(database=None, deadline=None, max_examples=150)
@given(st.lists(st.sampled_from([*"p01=|;:,-> \n", *ODD, "life", "battlefield", "Forest", "T:w_1_1_elf", "Tapped"]), max_size=60))
def test_any_text_is_a_state_or_an_error(parts):
    try:
        load(reading.parse("".join(parts), "state.pzl"))
    except BoardError as fault:
        assert fault.line


# ---- boards there and back ----------------------------------------------------------------------------------------------------

NAMES = ("Forest", "Island", "Grizzly Bears", "Walking Ballista", "Wild Growth", "Exotic Orchard", "Kalemne, Disciple of Iroas", "Thing in the Ice",
         "Circle of Protection: Red", "Lim-Dûl the Necromancer", "1996 World Champion", "+2 Mace", "Smoky Lounge // Misty Salon")
KINDS = ("+1/+1", "-1/-1", "charge", "first strike", "lore", "-0/-1", "time")
NUMBER = st.integers(0, 1000)
COUNTERS = st.dictionaries(st.sampled_from(KINDS), NUMBER, max_size=3)


def some(**parts):
    return st.fixed_dictionaries({}, optional=parts)


TRUE = st.just(True)
CARD = some(card=st.sampled_from(NAMES), counters=COUNTERS).filter(lambda card: "card" in card)
PERMANENT = st.builds(lambda name, more: {"card": name, **more}, st.sampled_from((*NAMES, "Treasure", "Food")), some(
    tapped=TRUE, sick=TRUE, phased_out=TRUE, face_down=TRUE, transformed=TRUE, counters=COUNTERS, damage=NUMBER,
    chosen=some(color=st.sampled_from("WUBRG"), creature_type=st.sampled_from(["Elf", "Time Lord"]), card=st.sampled_from(NAMES)),
)).map(lambda card: {**card, "token": True} if card["card"] in ("Treasure", "Food") else card)
PLAYER = some(life=st.integers(-1000, 1000), counters=st.dictionaries(st.sampled_from(["poison", "energy", "rad"]), NUMBER),
              pool=st.text(st.sampled_from("WUBRGC"), min_size=1, max_size=5), lands_played=st.integers(0, 3), hand=st.lists(CARD, max_size=3),
              graveyard=st.lists(CARD, max_size=2), exile=st.lists(CARD, max_size=2), library=st.lists(st.sampled_from(NAMES), max_size=3),
              battlefield=st.lists(PERMANENT, max_size=5))


@st.composite
def boards(draw):
    """What a game state can say."""
    names = draw(st.sampled_from([("Alice",), ("Alice", "Bob"), ("human", "ai"), ("p0", "p1"), ("Zoë =;", "#2", "ai", "d")]))
    players = {name: draw(PLAYER) for name in names}
    permanents = [card for player in players.values() for card in player.get("battlefield", ())]
    for number, card in enumerate(permanents):
        card |= {"id": f"own {number}"} if draw(st.booleans()) else {}
    ids = [card["id"] for card in permanents if "id" in card]
    for name, player in players.items():
        for card in player.get("battlefield", ()):
            card |= draw(some(owner=st.sampled_from(names), attached_to=st.sampled_from([*names, *ids])))
            if draw(st.booleans()):
                card["attacking"] = draw(st.sampled_from([names[(names.index(name) + 1) % len(names)], *ids]))
        for exiled in player.get("exile", ()) if ids else ():
            if draw(st.booleans()):
                holder = draw(st.sampled_from(ids))
                next(card for card in permanents if card.get("id") == holder).setdefault("exiled_with", []).append(exiled["card"])
        commanders = [card["card"] for card in player.get("hand", ())][:1]
        player |= {"commander": commanders} if commanders and draw(st.booleans()) else {}
    stack = draw(st.lists(st.fixed_dictionaries({"card": st.sampled_from(["Giant Growth", "Fire // Ice"]), "controller": st.sampled_from(names)},
                                                optional={"targets": st.lists(st.sampled_from([*names, *ids]), min_size=1, max_size=1)}), max_size=3))
    more = draw(some(active=st.sampled_from(names), step=st.sampled_from(kb.schema.STEPS), name=st.just("A name: of it"), description=st.just("It is.")))
    return {"players": players, "stack": sorted(stack, key=lambda item: names.index(item["controller"])), **more}


@settings(database=None, deadline=None, max_examples=40)
@given(boards())
@example({"players": {"Ann": {"exile": [{"card": "Island"}, {"card": "Forest"}], "battlefield": [{"card": "Forest", "exiled_with": ["Forest", "Island"]}]}}})
def test_a_board_is_the_same_after_a_way_through_every_form(plain):
    tree = grow(plain)
    board = load(tree)
    for form in converting.FORMS:
        assert sent(board, tree, form) == (board, [])


@pytest.mark.parametrize("said, left_out", [
    ("{battlefield: [{card: Forest, timestamp: 3}]}", "forest: timestamp"), ("{library: 40}", "Alice: the size of the library"),
    ("{team: one}", "Alice: team"), ("{pool: [{mana: G, only: creature spells}]}", "Alice: restricted mana"),
    ("{battlefield: [{card: Forest, chosen: {player: Alice}}]}", "forest: chosen player"), ("{commander: [Grizzly Bears]}", "Alice: commander"),
    ("{battlefield: [{card: Forest, power: 3}]}", "forest: power"), ("{battlefield: [{card: Forest, exiled_with: [Island]}]}", "forest: exiled_with"),
    ("}, format: commander, monarch: Alice, effects: [{card: Pale Moon}]", "board: format, board: monarch, board: effects"),
])
def test_what_a_game_state_cannot_say_is_told(said, left_out):
    tree = parse(f"{{players: {{Alice: {said}}}}}" if said.startswith("{") else f"{{players: {{Alice: {said}}}")
    assert ", ".join(writing.write(load(tree), tree)[1]) == left_out


def test_cards_of_the_boards_own_go_along_as_tokens():
    tree = parse("""
        cards: [{name: Beast Token, type: Creature — Beast, power: 3, toughness: 3, colors: [G], text: "Trample\\nHaste"}, {name: Own, type: Land, text: ""}]
        players: {Alice: {battlefield: [{card: Beast Token, token: true}, Treasure (token), Own]}}""")
    board = load(tree)
    text, left_out = writing.write(board, tree)
    assert left_out == ["cards: Own"] and "t:Beast Token,P:3,T:3,Cost:no cost,Color:G,Types:Creature-Beast,Keywords:Trample-Haste" in text
    again = load(reading.parse(text.replace(";Own", "")))
    assert again.permanents["beast-token"] == board.permanents["beast-token"]
    assert again.permanents["treasure"].card == pool().find("Treasure", token=True)


def test_large_states_are_read_soon():
    tokens = ";".join(["t:Elf Warrior,P:1,T:1,Cost:no cost,Color:G,Types:Creature-Elf-Warrior,Keywords:,Image:g_1_1"] * 900)
    board = state(f"p0battlefield={tokens};Forest", "p1life=28000")
    assert len(board.permanents) == 901 and len(board.cards) == 1
