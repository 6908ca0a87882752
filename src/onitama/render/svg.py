"""Boards and cards as SVG: where everything lies on the table; what it looks like is in `art`."""

from collections.abc import Iterable, Iterator
from xml.sax.saxutils import escape

from onitama.cards import Card
from onitama.geometry import FILES, TEMPLES, bit, format_square
from onitama.player import RED, Player
from onitama.render import art
from onitama.render.art import group, rect, tag, text
from onitama.render.card import CARD_HEIGHT, CARD_WIDTH, draw_card
from onitama.render.text import describe, describe_card, status
from onitama.render.view import (
    Seen,
    Trace,
    View,
    seen_on,
    side_owner,
    spot,
    trace,
    unseen_ninjas,
)
from onitama.rules import Phase, Step, Way

__all__ = ["board_svg", "card_svg"]

# Lengths in the picture's own units: a square of the board is 100 wide.
_SQUARE, _FRAME = 100, 30
_BOARD = 5 * _SQUARE + 2 * _FRAME
_GAP = 18
_SIDE = CARD_WIDTH + 2 * _GAP
_BAND = CARD_HEIGHT + 2 * _GAP
_DUE = {
    Phase.PLACE: "to place",
    Phase.MOVE: "to move",
    Phase.NINJA: "to move the ninja",
    Phase.SPIRIT: "to move the spirit",
    Phase.LANTERN: "may light a lantern",
}
_WIDTH, _HEIGHT = _BOARD + 2 * _SIDE, _BOARD + 2 * _BAND


def board_svg(
    view: View,
    seat: Player = RED,
    *,
    last_step: Step | str | None = None,
    targets: Iterable[int] = (),
    coordinates: bool = True,
    cards: bool = True,
    size: int = 480,
) -> str:
    """A picture of the board, with the cards around it as they lie on the table.

    Equal views give the same text to the byte, and an observation shows no more than it knows.

    >>> from onitama.deal import deal
    >>> board_svg(deal("base", seed=7), size=200)[:60]
    '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="'

    Args:
        view: a position, which shows everything, or an observation.
        seat: who looks at it; the own home row is at the bottom.
        last_step: a step, or a turn's text, to mark on the board. In hidden games it must be as the reader may
            know it, such as `boar:c1c2 ninja:?`: what is given is shown.
        targets: squares to mark as destinations.
        coordinates: letters and numbers on the frame.
        cards: the five cards, and whose turn it is; else the board alone.
        size: the width in pixels.

    Raises:
        NotationError: if `last_step` is a text that is no step.
    """
    board = _board(view, seat, trace(last_step), frozenset(targets), coordinates)
    if cards:
        width, height = _WIDTH, _HEIGHT
        table = rect(1, 1, width - 2, height - 2, rx=26, fill=art.TABLE, stroke=art.EDGE, stroke_width=2)
        parts = [table, *_mats(), group(*board, at=(_SIDE, _BAND)), *_all_cards(view, seat)]
        parts += [_plate(view, player, is_near=player is seat) for player in (seat.other, seat)]
    else:
        width, height, parts = _BOARD, _BOARD, list(board)
    return _picture(f"Onitama: {status(view)}", describe(view, seat), parts, width, height, size)


def card_svg(card: Card, owner: Player | None = None, seat: Player = RED, *, size: int = 152) -> str:
    """A picture of one card as it lies before who sits at a seat: turned if it is the other player's.

    Args:
        card: the card.
        owner: whose hand it is in, which gives it a colour; None for nobody's, drawn upright.
        seat: who looks at it.
        size: the width in pixels.
    """
    parts = [draw_card(card, seat if owner is None else owner, seat, owner)]
    return _picture(f"Onitama card {card}", describe_card(card), parts, CARD_WIDTH + 4, CARD_HEIGHT + 6, size)


def _picture(title: str, description: str, parts: Iterable[str], width: int, height: int, size: int) -> str:
    """The whole SVG, with its words for those who cannot see it."""
    return tag(
        "svg",
        tag("title", escape(title)),
        tag("desc", escape(description)),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        width=size,
        height=round(size * height / width),
        viewBox=f"0 0 {width} {height}",
        role="img",
        aria_label=title,
    )


# The board


def _board(
    view: View, seat: Player, last: Trace, targets: frozenset[int], coordinates: bool
) -> Iterator[str]:
    yield from _frame()
    yield from _coordinates(seat) if coordinates else ()
    pieces = []
    for square in range(25):
        column, row = spot(square, seat)
        seen = list(seen_on(view, square))
        middle = (_FRAME + _SQUARE * (column + 0.5), _FRAME + _SQUARE * (row + 0.5))
        marks = [_cell(square, seat), *_trace_marks(square, last)]
        if square in targets:
            marks.append(_target_mark(is_taken=bool(seen)))
        yield group(*marks, at=middle, data_square=format_square(square))
        pieces += [
            group(art.piece(one), at=(middle[0] + dx, middle[1] + dy), scale=scale, data_piece=str(one))
            for one, dx, dy, scale in _places(seen)
        ]
    yield from _lit_lines(last, seat)
    yield from pieces


def _places(seen: list[Seen]) -> Iterator[tuple[Seen, float, float, float]]:
    """Each piece with its offset and scale: two ninjas on a square stand side by side (R43)."""
    if len(seen) == 1:
        yield seen[0], 0, 0, 1
    else:
        yield from ((one, shift, shift, 0.66) for one, shift in zip(seen, (-20, 20), strict=False))


def _frame() -> Iterator[str]:
    """A wooden board with a mat let into it."""
    end = _BOARD - 1
    yield rect(6, 8, _BOARD - 6, _BOARD - 6, rx=14, fill="#000", fill_opacity=0.2)
    yield rect(0, 0, _BOARD, _BOARD, rx=12, fill=art.WOOD)
    grain = " ".join(
        f"M{at} {at}H{end - at}M{at} {_BOARD - at}H{end - at}M{at} {at}V{end - at}M{_BOARD - at} {at}V{end - at}"
        for at in (6, 13, 19)
    )
    yield tag("path", d=grain, stroke=art.WOOD_LIGHT, stroke_opacity=0.35, stroke_width=1.5, fill="none")
    corners = f"M2 2L{_FRAME} {_FRAME}M{end - 1} 2L{_BOARD - _FRAME} {_FRAME}"
    corners += (
        f"M2 {end - 1}L{_FRAME} {_BOARD - _FRAME}M{end - 1} {end - 1}L{_BOARD - _FRAME} {_BOARD - _FRAME}"
    )
    yield tag("path", d=corners, stroke=art.WOOD_DARK, stroke_width=1.5)
    inner = _BOARD - 2 * _FRAME
    yield rect(_FRAME - 4, _FRAME - 4, inner + 8, inner + 8, rx=6, fill=art.WOOD_DARK)
    yield rect(_FRAME, _FRAME, inner, inner, rx=3, fill=art.MAT)


def _coordinates(seat: Player) -> Iterator[str]:
    names = [
        text(FILES[square % 5], _FRAME + _SQUARE * (spot(square, seat)[0] + 0.5), _BOARD - 9, 19)
        for square in range(5)
    ]
    names += [
        text(str(square // 5 + 1), 14, _FRAME + _SQUARE * (spot(square, seat)[1] + 0.5) + 7, 19)
        for square in range(0, 25, 5)
    ]
    yield tag("g", *names, fill="#f0dfc4", font_family=art.SANS, text_anchor="middle")


def _cell(square: int, seat: Player) -> str:
    cell = rect(-47, -47, 94, 94, rx=5, fill=art.CELL)
    for player in Player:
        if TEMPLES[player] & bit(square):
            tint = rect(-47, -47, 94, 94, rx=5, fill=art.PLAYER_COLOURS[player], fill_opacity=0.16)
            return "\n".join([cell, tint, art.temple(player, is_turned=player is not seat)])
    return cell


def _trace_marks(square: int, last: Trace) -> Iterator[str]:
    """The last step: tinted squares with corners, and a ring where the piece came from."""
    if square in last.origins | last.targets:
        yield rect(-47, -47, 94, 94, rx=5, fill=art.AMBER, fill_opacity=0.3)
        corners = "M-45 -27V-45H-27M27 -45H45V-27M45 27V45H27M-27 45H-45V27"
        yield tag("path", d=corners, fill="none", stroke=art.AMBER, stroke_width=6, data_last="step")
    if square in last.origins:
        yield tag("circle", r=14, fill="none", stroke=art.AMBER, stroke_width=6, data_last="origin")


def _lit_lines(last: Trace, seat: Player) -> Iterator[str]:
    """The light of a lantern along a row or a column."""
    for line in last.lines:
        square = FILES.index(line) if line in FILES else 5 * (int(line) - 1)
        column, row = spot(square, seat)
        x, y, width, height = (column, 0, 1, 5) if line in FILES else (0, row, 5, 1)
        yield rect(
            _FRAME + _SQUARE * x,
            _FRAME + _SQUARE * y,
            _SQUARE * width,
            _SQUARE * height,
            fill="#ffd257",
            fill_opacity=0.38,
            data_lantern=line,
        )


def _target_mark(*, is_taken: bool) -> str:
    """A dot on an empty square, a frame of dashes around a piece."""
    if not is_taken:
        return tag("circle", r=15, fill=art.JADE, fill_opacity=0.85, data_target="empty")
    dashes = rect(-45, -45, 90, 90, rx=16, fill="none", stroke_width=7, stroke_dasharray="18 8")
    return tag("g", dashes, stroke=art.JADE, data_target="taken")


# Cards


def _all_cards(view: View, seat: Player) -> Iterator[str]:
    """Both hands and the side card, each turned to its owner; the side card at its next owner's right (R13)."""
    left, right = _WIDTH / 2 - CARD_WIDTH - _GAP / 2, _WIDTH / 2 + _GAP / 2
    bottom = _HEIGHT - _GAP - CARD_HEIGHT
    for player, xs, y in ((seat.other, (right, left), _GAP), (seat, (left, right), bottom)):
        for card, x in zip(view.hands[player], xs, strict=True):
            yield group(draw_card(card, player, seat, player, in_use=card is view.card), at=(x, y))
    owner = side_owner(view)
    x = _WIDTH - _GAP - CARD_WIDTH if owner is seat else _GAP
    yield group(draw_card(view.side, owner, seat, None), at=(x, (_HEIGHT - CARD_HEIGHT) / 2))


def _mats() -> Iterator[str]:
    """Where the side card can lie: at the right of either player."""
    for x in (_GAP, _WIDTH - _GAP - CARD_WIDTH):
        y = (_HEIGHT - CARD_HEIGHT) / 2
        yield rect(x, y, CARD_WIDTH, CARD_HEIGHT, rx=12, fill="none", stroke=art.EDGE, stroke_dasharray="8 6")


# Players


def _plate(view: View, player: Player, *, is_near: bool) -> str:
    """A player's name, whether it is to move, its lanterns and living ninjas: in the corner at its left."""
    rules, words = view.rules, _plate_words(view, player)
    parts = [rect(0, 0, 214, 58, rx=29, fill=art.AMBER, fill_opacity=0.35)] if words else []
    parts += [
        group(art.seal(player), at=(29, 29), scale=0.44),
        text(str(player).capitalize(), 60, 30 if words else 38, 28, fill=art.INK, font_family=art.SERIF),
        text(words, 60, 48, 15, fill=art.INK, font_family=art.SANS),
    ]
    things = [art.ninja_badge(player)] * _living_ninjas(view, player)
    lit = view.lanterns[player]
    things += [art.lantern(is_spent=number >= lit) for number in range(rules.starting_lanterns(player))]
    parts += [group(thing, at=(29 + 48 * place, 96), scale=0.48) for place, thing in enumerate(things)]
    at = (_GAP, _HEIGHT - _BAND + 44) if is_near else (_WIDTH - _GAP - 214, _GAP + 24)
    return group(*parts, at=at, data_player=str(player))


def _plate_words(view: View, player: Player) -> str:
    """What the player has to do, or has got out of the game."""
    if view.outcome is None:
        return _DUE[view.phase] if view.to_move is player else ""
    if view.outcome.winner is None:
        return "draw"
    if view.outcome.winner is not player:
        return ""
    return f"wins by the {view.outcome.by.title()}" if isinstance(view.outcome.by, Way) else "wins"


def _living_ninjas(view: View, player: Player) -> int:
    return view.ninjas_mask[player].bit_count() + unseen_ninjas(view, player)
