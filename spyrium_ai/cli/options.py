"""Options that several commands have."""

from __future__ import annotations

import click

from spyrium_ai.limits import BOUNDS

movetime = click.option(
    "--movetime",
    type=click.IntRange(*BOUNDS["movetime"]),
    metavar="MS",
    help="Milliseconds for each move.",
)
nodes = click.option(
    "--nodes",
    type=click.IntRange(*BOUNDS["nodes"]),
    metavar="N",
    help="Nodes for each move, as each player counts them.",
)
