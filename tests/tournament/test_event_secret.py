"""The secret of an event without a published seed lies beside its game log."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest
from support.event_runs import LIMITS, SMALL, THREE, data_of, event, ids, mistake, run
from support.run_command import invoke, mistake_of

from spyrium_ai.tournament.event_file import read_event
from spyrium_ai.tournament.event_secret import with_secret

pytestmark = pytest.mark.usefixtures("folder")

SECRET, LOG = Path("my/secret"), Path("my/games.jsonl")
SWISS = f'format = "swiss"\nrounds = 2\ndeals = 1\n{LIMITS}{THREE}'


def test_an_event_goes_on_with_its_secret() -> None:
    run(event(SMALL))
    secret, lines = SECRET.read_text(), LOG.read_bytes().splitlines(keepends=True)
    LOG.write_bytes(b"".join(lines[:-3]))
    data = data_of(run(event(SMALL), "--json"))
    assert (data["resumed"], data["games"], data["event"]["seed"]) == (9, 12, None)
    assert SECRET.read_text() == secret
    assert {_without_times(line) for line in LOG.read_bytes().splitlines(keepends=True)} == {
        _without_times(line) for line in lines
    }


def test_no_result_shows_the_secret() -> None:
    path = event(SMALL)
    shown = [run(path), run(path), run(path, "--json")]
    secret = SECRET.read_text().strip()
    assert all(secret not in result.stdout + result.stderr for result in shown)
    assert secret not in LOG.read_text()
    assert secret not in repr(with_secret(read_event(Path(path)), LOG))


def test_games_without_their_secret_do_not_go_on() -> None:
    run(event(SMALL))
    kept = LOG.read_bytes()
    SECRET.unlink()
    said = mistake(event(SMALL))
    assert said.startswith("'my/secret' is missing: the deals of the games in 'games.jsonl' follow")
    assert "write seed = 1 into the event" in said
    assert said in mistake_of(invoke("report", LOG, "--event", "my.toml", "--out", "page"))
    assert LOG.read_bytes() == kept
    assert not SECRET.exists()


def test_games_with_another_secret_do_not_go_on() -> None:
    run(event(SMALL))
    SECRET.write_text("0" * 32)
    assert "is of another event; it was played with another seed" in mistake(event(SMALL))


def test_games_of_the_earlier_default_go_on_with_a_seed_of_1() -> None:
    run(event(SMALL), "--seed", 1)
    assert not SECRET.exists()
    assert "seed = 1" in mistake(event(SMALL))
    assert data_of(run(event(f"seed = 1\n{SMALL}"), "--json"))["resumed"] == 12


def test_a_swiss_event_is_paired_by_its_secret_again_for_the_report() -> None:
    run(event(SWISS))
    assert len(ids()) == 4
    done = invoke("report", LOG, "--event", "my.toml", "--out", "page.html")
    assert done.exit_code == 0, done.output


def test_a_secret_made_in_vain_is_removed_and_the_users_own_is_not(folder: Path) -> None:
    path = event(f'{SMALL}[[players]]\nplayer = "python -c 1"')
    assert "does not start" in mistake(path, "--out", ".")
    assert [each.name for each in folder.iterdir()] == ["my.toml"]
    own = folder / "secret"
    own.write_text("0" * 32)
    own.chmod(0o600)
    assert "does not start" in mistake(path, "--out", ".")
    assert own.exists()
    own.chmod(0o644)
    assert "is open to other users" in mistake(path, "--out", ".")


def test_the_workers_of_a_cluster_do_not_get_the_secret() -> None:
    pytest.importorskip("distributed", reason="needs Dask: pip install '.[dask]'")
    from spyrium_ai.tournament.cluster_runner import ClusterRunner  # noqa: PLC0415 (an extra)

    planned = read_event(Path(event(SMALL)))
    sent = pickle.dumps(ClusterRunner(planned, "tcp://127.0.0.1:1")._run)
    assert str(planned.seed).encode() not in sent
    assert str(planned.seed).encode() in pickle.dumps(planned)


def _without_times(line: bytes) -> str:
    data = json.loads(line)
    return json.dumps({**data, "times": None, "started": None})
