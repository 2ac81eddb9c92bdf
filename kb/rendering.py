"""An answer as text, JSON, Markdown or HTML. Sentences come from the rules; templates only arrange them."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jinja2 import Environment

    from kb.questions import Answer
    from kb.telling import Told
    from kb.why import Why

TEMPLATES = Path(__file__).parent / "templates"
LISTINGS = ("results", "ways", "abilities")  # parts of an answer that are its items, listed as far as is asked for
WIDTH = 80  # columns, where there is no narrower terminal
LINES = 4  # alike, that are told as one


@dataclass(frozen=True)
class Row:
    """A line of the plain answer: what it is about, what holds of it, the numbers of the rules that decide."""

    item: str
    says: str
    cites: tuple[str, ...] = ()
    reason: bool = False  # not the answer itself, but why; told once
    heading: bool = False  # says what the lines below are about


# ---- what the plain answer says, a function a question --------------------------------------------------------------

def _could_produce(answer: Answer) -> Iterable[Row]:
    yield from _gathered(Row(permanent, _symbols(types) or "nothing", answer.cites.get(permanent, ())) for permanent, types in answer.value.items())


def _mana_ability(answer: Answer) -> Iterable[Row]:
    item = "yes" if answer.value["is"] else "no"
    for reason in answer.value["because"] or [{"says": "", "rule": ""}]:
        yield Row(item, reason["says"], (reason["rule"],), reason=True)
        item = ""


def _characteristics(answer: Answer) -> Iterable[Row]:
    for name, value in answer.value.items():
        item, cites = name.replace("_", " "), answer.cites.get(name, ())
        if name == "abilities":
            for ability in value:
                yield Row(" ".join(str(part) for part in (ability["kind"], ability["number"]) if part), ability["says"], cites)
        elif name == "numbers":
            for number in value:
                yield Row("number", f"{number['says']} is {number['is']}")
        elif name == "colors":
            yield Row(item, _symbols(value) or "none", cites)
        elif name == "counters":
            yield Row(item, _counters(value) or "none", cites)
        elif isinstance(value, list):
            yield Row(item, ", ".join(value) or "none", cites)
        else:
            yield Row(item, "none" if value is None else str(value), cites)


def _tap(answer: Answer) -> Iterable[Row]:
    for result in answer.value:
        gets = {player: _amount(mana) for player, mana in result["mana"].items() if mana}
        item = ", ".join(gets.values() if len(gets) == 1 else (f"{player} {mana}" for player, mana in gets.items()))
        besides = [", then ".join(result["replaced_by"]),
                   *(f"{_amount(triggered['mana'])} from {triggered['source']}" for triggered in result["triggered"]),
                   *(_clause(also["says"]) for also in result["also"])]
        yield Row(item or "no mana", "; ".join(filter(None, besides)), answer.cites.get("result", ()))
    if not answer.value:
        yield from _why_none(answer)


def _why_none(answer: Answer) -> Iterable[Row]:
    why, item = answer.why(), "none"
    for step in (why.steps[id] for id in why.root) if why.root else ():
        yield Row(item, step.sentence, step.cites, reason=True)
        item = ""
    if item:
        yield Row(item, "")


def _clause(sentence: str) -> str:
    """The sentence as a part of another."""
    return re.sub(r"^(An?|The|Its?|This)\b", lambda first: first[0].lower(), sentence.rstrip("."))


def _activate(answer: Answer) -> Iterable[Row]:
    for ability in answer.value["abilities"]:
        says, item = "legal" if ability["legal"] else "illegal: ", f"{ability['id']} {ability['ability']}"
        for reason in ability["because"]:
            yield Row(item, says if ability["legal"] else says + reason["says"], tuple(reason["rule"].split()))
            item = ""
    if answer.value["because"] and not answer.value["abilities"]:
        yield from _legal(answer)
    if answer.value.get("more"):
        yield Row("", "... and more; --limit says how many are listed")


def _legal(answer: Answer) -> Iterable[Row]:
    item = "legal" if answer.value["legal"] else "illegal"
    for reason in answer.value["because"] or [{"says": "", "rule": ""}]:
        yield Row(item, reason["says"], tuple(reason["rule"].split()), reason=True)
        item = ""


def _pay(answer: Answer) -> Iterable[Row]:
    value = answer.value
    if not value["possible"]:
        yield Row("impossible", "")
        for says, cites in answer.asked.reasons():
            yield Row("", says, cites, reason=True)
    for number, way in enumerate(value["ways"], 1):
        yield Row(str(number), "; ".join(map(_step, way)) or "nothing to pay")
    if value["more"]:
        yield Row("", "... and more; --limit says how many are listed")


def _step(step: dict[str, Any]) -> str:
    """One activation of a way, what else it takes and does, and mana of the pool and life."""
    if "pool" in step:
        return f"{_symbols(step['pool'])} of the pool"
    if "life" in step:
        return f"{step['life']} life for {step['pays']}"
    paid = f" paid with {step['paid_with']}" if "paid_with" in step else ""
    others = f" with {', '.join(step['with'])}" if step.get("with", [step["tap"]]) != [step["tap"]] else ""
    also = "; ".join(_clause(one["says"]) for one in step.get("also", ()))
    return f"{step['tap']}{others} for {_symbols(step['for'])}{paid}{f' ({also})' if also else ''}"


def _play_land(answer: Answer) -> Iterable[Row]:
    yield from _legal(answer)
    for number, way in enumerate(answer.value.get("ways", ()), 1):
        yield Row(str(number), "; ".join(map(_step, way)))


def _put_counters(answer: Answer) -> Iterable[Row]:
    for result in answer.value:
        yield Row(_counters(result["counters"]) or "none", ", then ".join(result["order"]), answer.cites.get("counters", ()))


def _enter(answer: Answer) -> Iterable[Row]:
    either = len({result["tapped"] for result in answer.value}) > 1
    for result in answer.value:
        copy = [f"a copy of {result['copy_of']}"] if result["copy_of"] else []
        status = ["tapped"] if result["tapped"] else ["untapped"] if either else []
        item = ", ".join([_counters(result["counters"]) or "no counters", *status, *copy])
        yield Row(item, "; ".join(filter(None, [", then ".join(result["order"]), *result["choices"], *result["also"]])))


def _proliferate(answer: Answer) -> Iterable[Row]:
    value = answer.value
    yield from _gathered(Row(name, f"{_counters(has['now']) or 'none'} -> {' or '.join(map(_way, has['then']))}", answer.cites.get(name, ()))
                         for name, has in value["if_chosen"].items())
    each = f"each of these {len(value['eligible'])}" if len(value["eligible"]) > 1 else "it"
    times = f" in {value['passes']} passes" if value["passes"] > 1 else ""
    yield Row("choices", f"{_digits(value['choices'])}{times}: {each} may be chosen or not{', none included' if times or each != 'it' else ''}"
              if value["eligible"] else "1: there is nothing to choose", answer.cites.get("choices", ()))
    for other in value["not_eligible"]:
        if other["id"] in answer.cites:
            yield Row("not", f"{other['id']}: {other['because']}", answer.cites[other["id"]])
    for result in value["results"]:
        yield from _choice(value, result)
    if value["more"] and value["results"]:
        yield Row("", "... and more; --limit says how many are listed")
    if answer.asked.narrowed and not value["results"]:
        yield Row("none", f"of the {_digits(value['choices'])} choices fits")


def _way(way: dict[str, Any]) -> str:
    """What one comes to have, and the order of replacement effects that leads there."""
    return _counters(way["counters"]) + (f" ({', then '.join(way['order'])})" if way["order"] else "")


def _choice(value: dict[str, Any], result: dict[str, Any]) -> Iterable[Row]:
    """Who is chosen; what they have then, where the lines above do not say it; and what state-based actions do then."""
    passes = [result["chosen"]] if value["passes"] == 1 else result["chosen"]
    says = ", then ".join(", ".join(_runs(one)) or "nothing" for one in passes)
    yield Row("chosen", says + (f" ({result['multiplicity']:,} alike)" if result.get("multiplicity", 1) > 1 else ""))
    open_to = value["if_chosen"]
    told = {name: totals for name, totals in result["counters"].items()
            if totals != open_to[name]["now"] and (value["passes"] > 1 or len(open_to[name]["then"]) > 1)}
    if told:
        yield Row("", "then " + "; ".join(f"{name} {_counters(totals)}" for name, totals in told.items()))
    ends = [f"{part} {', '.join(_runs(result[part]))}" for part in ("dies", "loses") if result.get(part)]
    if ends:
        yield Row("", "after state-based actions: " + "; ".join(ends))


ID = re.compile(r"(?P<base>.*?)(?:-(?P<number>\d+))?")


def _runs(names: Iterable[str]) -> Iterator[str]:
    """The names, with the many of one base that follow each other told by the first and the last."""
    for _, alike in groupby(names, key=lambda name: ID.fullmatch(name)["base"]):
        same = list(alike)
        yield from same if len(same) < LINES else [f"{same[0]} to {same[-1]} ({len(same)})"]


def _gathered(rows: Iterable[Row]) -> Iterator[Row]:
    """The rows, with the many that say the same one after another as one."""
    for _, alike in groupby(rows, key=lambda row: (ID.fullmatch(row.item)["base"], row.says, row.cites)):
        same = list(alike)
        first, last = same[0], same[-1]
        yield from same if len(same) < LINES else [replace(first, says=f"{first.says}; so with all to {last.item} ({len(same)} in all)")]


def _counters(kinds: dict[str, int]) -> str:
    return ", ".join(f"{amount} {kind}" for kind, amount in kinds.items())


def _digits(number: str) -> str:
    return f"{int(number):,}" if len(number) <= 30 else f"about {number[0]}.{number[1:3]}e{len(number) - 1}"


def _outcomes(answer: Answer) -> Iterable[Row]:
    for number, result in enumerate(answer.value, 1):
        of_several = f"{number}: " if len(answer.value) > 1 else ""
        totals = {"life": result["life"], "damage": result["damage"],
                  "counters": {bearer: ", ".join(f"{amount} {kind}" for kind, amount in kinds.items()) for bearer, kinds in result["counters"].items()}}
        for turn, proliferation in enumerate(result["proliferations"]):
            chosen = ", ".join(proliferation["chosen"]) or "nothing"
            yield Row("" if turn else f"{of_several}chosen", f"{chosen} (by {proliferation['by']})")
        yield Row(f"{'' if result['proliferations'] else of_several}dies", ", ".join(result["dies"]) or "nothing")
        if result.get("exiled"):
            yield Row("exiled", ", ".join(result["exiled"]))
        yield Row("loses", ", ".join(result["loses"]) or "nobody")
        for total, of in totals.items():
            if of:
                yield Row(total, "; ".join(f"{bearer} {amount}" for bearer, amount in of.items()))


def _check(answer: Answer) -> Iterable[Row]:
    for finding in answer.value:
        yield Row("", finding["says"], (finding["rule"].strip("-"),), heading=True)
        files = {Path(one["file"]).name for one in finding["statements"] if one["file"] and "rule" not in one}
        for one in finding["statements"]:
            if "rule" not in one:
                line = f"line {one['line']}" if len(files) < 2 else f"{Path(one['file']).name}:{one['line']}"
                yield Row(f"  {line if one['line'] else 'unsaid' if one['file'] else 'board'}", one["says"])
        if rules := dict.fromkeys(one["rule"] for one in finding["statements"] if "rule" in one):
            yield Row("  rules", ", ".join(rules))
        for number, line in enumerate(finding.get("board", "").splitlines()):
            yield Row("" if number else "  on", line)
        if "mend" in finding:
            yield Row("  mend", finding["mend"])
    if not answer.value:
        yield Row("consistent", "")


ROWS: dict[str, Callable[[Answer], Iterable[Row]]] = {
    "could-produce": _could_produce,
    "mana-ability": _mana_ability,
    "characteristics": _characteristics,
    "tap": _tap,
    "pay": _pay,
    "put-counters": _put_counters,
    "enter": _enter,
    "proliferate": _proliferate,
    "activate": _activate,
    "play-land": _play_land,
    "legal-in": _legal,
    "damage": _outcomes,
    "combat-damage": _outcomes,
    "state": _outcomes,
    "check": _check,
}


def _symbols(letters: Iterable[str]) -> str:
    return "".join(f"{{{letter}}}" for letter in letters)


def _amount(mana: dict[str, int]) -> str:
    return "".join(f"{{{letter}}}" * amount if amount <= 8 else f" {amount} {{{letter}}} " for letter, amount in mana.items()).strip()


# ---- arranging --------------------------------------------------------------------------------------------------------

def _with_value(answer: Answer, value: Any) -> Answer:
    return replace(answer, find=lambda: value)


def render(answer: Answer, form: str = "text", *, why: Why | None = None, limit: int | None = None,
           width: int = WIDTH, color: bool = False) -> str:
    """The answer as text, json, markdown or html, with its reasons where `why` is given, and only its first `limit` items."""
    left_off = 0
    listing = next((part for part in LISTINGS if isinstance(answer.value, dict) and part in answer.value), None)
    if listing:
        if limit is not None:
            listed = [*islice(answer.results(), limit + 1)]
            answer = _with_value(answer, answer.value | {listing: listed[:limit], "more": len(listed) > limit})
        elif listing == "results" and form != "json" and not answer.asked.narrowed:
            answer = _with_value(answer, answer.value | {"results": []})
    elif limit is not None:
        left_off = max(len(answer.value) - limit, 0)
        kept = islice(answer.value.items() if isinstance(answer.value, dict) else answer.value, limit)
        answer = _with_value(answer, type(answer.value)(kept))
    if form == "json":
        return as_json(answer.to_json() | ({"left_off": left_off} if left_off else {}) | ({"why": why.to_json()} if why else {}))
    told = _told(why)
    rows = list(ROWS[answer.question](answer))
    rows = _without_reasons(rows) if told else rows
    if form == "text":
        plain = "\n".join(_plain(answer, rows, left_off, width, color)) + "\n"
        return plain + (environment(form, width, color).get_template("why.txt.j2").render(told=told) if told else "")
    template = environment(form, width, color).get_template({"markdown": "answer.md.j2", "html": "answer.html.j2"}[form])
    return template.render(answer=answer, rows=rows, left_off=left_off, told=told)


def _plain(answer: Answer, rows: list[Row], left_off: int, width: int, color: bool) -> Iterator[str]:
    """The lines of the plain answer: no template, since loading Jinja takes longer than the rest of a short answer."""
    def line(says: str, cites: str = "", indent: int = 0, item: str = "") -> str:
        return columns(says, cites, indent, item, width, color)

    items = max((len(row.item) for row in rows), default=0) + 2
    for row in rows:
        yield line(row.says, " ".join(row.cites), item="" if row.heading else row.item.ljust(items))
    if left_off:
        yield f"... and {left_off} more"
    elif not rows:
        yield "none"
    if answer.not_modelled:
        yield "\n" + line("Not modelled, so this answer is not exact:")
        for missing in answer.not_modelled:
            yield line(f"{missing['id']}, {missing['ability']}: {', '.join(missing['touches'])}", indent=2)
    for number, note in enumerate(answer.notes):
        yield ("" if number else "\n") + line(note, item="Note: ")


def _told(why: Why | None) -> Told | None:
    if why is None:
        return None
    from kb.telling import tell  # takes its time, and the plain answer does without

    return tell(why)


def _without_reasons(rows: Iterable[Row]) -> list[Row]:
    """The plain answer's lines where all reasons are told below."""
    return [replace(row, says="", cites=()) if row.reason else row for row in rows if row.item or not row.reason]


def count(answer: Answer, form: str) -> str:
    """How many items the answer has."""
    if form == "json":
        return as_json(answer.to_json() | {"answer": answer.count()})
    return f"{answer.count()}\n"


def coverage(rows: list, form: str, listed: bool) -> str:
    """Rows of kb.coverage as a table or as JSON; `listed` names the cards too."""
    if form == "json":
        return as_json([row.to_json() | ({"rest": dict(row.rest)} if listed else {}) for row in rows])
    return environment("text", WIDTH, False).get_template("coverage.txt.j2").render(rows=rows, listed=listed)


def as_line(tree) -> str:
    return json.dumps(tree, ensure_ascii=False) + "\n"


def as_json(tree) -> str:
    return json.dumps(tree, indent=2, ensure_ascii=False) + "\n"


def environment(form: str, width: int, color: bool) -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES), undefined=StrictUndefined, autoescape=form == "html",
        trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
    )
    environment.filters |= {
        "columns": lambda says, cites="", indent=0, item="": columns(says, cites, indent, item, width, color),
        "markdown": markdown,
        "printable": printable,
    }
    return environment


def columns(says: str, cites: str, indent: int, item: str, width: int, color: bool) -> str:
    """A line of text, wrapped, with what it is about at its left and its rule numbers at the right margin."""
    says, item = printable(says), printable(item)
    hang = indent + len(item)
    room = width - hang - (len(cites) + 2 if cites else 0)
    first, *rest = textwrap.wrap(says, max(room, 16), break_on_hyphens=False) or [""]
    gap = " " * max(width - hang - len(first) - len(cites), 2) if cites else ""
    if color:
        item, cites = f"\033[1m{item}\033[0m", f"\033[2m{cites}\033[0m"
    line = " " * indent + item + first + gap + cites
    return "\n".join([line.rstrip(), *(" " * hang + more for more in rest)])


def printable(text: str) -> str:
    """Names come from a user's file: nothing in them may steer the terminal."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def markdown(text: str) -> str:
    return re.sub(r"([\\`*_\[\]<>#|~])", r"\\\1", printable(text))
