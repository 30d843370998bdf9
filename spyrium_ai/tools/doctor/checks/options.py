"""Options: the engine accepts what it declares."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from spyrium_ai.engine.options import Option
from spyrium_ai.tools.doctor.testbed.check import check
from spyrium_ai.tools.doctor.testbed.engine_under_test import EngineUnderTest
from spyrium_ai.tools.doctor.testbed.finding import advice, breach, skip
from spyrium_ai.tools.doctor.testbed.rejections import refused
from spyrium_ai.tools.doctor.testbed.selfplay import self_play

# Their greatest values would take more of this machine than an examination should.
COSTLY = ("threads", "memory")
FEW_SEEDS = 1000
GAME_SECONDS = 3.0  # for a game that is repeated


@check("Sets an option.", alone=True)
def option_values(engine: EngineUnderTest) -> str:
    """Accepts the default, the lowest and highest value, and all choices of each option."""
    count = 0
    for option in engine.options.values():
        for value in _values(option):
            engine.set_option(option.name, value)
            engine.settle()
            count += 1
    if not count:
        raise skip("it has no options with values")
    return f"{count} values"


@check("An option that does not exist and a value out of range are errors.", in_play=False)
def option_unknown(engine: EngineUnderTest) -> None:
    """Answers `error` to an option that it does not have."""
    refused(engine, "setoption name no_such_option value 1")


@check("An option that does not exist and a value out of range are errors.", in_play=False)
def option_range(engine: EngineUnderTest) -> str:
    """Answers `error` to a value that is out of range."""
    wrong = [(o.name, value) for o in engine.options.values() for value in _wrong_values(o)]
    if not wrong:
        raise skip("it has no option that could be out of range")
    for name, value in wrong:
        refused(engine, f"setoption name {name} value {value}")
    return f"{len(wrong)} values"


@check("An engine that draws random numbers **has `seed`**, and draws all of them from it.")
def seed(engine: EngineUnderTest) -> str:
    """Has `seed` as a whole number, with a range wide enough for many games."""
    option = engine.options.get("seed")
    if option is None:
        raise skip("it has none, which is right if it draws no random numbers; see same-game")
    if option.type != "spin":
        raise breach(f"`seed` is of the type {option.type}; the runner sets a whole number")
    seeds = int(option.max or 0) - int(option.min or 0) + 1
    if seeds < FEW_SEEDS:
        raise advice(f"there are {seeds} seeds: in a long match games may repeat each other")
    return f"{option.min} to {option.max}"


@check("same seed and same `nodes`, same move.", alone=True)
def same_game(engine: EngineUnderTest) -> str:
    """Repeats a game with the same seed and the same `nodes`."""
    first = _game(engine)
    engine.start()
    again = _game(engine)
    difference = _difference(first, again)
    if not difference:
        return f"{min(len(first), len(again))} moves and deals"
    if "seed" not in engine.options:
        raise breach(f"{difference}: it draws random numbers and has no option `seed`")
    raise advice(f"{difference}: its games cannot be repeated")


@check("A new game for N players begins, and the engine forgets the last one.", alone=True)
def forgets(engine: EngineUnderTest) -> str:
    """Plays a game with the same deals in the same way when it has played it before."""
    first, again = _game(engine), _game(engine)
    difference = _difference(first, again)
    if not difference:
        return f"{min(len(first), len(again))} moves and deals"
    engine.start()
    if _difference(first, _game(engine)):
        raise skip("its games cannot be repeated: see the check `same-game`")
    raise breach(
        f"{difference}, after `newgame` in the same process; a new process plays as at first: it "
        "remembers the last game, and so it may know deals that are still to come"
    )


def _game(engine: EngineUnderTest) -> Sequence[str]:
    """Play a game from the same seeds each time; return its moves and deals."""
    if option := engine.options.get("seed"):
        engine.set_option("seed", option.default_text)
    return self_play(engine, 2, "nodes 20", GAME_SECONDS).moves


def _difference(game: Sequence[str], other: Sequence[str]) -> str:
    """Return the first difference of two games in words; '' if one goes as far as the other."""
    pairs = enumerate(zip(game, other, strict=False), 1)  # one may have been cut short
    return next(
        (f"move {i} was '{one}', then '{two}'" for i, (one, two) in pairs if one != two), ""
    )


def _values(option: Option) -> Iterator[str]:
    """Yield values that the option takes, the default last: so it stays."""
    if option.type in {"spin", "real"}:
        yield str(option.min)
        if option.name not in COSTLY:
            yield str(option.max)
    elif option.type == "check":
        yield from ("true", "false")
    yield from option.choices
    if option.type != "button" and option.default_text:
        yield option.default_text


def _wrong_values(option: Option) -> Iterator[str]:
    """Yield values that the option must refuse."""
    if option.type in {"spin", "real"}:
        low, high = option.min or 0, option.max or 0
        # Beyond 2 to the 53rd power a float less 1 is the same float.
        yield from (str(value) for value in (low - 1, high + 1) if value not in {low, high})
    if option.type not in {"string", "button"}:
        yield "no-such-value"


CHECKS = (option_values, option_unknown, option_range, seed, same_game, forgets)
