"""The `info` lines: well-formed and possible."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spyrium_ai.engine.base import Info
from spyrium_ai.engine.protocol.info import parse_info
from spyrium_ai.match.player import Turn
from spyrium_ai.tools.doctor.testbed.check import check
from spyrium_ai.tools.doctor.testbed.engine_under_test import EngineUnderTest, short
from spyrium_ai.tools.doctor.testbed.finding import advice, breach, skip
from spyrium_ai.tools.doctor.testbed.positions import after, find_position, has_choice, why_illegal

FORM = (
    "info [depth N] [seldepth N] nodes N time MS [nps N] [multipv K] value V1 V2 … "
    "[points P1 P2 …] [pv M …] [string …]"
)
LINE = re.compile(
    r"info( depth \d+)?( seldepth \d+)? nodes \d+ time \d+( nps \d+)?( multipv \d+)?"
    r" value( \d+)+( points( -?\d+\.\d)+)?( pv( \S+)+?)?( string .*)?"
    r"|info string .*"
)
TABLES = (2, 3, 5)
LIMITS = "movetime 50"
BEST = 3
# Limits under which few moves are searched, or fewer are legal than lines are asked for.
FEW = tuple(
    f"nodes {nodes} {LIMITS} multipv {lines}" for nodes, lines in ((1, 2), (2, BEST), (1, 1000))
)


@check(FORM)
def info_form(engine: EngineUnderTest) -> str:
    """Writes only well-formed `info` lines during a search."""
    lines = list(_lines(engine, LIMITS))
    for _, line in lines:
        if not LINE.fullmatch(line):
            raise breach(f"wrote '{short(line)}', which is not `{FORM}`")
    return f"{len(lines)} lines"


@check("They add up to 1000.")
def info_value(engine: EngineUnderTest) -> str:
    """Gives each player a `value`, and they add up to 1000."""
    infos = _infos(engine, LIMITS)
    for turn, info in infos:
        players = turn.position.players
        shown = f"`value {' '.join(map(str, info.values))}`"
        if len(info.values) != players:
            raise breach(f"{shown} has {len(info.values)} numbers for {players} players")
        if sum(info.values) != 1000:
            raise breach(f"{shown} adds up to {sum(info.values)}")
        if info.points is not None and len(info.points) != players:
            raise breach(f"`points` has {len(info.points)} numbers for {players} players")
    return f"{len(infos)} values"


@check("`pv`: the principal variation, the expected moves. It ends before chance decides.")
def info_pv(engine: EngineUnderTest) -> str:
    """Writes only legal moves in its `pv`, and no deals."""
    lines = [(turn, info.pv) for turn, info in _infos(engine, LIMITS) if info.pv]
    for turn, pv in lines:
        there = turn
        for number, move in enumerate(pv, 1):
            if there.position.to_move == 0:
                raise breach(f"`pv {short(' '.join(pv))}` goes on where no player decides")
            if move not in there.legal:
                raise breach(f"move {number} of `pv`: {why_illegal(move, there)}")
            there = after(there, move)
    if not lines:
        raise skip("it writes no `pv`")
    return f"{len(lines)} lines"


@check("`multipv N` | not a limit: report the N best lines")
def multipv(engine: EngineUnderTest) -> str:
    """Accepts `multipv`, after few nodes too, and reports that many lines."""
    for limits in FEW:
        for turn, line in _lines(engine, limits):
            info = parse_info(line)
            if info is not None and sum(info.values) != 1000:
                raise breach(
                    f"to `go {limits}` in a game for {turn.position.players}: '{short(line)}'"
                )
    infos = _infos(engine, f"{LIMITS} multipv {BEST}")
    ranks = {info.multipv for _, info in infos if info.multipv is not None}
    if not ranks:
        raise advice(f"`go multipv {BEST}` makes no difference: it reports the best line only")
    if ranks != set(range(1, BEST + 1)):
        raise breach(f"numbered its lines {', '.join(map(str, sorted(ranks)))}, not 1 to {BEST}")
    return f"1 to {BEST}"


def _lines(engine: EngineUnderTest, limits: str) -> Iterator[tuple[Turn, str]]:
    """Yield what it writes before its `bestmove`, in positions of several tables."""
    for players in TABLES:
        turn = find_position(players, has_choice)
        engine.new_game(players, turn.seat)
        for line in engine.choose(turn, limits).lines:
            yield turn, line


def _infos(engine: EngineUnderTest, limits: str) -> list[tuple[Turn, Info]]:
    """Return the `info` lines that can be read."""
    read = ((turn, parse_info(line)) for turn, line in _lines(engine, limits))
    infos = [(turn, info) for turn, info in read if info is not None]
    if not infos:
        raise skip("it writes no `info` with values, and need not")
    return infos


CHECKS = (info_form, info_value, info_pv, multipv)
