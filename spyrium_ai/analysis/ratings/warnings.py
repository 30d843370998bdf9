"""What has to be said where the figures of a rating could mislead."""

from __future__ import annotations

from collections.abc import Sequence

from spyrium_ai.analysis.ratings.connectivity import Connection
from spyrium_ai.analysis.ratings.pool import PlayerTotals, Pool
from spyrium_ai.util.text import so_many

FEW_BLOCKS = 20
_SHOWN = 3


def warnings_of(pool: Pool, connection: Connection) -> list[str]:
    """Return the warnings, each a sentence without a full stop."""
    return [
        *_of_connection(pool.names(), connection),
        *_of_blocks(pool),
        *warnings_of_games(pool),
    ]


def warnings_of_games(pool: Pool) -> list[str]:
    """Return those of the games alone, whatever is made of them."""
    return [*_of_conditions(pool), *_of_games(pool)]


def _of_connection(names: Sequence[str], connection: Connection) -> list[str]:
    found = []
    groups = connection.groups()
    if len(groups) > 1:
        parts = "; ".join(some([names[i] for i in group]) for group in groups)
        found.append(
            f"no games join these groups, so their ratings cannot be compared with one another: "
            f"{parts}"
        )
    group_of = {player: number for number, group in enumerate(groups) for player in group}
    strangers = [
        f"{names[a]} and {names[b]}"
        for a in range(len(names))
        for b in range(a)
        if not connection.met[a, b] and group_of[a] == group_of[b]
    ]
    if strangers:
        found.append(f"never met, and compared only by way of others: {some(strangers, '; ')}")
    won = [f"{names[a]} against {names[b]}" for a, b in connection.one_sided()]
    if won:
        found.append(
            f"won every game, so that how far ahead is open: {some(won, '; ')}; "
            "the figures for it come from the penalty"
        )
    return found


def _of_blocks(pool: Pool) -> list[str]:
    if pool.blocks < FEW_BLOCKS:
        return [f"only {so_many(pool.blocks, 'block')}: intervals are rough below {FEW_BLOCKS}"]
    few = [p.name for p in pool.players if len(p.by_block) < FEW_BLOCKS]
    return [f"fewer than {FEW_BLOCKS} blocks with {some(few)}"] if few else []


def _of_conditions(pool: Pool) -> list[str]:
    found = []
    if pool.unequal:
        found.append(f"players of one game had unequal limits: in {so_many(pool.unequal, 'game')}")
    for player in pool.players:
        if len(player.limits) > 1:
            limits = some([text or "none" for text in player.limits], "; ")
            found.append(f"{player.name} stands for one player with several limits: {limits}")
        if len(player.setups) > 1:
            count = len(player.setups)
            found.append(f"{player.name} stands for {count} different players: {_setups(player)}")
    if len(pool.programs) > 1:
        found.append(
            f"games of several versions of the program: {', '.join(sorted(pool.programs))}"
        )
    return found


def _of_games(pool: Pool) -> list[str]:
    found = []
    if pool.faulty:
        found.append(f"{so_many(pool.faulty, 'game')} with a fault, lost by who made it")
    if pool.void:
        found.append(f"{so_many(pool.void, 'game')} void and not counted")
    if pool.doubles:
        found.append(f"{so_many(pool.doubles, 'game')} found twice and counted once")
    if pool.bad:
        lines = (
            "1 line left out that holds"
            if pool.bad == 1
            else f"{pool.bad} lines left out that hold"
        )
        found.append(f"{lines} no game")
    return found


def _setups(player: PlayerTotals) -> str:
    texts = []
    for spec, options, engine in player.setups:
        assert isinstance(options, tuple)  # noqa: S101 (for the type checker)
        words = " ".join(f"{name}={value}" for name, value in options)
        texts.append(" ".join(filter(None, (str(spec), words, f"({engine})" if engine else ""))))
    return some(texts, "; ")


def some(texts: Sequence[str], between: str = ", ") -> str:
    """Return the first texts of a list, and how many more there are."""
    more = len(texts) - _SHOWN
    shown = between.join(texts[:_SHOWN])
    return f"{shown}{between}and {more} more" if more > 0 else shown
