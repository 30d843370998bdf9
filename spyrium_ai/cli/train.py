"""`spyrium-ai train`: trains the weights of the evaluation."""

from __future__ import annotations

from pathlib import Path

import click

from spyrium_ai.cli import cluster_options, train_options
from spyrium_ai.cli.param_types import Times, Whole
from spyrium_ai.cli.train_options import (
    OF_SEATS,
    computing,
    count,
    count_or_none,
    new_file,
    new_folder,
    parts_of_training,
    run_training,
)
from spyrium_ai.tools.training import plan
from spyrium_ai.tools.training.plan import CHUNK, TrainingPlan

ALL = (2, 3, 4, 5)  # numbers of players
WEIGHTS_BYTES = 10_000  # about the size of the file of linear weights


@click.group(name="train")
def command() -> None:
    """Train the weights of the evaluation from scratch, for 2 to 5 players.

    If a training is interrupted, run the same command to resume it.
    """


@command.command()
@count("--games", plan.HEURISTIC_GAMES, 40, "Number of games in each generation.")
@count(
    "--generations",
    plan.HEURISTIC_GENERATIONS,
    1,
    "Number of generations: games are played, then the weights fitted to them.",
)
@train_options.how_to_run
@train_options.out_file("File for the weights; it must not exist yet.")
def heuristic(
    games: int,
    generations: int,
    seed: int,
    jobs: int,
    backend: str,
    scheduler: str | None,
    out: Path,
) -> None:
    """Train the linear evaluation, by which goods are priced."""
    from spyrium_ai.tools.training.heuristic_training import HeuristicPlan, HeuristicTraining

    cluster_options.check_backend(backend, scheduler)
    new_file(out, WEIGHTS_BYTES)
    made_by = (
        f"spyrium-ai train heuristic --games {games} --generations {generations} --seed {seed}"
    )
    work = HeuristicPlan(ALL, games, generations, seed)
    run_training(HeuristicTraining(out, work, made_by), work.total, " games", jobs, scheduler)
    click.echo(f"{out}: weights for 2 to 5 players")


@command.command()
@count(
    "--games",
    plan.VALUE_GAMES,
    CHUNK,
    f"Number of two-player games, each with five afterstates; {OF_SEATS}",
)
@count("--deals", plan.DEALS, 1, "Number of sampled deals for each label.")
@count(
    "--epochs", plan.VALUE_EPOCHS, 1, "Number of passes of each fit over the labelled afterstates."
)
@count_or_none(
    "--searched",
    plan.SEARCHED_GAMES,
    CHUNK,
    "Number of two-player games of mcts for the final fit; with more players fewer games. 0: no "
    "such fit.",
)
@count("--nodes", plan.SEARCHED_NODES, 1, "Simulations per move in the games of mcts.")
@train_options.how_to_run
@train_options.out_file(
    "File for the networks, a new .npz; a .json beside it says how they were trained."
)
def value(  # noqa: PLR0913, PLR0917 (one argument for each option)
    games: int,
    deals: int,
    epochs: int,
    searched: int,
    nodes: int,
    seed: int,
    jobs: int,
    backend: str,
    scheduler: str | None,
    out: Path,
) -> None:
    """Train the value networks of afterstates."""
    from spyrium_ai.search.evaluation.value_net import NET_COUNT, NET_SIZE
    from spyrium_ai.tools.training.training_run import ValueTraining

    cluster_options.check_backend(backend, scheduler)
    new_file(out, 2 * len(ALL) * NET_COUNT * NET_SIZE)  # bytes in half precision
    made_by = (
        f"spyrium-ai train value --games {games} --deals {deals} --epochs {epochs} "
        f"--searched {searched} --nodes {nodes} --seed {seed}"
    )
    plans = [
        TrainingPlan.of(players, games, deals, epochs, searched, nodes, seed) for players in ALL
    ]
    training = ValueTraining(out, plans, made_by)
    run_training(training, training.total, " positions", jobs, scheduler, training.done)
    training.finish()
    click.echo(f"{out}: value networks for 2 to 5 players")


@command.command()
@count(
    "--decisions",
    plan.DECISIONS,
    CHUNK,
    f"Number of searched two-player decisions of a generation; {OF_SEATS}",
)
@count(
    "--generations",
    plan.POLICY_GENERATIONS,
    1,
    "Number of generations: decisions are searched, then the networks fitted to them.",
)
@count(
    "--nodes",
    plan.DECISION_NODES,
    4,
    "Simulations for each decision; a quarter of them in the first generation.",
)
@count("--epochs", plan.POLICY_EPOCHS, 1, "Number of passes of each fit over the decisions.")
@train_options.how_to_run
@train_options.out_file(
    "File for the networks, a new .npz; a .json beside it says how they were trained."
)
def policy(  # noqa: PLR0913, PLR0917 (one argument for each option)
    decisions: int,
    generations: int,
    nodes: int,
    epochs: int,
    seed: int,
    jobs: int,
    backend: str,
    scheduler: str | None,
    out: Path,
) -> None:
    """Train the policy networks, which rate moves without making them."""
    from spyrium_ai.search.evaluation.policy_net import POLICY_COUNT, POLICY_SIZE
    from spyrium_ai.tools.training.policy_training import PolicyPlan, PolicyTraining

    cluster_options.check_backend(backend, scheduler)
    new_file(out, 4 * len(ALL) * POLICY_COUNT * POLICY_SIZE)  # bytes
    made_by = (
        f"spyrium-ai train policy --decisions {decisions} --generations {generations} "
        f"--nodes {nodes} --epochs {epochs} --seed {seed}"
    )
    work = PolicyPlan(ALL, decisions, generations, nodes, epochs, seed)
    run_training(PolicyTraining(out, work, made_by), work.total, " decisions", jobs, scheduler)
    click.echo(f"{out}: policy networks for 2 to 5 players")


@command.command()
@count_or_none(
    "--games",
    plan.REFINE_GAMES,
    CHUNK,
    f"Number of two-player games of mcts in a generation; {OF_SEATS} 0: the value networks stay "
    "as they are.",
)
@count("--moves", plan.REFINE_MOVES, 1, "Simulations per move in these games.")
@count_or_none(
    "--decisions",
    plan.DECISIONS,
    CHUNK,
    f"Number of searched two-player decisions of a generation; {OF_SEATS} 0: the policy "
    "networks stay as they are.",
)
@count("--nodes", plan.DECISION_NODES, 4, "Simulations for each decision.")
@count("--generations", plan.REFINE_GENERATIONS, 1, "Number of generations.")
@click.option(
    "--players",
    type=Whole(min(ALL), max(ALL)),
    help="Train only the networks for this number of players; the others stay as they are.",
)
@train_options.how_to_run
@train_options.out_folder(
    "New folder for value.npz and policy.npz; .json files beside them say how they were trained."
)
def refine(  # noqa: PLR0913, PLR0917 (one argument for each option)
    games: int,
    moves: int,
    decisions: int,
    nodes: int,
    generations: int,
    players: int | None,
    seed: int,
    jobs: int,
    backend: str,
    scheduler: str | None,
    out: Path,
) -> None:
    """Train the networks further, on games of mcts with them.

    In each generation the value networks are fitted on to games, then policy networks to searched
    decisions; either can be left out. It begins with the networks that the program plays with.
    """
    from spyrium_ai.tools.training.refine_training import RefinePlan, RefineTraining

    cluster_options.check_backend(backend, scheduler)
    new_folder(out)
    made_by = (
        f"spyrium-ai train refine --games {games} --moves {moves} --decisions {decisions} "
        f"--nodes {nodes} --generations {generations} --seed {seed}"
    )
    if players is not None:
        made_by += f" --players {players}"
    trained = ALL if players is None else (players,)
    work = RefinePlan(trained, generations, games, moves, decisions, nodes, seed)
    training = RefineTraining(out, work, made_by)
    run_training(training, work.total, " games and decisions", jobs, scheduler)
    click.echo(f"{out}: value and policy networks for 2 to 5 players")


@command.command()
@count("--decisions", plan.SOLVED_DECISIONS, CHUNK, "Number of solved decisions.")
@count("--nodes", plan.SOLVER_NODES, 1, "Nodes of the solver for each decision.")
@count("--epochs", plan.SOLVED_EPOCHS, 1, "Number of passes of the fit over the decisions.")
@train_options.how_to_run
@train_options.out_file(
    "File for the network, a new .npz; a .json beside it says how it was trained."
)
def endgame(
    decisions: int,
    nodes: int,
    epochs: int,
    seed: int,
    jobs: int,
    backend: str,
    scheduler: str | None,
    out: Path,
) -> None:
    """Train the policy network of the last turn of two players.

    It begins with the policy network and is fitted to decisions that the solver has solved.
    """
    from spyrium_ai.search.evaluation.policy_net import POLICY_SIZE
    from spyrium_ai.tools.training.endgame_training import EndgamePlan, EndgameTraining

    cluster_options.check_backend(backend, scheduler)
    new_file(out, 4 * POLICY_SIZE)  # bytes
    made_by = (
        f"spyrium-ai train endgame --decisions {decisions} --nodes {nodes} --epochs {epochs} "
        f"--seed {seed}"
    )
    work = EndgamePlan(decisions, nodes, epochs, seed)
    run_training(EndgameTraining(out, work, made_by), work.total, " decisions", jobs, scheduler)
    click.echo(f"{out}: policy network for the last turn of two players")


@command.command(name="all")
@click.option(
    "--work",
    type=Times(0, 1000),
    default=1.0,
    show_default=True,
    help="How many times the usual games and decisions; 0.01 to see that it works.",
)
@train_options.how_to_run
@train_options.out_folder("New folder for all weights; .json files say how they were trained.")
def everything(
    work: float, seed: int, jobs: int, backend: str, scheduler: str | None, out: Path
) -> None:
    """Train all weights from nothing, each part with the ones before it.

    These are the linear weights, the value networks, the policy networks, both networks further,
    once more on many more games (with three to five players the value networks alone), the policy
    networks by longer searches, and the network of two players for the last turn: otherwise the
    commands below with their usual options. It takes some hours.
    """
    from spyrium_ai.tools.training.whole_training import WholeTraining, whole_plan

    cluster_options.check_backend(backend, scheduler)
    new_folder(out)
    made_by = f"spyrium-ai train all --work {work:g} --seed {seed}"
    training = WholeTraining(out, whole_plan(ALL, work, seed), made_by)
    with parts_of_training() as begin, computing(jobs, scheduler) as compute:
        training.run(begin, compute)
    click.echo(f"{out}: all weights for 2 to 5 players")
