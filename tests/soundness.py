"""Whether an explanation is sound, found out again from the rules' own text, with nothing of the code that made it."""

from functools import cache
from graphlib import TopologicalSorter

from clingo import Control, Function, SymbolType

ANY = Function("_any")


def assert_sound(why, atoms, book):
    """Every step is what it says: what it rests on holds, its rule derives it from just that, and nothing rests on itself."""
    atoms = set(atoms)
    derived = {head for rule in book.rules for head in rule.heads}
    for id, step in why.steps.items():
        assert step.holds == (step.atom in atoms), step.says
        for premise in step.premises:
            assert why.steps[premise].holds, f"{step.says} rests on {why.steps[premise].says}"
        for absent in step.absent:
            assert_absent(why.steps[absent].atom, atoms)
        if not step.holds:
            assert_absent(step.atom, atoms)
            for tried in step.tried:
                assert_fails(step, tried, why, atoms)
        elif step.derivation is None:
            signature = step.atom.name, len(step.atom.arguments)
            assert signature in book.defined or signature not in derived, f"{step.says} is given"
            assert not step.premises and not step.absent
        else:
            premises = frozenset(why.steps[premise].atom for premise in step.premises)
            assert step.atom in conclusions(constants(book) + step.rule.text, premises), f"{step.rule.text} does not give {step.says}"
    assert_instances(why, atoms, book)
    tuple(TopologicalSorter({id: mentioned(step) for id, step in why.steps.items()}).static_order())
    assert set(why.root) <= set(why.steps)


def mentioned(step):
    return {*step.premises, *step.absent,
            *(id for tried in step.tried for id in (*tried.premises, *tried.missing, *tried.blocked))}


def assert_absent(pattern, atoms):
    found = any(like(pattern, atom) for atom in atoms) if str(ANY) in str(pattern) else pattern in atoms
    assert not found, f"{pattern} holds"


def assert_fails(step, tried, why, atoms):
    for id in (*tried.premises, *tried.blocked):
        assert why.steps[id].holds and why.steps[id].atom in atoms
    for id in tried.missing:
        assert not why.steps[id].holds, f"{tried.rule.text} lacks {why.steps[id].says}"
    assert {(step.atom.name, len(step.atom.arguments))} <= tried.rule.heads
    assert not tried.missing or not tried.blocked
    if tried.rule.text.partition(":-")[1]:
        assert tried.missing or tried.blocked or tried.needs


def like(pattern, term):
    if pattern in (ANY, term):
        return True
    return (pattern.type is term.type is SymbolType.Function and pattern.name == term.name
            and len(pattern.arguments) == len(term.arguments) and all(map(like, pattern.arguments, term.arguments)))


@cache
def conclusions(rule, premises):
    """What the rule gives where nothing but the premises holds."""
    control = Control(logger=lambda code, text: None)
    control.add(rule)
    with control.backend() as backend:
        for premise in premises:
            backend.add_rule([backend.add_atom(premise)])
    control.ground()
    if "{" in rule.partition(":-")[0]:
        return {atom.symbol for atom in control.symbolic_atoms} - premises
    with control.solve(yield_=True) as answer_sets:  # a rule that rests on itself by negation is no fact, but true
        return set(answer_sets.model().symbols(atoms=True)) - premises


def constants(book):
    return "".join(f"#const {name} = {value}.\n" for name, value in book.constants.items())


def assert_instances(why, atoms, book):
    """With the values that the steps name, their rules give them in the whole answer set too."""
    control = Control(logger=lambda code, text: None)
    control.add(constants(book))
    with control.backend() as backend:
        for atom in atoms:
            backend.add_rule([backend.add_atom(atom)])
    told = {id: step for id, step in why.steps.items() if step.derivation and "{" not in step.rule.text.partition(":-")[0]}
    for id, step in told.items():
        head, _, body = step.rule.text.rstrip()[:-1].partition(":-")
        values = step.derivation.values.items()
        literals = [body.strip(), *(f"{name} = {value}" for name, value in values if not name.startswith("_Any"))]
        control.add(f'_instance("{id}",{head.strip()}) :- {", ".join(filter(None, literals))}.')
    control.ground()
    instances = {atom.symbol for atom in control.symbolic_atoms.by_signature("_instance", 2) if atom.is_fact}
    found = {(instance.arguments[0].string, instance.arguments[1]) for instance in instances}
    for id, step in told.items():
        assert (id, step.atom) in found, f"{step.rule.text} does not give {step.says} where everything holds that does"
