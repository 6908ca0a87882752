"""The drawings: own artwork made of plain SVG shapes, each around its own origin and fitting a square of 100.

There are no ids, styles or classes in it, so that any number of pictures can stand in one page without touching
each other or being touched. Whatever differs in colour differs in shape too: Red is round, Blue is square.
"""

from xml.sax.saxutils import escape, quoteattr

from onitama.player import RED, Player
from onitama.render.view import Seen
from onitama.rules import PieceKind

__all__ = [
    "AMBER",
    "CARD",
    "CELL",
    "EDGE",
    "FAINT",
    "INK",
    "JADE",
    "MAT",
    "PAPER",
    "PLAYER_COLOURS",
    "SANS",
    "SERIF",
    "TABLE",
    "WOOD",
    "WOOD_DARK",
    "WOOD_LIGHT",
    "emblem",
    "group",
    "lantern",
    "ninja_badge",
    "piece",
    "rect",
    "seal",
    "tag",
    "temple",
    "text",
]

INK, FAINT = "#2b2521", "#7d6f5d"
PAPER, CARD, EDGE = "#f6ecd8", "#fdf8ec", "#c9b48d"
TABLE = "#e7d9bb"
WOOD, WOOD_DARK, WOOD_LIGHT = "#7b5436", "#5a3a24", "#9a6f4a"
MAT, CELL = "#d3bf98", "#efe3c8"
AMBER, JADE = "#d9982b", "#2f7d67"
PLAYER_COLOURS = ("#bb3b2c", "#27466f")
_DARK_COLOURS = ("#7e2118", "#162b49")

SERIF = "Georgia, 'Times New Roman', 'DejaVu Serif', serif"
SANS = "'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"


# Elements


def tag(name: str, *children: str, **attributes: object) -> str:
    """An element; `stroke_width` is written stroke-width, and an attribute that is None is left out."""
    pairs = "".join(
        f" {key.replace('_', '-')}={quoteattr(_value(value))}"
        for key, value in attributes.items()
        if value is not None
    )
    if not children:
        return f"<{name}{pairs}/>"
    inner = "\n".join(children) if len(children) > 1 or children[0].startswith("<") else children[0]
    return f"<{name}{pairs}>{inner}</{name}>"


def _value(value: object) -> str:
    return f"{round(value, 2):g}" if isinstance(value, float) else str(value)


def group(*children: str, at: tuple[float, float] = (0, 0), scale: float = 1, **attributes: object) -> str:
    """Elements moved to a place, and scaled around it."""
    moved = f"translate({_value(float(at[0]))} {_value(float(at[1]))})" if at != (0, 0) else ""
    scaled = f"scale({_value(float(scale))})" if scale != 1 else ""
    return tag("g", *children, transform=" ".join(filter(None, [moved, scaled])) or None, **attributes)


def rect(x: float, y: float, width: float, height: float, **attributes: object) -> str:
    """A rectangle by its top left corner."""
    return tag("rect", x=x, y=y, width=width, height=height, **attributes)


def text(words: str, x: float, y: float, size: float, **attributes: object) -> str:
    """A line of text on a baseline."""
    return tag("text", escape(words), x=x, y=y, font_size=size, **attributes)


# Pieces


def piece(seen: Seen) -> str:
    """A piece of the board."""
    if seen.kind is PieceKind.SPIRIT or seen.owner is None:
        return _spirit()
    if seen.kind is None:
        return _ninja(seen.owner, seen.is_hidden)
    return _master(seen.owner) if seen.kind is PieceKind.MASTER else _student(seen.owner)


def _body(player: Player, radius: float, **attributes: object) -> str:
    """The outline of a player's pieces: round for Red, square for Blue."""
    if player is RED:
        return tag("circle", r=radius, **attributes)
    half = radius * 0.92
    return rect(-half, -half, 2 * half, 2 * half, rx=7, **attributes)


def _token(player: Player, radius: float) -> str:
    colour, dark = PLAYER_COLOURS[player], _DARK_COLOURS[player]
    return "\n".join(
        [
            group(_body(player, radius, fill="#000", fill_opacity=0.22), at=(2, 4)),
            _body(player, radius, fill=dark),
            group(_body(player, radius - 2.5, fill=colour), at=(0, -1.5)),
        ]
    )


def _student(player: Player) -> str:
    return f"{_token(player, 33)}\n{_bust(PAPER)}"


def _bust(colour: str) -> str:
    shoulders = tag("path", d="M-17 18C-17 3 -9 -2 0 -2S17 3 17 18Z", fill=colour)
    return tag("g", tag("circle", cy=-11, r=8.5, fill=colour), shoulders)


def _master(player: Player) -> str:
    """Larger than a student, with a double edge."""
    ring = _body(player, 36.5, fill="none", stroke=PAPER, stroke_width=2.5, stroke_opacity=0.85)
    return "\n".join([_token(player, 43), ring, _hat(PAPER, PLAYER_COLOURS[player])])


def _hat(colour: str, line: str) -> str:
    """A wide hat and a robe."""
    return tag(
        "g",
        tag("path", d="M-24 25C-21 8 -13 1 0 1S21 8 24 25Z", fill=colour),
        tag("path", d="M0 -29L29 -3Q0 7 -29 -3Z", fill=colour),
        tag("path", d="M-29 -3Q0 7 29 -3M0 3V25", fill="none", stroke=line, stroke_width=3),
    )


def _ninja(player: Player, is_hidden: bool) -> str:
    """Dark, with eyes in a hood; while it is hidden only a ghost with a broken edge."""
    colour = PLAYER_COLOURS[player]
    edge = {"stroke": colour, "stroke_width": 5, "stroke_dasharray": "9 6" if is_hidden else None}
    shadow = [] if is_hidden else [group(_body(player, 36, fill="#000", fill_opacity=0.22), at=(2, 4))]
    return group(
        *shadow,
        _body(player, 34, fill=INK, fill_opacity=0.35 if is_hidden else 1, **edge),
        tag("path", d="M-22 0Q0 -14 22 0Q17 13 0 10Q-17 13 -22 0Z", fill=PAPER),
        tag("circle", cx=-9, cy=1.5, r=4, fill=INK),
        tag("circle", cx=9, cy=1.5, r=4, fill=INK),
        tag(
            "path",
            d="M-24 -12Q0 -26 24 -12M20 -15L27 -25M20 -15L31 -17",
            fill="none",
            stroke=colour,
            stroke_width=4,
        ),
    )


def _spirit() -> str:
    """Wind in a white diamond."""
    diamond = "M0 -43L43 0L0 43L-43 0Z"
    swirl = "M-1 1a5 5 0 0 1 10 0a10 10 0 0 1 -20 0a14 14 0 0 1 28 0a18 18 0 0 1 -18 18"
    return "\n".join(
        [
            group(tag("path", d=diamond, fill="#000", fill_opacity=0.2), at=(2, 4)),
            tag("path", d=diamond, fill=CARD, stroke=JADE, stroke_width=5, stroke_linejoin="round"),
            tag("path", d=swirl, fill="none", stroke=JADE, stroke_width=4.5, stroke_linecap="round"),
        ]
    )


# Other things


def temple(player: Player, is_turned: bool) -> str:
    """A gate, filling its square so that it shows around a piece."""
    colour = PLAYER_COLOURS[player]
    gate = [
        tag("path", d="M-46 -46Q0 -37 46 -46L44 -38Q0 -29 -44 -38Z"),
        rect(-38, -27, 76, 5),
        rect(-32, -36, 7, 82),
        rect(25, -36, 7, 82),
    ]
    turned = "rotate(180)" if is_turned else None
    return tag("g", *gate, fill=colour, fill_opacity=0.55, transform=turned)


def seal(player: Player, is_sure: bool = True) -> str:
    """A player's stamp; hollow where it is in doubt."""
    colour = PLAYER_COLOURS[player]
    if not is_sure:
        return _body(player, 40, fill="none", stroke=colour, stroke_width=10, stroke_dasharray="16 10")
    rays = "M14 0H26M-14 0H-26M0 14V26M0 -14V-26M10 10L18 18M-10 10L-18 18M10 -10L18 -18M-10 -10L-18 -18"
    return "\n".join([_body(player, 44, fill=colour), tag("path", d=rays, stroke=PAPER, stroke_width=6)])


def lantern(is_spent: bool) -> str:
    """A paper lantern; only its outline when it is spent."""
    look = {"fill": "none", "stroke": FAINT} if is_spent else {"fill": "#eeb64f", "stroke": "#8a5a12"}
    parts = [
        tag("ellipse", rx=26, ry=30, stroke_width=5, **look),
        tag("path", d="M-12 -32H12M-12 32H12M0 -46V-34", stroke=look["stroke"], stroke_width=6),
    ]
    if not is_spent:
        parts.append(tag("path", d="M-10 -27Q-18 0 -10 27M10 -27Q18 0 10 27", fill="none", stroke="#8a5a12"))
    return tag("g", *parts, stroke_opacity=0.5 if is_spent else None)


def emblem(piece: str, owner: Player | None) -> str:
    """The piece that a card's grid is for; without a token if the card is in nobody's hand."""
    match piece:
        case "spirit":
            return _spirit()
        case "master":
            return _hat(INK, CARD) if owner is None else _master(owner)
    return _bust(INK) if owner is None else _student(owner)


def ninja_badge(player: Player) -> str:
    """A living ninja, wherever it is."""
    return _ninja(player, is_hidden=False)
