"""What the commands of `spyrium-ai train` share: options, checks, and where they compute."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import click

from spyrium_ai.cli import cluster_options, shared_options
from spyrium_ai.cli.param_types import Whole, ZeroOr
from spyrium_ai.cli.progress_bar import progress_bar, say
from spyrium_ai.util.atomic_write import behind_links
from spyrium_ai.util.errors import HaltError, UsageError

if TYPE_CHECKING:
    from spyrium_ai.tools.training.calls import Compute

OF_SEATS = "with more players fewer, for the same number of seats."

JOBS = "Number of threads; -1: one per core, or one per thread of the cluster's workers."


def how_to_run(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of every training: its seed, and where it computes."""
    seed = shared_options.seed("Random seed for the games and the fits.")
    jobs = shared_options.jobs(JOBS, default=-1)
    return seed(jobs(cluster_options.backend(cluster_options.scheduler(function))))


class Training(Protocol):
    """A training that can be interrupted and resumed."""

    def run(self, progress: Callable[[int], None], compute: Compute) -> None:
        """Do what is left of it; `progress` gets the size of each part that is done."""


def count(name: str, default: int, least: int, about: str) -> shared_options.Decorator:
    """Return the option for a number of `least` or more."""
    return click.option(name, default=default, show_default=True, type=Whole(least), help=about)


def count_or_none(name: str, default: int, least: int, about: str) -> shared_options.Decorator:
    """Return the option for a number that is 0, or `least` or more."""
    return click.option(name, default=default, show_default=True, type=ZeroOr(least), help=about)


def out_file(about: str) -> shared_options.Decorator:
    """Return the option --out for a new file."""
    return click.option(
        "--out", required=True, type=click.Path(dir_okay=False, path_type=Path), help=about
    )


def out_folder(about: str) -> shared_options.Decorator:
    """Return the option --out for a new folder."""
    return click.option("--out", required=True, type=click.Path(path_type=Path), help=about)


def new_folder(path: Path) -> None:
    """Check that a folder can be created; UsageError if not."""
    if path.exists() or path.is_symlink():
        raise UsageError(f"--out: {path} exists; name a new folder, or remove it")
    if not path.absolute().parent.is_dir():
        raise UsageError(f"--out: the folder {path.parent} does not exist")


def new_file(path: Path, size: int) -> None:
    """Check that a file of this size can be created, since training takes long.

    It is created and removed again: even on a full disk an empty file can be created.

    Raises:
        UsageError: the file exists or cannot be written.
    """
    from spyrium_ai.tools.training.files import write_file

    if path.exists():
        raise UsageError(f"--out: {path} exists; name a new file, or remove it")
    try:
        target = behind_links(path)
    except OSError as error:
        raise UsageError(f"--out: '{path}': {error.strerror}") from None
    if not target.parent.is_dir():
        raise UsageError(f"--out: the folder {path.parent} does not exist")
    try:
        write_file(path, bytes(size))
    except HaltError as error:
        raise UsageError(f"--out: {error}") from None
    target.unlink()  # a link stays


def run_training(
    training: Training, total: int, unit: str, jobs: int, scheduler: str | None, done: int = 0
) -> None:
    """Run a training with a progress bar, in threads here or on the cluster of this scheduler."""
    with computing(jobs, scheduler) as compute, progress_bar(total, unit, done=done) as bar:

        def progress(part: int) -> None:
            bar.update(part)

        training.run(progress, compute)


@contextlib.contextmanager
def parts_of_training() -> Iterator[Callable[[str, int, int], Callable[[int], None]]]:
    """Yield what begins a part of a training with a progress bar of its own."""
    with contextlib.ExitStack() as stack:

        def begin(name: str, total: int, done: int) -> Callable[[int], None]:
            stack.close()  # the bar of the part before
            say(f"{name[0].upper()}{name[1:]}:")
            bar = stack.enter_context(progress_bar(total, " pieces", done=done))

            def progress(part: int) -> None:
                bar.update(part)

            return progress

        yield begin


@contextlib.contextmanager
def computing(jobs: int, scheduler: str | None) -> Iterator[Compute]:
    """Yield what plays and labels: threads here, or the cluster with this scheduler."""
    if scheduler is None:
        from joblib import parallel_config

        from spyrium_ai.tools.training.calls import in_threads

        with parallel_config(n_jobs=jobs):
            yield in_threads
        return
    from spyrium_ai.tools.training.training_cluster import TrainingCluster

    with TrainingCluster(scheduler, jobs, say) as cluster:
        for warning in cluster.warnings:
            say(f"Warning: {warning}")
        yield cluster.compute
