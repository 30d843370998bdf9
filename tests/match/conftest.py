from __future__ import annotations

from collections.abc import Iterator

import pytest
from support.engine_clients import PATIENCE, Start
from support.misbehaving import misbehaving

from spyrium_ai.match.process.engine_client import EngineClient
from spyrium_ai.match.process.timeouts import Timeouts


@pytest.fixture
def start() -> Iterator[Start]:
    """Give a function that starts an engine with a fault; all are ended after the test."""
    clients = []

    def start_one(
        fault: str = "none", *, at: int = 1, patience: Timeouts = PATIENCE
    ) -> EngineClient:
        client = EngineClient(misbehaving(fault, at), patience)
        clients.append(client)
        client.start()
        client.ready()
        return client

    yield start_one
    for client in clients:
        client.close()
