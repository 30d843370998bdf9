"""`Position`: the game for Python programs. Moves, deals and positions go in and out as text."""

from __future__ import annotations

from spyrium_ai.game.board import Board
from spyrium_ai.game.board_conversion import (
    board_of,
    deal_from_numbers,
    market_numbers,
    state_of,
    token_numbers,
)
from spyrium_ai.game.move_notation import format_move, parse_move
from spyrium_ai.game.move_refusal import refusal
from spyrium_ai.game.notation import (
    NotationError,
    format_board,
    format_deal,
    parse_board,
    parse_deal,
)
from spyrium_ai.game.position_validation import check_board
from spyrium_ai.game.rules.state_class import State


class IllegalMoveError(ValueError):
    """A move or deal that is not possible in the position."""


class Position:
    """A position of the game: what everybody can see. Seats are numbered from 1.

    >>> position = Position.start(2)
    >>> position.apply("setup:1:E4")
    >>> position.apply("deal:M1,W1,Bu.1,M2,R1,Ap,Lo,W1,N1:E3")
    >>> position.to_move, position.legal()[:3]
    (1, ['II:event:pay1', 'II:pass', 'event:pay1'])
    >>> position.apply("place:a1b1")
    >>> position.board().seats[0].active
    2
    """

    __slots__ = ("state",)

    def __init__(self, state: State):
        self.state = state

    @classmethod
    def start(cls, players: int) -> Position:
        """Return the start of a game for 2 to 5 players, before the setup."""
        return cls(State.start(players))

    @classmethod
    def parse(cls, text: str) -> Position:
        """Return the position of a position line; NotationError names the field and the reason."""
        board = parse_board(text)
        check_board(board)
        return cls(state_of(board))

    def __str__(self) -> str:
        return format_board(self.board())

    def __repr__(self) -> str:
        return f"Position.parse({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return self.state == other.state if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.state)

    def copy(self) -> Position:
        """Return an independent copy."""
        return Position(self.state.copy())

    def board(self) -> Board:
        """Return everything there is to see, as plain data."""
        return board_of(self.state)

    @property
    def players(self) -> int:
        """The number of players."""
        return self.state.players

    @property
    def turn(self) -> int:
        """The turn, 1 to 6; 0 before the setup."""
        return self.state.turn

    @property
    def to_move(self) -> int:
        """The seat that decides, from 1; 0 at a chance node and at the end."""
        seat = self.state.seat
        return 0 if seat is None else seat + 1

    @property
    def is_chance(self) -> bool:
        """Whether chance decides: a setup or a deal is due."""
        return self.state.stage in {"setup", "deal"}

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.state.stage == "over"

    @property
    def bonus_open(self) -> bool:
        """Whether the seat that decides chooses its bonus at 8 points."""
        return self.state.stage == "bonus"

    @property
    def key(self) -> int:
        """The 64-bit hash of the whole public position, equal for equal positions."""
        return self.state.key

    def legal(self) -> list[str]:
        """Return the legal moves, sorted as ASCII text; none at a chance node or at the end."""
        return sorted(map(format_move, self.state.moves()))

    def apply(self, text: str) -> None:
        """Carry out a move or a deal; IllegalMove says why it cannot be, and nothing is changed."""
        if text.startswith(("setup:", "deal:")):
            self._apply_deal(text)
            return
        try:
            self.state.apply(parse_move(text))
        except NotationError as error:
            raise IllegalMoveError(error.reason) from None
        except ValueError:
            why = refusal(self.board(), text)
            raise IllegalMoveError(f"'{text}' is not legal here: {why}") from None

    def _apply_deal(self, text: str) -> None:
        try:
            deal = parse_deal(text)
        except NotationError as error:
            raise IllegalMoveError(error.reason) from None
        event, token = token_numbers(deal.event)
        try:
            if deal.first > self.players:
                raise ValueError(f"there is no player {deal.first}")
            if deal.first:
                self.state.set_up(deal.first - 1, event, token)
            else:
                self.state.deal(market_numbers(deal.market), event, token)
        except ValueError as error:
            raise IllegalMoveError(f"'{text}' cannot be: {error}") from None

    def sample_deal(self, seed: int) -> str:
        """Return what chance could decide here, each outcome with its probability, by seed."""
        return format_deal(deal_from_numbers(*self.state.sample(seed)))

    def scores(self) -> tuple[int, ...]:
        """Return everybody's points if the game ended now: score track, buildings, techniques."""
        return self.state.scores()

    def winners(self) -> tuple[int, ...]:
        """Return the seats with the most points; ValueError before the end."""
        if not self.is_over:
            raise ValueError("the game is not over")
        return tuple(seat + 1 for seat in self.state.winners())

    def shares(self) -> tuple[float, ...]:
        """Return each seat's win share, 1/k for each of k winners; only at the end."""
        winners = self.winners()
        return tuple(
            1 / len(winners) if seat in winners else 0.0 for seat in range(1, self.players + 1)
        )

    def perft(self, depth: int) -> int:
        """Return the number of sequences of `depth` player decisions.

        One that reaches a chance node or the end earlier counts once, where it ends.
        """
        return self.state.perft(depth)

    def divide(self, depth: int) -> dict[str, int]:
        """Return perft of `depth` by first move; empty if there is none."""
        if depth < 0:
            raise ValueError(f"depth: {depth} is below 0")
        counts = {}
        for move in self.state.moves() if depth > 0 else []:
            child = self.state.copy()
            child.apply(move)
            counts[format_move(move)] = child.perft(depth - 1)
        return dict(sorted(counts.items()))

    def play_out(self, seed: int) -> int:
        """Play uniformly random moves and deals to the end, in place; return the moves made."""
        return self.state.play_out(seed)
