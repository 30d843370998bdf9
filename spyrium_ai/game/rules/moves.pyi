from typing import NamedTuple

KINDS: tuple[str, ...]
RESIDENCE_ACTIONS: tuple[str, ...]
CHOICES: tuple[str, ...]

class MoveFields(NamedTuple):
    kind: str
    begins: bool = False
    slot: int = 0
    side: int = 0
    replaced: int | None = None
    replaced_inclined: bool = False
    token: int = 0
    commerce: bool = False
    lobby: bool = False
    residence: str = ""
    building: int = 0
    use: int = 0
    choice: str = ""

def unpack_move(move: int) -> MoveFields: ...
def pack_move(fields: MoveFields) -> int: ...
