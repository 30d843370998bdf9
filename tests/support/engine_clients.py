"""Engines with faults that a client talks to, and how long it waits for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.match.process.engine_client import EngineClient
from spyrium_ai.match.process.timeouts import Timeouts

DEALT = "start 2 moves setup:1:E4 deal:M1,W1,Bu.1,M2,R1,Ap,Lo,W1,N1:E3"
PATIENCE = Timeouts(start=120, ready=120, move=120, late=120, quit=2, term=0.3)
IMPATIENCE = replace(PATIENCE, late=1)  # for an engine that does not answer
QUICK = SearchLimits(movetime=100)

Start = Callable[..., EngineClient]
