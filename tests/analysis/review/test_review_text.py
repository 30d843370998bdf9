"""The review of a game as text: what is said, in whose words, and that it fits."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.plain_reviews import deal, decision, review
from support.report_games import played

from spyrium_ai.analysis.review.game_review import GameReview, Value
from spyrium_ai.analysis.review.review_text import MOST_SHOWN, move_words, review_lines_text
from spyrium_ai.game.text.style import Style
from spyrium_ai.util.terminal import painted

PLAIN = Style()


def sections(game: GameReview, style: Style = PLAIN) -> dict[str, list[str]]:
    """Return the lines by their headings, which all begin with ==."""
    text = "\n".join(review_lines_text(game, style))
    parts = [part.split("\n") for part in f"\n{text}".split("\n== ")[1:]]
    return {part[0].rstrip("= "): part[1:] for part in parts}


def section(game: GameReview, beginning: str, style: Style = PLAIN) -> str:
    found = sections(game, style).items()
    return "\n".join(next(lines for title, lines in found if title.startswith(beginning)))


@pytest.mark.parametrize(
    ("result", "outcome"),
    [
        ((0.0, 1.0, 0.0), "ben wins"),
        ((0.5, 0.0, 0.5), "anna and carla share the win"),
        ((0.33333,) * 3, "anna and ben and carla share the win"),
        ((0.4, 0.25, 0.35), "anna - ben - carla"),
    ],
)
def test_the_heading_says_who_won(result: tuple[float, ...], outcome: str) -> None:
    game = review(result=result, players=("anna", "ben", "carla"))
    assert next(iter(sections(game))) == f"Game {'0' * 16}: {outcome}"
    assert "judged by mcts (3000 nodes), blunders confirmed by expectimax" in section(game, "Game")
    assert "confirmed" not in section(replace(game, second=""), "Game")


def test_the_identity_adds_up_in_every_row() -> None:
    game = review(luck=(0.2, -0.2), skill=(-0.05, 0.05), drift=(0.35, -0.35))
    rows = section(game, "What decided").split("\n")[1:3]
    assert rows[0].split() == ["1", "anna", "50.0", "+20.0", "-5.0", "+35.0", "100.0"]
    for row in rows:
        *parts, result = map(float, row.split()[2:])
        assert sum(parts) == pytest.approx(result)


def test_the_curve_has_the_last_shares_of_each_turn() -> None:
    first = decision(played=Value((0.7, 0.3)), ply=3)
    game = review(
        [first, replace(first, played=Value((0.2, 0.8)), ply=4)], [deal(1), deal(2, (0.4, -0.4))]
    )
    rows = [line.split() for line in section(game, "Win shares").strip().split("\n")]
    assert [row[:-1] for row in rows[1:]] == [
        ["start", "50.0", "50.0"],
        ["turn", "1", "20.0", "80.0"],
        ["turn", "2", "90.0", "10.0"],
        ["result", "100.0", "0.0"],
    ]
    assert rows[2][-1] == "1" * 6 + "2" * 24
    assert rows[4][-1] == "1" * 30


def test_the_worst_decisions_come_first_and_no_more_than_ten() -> None:
    made = [decision(loss=i / 100, ply=i + 1) for i in range(20)]
    lines = section(review(made), "The worst").split("\n")
    assert [int(line[:4]) for line in lines if "loses" in line] == list(range(20, 10, -1))
    assert MOST_SHOWN == 10
    assert section(review([decision(loss=0.01)]), "The worst").strip() == "no decision lost much"


def test_what_is_said_of_a_decision() -> None:
    one = decision(2, 0.123, ply=34, turn=2, legal=17, loss_error=0.009, why=("no single reason",))
    plain = section(review([one]), "The worst")
    assert "blunder, loses 12.3 % +- 0.9 and 1.2 points (rank 2 of 17)" in plain
    assert "played: place:a1b1\n      best: place:b1c1\n      no single reason" in plain
    assert "disagree" not in plain
    assert "gained" not in plain
    rich = "\n".join(review_lines_text(review([one]), Style(colour=True, unicode=True)))
    verdict = "loses 12.3 % ± 0.9 and 1.2 points (rank 2 of 17)"
    assert painted(f"  34  turn 2, 2 ben: blunder, {verdict}", "red") in rich


def test_engines_that_disagree() -> None:
    confirmed = decision(loss=0.12, second_loss=0.11)
    assert "disagree" not in section(review([confirmed]), "The worst")
    doubted = decision(loss=0.12, cls="error", second_loss=0.012)
    expected = "engines disagree: by the second one it loses 1.2 %"
    assert expected in section(review([doubted]), "The worst")


def test_exact_losses_say_so() -> None:
    value = Value((0.5, 0.5), exact=True)
    solved = decision(loss=0.5, loss_error=0.0, better=value, played=value)
    assert "loses 50.0 % and 5.0 points exactly" in section(review([solved]), "The worst")


def test_who_gains_among_more_than_two() -> None:
    after = Value((0.34, 0.301, 0.359))
    lost = decision(loss=0.06, gained=(-0.06, 0.001, 0.059), played=after)
    game = review([lost], players=("anna", "ben", "carla"))
    assert "      gained by 3 carla 5.9\n" in section(game, "The worst")


def test_the_luck_of_each_deal() -> None:
    deals = [deal(1, (0.12, -0.12)), deal(2, (-0.21, 0.21)), deal(3, (0.03, -0.03))]
    lines = section(review([], deals), "Luck").split("\n")
    assert lines[1] == "turn 1   +12.0  -12.0 +- 1.0  seat 1 lucky, seat 2 unlucky"
    assert lines[2] == "turn 2   -21.0  +21.0 +- 1.0  seat 1 very unlucky, seat 2 very lucky"
    assert lines[3] == "turn 3    +3.0   -3.0 +- 1.0"
    assert lines[4] == "sum       -6.0   +6.0"


def test_moves_in_words_of_a_recorded_game() -> None:
    record = played(["anna", "ben"], 5)
    ply = next(number for number, one in enumerate(record.plies, 1) if one.seat)
    move = record.plies[ply - 1].move
    words = move_words(record)
    assert words(ply, move).endswith(f" [{move}]")
    assert words(ply, "place:a1b1").startswith("places a worker at a1b1, between ")
    made = decision(loss=0.1, ply=ply, move=move)
    lines = "\n".join(review_lines_text(review([made]), PLAIN, words))
    assert "best: places a worker at b1c1, between " in " ".join(lines.split())


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("name", ["anna", "a-very-long-name-" * 4, "\x1b[2J" * 9])
def test_no_line_is_longer_than_80(players: int, name: str) -> None:
    luck = (0.31, -0.31, 0.25, -0.25, 0.15)[:players]
    made = decision(
        loss=0.3,
        ply=130,
        legal=100,
        better=Value((1 / players,) * players),
        played=Value((0.0,) * players),
        gained=(0.1,) * players,
        why=("After the turn, the better line has the Working-Class Neighborhood more. " * 3,),
    )
    names = tuple(f"{name}{seat}" for seat in range(players))
    game = review([made], [deal(1, luck)], players=names)
    lines = "\n".join(review_lines_text(game, PLAIN)).split("\n")
    assert max(map(len, lines)) <= 80
    assert all(line.isascii() and line.isprintable() for line in lines)
