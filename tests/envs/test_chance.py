"""Chance one draw at a time: every draw with its probability, which multiplied give the deal's."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import factorial, isclose
from typing import Any

import pytest
from support.chi_square import assert_chances
from support.position_builder import PASSED, after, seat, table

from spyrium_ai.envs import OUTCOME_COUNT, Game, chance_blocks, outcome_names
from spyrium_ai.envs.bounds import most_draws
from spyrium_ai.game.card_table import DECKS
from spyrium_ai.game.dealer import Dealer
from spyrium_ai.game.notation import Deal, format_deal, parse_deal
from spyrium_ai.game.position import Position

NAMES = outcome_names()
FIRST_TOKEN = NAMES.index("token 1")


def before_last_turn(kept: tuple[int, ...], discard: tuple[int, int, int]) -> Position:
    """Three players before the last deal, which has all nine cards of the deck, each once.

    One event is left, and the Financier alone gets tokens, two of them.
    """
    keeper = seat(techniques="Co", phase="P", tokens=kept)
    return after(table(seat(), keeper, PASSED, turn=5, next_event="E1.3", discard=discard), "pass")


# The reserve has one 1 and two 3s; or one 1 alone, after which the discard pile is the reserve.
ENOUGH = before_last_turn((2, 2), (7, 6, 5))
REFILLED = before_last_turn((2, 2, 3), (7, 6, 6))
# The chances of the Financier's tokens, by hand.
BY_HAND = {
    ENOUGH: {"13": Fraction(2, 3), "33": Fraction(1, 3)},
    REFILLED: {"11": Fraction(7, 19), "12": Fraction(6, 19), "13": Fraction(6, 19)},
}
ANY_GAME: Any = Game


def explicit(position: Position, seed: int = 0) -> Game:
    return Game.from_position(position, seed, explicit_chance=True)


def drawn(game: Game) -> str:
    """Draw by the game's generator until the setup or deal is complete; return its text."""
    outcomes, turn = [], game.turn
    while game.is_chance and game.turn == turn:
        before = game.copy()
        game.sample_chance()
        (outcome,) = (o for o, _ in before.chance_outcomes() if _after(before, o) == _state(game))
        outcomes.append(outcome)
    return deal_of(outcomes)


def _after(game: Game, outcome: int) -> tuple[object, ...]:
    other = game.copy()
    other.apply_chance(outcome)
    return _state(other)


def _state(game: Game) -> tuple[object, ...]:
    """Return the position, and what is drawn next: enough to tell outcomes apart."""
    return game.position(), game.__reduce__()[1][3]


def deal_of(outcomes: list[int]) -> str:
    """Return the text of a setup or deal from its draws."""
    words = [NAMES[outcome] for outcome in outcomes]
    event = words.pop(0)
    if event == "E1" and words[0].startswith("token"):
        event += f".{words.pop(0)[-1]}"
    if words[-1].endswith("first"):
        return f"setup:{words[0].split()[1]}:{event}"
    cells: list[list[str]] = []
    for word in words:
        if word.startswith("token"):
            cells[-1].append(word[-1])
        else:
            cells.append([word])
    return f"deal:{','.join('.'.join([c, *sorted(tokens)]) for c, *tokens in cells)}:{event}"


def orders(deal: str) -> Iterator[list[int]]:
    """Yield every order in which a deal's tokens can have been drawn."""
    parsed = parse_deal(deal)
    event, _, token = parsed.event.partition(".")
    begun = [[NAMES.index(event), *([FIRST_TOKEN + int(token) - 1] if token else [])]]
    for cell in parsed.market:
        begun = [
            [*path, NAMES.index(cell.card), *(FIRST_TOKEN + value - 1 for value in tokens)]
            for path in begun
            for tokens in sorted(set(_permutations(cell.tokens)))
        ]
    yield from begun


def _permutations(values: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if not values:
        yield ()
    for i, value in enumerate(values):
        for rest in _permutations(values[:i] + values[i + 1 :]):
            yield (value, *rest)


def chance_of(position: Position, deal: str) -> float:
    """Return the chance of a whole deal: the sum over all orders of its draws."""
    total = 0.0
    for path in orders(deal):
        game, chance = explicit(position), 1.0
        for outcome in path:
            probability = dict(game.chance_outcomes()).get(outcome, 0.0)
            if not probability:
                chance = 0.0
                break
            chance *= probability
            game.apply_chance(outcome)
        total += chance
    return total


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_draw_of_a_game_has_chances_that_sum_to_one(players: int) -> None:
    game, choose, draws = Game(players, seed=3, explicit_chance=True), random.Random(3), 0
    while not game.is_over:
        if game.is_chance:
            outcomes = game.chance_outcomes()
            assert isclose(sum(chance for _, chance in outcomes), 1)
            assert all(0 <= outcome < OUTCOME_COUNT for outcome, _ in outcomes)
            assert len(dict(outcomes)) == len(outcomes)
            assert all(chance > 0 for _, chance in outcomes)
            game.sample_chance()
            draws += 1
        else:
            game.apply(choose.choice(game.legal_actions()))
    assert draws <= most_draws(players)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_draws_make_the_deal_that_the_text_says(players: int) -> None:
    choose = random.Random(players)
    game, position = Game(players, seed=7, explicit_chance=True), Position.start(players)
    while not game.is_over:
        if game.is_chance:
            position.apply(drawn(game))
        else:
            action = choose.choice(game.legal_actions())
            position.apply(game.action_text(action))
            game.apply(action)
        assert game.position() == position


@pytest.mark.parametrize("position", BY_HAND)
def test_the_chances_of_the_draws_multiply_to_that_of_the_whole_deal(position: Position) -> None:
    """Each order of the cards has the chance 1 / 9!."""
    for tokens, chance in BY_HAND[position].items():
        deal = f"deal:F2,L3,Fi.{tokens[0]}.{tokens[1]},H1,H2,H3,En,Ge,Ad:E7"
        assert chance_of(position, deal) == pytest.approx(float(chance) / factorial(9))


@pytest.mark.parametrize("position", BY_HAND)
@pytest.mark.parametrize("source", ["dealer", "sample", "draws"])
def test_deals_come_as_often_as_their_chances_say(source: str, position: Position) -> None:
    """The Financier's tokens, and the first card; the dealer shuffles its decks once a game."""
    deals = [SOURCES[source](position, seed) for seed in range(1500)]
    chances = {tokens: round(57 * chance) for tokens, chance in BY_HAND[position].items()}
    assert_chances((financier(deal) for deal in deals), chances)
    assert_chances((deal.partition(":")[2][:2] for deal in deals), dict.fromkeys(DECKS[2], 1))


def drawn_text(position: Position, seed: int) -> str:
    """Draw a whole deal; return its text, read off the position."""
    game = explicit(position, seed)
    while game.is_chance:
        game.sample_chance()
    board = game.position().board()
    cells = [cell for cell in board.market if cell is not None]
    return format_deal(Deal(0, tuple(cells), board.next_event))


SOURCES: dict[str, Callable[[Position, int], str]] = {
    "dealer": lambda position, seed: Dealer(3, seed).deal(position),
    "sample": lambda position, seed: position.sample_deal(seed),
    "draws": drawn_text,
}


def financier(deal: str) -> str:
    """Return the tokens of the Financier."""
    (tokens,) = (cell.tokens for cell in parse_deal(deal).market if cell.card == "Fi")
    return "".join(map(str, tokens))


def test_a_setup_is_an_event_its_token_and_the_first_player() -> None:
    game = Game(3, explicit_chance=True)
    assert game.chance_outcomes() == [(event, 1 / 7) for event in range(7)]
    game.apply_chance(0)
    assert game.chance_outcomes() == [(FIRST_TOKEN + i, 1 / 3) for i in range(3)]
    game.apply_chance(FIRST_TOKEN + 2)
    assert [NAMES[o] for o, _ in game.chance_outcomes()] == [f"player {i} first" for i in (1, 2, 3)]
    game.apply_chance(NAMES.index("player 2 first"))
    assert game.position() == after(Position.start(3), "setup:2:E1.3")


def test_what_cannot_be_drawn_is_refused_and_nothing_is_changed() -> None:
    game = Game(2, explicit_chance=True)
    game.apply_chance(3)
    before = _state(game)
    for outcome in (0, FIRST_TOKEN, NAMES.index("M1"), NAMES.index("player 3 first")):
        with pytest.raises(ValueError, match=f"outcome {outcome} cannot be drawn here"):
            game.apply_chance(outcome)
    for wrong in (-1, OUTCOME_COUNT, 2**70, "E1", None, 1.0):
        with pytest.raises((ValueError, TypeError), match="outcome"):
            ANY_GAME.apply_chance(game, wrong)
    assert _state(game) == before


def test_a_game_that_draws_by_itself_has_no_draws() -> None:
    for method in (Game(2).chance_outcomes, Game(2).sample_chance, lambda: Game(2).apply_chance(0)):
        with pytest.raises(ValueError, match="explicit_chance"):
            method()


def test_players_and_the_end_have_no_draws() -> None:
    game = explicit(after(table(seat(), turn=6), "pass"))
    with pytest.raises(ValueError, match="chance has nothing to decide here"):
        game.chance_outcomes()


def test_the_table_and_the_names_cover_the_outcomes() -> None:
    last = chance_blocks()[-1]
    assert last.first + last.size == OUTCOME_COUNT == len(NAMES) == len(set(NAMES))
