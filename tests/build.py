"""Positions for tests, written so that a reader can set them up on a table."""

from typing import Any

from onitama.cards import card
from onitama.rules import Position


def build(
    *,
    red: str = "Mc1",
    blue: str = "Mc5",
    cards: str = "ox boar / horse elephant / crab",
    to_move: str = "red",
    spirit: str | None = None,
    hidden: str | None = None,
    light: str = "red",
    lantern_rule: str = "both",
    red_ninjas: str = "",
    blue_ninjas: str = "",
    revealed: str = "",
    lanterns: tuple[int, int] = (0, 0),
    first_turn_done: tuple[bool, bool] = (True, True),
    turn_number: int = 9,
    turn: dict[str, Any] | None = None,
) -> Position:
    """A position: pieces as `Mc1 a1 b2` (M the master), cards as `red's two / blue's two / side`."""
    rules: dict[str, Any] = {"spirit": spirit is not None, "hidden": hidden, "lantern_rule": lantern_rule}
    if hidden == "light":
        rules["light_player"] = light

    def side(pieces: str, ninjas: str, lantern_count: int) -> dict[str, Any]:
        words = pieces.split()
        masters = [word[1:] for word in words if word.startswith("M")]
        return {
            "master": masters[0] if masters else None,
            "students": [word for word in words if not word.startswith("M")],
            "ninjas": ninjas.split(),
            "revealed": [square for square in revealed.split() if square in ninjas.split()],
            "lanterns": lantern_count,
        }

    red_hand, blue_hand, side_card = ([card(word).name for word in part.split()] for part in cards.split("/"))
    data: dict[str, Any] = {
        "rules": rules,
        "red": side(red, red_ninjas, lanterns[0]),
        "blue": side(blue, blue_ninjas, lanterns[1]),
        "spirit": spirit,
        "hands": {"red": red_hand, "blue": blue_hand},
        "side": side_card[0],
        "to_move": to_move,
        "turn_number": turn_number,
        "first_turn_done": {"red": first_turn_done[0], "blue": first_turn_done[1]},
    }
    if turn is not None:
        data["turn"] = turn
    return Position.from_json(data)


def steps(position: Position) -> list[str]:
    """The legal steps as sorted texts."""
    return sorted(map(str, position.legal_steps))


def play(position: Position, turn: str) -> Position:
    """The position after several steps, written with blanks between them."""
    for step in turn.split():
        position = position.play(step)
    return position
