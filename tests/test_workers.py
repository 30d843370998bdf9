from __future__ import annotations

import threading

import pytest

from spyrium_ai.limits import SeriesLimits
from spyrium_ai.match import Series
from spyrium_ai.players import parse_players
from spyrium_ai.workers import Workers

SERIES = Series(parse_players(["random", "random"]), SeriesLimits(nodes=1))


def test_a_stop_ends_though_the_closing_was_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    workers = Workers(SERIES)
    monkeypatch.setattr(workers._pool, "close", interrupted)
    with pytest.raises(KeyboardInterrupt):
        workers.close()
    stopper = threading.Thread(target=workers.stop, daemon=True)
    stopper.start()
    stopper.join(10)
    assert not stopper.is_alive()
