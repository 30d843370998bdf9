from spyrium_ai.game.rules.state_class import State

OFFSETS: dict[str, int]
SEAT_OFFSETS: dict[str, int]
UNITS: dict[str, int]
COMMON_SIZE: int
SEAT_SIZE: int

def observation_size(players: int) -> int: ...
def observe(state: State, seat: int) -> bytes: ...
