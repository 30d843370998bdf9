from typing import NamedTuple

class Use(NamedTuple):
    workers: int
    pay_spyrium: int
    gain_spyrium: int
    gain_points: int

class Card(NamedTuple):
    code: str
    name: str
    kind: str
    price: int
    points: int
    symbols: tuple[str, ...]
    token: str
    pay_spyrium: int
    gain_spyrium: int
    gain_points: int
    workers: int
    residence: bool
    copies: tuple[int, int, int]
    uses: tuple[Use, ...]

ALL_CARDS: tuple[Card, ...]
LAST_TURN: int
PERIOD_BY_TURN: tuple[int, ...]
RESIDENCE: tuple[int, ...]
BONUS_POINTS: tuple[int, int]
TOKENS_PER_VALUE: int
WORKER_LIMIT: int
START_WORKER_COUNT: int
KEPT_TOKEN_LIMIT: int
HIGHEST_TOKEN: int
TECHNIQUE_POINT_LIMIT: int
SYMBOL_REBATE: int
SPACE_REBATE: int
BONUS_POUNDS: int
CAPITALIZATION_POUNDS: int
