"""One card as a part of a picture."""

from collections.abc import Iterator

from onitama.cards import Card, DataStatus, Grid, Kind
from onitama.player import Player
from onitama.render import art
from onitama.render.art import group, rect, tag, text
from onitama.render.view import grids_of, marks_of

__all__ = ["CARD_HEIGHT", "CARD_WIDTH", "draw_card"]

CARD_WIDTH, CARD_HEIGHT = 152, 204
_STRIP = 38
"""Height of the part with the name."""


def draw_card(card: Card, owner: Player, seat: Player, colour: Player | None, *, in_use: bool = False) -> str:
    """A card with its top left corner at the origin.

    Args:
        card: the card.
        owner: whom it is turned to; its name is at that player's side.
        seat: who looks at it.
        colour: in whose hand it is; None beside the board.
        in_use: mark it as the card of the running turn.
    """
    is_turned = owner is not seat
    edge = art.INK if colour is None else art.PLAYER_COLOURS[colour]
    parts = [
        rect(4, 5, CARD_WIDTH, CARD_HEIGHT, rx=12, fill="#000", fill_opacity=0.18),
        rect(1, 1, CARD_WIDTH - 2, CARD_HEIGHT - 2, rx=12, fill=art.CARD, stroke=edge, stroke_width=2),
        *_strip(card, 2 if is_turned else CARD_HEIGHT - _STRIP - 2),
    ]
    top = _STRIP + 2 if is_turned else 8
    grids = grids_of(card)
    if len(grids) == 1:
        parts.append(_grid(grids[0], owner, seat, edge, at=(10, top + 11), pitch=26.4))
    else:
        for place, one in enumerate(grids):
            y = top + 80 * place
            parts.append(_grid(one, owner, seat, edge, at=(CARD_WIDTH - 85, y), pitch=15))
            parts += _badge(one[0], colour, place + 1 if card.kind is Kind.WIND else None, at=(37, y + 38))
    if in_use:
        outline = rect(-4, -4, CARD_WIDTH + 8, CARD_HEIGHT + 8, rx=16, fill="none")
        parts.append(group(outline, stroke=art.AMBER, stroke_width=7, data_use="now"))
    return group(*parts, data_card=card.slug, data_owner=str(owner))


def _strip(card: Card, y: float) -> Iterator[str]:
    """Name, stamp, and what is in doubt."""
    is_unconfirmed = card.data is DataStatus.UNCONFIRMED
    size, middle = 21 if len(card.name) < 9 else 16, y + _STRIP / 2
    base = middle + (2 if is_unconfirmed else size / 3)
    yield text(card.name, 13, base, size, fill=art.INK, font_family=art.SERIF)
    if is_unconfirmed:
        yield text("unconfirmed", 13, middle + 15, 11.5, fill=art.FAINT, font_family=art.SANS)
    if card.stamp is not None:
        seal = art.seal(card.stamp, is_sure=card.data is DataStatus.CONFIRMED)
        yield group(seal, at=(CARD_WIDTH - 24, middle), scale=0.26, data_stamp=str(card.stamp))


def _grid(
    named: tuple[str, Grid],
    owner: Player,
    seat: Player,
    colour: str,
    *,
    at: tuple[float, float],
    pitch: float,
) -> str:
    """Five by five cells; an arrow in the middle points forward, the shape of the marks says for which piece."""
    piece, grid = named
    marks = marks_of(grid, owner, seat)
    cells = []
    for row in range(5):
        for column in range(5):
            middle = (pitch * (column + 0.5), pitch * (row + 0.5))
            cell = [rect(-46, -46, 92, 92, rx=8, fill=art.CELL)]
            if (column, row) == (2, 2):
                cell = [_arrow(is_turned=owner is not seat)]
            elif (column, row) in marks:
                cell.append(_mark(piece, colour))
            is_mark = "yes" if (column, row) in marks else None
            cells.append(group(*cell, at=middle, scale=pitch / 100, data_mark=is_mark))
    return group(*cells, at=at, data_grid=piece)


def _arrow(is_turned: bool) -> str:
    square = rect(-46, -46, 92, 92, rx=8, fill=art.INK)
    head = tag("path", d="M-26 16L0 -24L26 16L0 4Z", fill=art.CARD)
    return tag("g", square, head, transform="rotate(180)" if is_turned else None)


def _mark(piece: str, colour: str) -> str:
    """Full squares for pawns and students, diamonds for the spirit, rings for the master."""
    match piece:
        case "spirit":
            return tag("path", d="M0 -44L44 0L0 44L-44 0Z", fill=art.JADE)
        case "master":
            return tag("circle", r=30, fill="none", stroke=colour, stroke_width=22)
    return rect(-40, -40, 80, 80, rx=10, fill=colour)


def _badge(
    piece: str, colour: Player | None, number: int | None, *, at: tuple[float, float]
) -> Iterator[str]:
    """For which piece a grid is, and in which order."""
    yield group(art.emblem(piece, colour), at=at, scale=0.5)
    if number is not None:
        yield text(str(number), at[0] - 26, at[1] - 20, 15, fill=art.INK, font_family=art.SERIF)
