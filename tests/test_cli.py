"""The command line: what is printed where, and the exit status."""

import io
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import kb
import kb.questions
from kb.__main__ import main
from kb.rulebook import own_directory

BOARD = "players: {Alice: {battlefield: [{card: Exotic Orchard, id: alices}, Forest]}, Bob: {battlefield: [{card: Exotic Orchard, id: bobs}]}}"
AWAY = os.environ | {"PYTHONPATH": str(Path(kb.__file__).parent.parent)}  # to be found from any folder
# Nobody has modelled this, whatever else will be.
STRANGE = "{players: {Alice: {battlefield: [Test Land]}}, cards: [{name: Test Land, type: Land, text: '{T}: Add mana as the moon has it.'}]}"


@pytest.fixture
def board(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "board.yaml").write_text(BOARD)
    return "board.yaml"


@pytest.fixture
def run(board, capsys):
    """Run a command line in a folder with the board: its exit status, what it printed, what it complained of."""
    def run(*arguments):
        status = main(list(arguments))
        return status, *capsys.readouterr()

    return run


def python(*arguments, **options):
    return subprocess.run([sys.executable, *arguments], text=True, capture_output=True, **options)


# ---- answers ------------------------------------------------------------------------------------------------------------

def test_a_line_a_permanent_with_its_rule(run):
    status, out, err = run("could-produce", "board.yaml")
    assert (status, err) == (0, "")
    assert [line.split() for line in out.splitlines()] == [[name, "{G}", "106.7"] for name in ("alices", "forest", "bobs")]


def test_types_stand_in_the_order_of_the_rule_book(run, tmp_path):
    (tmp_path / "wastes.yaml").write_text("players: {Alice: {battlefield: [Llanowar Wastes]}}")
    assert "{B}{G}{C}" in run("could-produce", "wastes.yaml")[1]


def test_the_reasons_fit_a_screen_and_name_the_rules(run):
    status, out, _ = run("could-produce", "board.yaml", "bobs", "--why")
    assert status == 0 and {"106.7", "305.6"} <= set(re.findall(r"\d{3}\.\d+[a-z]?", out))
    assert len(out.splitlines()) <= 24


def test_json_is_one_object_as_the_schema_says(run):
    _, out, _ = run("could-produce", "board.yaml", "bobs", "--format", "json", "--why")
    tree = json.loads(out)
    assert (tree["question"], tree["edition"], tree["exact"], tree["not_modelled"]) == ("could-produce", "2026-09-25", True, [])
    assert tree["answer"] == {"bobs": ["G"]}
    assert set(tree["why"]) == {"root", "steps"}
    for step in tree["why"]["steps"].values():
        assert {"says", "cites", "premises", "absent"} <= set(step)
        assert set(step["premises"]) <= set(tree["why"]["steps"])


@pytest.mark.parametrize("form", ["text", "json", "markdown", "html"])
def test_every_form_holds_the_answer_and_the_reasons(run, form):
    status, out, _ = run("could-produce", "board.yaml", "bobs", "--why", "--format", form)
    assert status == 0 and "bobs" in out and "305.6" in out


def test_why_not_says_what_would_be_needed(run):
    status, out, _ = run("could-produce", "board.yaml", "bobs", "--why-not", "could_produce(bobs, u)")
    assert status == 0 and "forest could produce {U}" in out and "106.7" in out


def test_limit_and_count(run):
    assert run("could-produce", "board.yaml", "--count") == (0, "3\n", "")
    _, out, _ = run("could-produce", "board.yaml", "--limit", "1")
    assert out.splitlines()[1:] == ["... and 2 more"] and out.startswith("alices")


def test_results_of_a_tap_in_every_order(run, tmp_path):
    (tmp_path / "tomb.yaml").write_text("players: {Alice: {battlefield: [Ancient Tomb, Damping Sphere, Mana Reflection]}}")
    tap = ("tap", "tomb.yaml", "ancient-tomb")
    status, out, _ = run(*tap)
    assert status == 0 and [line.split()[0] for line in out.splitlines() if line.startswith("{")] == ["{C}", "{C}{C}"]
    assert "mana-reflection, then damping-sphere" in out
    assert run(*tap, "--where", "mana(Alice) >= 2", "--count") == (0, "1\n", "")
    assert run(*tap, "--where", "mana(Alice) >= 3") == (0, "none\n", "")
    assert run(*tap, "--limit", "1")[1].splitlines()[-1] == "... and 1 more"
    status, out, err = run(*tap, "--where", "mana((")
    assert (status, out) == (2, "") and "is no condition" in err


def test_a_no_has_exit_status_1(run, tmp_path):
    (tmp_path / "walker.yaml").write_text('players: {Alice: {battlefield: ["Domri, Anarch of Bolas"]}}')
    status, out, _ = run("mana-ability", "walker.yaml", "domri-anarch-of-bolas", "--ability", "1")
    assert status == 1 and out.startswith("no") and "605.1a" in out


def test_not_exact_has_exit_status_3_and_names_what_is_missing(run, tmp_path):
    (tmp_path / "strange.yaml").write_text(STRANGE)
    status, out, _ = run("could-produce", "strange.yaml")
    assert status == 3 and "Not modelled" in out and "test-land" in out
    assert run("could-produce", "strange.yaml", "--strict") == (3, "", "")


def test_the_board_may_come_from_standard_input(run, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(BOARD.encode())))
    assert run("could-produce", "-", "--count")[1] == "3\n"


def test_another_rulebook_is_another_answer(run, tmp_path):
    copy = tmp_path / "rules"
    shutil.copytree(own_directory(), copy)
    (copy / "EDITION").write_text("1993-08-05\n")
    assert json.loads(run("could-produce", "board.yaml", "--format", "json", "--rulebook", str(copy))[1])["edition"] == "1993-08-05"


# ---- the terminal -------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("terminal, no_color, colored", [(True, "", True), (True, "1", False), (False, "", False)])
def test_colour_is_for_terminals_only(run, monkeypatch, terminal, no_color, colored):
    monkeypatch.setattr("sys.stdout.isatty", lambda: terminal)
    monkeypatch.setenv("NO_COLOR", no_color)
    assert ("\033[" in run("could-produce", "board.yaml")[1]) is colored


@pytest.mark.parametrize("columns", [40, 60, 200])
def test_lines_fit_the_terminal(run, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    out = run("could-produce", "board.yaml", "bobs", "--why")[1]
    assert max(map(len, out.splitlines())) <= columns


def test_names_do_not_steer_the_terminal(run, tmp_path):
    (tmp_path / "odd.yaml").write_text('players: {"\u202eAlice": {battlefield: [{card: Forest, id: "a\u200db"}]}}', "utf-8")
    status, out, err = run("could-produce", "odd.yaml")
    assert not {"\u202e", "\u200d"} & set(out + err)


# ---- bad input ------------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("arguments, says", [
    (["could-produce", "nowhere.yaml"], "nowhere.yaml"),
    (["could-produce", "board.yaml", "bobz"], "nearest: bobs"),
    (["could-produce", "board.yaml", "--by", "Alise"], "nearest: Alice"),
    (["could-produce", "board.yaml", "--where", "loses(Bob)"], "--where goes with"),
    (["could-produce", "board.yaml", "--limit", "-1"], "--limit"),
    (["could-produce", "board.yaml", "--rulebook", "nowhere"], "nowhere"),
    (["could-produce", "board.yaml", "--rulebook", "."], "EDITION"),
    (["could-produce", "board.yaml", "--why-not", "could_produce("], "could_produce("),
    (["could-produce", "board.yaml", "--why-not", "could_produce(bobs, g)"], "holds"),
    (["could-produce"], "BOARD"),
    (["could-prodce", "board.yaml"], "Did you mean could-produce?"),
    (["mana-ability", "board.yaml", "forest"], "--ability"),
    (["mana-ability", "board.yaml", "forest", "--ability", "7"], "7"),
    (["mana-ability", "board.yaml", "forest", "--ability", "some text"], "some text"),
    (["characteristics", "board.yaml", "No Such Card"], "No Such Card"),
    (["rulings", "board.yaml"], "no list of cases"),
    (["rulings", "nowhere"], "nowhere"),
    (["schema", "bord"], "bord"),
    (["cards", "show", "Forrest"], "Forest"),
])
def test_bad_input_is_told_on_standard_error(run, arguments, says):
    status, out, err = run(*arguments)
    assert (status, out) == (2, "") and says in err and "Traceback" not in err


def test_a_fault_of_the_program_is_told_as_one(run, monkeypatch):
    def broken(*_, **__):
        raise ZeroDivisionError("within")

    monkeypatch.setattr("kb.questions.ask", broken)
    status, out, err = run("could-produce", "board.yaml")
    assert (status, out) == (70, "") and "ZeroDivisionError: within" in err and "fault of manakb" in err


def test_a_broken_rulebook_is_bad_input_if_it_is_the_users_own(run, tmp_path, monkeypatch):
    shutil.copytree(own_directory(), tmp_path / "rules")
    (tmp_path / "rules" / "questions" / "could_produce.lp").write_text("could_produce(")
    status, _, err = run("could-produce", "board.yaml", "--rulebook", "rules")
    assert status == 2 and "could_produce.lp" in err
    monkeypatch.setattr("kb.rulebook.own_directory", lambda: tmp_path / "rules")
    assert run("could-produce", "board.yaml")[0] == 70


def test_what_the_terminal_cannot_show_is_escaped(board, tmp_path):
    (tmp_path / "accents.yaml").write_text("players: {Alice: {battlefield: [{card: Forest, id: forêt}]}}", "utf-8")
    done = python("-m", "kb", "could-produce", "accents.yaml", env=AWAY | {"PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0 and done.stdout.startswith(r"for\xeat")


def test_an_interrupt_is_quiet(run, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("kb.questions.ask", interrupted)
    assert run("could-produce", "board.yaml") == (130, "", "\n")


def test_a_closed_pipe_is_quiet(board):
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([sys.executable, "-m", "kb", "could-produce", board], stdout=writer, stderr=subprocess.PIPE, env=AWAY)
    os.close(writer)
    assert done.stderr == b"" and done.returncode == 141


# ---- the other commands -------------------------------------------------------------------------------------------------

def test_rulings_counts_and_tells_failures(run, tmp_path):
    case = "- {name: %s, ask: could-produce, of: forest, board: {players: {Alice: {battlefield: [Forest]}}}, answer: %s}\n"
    (tmp_path / "cases.yaml").write_text(case % ("right", "[G]") + case % ("wrong", "[U]"))
    assert run("rulings", "cases.yaml") == (1, "wrong: expected [U], got [G]\n1 passed, 1 failed\n", "")
    (tmp_path / "right.yaml").write_text(case % ("right", "[G]"))
    assert run("rulings", "right.yaml") == (0, "1 passed, 0 failed\n", "")


def test_a_fault_in_one_ruling_does_not_hide_the_others(run, tmp_path, monkeypatch):
    case = "- {name: %s, ask: %s, of: forest, board: {players: {Alice: {battlefield: [Forest]}}}, answer: %s}\n"
    (tmp_path / "cases.yaml").write_text(case % ("broken", "characteristics", "{power: 1}") + case % ("right", "could-produce", "[G]"))
    monkeypatch.setattr("kb.questions.QUESTIONS", {"could-produce": kb.questions.QUESTIONS["could-produce"]})
    status, out, _ = run("rulings", "cases.yaml")
    assert status == 1 and out.splitlines() == ["broken: a fault of manakb: KeyError: 'characteristics'", "1 passed, 1 failed"]


@pytest.mark.parametrize("what", ["board", "answer", "case"])
def test_schemas_are_json_schema(run, what):
    status, out, _ = run("schema", what)
    assert status == 0 and json.loads(out)["$schema"].startswith("https://json-schema.org/")


def test_the_demo_answers_every_question_of_its_scenes(run):
    status, out, err = run("demo")
    assert (status, err) == (0, "")
    for line in ("alices  {G}", "yes", "305.6", "legal  Alice may play glade-of-the-pump-spells.", "damage     seedling 1", "2 experience -> 3 experience"):
        assert line in out
    assert run("demo")[1] == out


def test_version(run):
    assert run("--version") == (0, f"manakb {kb.__version__}\n", "")


def test_nothing_heavy_is_imported_for_the_version():
    heavy = {"clingo", "jinja2", "yaml", "msgspec", "lark", "kb.board"}
    code = "import sys; from kb.__main__ import main; main(['--version']); print(*sorted(sys.modules))"
    loaded = set(python("-c", code, env=AWAY).stdout.split())
    assert "click" in loaded and not heavy & loaded


# ---- completion -----------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("words, become", [
    (["could-pro"], ["could-produce"]), (["could-produce", "board.yaml", ""], ["Alice", "Bob", "alices", "forest", "bobs"]),
    (["could-produce", "board.yaml", "forest", "b"], ["bobs"]), (["tap", "board.yaml", "forest", "--by", "B"], ["Bob"]),
    (["proliferate", "board.yaml", "--choose", "forest,al"], ["forest,alices"]), (["mana-ability", "board.yaml", "exotic or"], ["Exotic Orchard"]),
    (["cards", "show", "lim-dul's v"], ["Lim-Dûl's Vault"]), (["cards", "show", "Exotic", "or"], ["Orchard"]), (["tap", "nowhere.yaml", "Zz"], []),
    (["put-counters", "board.yaml", "ali"], ["alices"]), (["could-produce", "board.yaml", "--rule"], ["--rulebook"]),
])
def test_words_are_completed(board, capsys, monkeypatch, words, become):
    from click.shell_completion import ZshComplete

    from kb.__main__ import cli

    completions = ZshComplete(cli, {}, "manakb", "_MANAKB_COMPLETE").get_completions(words[:-1], words[-1])
    assert [item.value for item in completions] == become


def test_the_shell_asks_for_completions(board):
    asked = AWAY | {"_MANAKB_COMPLETE": "bash_complete", "COMP_WORDS": "manakb could-produce board.yaml f", "COMP_CWORD": "3"}
    assert python("-m", "kb", env=asked).stdout == "plain,forest\n"


def test_a_name_of_several_words_needs_no_quotes(run):
    assert run("cards", "show", "Exotic", "Orchard") == run("cards", "show", "exotic orchard")


# ---- other forms of boards, other cards -------------------------------------------------------------------------------------

GAME = "[metadata]\nName:A game\n[state]\nhumanbattlefield=Forest|Set:M21;Exotic Orchard|Tapped|ExecuteScript:TrigX\nailife=3\naibattlefield=Island\n"


def test_a_board_goes_from_form_to_form(run, tmp_path):
    (tmp_path / "game.pzl").write_text(GAME)
    status, out, err = run("convert", "game.pzl")
    assert (status, err) == (0, "") and out.startswith("name: A game\n") and "card: Exotic Orchard" in out
    assert run("convert", "game.pzl", "game.json") == (0, "", "") and run("convert", "game.json", "again.pzl") == (0, "", "")
    assert kb.load("again.pzl") == kb.load("game.json") == kb.load("game.pzl")
    assert json.loads((tmp_path / "game.json").read_text())["players"]["ai"]["life"] == 3
    assert run("convert", "board.yaml")[1].splitlines()[0] == "[state]"


@pytest.mark.parametrize("target, says", [("board.odd", "does not say a form"), ("nowhere/board.json", "cannot be written")])
def test_where_a_board_cannot_go(run, target, says):
    status, out, err = run("convert", "board.yaml", target)
    assert (status, out) == (2, "") and says in err and "Traceback" not in err


def test_what_a_game_state_cannot_say_has_exit_status_3(run, tmp_path):
    (tmp_path / "late.yaml").write_text("players: {Alice: {battlefield: [{card: Forest, timestamp: 3}]}}")
    status, out, err = run("convert", "late.yaml")
    assert status == 3 and "p0battlefield=Forest\n" in out and err == "left out: forest: timestamp\n"


def test_a_question_reads_a_game_state_and_tells_what_a_board_has_no_word_for(run, tmp_path):
    (tmp_path / "game.pzl").write_text(GAME)
    status, out, err = run("could-produce", "game.pzl", "exotic-orchard", "--show-ignored")
    assert status == 3 and "{U}" in out and "exotic-orchard, ExecuteScript:TrigX: anything" in out
    assert err.splitlines() == ["ignored: forest: Set:M21 (line 4)", "ignored: exotic-orchard: ExecuteScript:TrigX (line 4)"]
    assert run("convert", "game.pzl", "--show-ignored")[2] == err


def test_card_data_come_before_the_known_cards_and_later_ones_before_earlier(run, tmp_path):
    def land(name, color):
        return json.dumps([{"name": name, "type": "Land", "text": f"{{T}}: Add {{{color}}}."}])

    (tmp_path / "one.json").write_text(land("Forest", "R"))
    (tmp_path / "two.json").write_text(land("Forest", "W"))
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "three.json").write_text(land("Forest", "B"))
    for files, symbol in ((["one.json"], "{R}"), (["one.json", "two.json"], "{W}"), (["two.json", "folder"], "{B}"), (["folder", "one.json"], "{R}")):
        options = [word for file in files for word in ("--cards", file)]
        assert run("could-produce", "board.yaml", "forest", *options)[1].split()[1] == symbol


def test_data_of_cards_are_compared(run, tmp_path):
    one = [{"name": "Both", "type": "Land", "text": "{T}: Add {G}."}, {"name": "Old", "type": "Land"}, {"name": "Same", "type": "Land", "text": "(It is.)"}]
    other = [{"name": "Both", "type": "Land", "text": "{T}: Add {U}."}, {"name": "New", "type": "Land"}, {"name": "Same", "type": "Land"}]
    for name, data in (("one.json", one), ("other.json", other)):
        (tmp_path / name).write_text(json.dumps(data))
    status, out, _ = run("cards", "diff", "one.json", "other.json")
    assert status == 0 and out.splitlines() == [
        "Both: changed", '  - text_symbol("Both",g)', '  - adds(ability("Both",1),1,1,g,1)', '  + text_symbol("Both",u)',
        '  + adds(ability("Both",1),1,1,u,1)', "New: new", "Old: gone", "1 new, 1 gone, 1 changed"]
    run("cards", "build", "one.json", "--out", "one.txt")
    assert run("cards", "diff", "one.txt", "other.json")[1] == out and run("cards", "diff", "one.txt", "one.json")[1] == "0 new, 0 gone, 0 changed\n"
    assert [item["what"] for item in json.loads(run("cards", "diff", "one.json", "other.json", "--format", "json")[1])] == ["changed", "new", "gone"]


def test_a_bar_tells_how_far_a_build_is(run, tmp_path, monkeypatch):
    (tmp_path / "one.json").write_text(json.dumps([{"name": f"Land {n}", "type": "Land"} for n in range(100)]))
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    err = run("cards", "build", "one.json", "--out", "one.txt")[2]
    assert "cards" in err and "100/100" in err
