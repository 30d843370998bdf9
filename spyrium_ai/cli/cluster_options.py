"""Options of commands whose games can be played on the workers of a Dask cluster."""

from __future__ import annotations

import click

from spyrium_ai.cli import shared_options
from spyrium_ai.util.errors import UsageError

backend = click.option(
    "--backend",
    type=click.Choice(("local", "dask")),
    default="local",
    show_default=True,
    help="Where the games run: on this machine, or on the workers of a Dask cluster.",
)
scheduler = click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Address of the Dask scheduler, as in tls://10.0.0.1:8786.",
)


def jobs(about: str) -> shared_options.Decorator:
    """Return the option for how many games run in parallel, None if it is not given."""
    return shared_options.jobs(
        f"{about}; -1: one per core, or one per thread of the cluster's workers, which is the "
        "default there.",
        default=None,
    )


def check_backend(backend: str, scheduler: str | None) -> None:
    """Raise UsageError if the scheduler's address is missing or unused."""
    if backend == "dask" and scheduler is None:
        raise UsageError("--backend dask needs --scheduler, as in --scheduler tls://10.0.0.1:8786")
    if backend != "dask" and scheduler is not None:
        raise UsageError(f"--scheduler is for --backend dask, not for --backend {backend}")
