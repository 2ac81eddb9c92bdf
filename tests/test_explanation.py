"""Explanations: of small programs made for a point, and of many made at random."""

import tempfile
from pathlib import Path

import pytest
from clingo import Control, Function, Number, String
from clingo.ast import ProgramBuilder
from hypothesis import given, settings
from hypothesis import strategies as st
from soundness import assert_sound

from kb import BoardError
from kb.answer_set import AnswerSet, fits
from kb.clauses import Clauses
from kb.derivations import _supports, _that_may_apply
from kb.explanation import ANY, cites, explain, parse_goal, says, why_not
from kb.rulebook import Rulebook


def rulebook(directory, rules, question="#show."):
    """A rulebook of one file and one question."""
    (directory / "questions").mkdir(parents=True)
    (directory / "EDITION").write_text("2026-09-25\n")
    (directory / "rules.lp").write_text(rules)
    (directory / "questions" / "q.lp").write_text(question)
    return Rulebook(directory)


def facts(text):
    control = Control()
    control.add(text)
    control.ground()
    return [atom.symbol for atom in control.symbolic_atoms]


def answer_set(book, board):
    """All atoms of the one answer set of the question `q`."""
    control = Control()
    control.add(board)
    with ProgramBuilder(control) as builder:
        for statement in book.statements_for("q"):
            builder.add(statement)
    control.ground()
    with control.solve(yield_=True) as models:
        return list(next(iter(models)).symbols(atoms=True))


def atom(text):
    return facts(f"{text}.")[0]


class World:
    """A rulebook and the answer set of some facts under it."""

    def __init__(self, directory, rules, board, show=""):
        shows = "".join(f"#show {signature}.\n" for signature in show.split())
        self.book = rulebook(directory, rules, shows or "#show.")
        self.atoms = answer_set(self.book, board)

    def why(self, *goals):
        why = explain(self.book, "q", self.atoms, map(atom, goals))
        assert_sound(why, self.atoms, self.book)
        return why

    def why_not(self, goal):
        why = why_not(self.book, "q", self.atoms, goal if isinstance(goal, type(ANY)) else atom(goal))
        assert_sound(why, self.atoms, self.book)
        return why


def tree(why, id=None):
    """Sentences as nested lists: what a step says, and what it rests on."""
    if id is None:
        return [tree(why, root) for root in why.root]
    step = why.steps[id]
    below = [tree(why, other) for other in step.premises]
    below += [("not", why.steps[other].says) for other in step.absent]
    return [step.says, *below]


# ---- why ------------------------------------------------------------------------------------------------------------------

ATTACK = """
%*! creature(Creature)
{Creature} is a creature.
*%
#defined creature/1.
%*! sick(Creature)
{Creature} is sick.
*%
#defined sick/1.
%*! keyword(Creature, Keyword)
{Creature} has {Keyword}.
*%
#defined keyword/2.

%*! can_attack(Creature)
{Creature} can attack.
*%
%*! cant_attack(Creature, Reason)
{Creature} can't attack: {Reason}.
*%
%*! except(Rule, Object)
({Object} is excepted from {Rule}.)
*%

% 508.1a  a creature attacks
can_attack(C) :- creature(C), not cant_attack(C, _).

% 302.6  summoning sickness
cant_attack(C, "it is sick") :- creature(C), sick(C), not except(summoning_sickness, C).

% 702.10b  haste
except(summoning_sickness, C) :- keyword(C, haste).
"""


def test_a_step_rests_on_premises_and_on_what_is_absent(tmp_path):
    why = World(tmp_path, ATTACK, 'creature("bear").', "can_attack/1").why('can_attack("bear")')
    assert tree(why) == [["bear can attack.", ["bear is a creature."], ("not", "bear can't attack.")]]
    assert cites(why) == {"508.1a"}


def test_an_exception_at_work_is_told(tmp_path):
    board = 'creature("goblin"). sick("goblin"). keyword("goblin", haste).'
    why = World(tmp_path, ATTACK, board, "can_attack/1").why('can_attack("goblin")')
    assert cites(why) == {"508.1a", "302.6", "702.10b"}
    (absent,) = why.folded().steps[why.root[0]].absent
    (tried,) = why.steps[absent].tried
    assert (tried.rule.label, [why.steps[id].says for id in tried.blocked]) == (
        "summoning sickness", ["goblin is excepted from summoning sickness."])
    (blocked,) = why.folded().steps[absent].tried[0].blocked
    assert tree(why.folded(), blocked) == ["goblin is excepted from summoning sickness.", ["goblin has haste."]]


def test_cant_goes_before_what_would_be_needed(tmp_path):
    why = World(tmp_path, ATTACK, 'creature("bear"). sick("bear").', "can_attack/1").why_not('can_attack("bear")')
    assert tree(why) == [["bear can't attack: it is sick.", ["bear is a creature."], ["bear is sick."],
                          ("not", "bear is excepted from summoning sickness.")]]


REACH = """
%*! road(From, To)
A road leads from {From} to {To}.
*%
#defined road/2.
%*! reached(Place)
{Place} is reached.
*%

% 1.1  the start
reached("start").

% 1.2  by road
reached(Y) :- reached(X), road(X, Y).
"""


def test_circles_end_at_what_seeds_them_and_the_shortest_way_is_told(tmp_path):
    board = 'road("start", "a"). road("a", "b"). road("b", "a"). road("start", "b"). road("b", "start").'
    why = World(tmp_path, REACH, board, "reached/1").why('reached("b")', 'reached("a")')
    assert tree(why)[0] == ["b is reached.", ["start is reached."], ["A road leads from start to b."]]
    assert tree(why)[1] == ["a is reached.", ["start is reached."], ["A road leads from start to a."]]


def test_a_long_chain_is_no_trouble(tmp_path):
    board = 'road("start", 0). ' + " ".join(f"road({n}, {n + 1})." for n in range(1500))
    why = World(tmp_path, REACH, board, "reached/1").why("reached(1500)")
    assert len(why.steps) == 2 * 1501 + 1 and len(why.folded().steps) == len(why.steps)


def test_of_a_big_board_only_what_the_goal_needs_is_looked_at(tmp_path):
    """A thousand permanents, every one of which has a thousand ways to look at another."""
    board = " ".join(f'road("start", {n}). road({n}, {n + 1000}). side({n}).' for n in range(1000))
    rules = REACH + """
%*! side(Place)
{Place} has a side road.
*%
#defined side/1.
%*! pair(Place, Other)
({Place} and {Other} are a pair.)
*%
% -  pairs
pair(X, Y) :- reached(X), reached(Y), X < Y, X < 3, side(X).
"""
    world = World(tmp_path, rules, board, "pair/2")
    goals = [atom("pair(2, 1700)")]
    answer, clauses = AnswerSet(world.atoms), Clauses(world.book, "q")
    assert len(_supports(_that_may_apply(clauses, answer, goals), answer, goals)) < 10
    assert len(world.why("pair(2, 1700)").steps) < 12


COUNTERS = """
%*! counters(Bearer, Kind, Amount)
{Bearer} has {Amount} {Kind} counters.
*%
#defined counters/3.
%*! land(Object)
{Object} is a land.
*%
#defined land/1.
%*! tapped(Object)
{Object} is tapped.
*%
#defined tapped/1.

%*! loses(Player)
{Player} loses.
*%
%*! untapped(Amount)
{Amount} lands are untapped.
*%
%*! toughness(Object, Toughness)
{Object} has toughness {Toughness}.
*%
%*! all_tapped
Everything is tapped.
*%

% 704.5c  ten poison counters
loses(P) :- counters(P, "poison", N), N >= 10.

% 106.1  lands counted
untapped(N) :- N = #count { L : land(L), not tapped(L) }.

% 613.4c  counters change toughness
toughness(O, 3 - N) :- counters(O, "-1/-1", N).

% 110.5  all of them
all_tapped :- tapped(L) : land(L).
"""


def test_an_aggregate_keeps_its_elements(tmp_path):
    why = World(tmp_path, COUNTERS, 'land("a"). land("b"). land("c"). tapped("b").', "untapped/1").why("untapped(2)")
    assert tree(why) == [["2 lands are untapped.", ["a is a land."], ["c is a land."],
                          ("not", "a is tapped."), ("not", "c is tapped.")]]


def test_an_aggregate_over_nothing_rests_on_nothing(tmp_path):
    assert tree(World(tmp_path, COUNTERS, 'tapped("b").', "untapped/1").why("untapped(0)")) == [["0 lands are untapped."]]


def test_a_condition_keeps_all_that_it_looks_at(tmp_path):
    why = World(tmp_path, COUNTERS, 'land("a"). tapped("a"). land("b"). tapped("b"). tapped("c").', "all_tapped/0").why("all_tapped")
    assert {why.steps[id].says for id in why.steps[why.root[0]].premises} == {
        "a is a land.", "a is tapped.", "b is a land.", "b is tapped."}


def test_a_calculated_head(tmp_path):
    board = 'counters("bear", "-1/-1", 1). counters("ape", "-1/-1", 2).'
    why = World(tmp_path, COUNTERS, board, "toughness/2").why('toughness("bear", 2)')
    assert tree(why) == [["bear has toughness 2.", ["bear has 1 -1/-1 counter."]]]


@pytest.mark.parametrize("body, board", [
    ("x(X), q(-X)", "x(-1). q(1)."), ("x(X), q(|X|)", "x(-1). q(1)."), ("x(X), q(X + 1)", "x(-1). q(0)."),
    ("x(X), q(1 - X)", "x(-1). q(2)."), ("x(X), q(-1)", "x(-1). q(-1)."), ("x(X), q((X, 1))", "x(-1). q((-1, 1))."),
    ('x(X), q("a(b;")', 'x(-1). q("a(b;").'), ("x(X), q(f(a', X))", "x(-1). q(f(a', -1))."),
])
def test_premises_of_every_form_are_found(tmp_path, body, board):
    world = World(tmp_path, f"#defined x/1.\n#defined q/1.\n% 1.1  one\np(X) :- {body}.\n", board, "p/1")
    assert len(world.why("p(-1)").steps) == 3


def test_a_choice_is_told_as_one(tmp_path):
    rules = "#defined land/1.\n"
    question = "% -  choices\n{ chosen(L) : land(L) } 1.\n#show chosen/1."
    book = rulebook(tmp_path, rules, question)
    atoms = facts('land("a"). land("b"). chosen("b").')
    why = explain(book, "q", atoms, [atom('chosen("b")')])
    assert_sound(why, atoms, book)
    assert [step.atom for step in why.steps.values()] == [atom('chosen("b")'), atom('land("b")')]
    (tried,) = why_not(book, "q", atoms, atom('chosen("a")')).steps["1"].tried
    assert tried.needs == "it is chosen"


def test_constants_have_their_values(tmp_path):
    rules = """
#defined number/1.
#const most = 3.
% 1.1  small
small(N) :- number(N), N <= most.
% 1.2  the most
the_most(X) :- number(most), X = most.
"""
    world = World(tmp_path, rules, "number(1). number(3). number(4).", "small/1 the_most/1")
    assert len(world.why("small(1)", "the_most(3)").steps) == 4
    (tried,) = world.why_not("small(4)").steps["1"].tried
    assert tried.needs == "4 is at most 3"


def test_what_is_input_and_derived_too_may_be_given(tmp_path):
    rules = """
#defined ability/1.
#defined forest/1.
% 305.6  intrinsic
ability(X) :- forest(X).
"""
    world = World(tmp_path, rules, "ability(1). forest(2).", "ability/1")
    why = world.why("ability(1)", "ability(2)")
    assert [why.steps[id].rule and why.steps[id].rule.number for id in why.root] == [None, "305.6"]


def test_only_what_holds_is_explained(tmp_path):
    world = World(tmp_path, ATTACK, 'creature("bear").', "can_attack/1")
    with pytest.raises(ValueError, match="does not hold"):
        world.why('can_attack("ape")')
    with pytest.raises(ValueError, match="holds"):
        world.why_not('can_attack("bear")')


def test_atoms_that_are_no_answer_set_are_not_explained_away(tmp_path):
    book = rulebook(tmp_path, REACH, "#show reached/1.")
    with pytest.raises(RuntimeError, match="no rule derives"):
        explain(book, "q", facts('reached("x"). reached("y"). road("x", "y"). road("y", "x").'), [atom('reached("x")')])


# ---- why not --------------------------------------------------------------------------------------------------------------

def test_what_would_be_needed_is_told_as_far_as_the_board_goes(tmp_path):
    world = World(tmp_path, REACH, 'road("a", "b"). road("b", "c").', "reached/1")
    why = world.why_not('reached("c")')
    said = [step.says for step in why.steps.values() if not step.holds]
    assert said == ["c is reached.", "b is reached.", "a is reached.", "A road leads from any from to a."]
    assert cites(why) == {"1.2"}


def test_a_comparison_that_fails_is_told_with_its_values(tmp_path):
    why = World(tmp_path, COUNTERS, 'counters("Bob", "poison", 9).', "loses/1").why_not('loses("Bob")')
    (tried,) = why.steps["1"].tried
    assert tried.needs == "9 is at least 10"
    assert [why.steps[id].says for id in tried.premises] == ["Bob has 9 poison counters."]


def test_an_aggregate_that_fails_is_told(tmp_path):
    rules = COUNTERS + "% 1.1  many\nmany :- 2 <= #count { L : land(L) }.\nall_land :- land(L) : tapped(L).\n"
    world = World(tmp_path, rules, 'land("a"). tapped("b").', "many/0 all_land/0")
    assert world.why_not("many").steps["1"].tried[0].needs == "2 is at most the number of them"
    assert world.why_not("all_land").steps["1"].tried[0].needs == "it is so for all of them"


def test_literals_may_be_counted_without_a_function(tmp_path):
    rules = COUNTERS + "% 1.1  many\nmany :- 2 { land(L) : not tapped(L) }.\n"
    why = World(tmp_path, rules, 'land("a"). land("b"). land("c"). tapped("b").', "many/0").why("many")
    assert sorted(str(why.steps[id].atom) for id in why.steps["1"].premises) == ['land("a")', 'land("c")']
    (few := tmp_path / "few").mkdir()
    assert World(few, rules, 'land("a").', "many/0").why_not("many").steps["1"].tried[0].needs == "2 is at most the number of them"


def test_what_cannot_be_calculated_is_told(tmp_path):
    rules = """
#defined a/1.
#defined b/1.
% 1.1  the next
near(X) :- a(X), b(X + 1).
% 1.2  no next
far(X) :- a(X), not b(X + 1).
"""
    world = World(tmp_path, rules, "a(1). a(x). b(3). b(5).", "near/1 far/1")
    assert [step.says for step in world.why_not("near(1)").steps.values()] == ["near: 1.", "a: 1.", "b: 2."]
    for goal in ("near(x)", "far(x)"):
        (tried,) = world.why_not(goal).steps["1"].tried
        assert (tried.missing, tried.blocked, tried.needs) == ((), (), "there is a number to calculate with")


def test_anything_may_stand_in_a_goal(tmp_path):
    world = World(tmp_path, COUNTERS, 'counters("Bob", "poison", 9). counters("Ann", "poison", 8).', "loses/1")
    why = world.why_not(Function("loses", [ANY]))
    assert why.steps["1"].says == "any player loses."
    assert {tried.needs for tried in why.steps["1"].tried} == {"9 is at least 10", "8 is at least 10"}


def test_a_closed_list_is_cited_for_what_is_not_on_it(tmp_path):
    rules = "% 105.1  the five colors\ncolor(w; u; b; r; g).\n"
    why = World(tmp_path, rules, "", "color/1").why_not("color(c)")
    assert cites(why) == {"105.1"}


def test_rules_that_come_less_far_are_cited_but_not_told(tmp_path):
    rules = """
#defined a/1.
#defined b/1.
#defined c/1.
% 1.1  near
goal(X) :- a(X), b(X), c(X).
% 1.2  far
goal(X) :- c(X), a(X), b(X).
"""
    why = World(tmp_path, rules, "a(1). b(1).", "goal/1").why_not("goal(1)")
    assert [tried.rule.label for tried in why.steps["1"].tried] == ["near"]
    assert cites(why) == {"1.1", "1.2"}


def test_absences_in_a_circle_end(tmp_path):
    why = World(tmp_path, REACH, 'road("a", "b"). road("b", "a").', "reached/1").why_not('reached("a")')
    assert [step.says for step in why.steps.values() if not step.holds] == ["a is reached.", "b is reached."]


def test_what_is_absent_because_of_the_goal_itself_does_not_explain_it(tmp_path):
    rules = "% 1.1  one\na :- not b.\n% 1.2  other\nb :- not a.\n"
    book = rulebook(tmp_path, rules, "#show a/0. #show b/0.")
    why = explain(book, "q", [atom("a")], [atom("a")])
    assert_sound(why, [atom("a")], book)
    assert cites(why) == {"1.1", "1.2"} and why.folded().steps


def test_where_a_goal_rests_on_absence_alone_it_is_told_what_would_be_needed(tmp_path):
    rules = REACH + """
%*! place(Place)
({Place} is a place.)
*%
#defined place/1.
%*! unreached(Place)
{Place} is not reached.
*%
% 1.3  out of reach
unreached(X) :- place(X), not reached(X).
"""
    why = World(tmp_path, rules, 'place("c"). road("b", "c").', "unreached/1").why('unreached("c")')
    assert cites(why) == {"1.2", "1.3"}
    (absent,) = why.steps["1"].absent
    assert why.steps[absent].tried


# ---- folding and JSON -----------------------------------------------------------------------------------------------------

FOLDING = """
#defined seen/1.
#defined tapped/1.
#defined other/1.
%*! seen(Object)
{Object} is seen.
*%
%*! helper(Object)
{Object} helps.
*%
%*! aside(Object)
(An aside on {Object}.)
*%
%*! plain(Object)
{Object} is plain.
*%
% -  a helper
helper(X) :- seen(X), not tapped(X).
% 1.1  an aside
aside(X) :- other(X).
% 1.2  what is asked
plain(X) :- helper(X), aside(X).
"""


def test_helpers_and_asides_are_folded_unless_all_is_asked_for(tmp_path):
    """What rests on a helper without a number rests on its premises; an aside with one goes with all beneath it."""
    why = World(tmp_path, FOLDING, "seen(1). other(1).", "plain/1").why("plain(1)")
    assert tree(why.folded()) == [["1 is plain.", ["1 is seen."]]]
    assert [step["says"] for step in why.to_json()["steps"].values()] == ["1 is plain.", "1 is seen."]
    assert [step["says"] for step in why.to_json(everything=True)["steps"].values()] == [
        "1 is plain.", "1 helps.", "An aside on 1.", "1 is seen.", "tapped: 1.", "other: 1."]
    assert cites(why) == {"1.1", "1.2"}


def test_an_exception_beneath_a_helper_is_told(tmp_path):
    rules = ATTACK + "% -  able\nable(C) :- can_attack(C).\n% 508.1  attackers\nattacker(C) :- able(C), creature(C).\n"
    rules = rules.replace("% 508.1a  a creature attacks", "% -  a helper")
    world = World(tmp_path, rules, 'creature("goblin"). sick("goblin"). keyword("goblin", haste).', "attacker/1")
    why = world.why('attacker("goblin")').folded()
    assert tree(why) == [["attacker: goblin.", ["goblin is a creature."], ("not", "goblin can't attack.")]]


def test_a_goal_is_told_though_it_is_an_aside(tmp_path):
    assert tree(World(tmp_path, FOLDING, "other(1).", "aside/1").why("aside(1)").folded()) == [["An aside on 1.", ["other: 1."]]]


def test_json_has_the_form_of_the_interface(tmp_path):
    board = 'creature("goblin"). sick("goblin"). keyword("goblin", haste).'
    told = World(tmp_path, ATTACK, board, "can_attack/1").why('can_attack("goblin")').to_json()
    assert set(told) == {"root", "steps"}
    root = told["steps"][told["root"][0]]
    assert root == {"says": "goblin can attack.", "cites": ["508.1a"], "premises": root["premises"], "absent": root["absent"]}
    absent = told["steps"][root["absent"][0]]
    assert absent["holds"] is False and absent["cites"] == ["302.6"]
    (tried,) = absent["tried"]
    assert set(tried) == {"says", "cites", "premises", "missing", "blocked", "needs"}
    for ids in (told["root"], root["premises"], root["absent"], tried["premises"], tried["blocked"]):
        assert set(ids) <= set(told["steps"])


# ---- sentences ------------------------------------------------------------------------------------------------------------

SAID = """
%*! adds(Object, Type)
{Object} adds {Type}.
*%
%*! is(Object, Color)
{Object} is {Color}.
*%
%*! has(Object, Amount, Term)
{Object} has {Amount} {Term}.
*%
%*! hybrid(First, Second)
{{{First}/{Second}}}
*%
%*! tap_symbol
{{T}}
*%
%*! ability(Card, Number)
ability {Number} of {Card}
*%
"""


@pytest.mark.parametrize("said, sentence", [
    ('adds("Forest", g)', "Forest adds {G}."),
    ('adds("Forest", any_color)', "Forest adds any color."),
    ('adds("Forest", hybrid(w, u))', "Forest adds {W/U}."),
    ('adds("Forest", hybrid(2, u))', "Forest adds {2/U}."),
    ('is("Bear", g)', "Bear is green."),
    ('is("Rock", c)', "Rock is colorless."),
    ('has("Bear", 2, tap_symbol)', "Bear has 2 {T}."),
    ('has("Bear", -1, ability("Elf", 3))', "Bear has -1 ability 3 of Elf."),
    ('has("Bear", 1, ability(ability("x", 1), 2))', "Bear has 1 ability 2 of ability 1 of x."),
    ('has("{Object}", 1, two_words)', "{Object} has 1 two words."),
    ('has("a", 1, (w, "b"))', "a has 1 {W}, b."),
    ('has("a", 1, unread(2, g))', "a has 1 unread (2, {G})."),
    ('no_reading("a", g)', "no reading: a, {G}."),
])
def test_sentences(tmp_path, said, sentence):
    assert says(rulebook(tmp_path, SAID), atom(said)) == sentence


def test_a_sentence_about_anything(tmp_path):
    book = rulebook(tmp_path, SAID)
    assert says(book, Function("adds", [String("Forest"), ANY])) == "Forest adds any type."


# ---- goals as a person writes them ----------------------------------------------------------------------------------------

@pytest.mark.parametrize("said, goal", [
    ("adds(forest, g)", 'adds("forest",g)'),
    ("adds( forest ,g ).", 'adds("forest",g)'),
    ('adds("forest", {G})', 'adds("forest",g)'),
    ("adds(Exotic Orchard, G)", 'adds("Exotic Orchard",g)'),
    ("adds(serra-s-sanctum, Green)", 'adds("serra-s-sanctum",g)'),
    ("has(forest, 1, X)", 'has("forest",1,x)'),
    ("adds(elsewhere, g)", 'adds("elsewhere",g)'),
    ("has(x, 2, ability(Elf, 3))", 'has(x,2,ability("Elf",3))'),
    ("has(forest, -2, _)", 'has("forest",-2,_any)'),
    (r'adds("a \"b\" (c", g)', r'adds("a \"b\" (c",g)'),
])
def test_goals(tmp_path, said, goal):
    atoms = facts('adds("forest", w). adds("exotic-orchard", w). has("forest", 1, x). has(x, 1, x). named("Elf").')
    assert str(parse_goal(said, rulebook(tmp_path, SAID), atoms)) == goal


@pytest.mark.parametrize("said", ["", "adds", "adds(", "adds)", "adds(a, b", "adds(a, b))", "adds(a b, c) d", "adds(,)", '"adds"(a, b)',
                                  "adds(a, b, c)", "add(a, b)", "adds(a, b), adds(a, b)", "(a, b)", "x). :- not y.", "a(" * 5000])
def test_what_is_no_goal_is_bad_input(tmp_path, said):
    with pytest.raises(BoardError, match="could_produce"):
        parse_goal(said, rulebook(tmp_path, SAID), [])


@pytest.mark.parametrize("pattern, said, fit", [
    ("p(_any, 1)", "p(2, 1)", True), ("p(_any, 1)", "p(2, 2)", False), ("p(f(_any))", "p(f(1))", True), ("p(f(_any))", "p(f(1, 2))", False),
    ("p(f(_any))", "p(g(1))", False), ("p(f(_any))", 'p("f")', False), ("p(_any)", "p(f(1))", True), ("p(1)", "q(1)", False),
])
def test_patterns(pattern, said, fit):
    assert fits(atom(pattern), atom(said)) is fit
    assert (AnswerSet([atom(said)]).like(atom(pattern)) == [atom(said)]) is fit


# ---- programs at random ---------------------------------------------------------------------------------------------------

LEVELS = 3
RULES = (  # {u} and {b} may be of the level of the head, {lu} and {lb} are of a lower one; each has one and two arguments
    "{hu}(X) :- {u}(X).",
    "{hu}(X) :- {b}(X, Y), {u}(Y).",
    "{hu}(Y) :- {b}(_, Y).",
    "{hb}(X, Y) :- {b}(X, Z), {b2}(Z, Y).",
    "{hb}(X, Y) :- {u}(X), {lu}(Y), X != Y.",
    "{hu}(X) :- {u}(X), not {lu}(X).",
    "{hu}(X) :- {u}(X), not {lb}(X, _).",
    "{hb}(X, Y) :- {b}(X, Y), not {lb}(Y, X), not {lu}(X).",
    "{hu}(X) :- {u}(X), N = #count {{ Y : {lb}(X, Y), not {lu}(Y) }}, N >= 1.",
    "{hb}(X, N) :- {u}(X), N = #sum {{ M, Y : {lb}(Y, M), {lu}(Y), X != Y; 1 }}.",
    "{hu}(X) :- {u}(X), {lu}(Y) : {lb}(X, Y).",
    "{hu}(X) :- {u}(X), not {lu}(Y) : {lb}(X, Y), Y != X.",
    "{hb}(X, N + 1) :- {b}(X, N), N = 1..2.",
    "{hb}(Y, X + Y) :- {b}(X, Y), Y = X - 1.",
    "{hu}(X; 1) :- {u}(X), X != a.",
    "{hb}(X, 1..2) :- {u}(X).",
    "{hu}(f(X)) :- {lu}(X).",
    "{hu}(X) :- {u}(f(X)), X = (a; 1).",
    "{hb}(1, b).",
    "{hb}(X, -1) :- {u}(X), {b}(X, Y), Y > 1.",
    "{hu}(Y) :- {b}(-X, Y), X = -1.",
    "{hu}(X) :- {u}(X), {b}(1 - X, X - 2), X = 1.",
    "{hu}(X) :- X = #max {{ Y : {lu}(Y) }}, {lu}(X).",
)
TERMS = ("a", "b", '"x y"', "1", "2", "f(a)")


@st.composite
def programs(draw):
    """Rules in levels, so that negation and aggregates are stratified, and facts of level 0."""
    def predicate(kind, most):
        return f"{kind}{draw(st.integers(0, most))}"

    rules = []
    for level in range(1, LEVELS):
        for number in range(draw(st.integers(1, 6))):
            names = {"hu": f"u{level}", "hb": f"b{level}", "lu": predicate("u", level - 1), "lb": predicate("b", level - 1),
                     "u": predicate("u", level), "b": predicate("b", level), "b2": predicate("b", level)}
            number = draw(st.sampled_from(["-", f"1{level}.{number}"]))
            rules.append(f"% {number}  rule of level {level}\n{draw(st.sampled_from(RULES)).format(**names)}\n")
    term = st.sampled_from(TERMS)
    board = [f"u0({x})." for x in draw(st.lists(term, max_size=4))]
    board += [f"b0({x}, {y})." for x, y in draw(st.lists(st.tuples(term, term), max_size=6))]
    return "".join(rules), " ".join(board)


@settings(max_examples=60, deadline=None)
@given(programs())
def test_explanations_of_random_programs_are_sound_and_complete(program):
    rules, board = program
    signatures = [f"{kind}{level}/{arity}" for level in range(LEVELS) for kind, arity in (("u", 1), ("b", 2))]
    rules = "".join(f"#defined {signature}.\n" for signature in signatures[:2]) + rules
    with tempfile.TemporaryDirectory() as directory:
        book = rulebook(Path(directory) / "rules", rules, "\n".join(f"#show {signature}." for signature in signatures))
        control = Control(logger=lambda code, text: None)
        control.add(rules + board)
        control.ground()
        with control.solve(yield_=True) as models:
            atoms = list(next(iter(models)).symbols(atoms=True))
        why = explain(book, "q", atoms, atoms)
        assert_sound(why, atoms, book)
        assert [why.steps[id].atom for id in why.root] == atoms
        assert_sound(why.folded(), atoms, book) if all(not step.helper for step in why.steps.values()) else None
        absent = [Function(f"u{LEVELS - 1}", [term]) for term in (Function("a"), Number(1), String("z"), ANY)]
        absent += [Function(f"b{LEVELS - 1}", [Number(1), ANY]), Function(f"b{LEVELS - 1}", [Number(1), Number(3)])]
        for goal in absent:
            if not AnswerSet(atoms).like(goal):
                assert_sound(why_not(book, "q", atoms, goal), atoms, book)
