"""State-based actions, and how one program's result becomes the state that the next one starts from."""

from clingo import Function, Number, String
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.board import load
from kb.rulebook import Rulebook
from kb.solving import Solution, solve
from kb.stages import advance, following, run

BOOK = Rulebook.load()
CREATURES = {"Grizzly Bears": 2, "Hill Giant": 3, "Ornithopter": 2, "Darksteel Myr": 1, "Isamaru, Hound of Konda": 2}  # toughness
AURAS = ["Rancor", "Indestructibility", "Dead Weight", "Wild Growth"]
KINDS = ["+1/+1", "-1/-1", "indestructible", "shield", "charge", "finality"]


def life(player, amount):
    return Function("life", [String(player), Number(amount)])


# ---- stages ---------------------------------------------------------------------------------------------------------------

def showing(**shown):
    return Solution({"removed": [], "made": [], "follows": []} | {name: [Function(name, arguments) for arguments in atoms]
                                                                   for name, atoms in shown.items()}, [])


def test_the_next_state_is_the_last_one_without_what_was_removed_and_with_what_was_made():
    solution = showing(removed=[[life("Bob", 20)], [life("Cleo", 1)]], made=[[life("Bob", 17)], [life("Alice", 20)]])
    assert advance([life("Alice", 20), life("Bob", 20)], solution) == [life("Alice", 20), life("Bob", 17)]


def test_what_follows_comes_in_the_order_that_is_said():
    state, proliferate = Function("state"), Function("proliferate", [String("Bob"), Number(2)])
    assert following(showing(follows=[[Number(2), state], [Number(1), proliferate]])) == [proliferate, state]
    assert following(showing()) == []


# ---- state-based actions --------------------------------------------------------------------------------------------------

def of_alice(*battlefield, **more):
    return load({"players": {"Alice": {"battlefield": list(battlefield)}, "Bob": {}}, **more})


def test_what_is_left_is_told_and_what_is_gone_is_not():
    board = of_alice({"card": "Grizzly Bears", "id": "one", "damage": 1, "counters": {"+1/+1": 3, "-1/-1": 1}},
                     {"card": "Grizzly Bears", "id": "two", "damage": 2, "counters": {"charge": 1}})
    (result,) = board.state().value
    assert result["counters"] == {"one": {"+1/+1": 2}} and result["damage"] == {"one": 1}
    assert result["life"] == {"Alice": 20, "Bob": 20}
    assert (result["dies"], result["loses"]) == (["two"], [])


def test_a_condition_keeps_the_results_in_which_it_holds_at_the_end():
    board = of_alice(*({"card": "Isamaru, Hound of Konda", "id": id} for id in "abc"), {"card": "Rancor", "id": "aura", "attached_to": "a"})
    assert sorted(result["dies"] for result in board.state().value) == [["a", "aura", "b"], ["a", "aura", "c"], ["b", "c"]]
    assert [result["dies"] for result in board.state(where="survives(aura) and dies(b)").value] == [["b", "c"]]
    assert board.state(where="survives(a) and survives(b)").value == []


def test_protectors_to_choose_from_do_not_make_several_results():
    battle = {"card": "Invasion of Tarkir", "id": "siege"}
    answer = load({"players": {"Alice": {"battlefield": [battle]}, "Bob": {}, "Cleo": {}}}).state()
    assert [result["dies"] for result in answer.value] == [[]]


def test_what_is_not_modelled_is_named_where_it_could_matter():
    rest = {"name": "Rest", "type": "Enchantment", "text": "If a creature would die, exile it instead."}
    bears = {"card": "Grizzly Bears", "id": "bears"}
    assert of_alice("Rest", bears, cards=[rest]).state().exact
    answer = of_alice("Rest", bears | {"damage": 2}, cards=[rest]).state()
    assert [(missing["id"], missing["touches"]) for missing in answer.not_modelled] == [("rest", ["dying"])]
    humility = of_alice("Humility", bears).state()
    assert [missing["id"] for missing in humility.not_modelled] == ["humility"]


def test_only_what_may_be_attached_stays_attached():
    hosts = [{"card": "Grizzly Bears", "id": "bears"}, {"card": "Forest", "id": "forest"}]
    attached = {"ring": ("Sol Ring", "bears"), "giant": ("Hill Giant", "bears"), "axe": ("Bonesplitter", "bears"), "lost": ("Bonesplitter", "forest"),
                "aura": ("Rancor", "bears"), "growth": ("Wild Growth", "forest"), "blades": ("Lizard Blades", "bears")}
    board = of_alice(*hosts, *({"card": card, "id": id, "attached_to": host} for id, (card, host) in attached.items()))
    (end,) = board.state().asked.ends
    assert end.value()["dies"] == []
    assert {atom.arguments[0].string for atom in end.facts if atom.name == "attached_to"} == {"axe", "aura", "growth", "blades"}


def test_an_umbra_is_destroyed_in_place_of_what_it_enchants():
    bears = {"card": "Grizzly Bears", "id": "bears", "damage": 4}
    umbras = [{"card": card, "attached_to": "bears"} for card in ("Hyena Umbra", "Spider Umbra")]
    assert sorted(result["dies"] for result in of_alice(bears, *umbras).state().value) == [["hyena-umbra"], ["spider-umbra"]]
    assert all(result["damage"] == {} for result in of_alice(bears, *umbras).state().value)
    (kept,) = of_alice(bears | {"counters": {"indestructible": 1}}, *umbras).state().value
    assert kept["dies"] == [] and kept["damage"] == {"bears": 4}


# ---- whatever the board ---------------------------------------------------------------------------------------------------

@st.composite
def boards(draw, auras=True):
    def creature(number):
        return {"card": draw(st.sampled_from(sorted(CREATURES))), "id": f"c{number}", "damage": draw(st.integers(0, 4)),
                "counters": draw(st.dictionaries(st.sampled_from(KINDS), st.integers(1, 3), max_size=2))}

    creatures = [creature(number) for number in range(draw(st.integers(1, 5)))]
    attached = [{"card": draw(st.sampled_from(AURAS)), "attached_to": draw(st.sampled_from(creatures))["id"]}
                for _ in range(draw(st.integers(0, 3)) if auras else 0)]
    cut = draw(st.integers(0, len(creatures)))
    anthem = draw(st.sampled_from([[], [{"card": "Glorious Anthem"}]])) if auras else []
    return load({"players": {"Alice": {"battlefield": [*creatures[:cut], *attached, *anthem]},
                             "Bob": {"counters": {"poison": draw(st.integers(0, 11))}, "battlefield": creatures[cut:]}}})


@settings(max_examples=40, deadline=None)
@given(boards())
def test_once_they_have_come_to_an_end_nothing_more_is_done(board):
    answer = board.state()
    for end in answer.asked.ends:
        assert len(end.run) <= len(board.permanents) + 2
        if not end.value()["loses"]:
            again = list(run(BOOK, "state", end.facts))
            assert [len(stages) for stages in again] == [1] and set(advance(end.facts, again[0][0].solution)) == set(end.facts)


@settings(max_examples=25, deadline=None)
@given(boards())
def test_nothing_dies_and_nobody_loses_without_a_rule_on_state_based_actions(board):
    for stage in next(run(BOOK, "state", board.state().asked.facts)):
        for goal in (*stage.solution.shown["dies"], *stage.solution.shown["loses"]):
            steps = reasons(stage, goal)
            assert any(number.startswith("704.5") for step in steps for number in step.cites), goal


def reasons(stage, goal):
    from kb.explanation import explain

    return explain(BOOK, stage.question, stage.solution.atoms, [goal]).steps.values()


@settings(max_examples=60, deadline=None)
@given(boards(auras=False))
def test_creatures_die_of_toughness_and_damage_alone(board):
    """Reckoned otherwise: without Auras and anthems one round is all there is, but for the legends of which one is kept."""
    dying = set()
    for creature in board.permanents.values():
        counters = creature.counters
        toughness = CREATURES[creature.card.name] + counters.get("+1/+1", 0) - counters.get("-1/-1", 0)
        indestructible = creature.card.name == "Darksteel Myr" or "indestructible" in counters
        if (toughness <= 0 or creature.damage >= toughness and not indestructible) and "finality" not in counters:
            dying.add(creature.id)
    legends = [{permanent.id for permanent in player.battlefield if permanent.card.name.startswith("Isamaru")} for player in board.players.values()]
    for result in board.state().value:
        dies = set(result["dies"])
        assert dying <= dies and all(any(creature in of_one for of_one in legends if len(of_one) > 1) for creature in dies - dying)
        assert result["loses"] == (["Bob"] if board.players["Bob"].counters.get("poison", 0) >= 10 else [])


def test_a_program_of_one_check_has_one_answer_set_where_nothing_is_chosen():
    board = of_alice({"card": "Grizzly Bears", "damage": 2})
    assert len(solve(BOOK.statements_for("state"), board.state().asked.facts)) == 1


def test_damage_by_deathtouch_destroys_once_and_is_forgotten():
    touched = Function("dealt_deathtouch", [String("bears")])
    for counters, dies in (({}, ["bears"]), ({"indestructible": 1}, [])):
        facts = of_alice({"card": "Grizzly Bears", "id": "bears", "counters": counters}).state().asked.facts
        (stages,) = run(BOOK, "state", [*facts, touched])
        assert [atom.arguments[0].string for stage in stages for atom in stage.solution.shown["dies"]] == dies
        assert touched not in advance(stages[0].facts, stages[0].solution)


def test_a_token_that_died_is_nowhere():
    facts = of_alice({"card": "Grizzly Bears", "id": "bears", "token": True, "damage": 2}).state().asked.ends[0].facts
    assert not {atom.name for atom in facts if atom.arguments and atom.arguments[0] == String("bears")} & {"permanent", "in_zone", "controller"}
