"""Options: the engine accepts what it declares."""

from __future__ import annotations

from collections.abc import Iterator

from spyrium_ai.engine.options import Option
from spyrium_ai.tools.doctor.testbed.check import check
from spyrium_ai.tools.doctor.testbed.engine_under_test import EngineUnderTest
from spyrium_ai.tools.doctor.testbed.finding import advice, breach, skip
from spyrium_ai.tools.doctor.testbed.rejections import refused
from spyrium_ai.tools.doctor.testbed.selfplay import self_play

# Their greatest values would take more of this machine than an examination should.
COSTLY = ("threads", "memory")
FEW_SEEDS = 1000
SAME_GAME_SECONDS = 3.0  # for each of the two games


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
    games = []
    for _ in range(2):
        if option := engine.options.get("seed"):
            engine.set_option("seed", option.default_text)
        games.append(self_play(engine, 2, "nodes 20", SAME_GAME_SECONDS).moves)
    pairs = enumerate(zip(*games, strict=False), 1)  # one may have been cut short
    number = next((number for number, (one, other) in pairs if one != other), 0)
    if not number:
        return f"{min(map(len, games))} moves and deals"
    difference = f"move {number} was '{games[0][number - 1]}', then '{games[1][number - 1]}'"
    if "seed" not in engine.options:
        raise breach(f"{difference}: it draws random numbers and has no option `seed`")
    raise advice(f"{difference}: its games cannot be repeated")


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


CHECKS = (option_values, option_unknown, option_range, seed, same_game)
