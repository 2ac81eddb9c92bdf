"""The conventions of the house, checked on the project's own rules; and how a rulebook is read."""

import re
from collections import defaultdict
from pathlib import Path

import pytest
from clingo import Control, ast
from clingo.ast import ASTType, Sign

from kb.program import as_text
from kb.rulebook import Rulebook, RulebookError, own_directory
from kb.statements import Statement, items

BOOK = Rulebook.load()
FILES = sorted(own_directory().rglob("*.lp"))
NUMBERS = set((Path(__file__).parent / "data" / "rule_numbers.txt").read_text().split())
PROGRAMS = ("questions", "checks")
LONGEST_LINE = 160


def by_path(path):
    return path.relative_to(own_directory()).as_posix()


def text_of(path):
    return path.read_text("utf-8")


def of_file(path):
    """Its statements, taken apart by kb.statements, and as clingo sees them."""
    statements = [item for item in items(by_path(path), text_of(path)) if isinstance(item, Statement)]
    return [(statement, BOOK.node(statement)) for statement in statements]


class Names(ast.Transformer):
    """The predicates, and the terms with arguments, of a syntax tree."""

    def __init__(self):
        self.predicates, self.terms, self.variables = set(), set(), set()

    def visit_SymbolicAtom(self, node):
        symbols = node.symbol.arguments if node.symbol.ast_type == ASTType.Pool else [node.symbol]
        for symbol in symbols:
            assert symbol.ast_type == ASTType.Function, f"{node}: a predicate with a minus"
            self.predicates.add((symbol.name, len(symbol.arguments)))
            self.visit_sequence(symbol.arguments)
        return node

    def visit_Function(self, node):
        if node.name and node.arguments:
            self.terms.add((node.name, len(node.arguments)))
        self.visit_children(node)
        return node

    def visit_Variable(self, node):
        self.variables.add(node.name)
        return node


def names(node):
    found = Names()
    found.visit(node)
    return found


def nodes():
    return [node for path in FILES for _, node in of_file(path) if node.ast_type == ASTType.Rule]


# ---- the project's own rules ----------------------------------------------------------------------------------------------

def test_there_is_a_rulebook():
    assert FILES and BOOK.rules and BOOK.questions
    assert re.fullmatch(r"\d{4}-\d{2}-\d{2}", BOOK.edition)


@pytest.mark.parametrize("path", FILES, ids=by_path)
def test_the_text_index_agrees_with_clingo(path):
    """The same statements; of each the same heads and positive body literals; of each no predicate too few."""
    for statement, node in of_file(path):
        line = node.location.begin.line
        assert statement.line == line
        if node.ast_type == ASTType.Rule and not statement.directive:
            heads = node.head.elements if node.head.ast_type == ASTType.Aggregate else [node.head]
            heads = [head.literal if head.ast_type == ASTType.ConditionalLiteral else head for head in heads]
            assert statement.heads == set().union(*(names(head).predicates for head in heads)), line
        positive = [part for part in getattr(node, "body", ()) if part.ast_type == ASTType.Literal and part.sign == Sign.NoSign]
        assert statement.needs == as_text(node).needs == set().union(*(
            names(part).predicates for part in positive if part.atom.ast_type == ASTType.SymbolicAtom)), line
        if node.ast_type == ASTType.Defined:
            assert statement.uses == {(node.name, node.arity)}
        elif node.ast_type == ASTType.ShowSignature:
            assert (node.name, node.arity) in statement.uses or not node.name
        else:
            assert names(node).predicates <= statement.uses, line


@pytest.mark.parametrize("path", FILES, ids=by_path)
def test_rules_are_written_in_the_restricted_style(path):
    for statement, node in of_file(path):
        if node.ast_type != ASTType.Rule:
            continue
        where = f"{statement.file}:{statement.line}"
        program = statement.file.startswith(PROGRAMS)
        assert node.head.ast_type in (ASTType.Literal, ASTType.Aggregate), f"{where}: not a plain head"
        assert node.head.ast_type == ASTType.Literal or program, f"{where}: a choice outside a question"
        is_atom = node.head.ast_type == ASTType.Literal and node.head.atom.ast_type == ASTType.SymbolicAtom
        assert is_atom or program, f"{where}: a constraint outside a question"
        for literal in node.body:
            assert literal.ast_type in (ASTType.Literal, ASTType.ConditionalLiteral), f"{where}: {literal}"
            if literal.ast_type == ASTType.Literal:
                kinds = (ASTType.SymbolicAtom, ASTType.Comparison, ASTType.BodyAggregate, ASTType.BooleanConstant)
                assert literal.atom.ast_type in kinds, f"{where}: {literal}"
                assert literal.sign != Sign.DoubleNegation, f"{where}: {literal}"
                if literal.atom.ast_type == ASTType.SymbolicAtom:
                    assert not re.search(r";|\.\.", re.sub(r'"[^"]*"', "", str(literal))), f"{where}: a pool in a body"


ABOVE = (">", ">=")


@pytest.mark.parametrize("path", FILES, ids=by_path)
def test_no_rule_counts_through_a_large_range(path):
    """Of a number that comparisons bound on both sides, clingo goes through all values, whatever the atoms around it say."""
    for statement, _ in of_file(path):
        bounds = defaultdict(dict)
        for variable, sign, number in re.findall(r"\b([A-Z]\w*) (<=?|>=?) (\d+)(?=[,;.])", statement.text):
            bounds[variable][sign in ABOVE] = int(number)
        wide = {variable for variable, both in bounds.items() if len(both) == 2 and both[False] - both[True] > 1000}
        assert not wide, f"{statement.file}:{statement.line}: {wide}"


@pytest.mark.parametrize("path", FILES, ids=by_path)
def test_lines_are_short_and_variables_are_letters_or_words(path):
    for number, line in enumerate(text_of(path).splitlines(), 1):
        assert len(line) <= LONGEST_LINE, f"{path}:{number}"
        assert "\t" not in line and line == line.rstrip(), f"{path}:{number}"
    for statement, node in of_file(path):
        if node.ast_type == ASTType.Rule:
            odd = {name for name in names(node).variables if not re.fullmatch(r"_|[A-Z]([a-z]{2,})?[0-9]?'*", name)}
            assert not odd, f"{path}:{statement.line}: {odd}"


@pytest.mark.parametrize("number", sorted(BOOK.by_number))
def test_numbers_are_those_of_the_edition_and_stand_in_their_chapter(number):
    assert number in NUMBERS
    for rule in BOOK.by_number[number]:
        chapter = re.match(r"(\d)_", rule.file)
        assert not chapter or chapter[1] == number[0], f"{rule.file}:{rule.line}: {number}"


def test_the_labels_of_headings_are_short():
    """Those of rules; over helpers may stand whatever explains them."""
    odd = {f"{rule.file}:{rule.line}: {rule.label}" for rule in BOOK.rules if rule.number != "-" and len(rule.label.split()) > 5}
    assert not odd


def test_every_predicate_is_read_once():
    """The loader refuses a second reading that differs; only the input of questions is read in several files."""
    spoken = set(BOOK.defined) | {head for rule in BOOK.rules for head in rule.heads}
    assert sorted(spoken - set(BOOK.sentences)) == []
    read = defaultdict(list)
    for path in FILES:
        for item in items(by_path(path), text_of(path)):
            if not isinstance(item, Statement) and item.sentence:
                read[item.signature].append(item.file)
    twice = {signature for signature, files in read.items() if len(files) > 1 and not all(f.startswith(PROGRAMS) for f in files)}
    assert not twice


def test_every_reading_is_of_something():
    spoken = set(BOOK.defined) | {head for rule in BOOK.rules for head in rule.heads}
    assert sorted(set(BOOK.sentences) - spoken) == []


@pytest.mark.parametrize("kind", ["sentences", "phrases"])
def test_the_holes_of_readings_are_arguments(kind):
    for reading in getattr(BOOK, kind).values():
        assert len(set(reading.holes)) == len(reading.holes), reading
        assert all(re.fullmatch(r"[A-Z][A-Za-z]*", hole) for hole in reading.holes), reading
        assert reading.pieces, reading


def test_exceptions_name_labels_that_are_there():
    """The loader refuses others. A rule that an exception lifts says so."""
    for label, rules in BOOK.exceptions.items():
        lifted = [rule for rule in BOOK.rules if re.search(rf"not except\(\s*{label}\s*,", rule.text)]
        assert lifted, f"{rules[0].file}:{rules[0].line}: nothing looks for an exception to {label}"


def test_no_recursion_through_negation_or_aggregates():
    """At the level of predicates, unless the heading's comment says `stratified:` and why."""
    below = defaultdict(set)
    strict = []
    for node in nodes():
        if node.head.ast_type != ASTType.Literal:
            continue
        for head in names(node.head).predicates:
            for literal in node.body:
                plain = literal.ast_type == ASTType.Literal and literal.atom.ast_type == ASTType.SymbolicAtom
                for used in names(literal).predicates:
                    below[head].add(used)
                    if not plain or literal.sign != Sign.NoSign:
                        strict.append((head, used, node))

    def reaches(start, goal):
        seen, waiting = set(), [start]
        while waiting:
            signature = waiting.pop()
            if signature == goal:
                return True
            if signature not in seen:
                seen.add(signature)
                waiting.extend(below[signature])
        return False

    known = {}
    for head, used, node in strict:
        if (used, head) not in known:
            known[used, head] = reaches(used, head)
        place = node.location.begin
        assert not known[used, head] or excused(place), f"{place.filename}:{place.line}: {head[0]} rests on itself through {used[0]}"


def excused(place):
    """Whether a comment between the heading and the rule says why it is stratified all the same."""
    for line in reversed(Path(place.filename).read_text("utf-8").splitlines()[:place.line - 1]):
        if line.startswith("%") and "stratified:" in line:
            return True
        if re.match(r"% (\d|-  )", line):
            return False
    return False


def complaints(statements):
    said = []
    control = Control(logger=lambda code, text: said.append(text), message_limit=1000)
    with ast.ProgramBuilder(control) as builder:
        for statement in statements:
            builder.add(statement)
    control.ground()
    return said


@pytest.mark.parametrize("question", BOOK.questions)
def test_clingo_has_nothing_to_say_of_a_question(question):
    assert complaints(BOOK.statements_for(question)) == []


def test_clingo_has_nothing_to_say_of_the_whole_book():
    """But for the questions, each of which is a program of its own."""
    shared = [node for path in FILES if not by_path(path).startswith(PROGRAMS) for _, node in of_file(path)]
    assert complaints(shared) == []


# ---- reading --------------------------------------------------------------------------------------------------------------

HEADING = "% 1.1  a heading\n"


def make(directory, question="#show p/1.", **files):
    (directory / "questions").mkdir()
    (directory / "EDITION").write_text("2026-09-25\n")
    (directory / "questions" / "a_question.lp").write_text(question)
    for name, text in files.items():
        (directory / f"{name}.lp").write_text(text)
    return Rulebook(directory)


def test_rules_stand_under_their_headings(tmp_path):
    book = make(tmp_path, one="% a comment\n% 106.7  could produce\np(1).\n\np(2) :- q. % 1.2  no heading\n% -  help\nq.\n",
                two="% 106.7a  more\nr(1..3; 5).\n")
    assert [(rule.number, rule.label, rule.file, rule.line) for rule in book.rules] == [
        ("106.7", "could produce", "one.lp", 3), ("106.7", "could produce", "one.lp", 5), ("-", "help", "one.lp", 7),
        ("106.7a", "more", "two.lp", 2)]
    assert {number: len(rules) for number, rules in book.by_number.items()} == {"106.7": 2, "106.7a": 1}
    assert (book.edition, book.questions) == ("2026-09-25", ["a-question"])


def test_readings_of_atoms_and_of_terms(tmp_path):
    readings = "%*! p(One, Two)\n{One} and\n{Two}.\n*%\n%*! p(Kind, Filter)\nany {Kind}, {{T}}\n*%\n%*! q\n(An aside.)\n*%\n"
    book = make(tmp_path, one=readings)
    assert (book.sentences["p", 2].text, book.sentences["p", 2].aside) == ("{One} and {Two}.", False)
    assert book.phrases["p", 2].holes == ("Kind", "Filter")
    assert book.sentences["q", 0].aside


def test_quotes_and_comments_hide_what_stands_in_them(tmp_path):
    book = make(tmp_path, one=HEADING + 'p("a. :- b(") :- q("%", X), % r(X).\n  X = 1..3, not s("}\\" t(1)").\n%* p(3). *%\n')
    (rule,) = book.rules
    assert rule.heads == {("p", 1)} and {("q", 2), ("s", 1)} <= rule.uses
    assert not {("r", 1), ("t", 1), ("b", 1)} & rule.uses


def test_exceptions_are_known_by_what_they_lift(tmp_path):
    book = make(tmp_path, one="% 302.6  summoning sickness\np(1) :- not except(summoning_sickness, 1).\n"
                              "% 702.10b  haste\nexcept(summoning_sickness, X) :- p(X).\n")
    assert [rule.label for rule in book.exceptions["summoning_sickness"]] == ["haste"]


@pytest.mark.parametrize("text, line, says", [
    ("p(1).", 1, "without a heading"),
    (HEADING + "\np(1)", 3, "without an end"),
    (HEADING + "p(1).\n:- p(1).", 3, "no place"),
    (HEADING + "#script (python)\n#end.", 2, "no place"),
    (HEADING + '#include "x.lp".', 2, "no place"),
    (HEADING + "#show p/1.", 2, "no place"),
    ("% 106.7 could produce\np(1).", 1, "neither a heading"),
    ("%  106.7  could produce\np(1).", 2, "without a heading"),
    ("%*! p(X\nx\n*%\n", 1, "neither a heading"),
    ("%*! p(X)\n{X}.\n*%\n%*! p(Y)\n{Y}.\n*%\n", 4, "read otherwise in one.lp:1"),
    (HEADING + "except(haste, X) :- p(X).", 2, "no heading is called"),
])
def test_a_bad_book_is_told_by_file_and_line(tmp_path, text, line, says):
    with pytest.raises(RulebookError, match=rf"^one\.lp:{line}: .*{says}"):
        make(tmp_path, one=text)


@pytest.mark.parametrize("text, line", [(HEADING + "p(1) :-\n  q(.\n", 3), (HEADING + "p(1).\n\np(]).", 4)])
def test_what_clingo_cannot_read_is_told_by_file_and_line(tmp_path, text, line):
    book = make(tmp_path, one=text)
    with pytest.raises(RulebookError, match=rf"^one\.lp:{line}: "):
        book.statements_for("a-question")


@pytest.mark.parametrize("reading", ["{Y} holds.", "{X holds.", "{} holds.", "{X} holds}."])
def test_a_bad_reading_is_told_by_file_and_line(tmp_path, reading):
    book = make(tmp_path, one=f"\n%*! p(X)\n{reading}\n*%\n")
    with pytest.raises(RulebookError, match=r"^one\.lp:2: "):
        book.sentences["p", 1].pieces


def test_without_an_edition_it_is_no_rulebook(tmp_path):
    with pytest.raises(RulebookError, match="EDITION"):
        Rulebook.load(tmp_path)


@pytest.mark.parametrize("inside", [True, False], ids=["from a wheel", "from a checkout"])
def test_where_the_rules_are(tmp_path, monkeypatch, inside):
    (tmp_path / "kb" / "rules").mkdir(parents=True)
    if inside:
        (tmp_path / "kb" / "rules" / "EDITION").write_text("x")
    monkeypatch.setattr("kb.rulebook.__file__", str(tmp_path / "kb" / "rulebook.py"))
    assert own_directory() == tmp_path / ("kb/rules" if inside else "rules")


def test_a_rulebook_is_read_once(tmp_path):
    make(tmp_path)
    assert Rulebook.load(tmp_path) is Rulebook.load(str(tmp_path))


REACHED = """#defined input/1. #defined unused/1. #const most = 3. #const least = 1.
% 1.1  reached
p(X) :- input(X), not q(X), N = #count { Y : r(X, Y) }, N < most, s(Y) : t(Y).
q(X) :- p(X).
r(X, Y) :- input(X), input(Y).
s(1). t(2).
% 1.2  not reached
u(X) :- p(X), unused(X).
v(p(1)) :- unused(1).
"""


def test_a_question_gets_what_it_reaches_and_no_more(tmp_path):
    book = make(tmp_path, one=REACHED, question="% -  choices\n{ chosen(X) : input(X) }.\n#show p/1.\n:- chosen(3).")
    (tmp_path / "questions" / "other.lp").write_text("% -  others\ninput(4).\np(4).\n")
    assert [str(node) for node in book.statements_for("a-question")] == [
        "#defined input/1.", "#const most = 3.",
        "p(X) :- input(X); not q(X); N = #count { Y: r(X,Y) }; N < most; s(Y): t(Y).", "q(X) :- p(X).",
        "r(X,Y) :- input(X); input(Y).", "s(1).", "t(2).",
        "{ chosen(X): input(X) }.", "#show p/1.", "#false :- chosen(3)."]
    assert len(book.rules_for("a-question")) == 6
    assert complaints(book.statements_for("a-question")) == []


def test_other_questions_are_out_of_reach(tmp_path):
    (tmp_path / "questions").mkdir()
    (tmp_path / "questions" / "other.lp").write_text("% -  others\np(4).\n")
    (tmp_path / "EDITION").write_text("x")
    (tmp_path / "questions" / "mine.lp").write_text("% -  mine\np(5).\n#show p/1.\n")
    assert [str(node) for node in Rulebook(tmp_path).statements_for("mine")] == ["p(5).", "#show p/1."]


def test_a_question_that_is_not_there(tmp_path):
    with pytest.raises(RulebookError, match="a-question"):
        make(tmp_path).statements_for("another")


def test_the_creature_types_are_those_that_texts_are_read_with():
    from kb.oracle.meaning.nouns import subtypes

    rows = " ".join(rule.text for rule in BOOK.deriving(("creature_types", 10)))
    assert set(re.findall(r'"([^"]+)"', rows)) == {name for name, kind in subtypes().items() if kind == "creature"}
