"""No engine learns the deals before they are public, from what the runner gives it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.program import end_of, started
from support.spying import predicted_deals, remembered_deals, spied_games, spied_texts, spy

from spyrium_ai import GameRecord, play_series, read_records

EVENT = """
deals = 2
{seed}
[[players]]
player = {spy}
[[players]]
player = "random"
"""


def play(*words: object, cwd: Path) -> None:
    """Run the program as a user does, so that the engines see its command line."""
    with started(*words, cwd=cwd) as process:
        _, stderr = end_of(process)
        assert process.returncode == 0, stderr


LINUX = pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs /proc")


@pytest.mark.parametrize("seed", [77, pytest.param(123456789012345, marks=LINUX)])
def test_a_published_seed_gives_all_deals_away(seed: int, tmp_path: Path) -> None:
    """The small one is guessed, the large one read from the runner's command line."""
    notes = tmp_path / "notes"
    play("match", spy(notes), "random", "--games", 4, "--seed", seed, cwd=tmp_path)
    predicted, total = predicted_deals(notes)
    assert predicted == total == 4 * 7


def test_a_secret_gives_no_deal_away(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    words = ("--games", 4, "--secret", "my-secret", "--out", "games.jsonl")
    play("match", spy(notes), "random", *words, cwd=tmp_path)
    assert predicted_deals(notes) == (0, 4 * 7)
    opened = [text for _, text in spied_texts(notes) if text.startswith("open ")]
    assert not any("my-secret" in text or "games.jsonl" in text for text in opened)


@pytest.mark.parametrize(("seed", "known"), [("seed = 5", 28), ("", 0)])
def test_an_event_gives_deals_away_with_a_published_seed_only(
    seed: str, known: int, tmp_path: Path
) -> None:
    notes = tmp_path / "notes"
    (tmp_path / "my.toml").write_text(EVENT.format(seed=seed, spy=json.dumps(spy(notes))))
    play("tournament", "my.toml", cwd=tmp_path)
    assert predicted_deals(notes) == (known, 4 * 7)


def test_a_finished_deal_set_tells_nothing_of_the_next(tmp_path: Path) -> None:
    notes, out = tmp_path / "notes", tmp_path / "games.jsonl"
    play_series([spy(notes), "random"], games=4, out=out)
    assert predicted_deals(notes, out.read_text()) == (0, 4 * 7)


def test_the_same_secret_gives_the_same_games(tmp_path: Path) -> None:
    players = ["random", "random"]
    first, again, new = (
        play_series(players, games=2, secret=secret).records
        for secret in (tmp_path / "secret", tmp_path / "secret", None)
    )
    assert list(map(_moves, first)) == list(map(_moves, again))
    assert new[0].seed != first[0].seed


@pytest.mark.parametrize(("players", "jobs"), [(2, 1), (3, 1), (2, 3)])
def test_no_process_sees_a_deal_twice(players: int, jobs: int, tmp_path: Path) -> None:
    notes, games = tmp_path / "notes", 3 * players
    play_series([spy(notes), *["random"] * (players - 1)], games=games, jobs=jobs, seed=1)
    assert remembered_deals(notes) == [0] * games
    processes = {game.process for game in spied_games(notes)}
    assert len(processes) == players or jobs > 1


@pytest.mark.parametrize("words", [("match", "random", "random"), ("tournament", "my.toml")])
def test_only_its_owner_can_read_a_game_log_and_a_secret(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    (tmp_path / "my.toml").write_text(EVENT.format(seed="", spy='"random"'))
    if words[0] == "match":
        words += ("--games", "2", "--out", "games.jsonl", "--secret", "secret")
    else:
        words += ("--out", ".")
    play(*words, cwd=tmp_path)
    assert len(list(read_records(tmp_path / "games.jsonl"))) > 0
    modes = {path.name: oct(path.stat().st_mode & 0o777) for path in tmp_path.iterdir()}
    assert (modes["games.jsonl"], modes["secret"]) == ("0o600", "0o600")


def _moves(record: GameRecord) -> tuple[int, int, list[str]]:
    return record.game, record.seed, [ply.move for ply in record.plies]
