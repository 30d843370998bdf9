"""Warnings about figures of a rating that could mislead."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from spyrium_ai.analysis.ratings.connectivity import Connection
from spyrium_ai.analysis.ratings.pool import PlayerTotals, Pool
from spyrium_ai.util.text import so_many, visible
from spyrium_ai.version import UNKNOWN

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
    """Return the warnings about the games alone, which hold for any use of them."""
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
        found.append(f"compared only through others, as they never met: {some(strangers, '; ')}")
    won = [f"{names[a]} against {names[b]}" for a, b in connection.one_sided()]
    if won:
        found.append(
            f"won every game: {some(won, '; ')}; the rating gap has no upper bound, and the value "
            "shown comes from the prior"
        )
    return found


def _of_blocks(pool: Pool) -> list[str]:
    if pool.blocks < FEW_BLOCKS:
        return [f"only {so_many(pool.blocks, 'deal set')}: intervals are rough below {FEW_BLOCKS}"]
    few = [p.name for p in pool.players if len(p.by_block) < FEW_BLOCKS]
    return [f"fewer than {FEW_BLOCKS} deal sets with {some(few)}"] if few else []


def _of_conditions(pool: Pool) -> list[str]:
    found = []
    if pool.unequal:
        found.append(f"{so_many(pool.unequal, 'game')} between players with different limits")
    for player in pool.players:
        if len(player.limits) > 1:
            limits = some([text or "none" for text in player.limits], "; ")
            found.append(f"{player.name} played with several limits: {limits}")
        if len(texts := _setups(player)) > 1:
            found.append(
                f"{player.name} stands for {len(texts)} different players: {some(texts, '; ')}"
            )
    return [*found, *_of_twins(pool), *_of_builds(pool)]


def _of_twins(pool: Pool) -> list[str]:
    """Return the warning of a build that several commands start, which may promise several.

    So it goes where an older build, started by a newer one, loads the newer one's modules.
    """
    found: dict[tuple[str, object, object], dict[str, str]] = {}
    for player in pool.players:
        for spec, options, engine in player.setups:
            _, version = _name_and_version(engine)
            if _release_and_build(version)[1]:
                alike = (engine, options, tuple(player.limits))
                found.setdefault(alike, {}).setdefault(spec, player.name)
    return [
        f"different commands start the same build with the same options: {some(list(names))} "
        f"({visible(engine)})"
        for (engine, *_), commands in found.items()
        if len(names := dict.fromkeys(commands.values())) > 1
    ]


def _of_builds(pool: Pool) -> list[str]:
    """Return the warning of builds that one name stands for, or else of those that ran the games.

    A build of an engine runs its games too, so that both would mostly say the same.
    """
    names: dict[tuple[str, ...], list[str]] = {}
    for player in pool.players:
        engines = (_name_and_version(setup.engine) for setup in player.setups)
        builds = _different({version for _, version in engines if version})
        if len(builds) > 1:
            names.setdefault(builds, []).append(player.name)
    if names:
        parts = [f"{some(group)} ({some(builds)})" for builds, group in names.items()]
        return [f"games of different builds are rated under one name: {some(parts, '; ')}"]
    builds = _different(pool.programs)
    return [f"games run by different builds of this program: {some(builds)}"] if builds[1:] else []


def _name_and_version(engine: str) -> tuple[str, str]:
    """Return what an engine says it is in two parts; the second one may be ''.

    >>> _name_and_version("mcts 0.2.0+g04f7cc01"), _name_and_version("Deep Thought")
    (('mcts', '0.2.0+g04f7cc01'), ('Deep Thought', ''))
    """
    name, _, version = engine.rpartition(" ")
    return (name, version) if re.match(r"v?\d", version) else (engine, "")


def _release_and_build(version: str) -> tuple[str, str]:
    """Return the two parts of a version; the second one is '' where it is not known.

    >>> _release_and_build("0.2.0+g04f7cc01"), _release_and_build("0.2.0+unknown")
    (('0.2.0', 'g04f7cc01'), ('0.2.0', ''))
    """
    release, _, build = version.partition("+")
    return release, "" if build == UNKNOWN else build


def _different(versions: Iterable[str]) -> tuple[str, ...]:
    """Return those that differ for sure: without a build, one may be any build of its release.

    >>> _different(["0.2.0+g04f7cc01", "0.2.0+unknown", "0.2.0", "0.1.0"])
    ('0.1.0', '0.2.0+g04f7cc01')
    """
    of_release: dict[str, set[str]] = {}
    for version in versions:
        release, build = _release_and_build(version)
        of_release.setdefault(release, set()).update({build} - {""})
    return tuple(
        f"{release}+{build}" if build else release
        for release, builds in sorted(of_release.items())
        for build in sorted(builds) or [""]
    )


def _of_games(pool: Pool) -> list[str]:
    found = []
    if pool.faulty:
        found.append(f"{so_many(pool.faulty, 'game')} with a fault, lost by the player at fault")
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


def _setups(player: PlayerTotals) -> list[str]:
    """Return the ways in which a player was started, those of several builds once."""
    texts: dict[tuple[object, ...], str] = {}
    for spec, options, engine in player.setups:
        words = " ".join(f"{name}={value}" for name, value in options)
        name, _ = _name_and_version(engine)
        text = " ".join(filter(None, (spec, words, f"({engine})" if engine else "")))
        texts.setdefault((spec, options, name), visible(text))
    return list(texts.values())


def some(texts: Sequence[str], between: str = ", ") -> str:
    """Return the first texts of a list, and how many more there are."""
    more = len(texts) - _SHOWN
    shown = between.join(texts[:_SHOWN])
    return f"{shown}{between}and {more} more" if more > 0 else shown
