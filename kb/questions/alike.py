"""Which objects of a board are alike: swapping their ids maps the board's facts onto themselves."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from clingo import Symbol, SymbolType


def alike(facts: Iterable[Symbol], names: Iterable[str], apart: Collection[str] = ()) -> list[list[str]]:
    """`names` put together where they are alike; those of `apart`, of which the question itself speaks, are alike to none."""
    told: dict[str, set] = {name: {name} if name in apart else set() for name in names}
    for atom in facts:
        texts = [argument.string if argument.type == SymbolType.String else None for argument in atom.arguments]
        for name in set(texts) & told.keys():
            told[name].add((atom.name, *(None if text == name else str(argument) for text, argument in zip(texts, atom.arguments))))
    groups: dict[frozenset, list[str]] = {}
    for name, of_it in told.items():
        groups.setdefault(frozenset(of_it), []).append(name)
    return list(groups.values())
