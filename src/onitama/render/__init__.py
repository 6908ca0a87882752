"""Pictures and texts of boards and cards, drawn from data; no rules, no dependencies, own artwork.

svg    boards and cards as SVG         text   as lines for terminals and as sentences
art    how pieces look, card  a card   view   what lies where as seen from a seat
chances  where unseen ninjas may be, in percent
"""

from collections.abc import Callable
from typing import Any

from onitama.cards import Card
from onitama.game import Game
from onitama.observe import Observation
from onitama.player import RED
from onitama.render.chances import chances_text
from onitama.render.svg import board_svg, card_svg
from onitama.render.text import (
    board_text,
    card_text,
    cards_text,
    describe,
    describe_card,
    legend,
    status,
)
from onitama.render.view import View
from onitama.rules import Position

__all__ = [
    "View",
    "board_svg",
    "board_text",
    "card_svg",
    "card_text",
    "cards_text",
    "chances_text",
    "describe",
    "describe_card",
    "legend",
    "show_in_notebooks",
    "status",
]


def show_in_notebooks() -> None:
    """Give cards, positions, observations and games the `_repr_svg_` by which notebooks draw them.

    Rules must not know how they are drawn, so drawing introduces itself; `import onitama` calls this. A position
    shows everything, an observation what its viewer knows, a game what a spectator may know.
    """
    pictures: dict[type, Callable[[Any], str]] = {
        Card: card_svg,
        Position: board_svg,
        Observation: _observation_svg,
        Game: lambda game: _observation_svg(game.observe(None)),
    }
    for shown, draw in pictures.items():
        setattr(shown, "_repr_svg_", draw)  # noqa: B010 - mypy knows no such attribute


def _observation_svg(observation: Observation) -> str:
    """The board from the viewer's seat, the last turn marked as far as the viewer knows it."""
    seat = RED if observation.viewer is None else observation.viewer
    return board_svg(observation, seat=seat, last_step=observation.turns[-1] if observation.turns else None)
