"""The command line. Everything heavy is imported where it is used, so that `manakb --version` starts at once."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from pathlib import Path
from typing import NamedTuple

import click
from click.shell_completion import CompletionItem

import kb

atexit.register(gc.freeze)  # the system takes the memory back: looking through it first takes a fifth of a short question

NO, BAD_INPUT, NOT_EXACT, FAULT, INTERRUPTED, CLOSED_PIPE = 1, 2, 3, 70, 130, 141  # exit statuses; 0 is answered
INPUT_ERRORS, RULEBOOK_ERRORS = ("BoardError", "CardDataError"), ("RulebookError", "ProgramError")  # by name: kb is not imported yet


# ---- questions --------------------------------------------------------------------------------------------------------

class Ability(click.ParamType):
    name = "ability"

    def convert(self, value, param, ctx):
        return int(value) if str(value).isdecimal() else value


def board_of(ctx: click.Context) -> str | None:
    """The board of a command line that is not finished: after an option without its value, arguments are not told apart."""
    return ctx.params.get("board") or next(iter(ctx.args), None)


class OnBoard(click.types.StringParamType):
    """What a board calls something, or a card's name."""

    def shell_complete(self, ctx, param, incomplete):
        from kb import completing

        names = completing.on_board(board_of(ctx), incomplete)
        if param.metavar in ("OF", "CARD"):
            names += completing.cards(incomplete, files=ctx.params.get("cards") or ()) if incomplete else []
        return [CompletionItem(name) for name in names]


class CardName(click.types.StringParamType):
    def shell_complete(self, ctx, param, incomplete):
        from kb import completing

        return [CompletionItem(name) for name in completing.cards(incomplete, ctx.params.get("name") or (), ctx.params.get("cards") or ())]


class Names(click.ParamType):
    name = "names"

    def shell_complete(self, ctx, param, incomplete):
        from kb import completing

        before, comma, last = incomplete.rpartition(",")
        return [CompletionItem(before + comma + name) for name in completing.on_board(board_of(ctx), last.strip())]

    def convert(self, value, param, ctx):
        return value if isinstance(value, tuple) else tuple(filter(None, map(str.strip, value.split(","))))


class Deal(click.ParamType):
    name = "deal"

    def convert(self, value, param, ctx):
        if not isinstance(value, str):
            return value
        match [part.strip() for part in value.split(",")]:
            case [source, to, amount, *kind] if amount.isdecimal() and kind in ([], ["combat"]):
                return {"source": source, "to": to, "amount": int(amount), "combat": bool(kind)}
        self.fail(f"{value!r} is not: a source, to whom or what, how much, and combat if it is combat damage ('seedling, Bob, 2, combat').")


FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
DATA = click.Path(exists=True, path_type=Path)
FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
CARDS_HELP = "A file of card data, or a folder of them, whose cards come before the known ones. Of several, later ones come first."

PERMANENTS = click.Argument(["of"], metavar="[PERMANENT]...", nargs=-1)
OF = click.Argument(["of"], metavar="OF")
PERMANENT = click.Argument(["of"], metavar="PERMANENT")
ABILITY = click.Option(["--ability"], type=Ability(), metavar="N", required=True,
                       help="Its N-th activated ability, in printed order from 1; 'triggered N' for a triggered one.")
WHICH = click.Option(["--ability"], type=Ability(), metavar="N", help="Its N-th activated ability; each of its mana abilities if left out.")
OBJECT = click.Argument(["of"], metavar="[PERMANENT]", required=False)
CARD = click.Argument(["of"], metavar="CARD")
ABILITIES = click.Option(["--ability"], type=Ability(), metavar="N", help="Its N-th activated ability; all of them if left out.")
ACTOR = click.Option(["--by"], metavar="PLAYER", help="Who acts; the controller or owner if left out.")
FORMAT = click.Argument(["format"], metavar="[FORMAT]", required=False)
BY = click.Option(["--by"], metavar="PLAYER", help="The player it is asked for; the permanent's controller if left out.")
LIMIT = click.Option(["--limit"], type=click.IntRange(min=0), metavar="N", help="Only the first N items of the answer.")
COUNT = click.Option(["--count"], is_flag=True, help="Only how many items the answer has.")
ALL_ORDERS = click.Option(["--all-orders"], is_flag=True, help="Each order of replacement effects, not one for each result.")

ON = click.Argument(["on"], metavar="ON")
COUNTERS = click.Argument(["counters"], metavar="COUNTERS")
PUTTER = click.Option(["--by"], metavar="PLAYER", help="Who puts them; the permanent's controller, or the active player, if left out.")
EFFECT = click.Option(["--effect/--no-effect"], default=True, help="Whether an effect puts them, and no cost or turn-based action.")
MODULAR = click.Option(["--modular"], is_flag=True, help="A triggered ability of modular puts them.")
PROLIFERATOR = click.Option(["--by"], metavar="PLAYER", help="Who proliferates; the active player if left out.")
TIMES = click.Option(["--times"], type=int, metavar="N", help="How often in a row.")
CHOOSE = click.Option(["--choose"], multiple=True, type=Names(), metavar="NAMES", help="What is chosen, such as 'ballista, Bob'; once for each pass.")
EACH = click.Option(["--choose"], multiple=True, type=Names(), metavar="NAMES", help="What a proliferation chooses; once for each, in turn.")
DEAL = click.Option(["--deal"], multiple=True, required=True, type=Deal(), metavar="DAMAGE",
                    help="Damage that is dealt at once, such as 'seedling, Bob, 2' or 'seedling, Bob, 2, combat'; once for each.")
STEPS = click.Option(["--steps"], type=click.IntRange(1, 2), metavar="N", help="1: only the first combat damage step.")
COST = click.Argument(["of"], metavar="COST")
PAYER = click.Option(["--by"], metavar="PLAYER", help="Who pays; the active player if left out.")
X = click.Option(["--x"], type=click.IntRange(min=0), metavar="N", help="The number that {X} is.")
FOR = click.Option(["--for", "for_"], metavar="CARD", help="The spell that is paid for, so that restrictions of mana count.")
BEST_WAY = click.Option(["--best"], multiple=True, metavar="AMOUNT", help="Only the best ways: fewest-sources, keep:U, or such as 'min:damage(Alice)'.")
THEN = click.Option(["--then"], type=click.Choice(["state"]), help="Go on to state-based actions.")
DISTINCT = click.Option(["--distinct"], is_flag=True, help="Only one of results that differ by swapping alike permanents.")
BEST = click.Option(["--best"], multiple=True, metavar="AMOUNT", help="Only the best results, such as 'max:counters(ballista, \"+1/+1\")'.")

CARD = click.Argument(["of"], metavar="CARD")
WHOSE = click.Option(["--by"], metavar="PLAYER", help="Under whose control; the card's owner, or the active player, if left out.")
X = click.Option(["--x"], type=int, metavar="N", help="The number chosen for X.")
CAST = click.Option(["--cast/--not-cast"], default=None, help="Whether it was cast; if left out, all but lands and tokens are taken to be.")
CAST_BY = click.Option(["--cast-by"], metavar="PLAYER", help="Who cast it; who controls it then, if left out.")
MANA_SPENT = click.Option(["--mana-spent"], metavar="MANA", help="What was spent to cast it, such as GGC.")
KICKED = click.Option(["--kicked"], type=int, metavar="N", help="How often it was kicked.")
GIVEN = click.Option(["--given"], multiple=True, metavar="WORD", help="A condition that holds: bargained, creature_died_this_turn, ...")
COPY_OF = click.Option(["--copy-of"], metavar="CARD", help="What it is a copy of as it enters.")
TOKEN = click.Option(["--token"], is_flag=True, help="It is a token.")
WITH = click.Option(["--with"], metavar="COUNTERS", help="What an effect has it enter with besides, such as '1 +1/+1'.")

OUTPUT = (
    click.Option(["--format", "form"], type=click.Choice(["text", "json", "jsonl", "markdown", "html"]), default="text",
                 show_default=True, help="How the answer is written."),
    click.Option(["--why"], is_flag=True, help="Add the reasons, rule by rule."),
    click.Option(["--why-not"], metavar="FACT", help="Add why FACT does not hold: 'could_produce(orchard, g)'."),
    click.Option(["--strict"], is_flag=True, help="Print nothing unless the answer is exact."),
    click.Option(["--rulebook"], type=FOLDER, metavar="DIR", help="Another copy of rules/."),
    click.Option(["--cards"], multiple=True, type=DATA, metavar="FILE", help=CARDS_HELP),
    click.Option(["--show-ignored"], is_flag=True, help="List what a Forge game state says that a board has no word for."),
)


def where(example: str) -> click.Option:
    return click.Option(["--where"], metavar="CONDITION", help=f"Only results in which it holds, such as '{example}'.")


class Question(NamedTuple):
    help: str
    parameters: tuple[click.Parameter, ...]


QUESTIONS = {
    "could-produce": Question("The types of mana that permanents (default: all) could produce.", (PERMANENTS, BY, LIMIT, COUNT)),
    "mana-ability": Question("Whether an ability of a permanent or card is a mana ability.", (OF, ABILITY)),
    "characteristics": Question("The characteristics of a permanent, card or player.", (OF,)),
    "tap": Question("Every possible result of activating a permanent's mana abilities.",
                    (PERMANENT, WHICH, BY, where("mana(Alice, G) >= 2"), ALL_ORDERS, LIMIT, COUNT)),
    "activate": Question("Whether an ability can be activated now, and what forbids it; by default all that a player could activate.",
                         (OBJECT, ABILITIES, ACTOR, LIMIT, COUNT)),
    "play-land": Question("Whether a land can be played now, and what forbids it.", (CARD, ACTOR)),
    "legal-in": Question("Whether a card is legal in a format (default: the board's), as far as the rules say so.", (CARD, FORMAT)),
    "pay": Question("Whether a cost, or that of casting a card, can be paid with one's sources of mana, and each minimal way.",
                    (COST, PAYER, X, FOR, where("keeps(Alice, U) >= 1"), BEST_WAY, LIMIT, COUNT)),
    "put-counters": Question("The counters that are put on a permanent or player, after replacement effects.",
                             (ON, COUNTERS, PUTTER, EFFECT, MODULAR, LIMIT, COUNT)),
    "proliferate": Question("Who may be chosen, how many choices there are, and what comes of them.",
                            (PROLIFERATOR, TIMES, CHOOSE, where("chosen(Bob)"), BEST, THEN, DISTINCT, LIMIT, COUNT)),
    "damage": Question("What damage that is dealt at once comes to.", (DEAL, EACH, where("survives(seedling)"), LIMIT, COUNT)),
    "combat-damage": Question("What the combat damage steps of this combat come to.", (STEPS, EACH, where("survives(seedling)"), LIMIT, COUNT)),
    "enter": Question("How a card would enter the battlefield: its counters, tapped or not, choices.",
                      (CARD, WHOSE, X, CAST, CAST_BY, MANA_SPENT, KICKED, GIVEN, COPY_OF, TOKEN, WITH, where("tapped(steam-vents)"), LIMIT, COUNT)),
    "state": Question("What state-based actions do, until none applies.", (where("survives(seedling)"), LIMIT, COUNT)),
}
LATER_OPTIONS = ("--where", "--then", "--best", "--distinct", "--limit", "--count")  # of questions with several results


def question_command(name: str) -> click.Command:
    question = QUESTIONS[name]
    for parameter in question.parameters:
        if parameter.name in ("of", "on", "by") and parameter.type is click.STRING:
            parameter.type = OnBoard()
    return click.Command(
        name, help=f"{question.help}\n\nBOARD is a file (YAML, JSON, Forge game state), or - for standard input.", short_help=question.help,
        params=[click.Argument(["board"], metavar="BOARD", type=click.Path(allow_dash=True)), *question.parameters, *OUTPUT],
        callback=lambda **options: put_question(name, **options),
    )


def put_question(name, board, rulebook, cards, show_ignored, form, why, why_not, strict, limit=None, count=False, **arguments) -> int:
    from kb.questions import ask

    asked = {key: value for key, value in arguments.items() if value not in (None, ())}
    board = kb.load(board, pool_with(cards))
    tell_ignored(board, show_ignored)
    return tell(ask(board, name, rulebook=rulebook, **asked), form, why, why_not, strict, limit, count)


def tell(answer, form, why, why_not, strict, limit=None, count=False) -> int:
    """Write an answer; the exit status."""
    from itertools import islice

    from kb import rendering

    if strict and not answer.exact:
        return NOT_EXACT
    if count:
        write(rendering.count(answer, form))
    elif form == "jsonl":
        for result in islice(answer.results(), limit):
            write(rendering.as_line(result))
    else:
        reasons = missing(answer, why_not) if why_not is not None else answer.why() if why else None
        write(rendering.render(answer, form, why=reasons, limit=limit, **terminal()))
    return NOT_EXACT if not answer.exact else NO if answer.negative else 0


def missing(answer, fact: str):
    try:
        return answer.why_not(fact)
    except kb.BoardError:
        raise
    except ValueError:
        raise click.UsageError(f"--why-not: {fact} holds; --why says why.") from None


def pool_with(files: tuple[Path, ...]):
    """The known cards, and before them those of files."""
    from functools import reduce

    from kb.cards import pool

    return reduce(lambda known, file: known.with_cards(file), files, pool())


# ---- the other commands -------------------------------------------------------------------------------------------------

class Verbs(click.Group):
    """The questions of the table, then the commands below."""

    def list_commands(self, ctx):
        return [*QUESTIONS, *self.commands]

    def get_command(self, ctx, name):
        if name not in self.list_commands(ctx):
            raise click.UsageError(f"There is no {name!r}.{meant(name, self.list_commands(ctx))}", ctx)
        return question_command(name) if name in QUESTIONS else self.commands[name]


@click.group(cls=Verbs)
@click.version_option(kb.__version__, message="manakb %(version)s")
def cli():
    """Ask the rules of Magic about mana and counters on a board; get answers that cite their rules.

    Exit status: 0 answered, 1 the answer is no, 2 bad input, 3 the answer is not exact, 70 a fault of the program.
    """


@cli.command()
@click.argument("what", type=click.Choice(["board", "answer", "case"]), default="board")
def schema(what):
    """The JSON Schema of a board, an answer or a case."""
    from kb.rendering import as_json
    from kb.schema import schema_of

    write(as_json(schema_of(what)))


@cli.command(short_help="Run case files: rulings that are tests.")
@click.argument("places", metavar="FILE-OR-FOLDER...", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--rulebook", type=FOLDER, metavar="DIR", help="Another copy of rules/.")
def rulings(places, rulebook):
    """Run case files: rulings that say what an answer should be."""
    from kb.rendering import printable
    from kb.rulings import cases, run

    passed = failed = 0
    for case in cases(places):
        try:
            faults = run(case, rulebook)
        except Exception as error:  # one case must not keep the others from being run
            faults = [f"a fault of manakb: {type(error).__name__}: {error}"]
        passed, failed = passed + (not faults), failed + bool(faults)
        if faults:
            write(printable(f"{case.name}: {'; '.join(faults)}") + "\n")
    write(f"{passed} passed, {failed} failed\n")
    return NO if failed else 0


@cli.command(short_help="Which rules apply in some ruling, and which in none.")
@click.argument("places", metavar="FILE-OR-FOLDER...", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--rulebook", type=FOLDER, metavar="DIR", help="Another copy of rules/.")
@click.option("--processes", type=click.IntRange(1), default=2, show_default=True, metavar="N", help="At once.")
def rules(places, rulebook, processes):
    """Which rules apply in some ruling of case files, and which in none."""
    from kb.checking import telling
    from kb.checking.covered import covered
    from kb.rulebook import Rulebook
    from kb.rulings import cases

    write(telling.coverage(covered(Rulebook.load(rulebook), list(cases(places)), processes, progress())))
    return 0


@cli.command(short_help="What can't be: of a board, of rulings, of the rulebook.")
@click.argument("what", metavar="[BOARD|RULINGS]", required=False)
@click.option("--board", metavar="BOARD", help="The board that RULINGS are about, unless they bring their own.")
@click.option("--with", "own", type=FILE, multiple=True, metavar="FILE", help="Rules and cards of your own (.lp, written like those of rules/).")
@click.option("--rules", is_flag=True, help="The rulebook itself: properties of rules/checks, for all boards from a set of cards.")
@click.option("--max-permanents", "most", type=click.IntRange(0, 5), default=3, show_default=True, metavar="N", help="Of these boards.")
@click.option("--over", type=FILE, metavar="CARDS", help="A file of names of cards, a line each, to make these boards of.")
@click.option("--only", default="", metavar="WORDS", help="Only checks and properties in whose name WORDS stand.")
@click.option("--mutants", is_flag=False, flag_value="tests/rulings", type=click.Path(exists=True, path_type=Path), metavar="[RULINGS]",
              help="Spoil each rule in turn: do RULINGS (tests/rulings, if left out) notice?")
@click.option("--sample", type=click.IntRange(1), metavar="N", help="Only so many of these, drawn at random.")
@click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="Of that draw.")
@click.option("--edition", type=FILE, metavar="FILE", help="A newer text of the Comprehensive Rules: which rules changed or moved.")
@click.option("--processes", type=click.IntRange(1), default=2, show_default=True, metavar="N", help="At once.")
@click.pass_context
def check(context, what, board, own, rulebook, cards, show_ignored, rules, most, over, only, mutants, sample, seed, edition, processes, **output):
    """What can't be: of a board, of rulings that somebody believes, or of the rulebook.

    BOARD or RULINGS is a file (YAML, JSON), or - for standard input. RULINGS is a list; each is a case as in a case file, with or without
    a name and a board, or `says` in place of its answer (a condition as --where takes it), or text: an atom as --why-not takes it.

    \b
    - not can_be_chosen(Bob)
    - {ask: could-produce, of: orchard, answer: [W]}
    - {ask: state, says: survives(k1)}

    Without a board, such text is about all small boards; a case about a card by itself is held against a board with nothing on it, and
    whatever else against the others and itself only.
    """
    given = {name for name in context.params if context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE}
    asked = [said for name, said in CHECKED.items() if name in given]
    if len(asked) != 1:
        raise click.UsageError(f"{' and '.join(asked)}: one at a time." if asked else f"What is to be checked: {' or '.join(CHECKED.values())}?")
    if rules:
        refuse_unfit("--rules", given)
        return check_rules(rulebook, own, cards, most, over, only, processes)
    if mutants:
        refuse_unfit("--mutants", given)
        return check_mutants(rulebook, own, mutants, processes, sample, seed, only)
    if edition:
        refuse_unfit("--edition", given)
        return check_edition(rulebook, edition, output["form"])
    from kb.hearing import check as held_against
    from kb.questions import ask
    from kb.reading import read
    from kb.rulebook import Rulebook

    node, book = read(what), Rulebook.load(rulebook).with_files(own)
    pool = pool_with(cards).with_cards(own_cards(book))
    of_rulings = isinstance(node.value, list)
    refuse_unfit("RULINGS" if of_rulings else "a BOARD", given)
    if board and given & {"most", "over"}:
        raise click.UsageError("--max-permanents and --over go with RULINGS without a --board.")
    if board := kb.load(board or node, pool) if board or not of_rulings else None:
        tell_ignored(board, show_ignored)
    return tell(held_against(node, board, pool, book, most, over) if of_rulings else ask(board, "check", rulebook=book), **output)


CHECKED = {"what": "a BOARD or RULINGS", "rules": "--rules", "mutants": "--mutants", "edition": "--edition"}
ON_ANSWERS = ("form", "strict", "own", "rulebook", "cards", "show_ignored")
FIT = {  # the options of check, by what goes with them
    "a BOARD": (*ON_ANSWERS, "why", "why_not"),
    "RULINGS": (*ON_ANSWERS, "board", "most", "over"),
    "--rules": ("own", "rulebook", "cards", "most", "over", "only", "processes"),
    "--mutants": ("own", "rulebook", "only", "sample", "seed", "processes"),
    "--edition": ("form", "rulebook"),
}


def refuse_unfit(asked: str, given: set[str]) -> None:
    """A usage error for an option that does not go with what is checked."""
    for option in check.params:
        if isinstance(option, click.Option) and option.name in given and option.opts[0] != asked and option.name not in FIT[asked]:
            others = [other for other, names in FIT.items() if option.name in names]
            raise click.UsageError(f"{option.opts[0]} goes with {' or '.join(others)}, not with {asked}.")


def own_cards(book) -> list:
    """The cards of which somebody's own rules tell, whose facts are among these rules."""
    from kb.cards import Card

    return [Card(name, name, None, "") for name in book.cards]


def check_mutants(rulebook, own, places, processes, sample, seed, only) -> int:
    from kb.checking import telling
    from kb.checking.equivalents import equivalents
    from kb.checking.mutants import APART, NOTICED, SURVIVED, fates
    from kb.rulebook import Rulebook
    from kb.rulings import cases

    book, found = Rulebook.load(rulebook).with_files(own), []
    if not any(only in rule.file for rule in book.rules):
        raise click.UsageError(f"--only: no file of rules has {only!r} in its name.")
    try:
        for one in fates(book, list(cases([places])), processes, sample, seed, only, equivalents(places), progress("mutants")):
            found.append(one)
            if one.fate not in (NOTICED, *APART):
                write(telling.mutant(one))
    except KeyboardInterrupt:
        write("\nstopped; so far:\n")
    write(telling.mutants(found))
    return NO if any(one.fate == SURVIVED for one in found) else 0


def check_edition(rulebook, file, form) -> int:
    from kb.checking import telling
    from kb.checking.editions import changes, read
    from kb.rulebook import Rulebook

    if form not in ("text", "json"):
        raise click.UsageError("--edition is told as text or json.")
    found = list(changes(book := Rulebook.load(rulebook), read(file), str(file)))
    write(telling.edition(found, book, form))
    return NO if found else 0


def check_rules(rulebook, own, cards, most, over, only, processes) -> int:
    from kb.checking import rules, telling
    from kb.rulebook import Rulebook

    book = Rulebook.load(rulebook).with_files(own)
    outcomes = []
    for outcome in rules.check_rules(book, rules.templates(pool_with(cards), book, over) + own_cards(book), most, processes, only, progress()):
        outcomes.append(outcome)
        if outcome.finding:
            write(telling.counterexample(outcome, book, **terminal()))
    if not outcomes:
        raise click.UsageError(f"--only: no check and no property has {only!r} in its name.{meant(only, [name.removeprefix('checks/') for name in book.checks])}")
    write(telling.table(outcomes))
    return NO if any(outcome.finding for outcome in outcomes) else 0


check.params += OUTPUT


@cli.command(short_help="Write a board in another form: YAML, JSON, Forge's.")
@click.argument("source", metavar="FILE")
@click.argument("target", metavar="[NEW-FILE]", required=False, type=click.Path(dir_okay=False, path_type=Path))
@click.option("--to", type=click.Choice(["yaml", "json", "forge"]), help="The form; by default what NEW-FILE's name says, else Forge's for a YAML "
              "or JSON file and YAML for others.")
@click.option("--deck", type=click.Choice(["hand", "library"]), help="FILE is a decklist: make it this zone of a player's.")
@click.option("--show-ignored", is_flag=True, help="List what a board has no word for.")
@click.option("--cards", multiple=True, type=DATA, metavar="FILE", help=CARDS_HELP)
def convert(source, target, to, deck, show_ignored, cards):
    """Write a board in another form: YAML, JSON, or Forge game state (.pzl, .txt).

    What is left out is listed on standard error: a decklist's sideboard, and what the form cannot say (exit status 3).
    """
    from kb import converting
    from kb.reading import read
    from kb.rendering import printable

    tree, aside = converting.deck(source, deck) if deck else (read(source), [])
    board = kb.load(tree, pool_with(cards))
    form = to or (converting.form_of(target.name) if target else "forge" if converting.form_of(source) in ("yaml", "json") else "yaml")
    if form is None:
        raise click.UsageError(f"The name {target.name} does not say a form; --to does.")
    text, left_out = converting.written(board, tree, form)
    try:
        target.write_text(text, "utf-8") if target else write(text)
    except OSError as error:
        raise click.UsageError(f"{target}: cannot be written: {error.strerror}") from None
    tell_ignored(board, show_ignored)
    for part in (*aside, *left_out):
        sys.stderr.write(f"{printable(f'left out: {part}')}\n")
    return NOT_EXACT if left_out else 0


def tell_ignored(board, asked: bool) -> None:
    if asked:
        from kb.converting import not_held
        from kb.rendering import printable

        for part in not_held(board):
            sys.stderr.write(f"{printable(f'ignored: {part}')}\n")


@cli.group()
def cards():
    """What is known of cards, and the pool they come from."""


@cards.command()
@click.argument("name", nargs=-1, required=True, type=CardName())
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="How it is written.")
@click.option("--cards", multiple=True, type=DATA, metavar="FILE", help=CARDS_HELP)
def show(name, form, cards):
    """What is known of the card NAME, in words and as facts."""
    from dataclasses import asdict

    from kb.card_words import describe, text
    from kb.rendering import as_json

    pool, name = pool_with(cards), " ".join(name)
    if (card := pool.find(name)) is None:
        nearest = pool.nearest(name)
        raise click.UsageError(f"No card is called {name!r}.{f' Did you mean {nearest}?' if nearest else ''}")
    faces = [describe(face) for face in (card, pool.find(card.other_face or "")) if face]
    write(as_json([asdict(face) for face in faces]) if form == "json" else "\n".join(text(face, **terminal()) for face in faces))


@cards.command()
@click.argument("file", type=DATA)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Where the pool goes, if not into the package.")
def build(file, out):
    """Compile a FILE of card data (MTGJSON AtomicCards, Scryfall Oracle cards, packed or not), or a folder of them, into a pool of facts."""
    from kb.cards import SHIPPED
    from kb.cards_build import build as build_pool

    out = out or SHIPPED
    built = build_pool(file, out, progress())
    write(f"{out}: {built.faces:,} faces, {built.size:,} bytes\n")


@cards.command()
@click.argument("one", metavar="A", type=DATA)
@click.argument("other", metavar="B", type=DATA)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="How it is written.")
def diff(one, other, form):
    """The cards of which other facts are known from B than from A: files or folders of card data, or pools that build wrote."""
    from dataclasses import asdict

    from kb.card_diff import differences
    from kb.rendering import as_json, printable

    found = differences(one, other, progress())
    if form == "json":
        write(as_json([asdict(difference) for difference in found]))
        return
    numbers = dict.fromkeys(("new", "gone", "changed"), 0)
    for difference in found:
        numbers[difference.what] += 1
        lines = [f"{difference.card}: {difference.what}"]
        if difference.what == "changed":
            lines += [*(f"  - {fact}" for fact in difference.lost), *(f"  + {fact}" for fact in difference.gained)]
        write("".join(f"{printable(line)}\n" for line in lines))
    write(", ".join(f"{number:,} {what}" for what, number in numbers.items()) + "\n")


@cards.command()
@click.argument("file", type=DATA)
@click.option("--list", "only", metavar="CLASS", help="Name the cards of this class that are not wholly understood.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="How it is written.")
def coverage(file, only, form):
    """How much of a FILE of card data is understood, by classes of wording."""
    from kb import rendering
    from kb.coverage import CLASSES
    from kb.coverage import coverage as classes_of

    if only not in (None, *(names := [known.name for known in CLASSES])):
        raise click.UsageError(f"There is no class {only!r}.{meant(only, names)}")
    write(rendering.coverage(classes_of(file, only, progress()), form, listed=only is not None))


@cli.command()
def demo():
    """Boards from rulings, and what can be asked about them."""
    from kb.demo import play

    return FAULT if {BAD_INPUT, FAULT} & set(play(main, write)) else 0


def meant(word: str, words: list[str]) -> str:
    from kb.reading import nearest

    likely = nearest(word, words)
    return f" Did you mean {likely}?" if likely else f" There are: {', '.join(words)}."


# ---- running ------------------------------------------------------------------------------------------------------------

def terminal() -> dict:
    """How wide, and whether in colour."""
    import shutil

    wide = shutil.get_terminal_size((80, 24)).columns
    return {"width": min(wide, 80), "color": sys.stdout.isatty() and not os.environ.get("NO_COLOR")}


def progress(label: str = "cards"):
    """Draws a bar on a terminal that tells how far a long run is."""
    bars = []

    def tell(done: int, of: int) -> None:
        if not bars or bars[0].length != of:
            bars[:] = [click.progressbar(length=of, file=sys.stderr, label=label, show_pos=True)]
        bars[0].update(done - bars[0].pos)
        if done == of:
            bars[0].render_finish()

    return tell if sys.stderr.isatty() else None


def write(text: str) -> None:
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python flushes once more on its way out
        raise SystemExit(CLOSED_PIPE) from None


def main(arguments: list[str] | None = None) -> int:
    """Run a command; its exit status. What goes wrong is told on standard error."""
    sys.stdout.reconfigure(errors="backslashreplace")  # a name that the terminal cannot show is no reason to fail
    try:
        return cli.main(arguments, "manakb", standalone_mode=False) or 0
    except click.NoSuchOption as error:
        if error.option_name in LATER_OPTIONS:
            error = click.UsageError(f"{error.option_name} goes with questions that have several possible results, "
                                     f"and so far not with {error.ctx.info_name}.", error.ctx)
        return fail(error)
    except click.ClickException as error:
        return fail(error)
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except Exception as error:
        another_rulebook = any(word.startswith(("--rulebook", "--with")) for word in (sys.argv if arguments is None else arguments))
        if type(error).__name__ in INPUT_ERRORS + (RULEBOOK_ERRORS if another_rulebook else ()):
            sys.stderr.write(f"{error}\n")
            return BAD_INPUT
        import traceback

        traceback.print_exc()
        sys.stderr.write("\nThis is a fault of manakb itself, not of the board. Its authors would like to know.\n")
        return FAULT


def fail(error: click.ClickException) -> int:
    error.show()
    return BAD_INPUT


if __name__ == "__main__":
    sys.exit(main())
