"""What holds in every position of every game: random play for 2 to 5 players."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from support.position_builder import after, played_out

from spyrium_ai.game.board import Board, Seat
from spyrium_ai.game.card_table import DECKS, PERIOD_BY_TURN
from spyrium_ai.game.position import IllegalMoveError, Position

GAMES = [(players, seed) for players in (2, 3, 4, 5) for seed in range(1, 6)]
POINTS = {"W1": 2, "W2": 3, "F1": 4, "F2": 5, "L1": 1, "L2": 2, "L3": 2, "N1": 3, "N2": 4}
POINTS |= {"R1": 2, "R2": 4, "H1": 6, "H2": 9, "H3": 12}
FACTORIES = {"W1", "W2", "F1", "F2", "L1", "L2", "L3"}

games = pytest.mark.parametrize(("players", "seed"), GAMES)


def positions(players: int, seed: int) -> list[Position]:
    return [position for position, _ in played_out(players, seed)]


def boards(players: int, seed: int) -> list[Board]:
    return [position.board() for position in positions(players, seed)]


def in_market(board: Board) -> Counter[str]:
    return Counter(cell.card for cell in board.market if cell)


def owned(board: Board) -> Counter[str]:
    return Counter(c.rstrip("*") for s in board.seats for c in s.buildings + s.techniques)


@games
def test_there_are_always_24_tokens_eight_of_each_value(players: int, seed: int) -> None:
    for board in boards(players, seed):
        values = Counter(v for cell in board.market if cell for v in cell.tokens)
        values.update(int(e[3:]) for e in (board.event, board.next_event) if "." in e)
        values.update(v for s in board.seats for v in s.tokens)
        for value in (1, 2, 3):
            values[value] += board.reserve[value - 1] + board.discard[value - 1]
        assert values == {1: 8, 2: 8, 3: 8}


@games
def test_workers_are_conserved_and_never_more_than_seven(players: int, seed: int) -> None:
    for before, board in pairwise(boards(players, seed)):
        for number, (old, new) in enumerate(zip(before.seats, board.seats, strict=True), 1):
            standing = sum(slot.count(number) for slot in board.slots)
            assert new.active + standing <= new.workers <= 7
            assert 0 <= new.workers - old.workers <= 2
            if new.phase == "I":
                assert new.active + standing == new.workers


@games
def test_cards_leave_the_market_for_their_owners_and_owners_for_good(
    players: int, seed: int
) -> None:
    for before, board in pairwise(boards(players, seed)):
        period = PERIOD_BY_TURN[board.turn]
        assert in_market(board) <= Counter(board.dealt) <= DECKS[period]
        assert owned(board) <= sum(DECKS[: period + 1], Counter[str]())
        if before.turn == board.turn and before.decides != "?":
            taken = in_market(before) - in_market(board)
            gained, lost = owned(board) - owned(before), owned(before) - owned(board)
            assert taken.total() <= 1
            assert gained <= taken
            assert lost.total() <= taken.total()
            assert owned(board).total() - owned(before).total() in {0, 1}


@games
def test_a_move_changes_nothing_that_is_another_players(players: int, seed: int) -> None:
    for before, board in pairwise(boards(players, seed)):
        if before.decides[0].isdigit() and board.turn == before.turn:
            mover = int(before.decides[0])
            for number, (old, new) in enumerate(zip(before.seats, board.seats, strict=True), 1):
                assert number == mover or old == new
                assert old.points <= new.points
                assert old.residence <= new.residence
            for old_slot, new_slot in zip(before.slots, board.slots, strict=True):
                others = [[n for n in slot if n != mover] for slot in (old_slot, new_slot)]
                assert others[0] == others[1]


@games
def test_the_next_seat_that_has_not_passed_decides(players: int, seed: int) -> None:
    for before, board in pairwise(boards(players, seed)):
        if before.decides[0].isdigit() and board.decides[0].isdigit():
            mover = int(before.decides[0])
            order = [(mover + i) % players + 1 for i in range(players)]
            following = next(n for n in order if board.seats[n - 1].phase != "P")
            assert board.decides == (f"{mover}b" if board.decides[-1] == "b" else str(following))
        elif before.decides == "?" and board.decides != "?":
            assert board.decides == str(board.first)


@games
def test_every_position_is_read_back_from_its_text(players: int, seed: int) -> None:
    for position in positions(players, seed):
        read = Position.parse(str(position))
        assert read == position
        assert (read.key, hash(read)) == (position.key, hash(position))
        assert read.legal() == position.legal()


@games
def test_legal_moves_are_distinct_and_sorted_and_there_is_one(players: int, seed: int) -> None:
    for position in positions(players, seed):
        legal = position.legal()
        assert legal == sorted(set(legal))
        assert bool(legal) == bool(position.to_move)
        assert position.perft(1) == max(1, len(legal))


@games
def test_every_legal_move_is_accepted_and_every_other_one_refused(players: int, seed: int) -> None:
    """The others are all moves that were legal at any time in the game, with and without II."""
    nodes = [position for position in positions(players, seed) if position.to_move][::9]
    moves = {move for position in nodes for move in position.legal()}
    moves |= {move.removeprefix("II:") for move in moves} | {f"II:{move}" for move in moves}
    for i, position in enumerate(nodes):
        legal = position.legal()
        assert all(after(position, move) != position for move in legal)
        untouched = position.copy()
        for move in sorted(moves - set(legal))[i % 7 :: 7]:
            with pytest.raises(IllegalMoveError):
                position.apply(move)
        assert position == untouched


@games
def test_a_game_has_6_turns_and_comes_to_an_end(players: int, seed: int) -> None:
    turns = [board.turn for board in boards(players, seed)]
    assert turns == sorted(turns)
    assert set(turns) == set(range(7))
    assert len(turns) < 200 * players


def counted(s: Seat) -> int:
    """The final score of a player, from the rules' last page."""
    codes = [code.rstrip("*") for code in s.buildings]
    techniques = {
        "Au": s.spyrium,
        "Ca": s.money // 2,
        "Eg": sum(POINTS[code] for code in codes if code in FACTORIES),
        "Lo": s.residence,
        "Cr": len(codes),
        "Ta": s.workers,
        "Co": len(s.tokens),
    }
    extra = sum(min(7, techniques[code.rstrip("*")]) for code in s.techniques)
    return s.points + sum(POINTS.get(code, 0) for code in codes) + extra


@games
def test_scores_are_what_a_count_by_hand_gives(players: int, seed: int) -> None:
    for position in positions(players, seed):
        assert position.scores() == tuple(counted(s) for s in position.board().seats)
    best = max(position.scores())
    assert position.winners() == tuple(
        seat for seat, score in enumerate(position.scores(), 1) if score == best
    )


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_positions_have_equal_keys_exactly_if_they_are_equal(players: int) -> None:
    """All positions of a game and all that one move makes of them; many are reached twice."""
    texts: dict[int, str] = {}
    reached = 0
    for position, _ in played_out(players, seed=9):
        for move in position.legal()[:40]:
            child = after(position, move)
            reached += 1
            assert texts.setdefault(child.key, str(child)) == str(child)
    assert len(set(texts.values())) == len(texts)
    assert len(texts) > 500
    assert reached > len(texts)


NEUTRAL = ("place", "pass", "II:pass", "bonus:worker")  # not worth more for workers around


def neutral_moves(position: Position, mover: int) -> list[str] | None:
    """What the others do until it is the mover's action again; None if they cannot keep out."""
    position, made = position.copy(), []
    while position.to_move != mover:
        moves = [move for move in position.legal() if move.startswith(NEUTRAL)]
        if not moves:
            return None
        made.append(moves[-1])
        position.apply(moves[-1])
    return made


@games
def test_placing_here_and_there_is_the_same_in_either_order(players: int, seed: int) -> None:
    """The key is that of the position, not of the way to it."""
    compared = 0
    for position in positions(players, seed):
        mine = [move for move in position.legal() if move.startswith("place")]
        if len(mine) < 2 or position.board().seats[position.to_move - 1].active < 2:
            continue
        here, there = mine[0], mine[-1]
        others = neutral_moves(after(position, here), position.to_move)
        if others is not None:
            one = after(position, here, *others, there)
            other = after(position, there, *others, here)
            assert one == other
            assert (one.key, str(one)) == (other.key, str(other))
            compared += 1
    assert compared > 0
