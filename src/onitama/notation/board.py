"""What the forms of a position have in common: five ranks of marks, and positions of the base game."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from onitama.cards import Card, card
from onitama.errors import OnitamaError, shown
from onitama.geometry import FILES, RANKS, squares
from onitama.notation.misread import misread
from onitama.observe import Observation
from onitama.player import BLUE, RED, Player
from onitama.rules import Position

__all__ = ["Marks", "base_position", "first_turns_done", "read_board", "require_base", "write_board"]


class Marks(NamedTuple):
    """The letters of a form: pairs of Red's and Blue's, the spirit's and that of an empty square."""

    masters: str
    students: str
    empty: str
    spirit: str = ""


def write_board(position: Position | Observation, marks: Marks) -> list[str]:
    """The five ranks of a position, rank 5 first."""
    found = [marks.empty] * 25
    pieces = [(marks.spirit, position.spirit_mask)]
    for player in Player:
        pieces.append((marks.masters[player], position.masters_mask[player]))
        pieces.append((marks.students[player], position.students_mask[player]))
    for mark, mask in pieces:
        for square in squares(mask):
            found[square] = mark
    return ["".join(found[rank * 5 : rank * 5 + 5]) for rank in (4, 3, 2, 1, 0)]


def read_board(ranks: Sequence[str], marks: Marks, place: str) -> dict[str, Any]:
    """The keys `red`, `blue` and `spirit` of a position's JSON form, with masters and students only.

    Args:
        ranks: five, rank 5 first.
        marks: the letters of the form.
        place: what an error names.

    Raises:
        NotationError: for other marks, or two masters of a player.
    """
    found: dict[str, list[str]] = {mark: [] for mark in "".join(marks)}
    for rank, row in zip(reversed(RANKS), ranks, strict=True):
        if len(row) != 5 or not set(row) <= set(found):
            raise misread(place, f"rank {rank}: expected five of {' '.join(found)}, found {shown(row)}")
        for file, mark in zip(FILES, row, strict=True):
            found[mark].append(file + rank)
    for mark in marks.masters + marks.spirit:
        if len(found[mark]) > 1:
            raise misread(place, f"expected at most one {mark}, found {len(found[mark])}")
    board: dict[str, Any] = {
        str(player): {
            "master": next(iter(found[marks.masters[player]]), None),
            "students": found[marks.students[player]],
        }
        for player in Player
    }
    board["spirit"] = next(iter(found[marks.spirit]), None) if marks.spirit else None
    return board


def first_turns_done(to_move: Player, turn_number: int) -> tuple[bool, bool]:
    """Who has had a first turn, if the game began with turn 1 and turns alternated."""
    starter = to_move if turn_number % 2 else to_move.other
    return turn_number > (1 if starter is RED else 2), turn_number > (1 if starter is BLUE else 2)


def require_base(position: Position, place: str) -> None:
    """Refuse a position that a form of the base game has no signs for."""
    if position.rules.spirit or position.rules.hidden:
        raise misread(place, "expected a position of the base game, without spirit and ninjas")


def base_position(
    board: Mapping[str, Any],
    *,
    red: Sequence[str],
    blue: Sequence[str],
    side: str,
    to_move: Player,
    turn_number: int,
    place: str,
    find_card: Callable[[str], Card] = card,
) -> Position:
    """A position of the base game from what `read_board` found and the names of the cards."""
    done = first_turns_done(to_move, turn_number)
    no_ninjas = {"ninjas": [], "revealed": [], "lanterns": 0}
    data = {
        "rules": {"spirit": False, "hidden": None, "lantern_rule": "both"},
        "red": {**board["red"], **no_ninjas},
        "blue": {**board["blue"], **no_ninjas},
        "spirit": None,
        "hands": {"red": list(red), "blue": list(blue)},
        "side": side,
        "to_move": str(to_move),
        "turn_number": turn_number,
        "first_turn_done": {str(player): done[player] for player in Player},
    }
    try:
        return Position.from_json(data, find_card)
    except OnitamaError as error:
        raise misread(place, error) from None
