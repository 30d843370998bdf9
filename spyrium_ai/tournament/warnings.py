"""Warnings about an event whose figures would be misleading."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb

from spyrium_ai.analysis.ratings.warnings import FEW_BLOCKS, some
from spyrium_ai.tournament.event import Event
from spyrium_ai.util.text import so_many

Tables = Sequence[Sequence[int]]


def warnings_before(event: Event, tables: Tables) -> list[str]:
    """Return the warnings before the first game, each a sentence without a full stop.

    Args:
        event: the event.
        tables: its tables, in a Swiss event those of the first round.
    """
    return [
        *lasting_warnings(event),
        *_shared_names(event),
        *_rematches(event),
        *_unequal_limits(event, tables),
        *_few_blocks(event, tables),
        *_strangers(event, tables),
    ]


def lasting_warnings(event: Event) -> list[str]:
    """Return the warnings that also apply to the result but cannot be seen from its games."""
    return [*_no_limits(event), *_few_rounds(event)]


def _no_limits(event: Event) -> Iterator[str]:
    free = [player.name for player in event.players if not str(event.limits_of(player))]
    if free:
        yield f"no limits for {some(free)}: each player takes its default time"


def _few_rounds(event: Event) -> Iterator[str]:
    if event.format != "swiss":
        return
    needed = 1
    while event.seats**needed < len(event.players):
        needed += 1
    if event.rounds < needed:
        yield (
            f"rounds = {event.rounds} with {len(event.players)} players: several can win all their "
            f"games; at least {needed} rounds are needed for a single winner"
        )


def _shared_names(event: Event) -> Iterator[str]:
    for name in event.shared_names:
        numbered = [each for each in event.names if each.startswith(f"{name}#")]
        yield f"several players are named {name}: they are numbered, {some(numbered)}"


def _rematches(event: Event) -> Iterator[str]:
    """Warn of rounds in which some players must meet again."""
    if event.format != "swiss":
        return
    players, seats = len(event.players), event.seats
    most = comb(players, 2) // (players // seats * comb(seats, 2))
    if event.rounds > most:
        yield (
            f"rounds = {event.rounds} with {players} players at tables of {seats}: after "
            f"at most {so_many(most, 'round')} some meet again; in a round robin all "
            "meet equally often"
        )


def _unequal_limits(event: Event, tables: Tables) -> Iterator[str]:
    limits = [str(event.limits_of(player)) or "none" for player in event.players]
    if any(len({limits[player] for player in table}) > 1 for table in tables):
        texts = [f"{name} {limit}" for name, limit in zip(event.names, limits, strict=True)]
        yield f"players of one table have unequal limits: {some(texts, '; ')}"


def _few_blocks(event: Event, tables: Tables) -> Iterator[str]:
    few = []
    for number, player in enumerate(event.players):
        is_swiss = event.format == "swiss"
        times = event.rounds if is_swiss else sum(number in table for table in tables)
        blocks = times * event.deals
        if blocks < FEW_BLOCKS:
            few.append(f"{player.name} {blocks}")
    if few:
        yield f"fewer than {FEW_BLOCKS} deal sets, so intervals will be rough: {some(few)}"


def _strangers(event: Event, tables: Tables) -> Iterator[str]:
    if event.format == "swiss":
        return  # the pairings depend on the results
    met = {pair for table in tables for pair in combinations(sorted(table), 2)}
    everybody = combinations(range(len(event.names)), 2)
    pairs = [f"{event.names[a]} and {event.names[b]}" for a, b in everybody if (a, b) not in met]
    if pairs:
        yield f"never meet and are compared only through others: {some(pairs, '; ')}"
