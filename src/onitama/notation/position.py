"""The position string: a whole position in one line, or what one viewer may know of it.

Version 1 is described in `docs/reference/notation.md`:

    ssmss/5/5/5/SSMSS ox,boar/horse,elephant/crab b 1
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import Any, TypeVar

from onitama.errors import NotationError, OnitamaError, shown
from onitama.geometry import FILES, RANKS, format_square, squares
from onitama.notation.board import Marks, first_turns_done, read_board, write_board
from onitama.notation.deal_text import format_deal, parse_deal
from onitama.notation.misread import misread, whole_number
from onitama.notation.rules_text import HIDDEN_WAYS
from onitama.observe import Observation, observe
from onitama.observe.events import is_unnoticed
from onitama.player import BLUE, RED, Player
from onitama.rules import Phase, Position

__all__ = ["format_observed_position", "format_position", "parse_observed_position", "parse_position"]

Value = TypeVar("Value")
_MOST_CHARACTERS = 400
_FIELDS = ("board", "cards", "side to move", "turn number")
_OPTIONS = ("hidden", "lantern-rule", "ninjas", "lanterns", "done", "phase", "seen-by")
_MARKS = Marks(masters="Mm", students="Ss", empty=".", spirit="*")
_SIDES = {"r": RED, "b": BLUE}
_DONE = {"-": (False, False), "r": (True, False), "b": (False, True), "rb": (True, True)}
_VIEWERS: Mapping[str, Player | None] = {"red": RED, "blue": BLUE, "spectator": None}


def format_position(position: Position) -> str:
    """A position as one line; it shows hidden ninjas, so it is not for players' eyes (R70).

    >>> from onitama.deal import deal
    >>> format_position(deal("base", seed=7))
    'ssmss/5/5/5/SSMSS frog,boar/mantis,monkey/rooster r 1'
    """
    return _format(position)


def format_observed_position(observation: Observation) -> str:
    """What a viewer may know of a position as one line: `?` for each unseen ninja, and whose view it is.

    After the game all is open, and the line is that of `format_position`.
    """
    if observation.outcome is not None:
        return _format(observation)
    viewer = next(name for name, viewer in _VIEWERS.items() if viewer is observation.viewer)
    return f"{_format(observation)} seen-by={viewer}"


def _format(position: Position | Observation) -> str:
    return " ".join(
        [
            "/".join(map(_format_rank, write_board(position, _MARKS))),
            format_deal(position),
            str(position.to_move)[0],
            str(position.turn_number),
            *(f"{key}={value}" for key, value in _options(position)),
        ]
    )


@lru_cache(maxsize=1 << 13)  # more than the ranks there can be
def _format_rank(marks: str) -> str:
    """Five marks, with the number of empty squares instead of each run of dots."""
    return re.sub(r"\.+", lambda empty: str(len(empty[0])), marks)


def _options(position: Position | Observation) -> Iterator[tuple[str, str]]:
    rules, phase = position.rules, position.phase
    if rules.hidden is not None:
        yield "hidden", "shadow" if rules.light_player is None else f"light-{rules.light_player}"
    if rules.lantern_rule != "both":
        yield "lantern-rule", rules.lantern_rule
    if rules.hidden is not None:
        yield "ninjas", "/".join(_format_ninjas(position, player) for player in Player)
        yield "lanterns", "{}/{}".format(*position.lanterns)
    if position.first_turn_done != first_turns_done(position.to_move, position.turn_number):
        yield "done", next(text for text, done in _DONE.items() if done == position.first_turn_done)
    if phase in (Phase.PLACE, Phase.LANTERN):
        yield "phase", phase.value
    elif position.card is not None:
        due = "+spirit" if phase is Phase.NINJA and position.spirit_due else ""
        yield "phase", f"{phase.value}:{position.card.slug}{due}"


def _format_ninjas(position: Position | Observation, player: Player) -> str:
    seen, revealed = squares(position.ninjas_mask[player]), squares(position.revealed_mask[player])
    names = [format_square(square) + "!" * (square in revealed) for square in seen]
    if isinstance(position, Observation):
        names += "?" * (position.ninjas_alive[player] - len(seen))
    return "".join(names) or "-"


def parse_position(text: str) -> Position:
    """The position that `format_position` wrote. Cards may be written in any of the ways `cards.card` reads.

    >>> parse_position("ssmss/5/5/5/SSMSS ox,boar/horse,elephant/crab b 1").legal_steps[0]
    Move(card=Card('Horse'), origin=22, target=17)

    Raises:
        NotationError: says what is wrong with which field.
    """
    data, options = _read(text)
    if "?" in options.get("ninjas", "") or "seen-by" in options:
        raise misread("position", "expected a whole position, found what one viewer may know (seen-by, ?)")
    return _position(data)


def parse_observed_position(text: str) -> Observation:
    """The observation that `format_observed_position` wrote, of a running game and without its turns.

    Raises:
        NotationError: says what is wrong with which field, also if the viewer could not know what it says.
    """
    data, options = _read(text)
    if "seen-by" not in options:
        raise misread("position", "expected seen-by, which says whose view it is")
    viewer = _one_of(_VIEWERS, options["seen-by"], "seen-by")
    for player, ninjas in zip(Player, _pair(options, "ninjas", "-"), strict=True):
        if player is viewer and "?" in ninjas:
            raise misread("position, ninjas", f"expected all ninjas of {player}, who sees them")
        if player is not viewer and re.search("[1-5](?!!)", ninjas):
            raise misread("position, ninjas", f"expected ? for ninjas of {player} that are not shown")
        _put_somewhere(data, str(player), ninjas.count("?"))
    position = _position(data)
    if is_unnoticed(position) and viewer is not position.to_move:
        raise misread("position, phase", "expected none, as nobody else can know that this turn has begun")
    return observe((), position, viewer)


def _put_somewhere(data: dict[str, Any], player: str, unseen: int) -> None:
    """Put unseen ninjas on squares where they could be; an observation does not depend on them (R70)."""
    taken = {data["spirit"], *data[player]["ninjas"]}
    for side in (data["red"], data["blue"]):
        taken |= {side["master"], *side["students"]}
    free = (file + rank for rank in RANKS for file in FILES if file + rank not in taken)
    data[player]["ninjas"] += islice(free, unseen)


def _position(data: Mapping[str, Any]) -> Position:
    try:
        return Position.from_json(data)
    except OnitamaError as error:
        raise misread("position", error) from None


def _read(text: str) -> tuple[dict[str, Any], dict[str, str]]:
    """The JSON form of a position, and the fields with names."""
    if not isinstance(text, str) or len(text) > _MOST_CHARACTERS:
        raise misread("position", f"expected a line of at most {_MOST_CHARACTERS} characters")
    fields = text.split()
    if fields and re.fullmatch("v[0-9]+", fields[0]):
        raise misread("position", f"expected version 1, which has no mark, found {shown(fields[0])}")
    if len(fields) < len(_FIELDS):
        raise misread("position", f"expected {', '.join(_FIELDS)}, found {len(fields)} fields")
    board, cards, side, turn_number = fields[: len(_FIELDS)]
    options = _read_options(fields[len(_FIELDS) :])
    data = _read_board(board) | _read_cards(cards)
    to_move = _one_of(_SIDES, side, "side to move")
    number = whole_number(turn_number, "position, turn number", least=1)
    done = _one_of(_DONE, options["done"], "done") if "done" in options else first_turns_done(to_move, number)
    data |= {"to_move": str(to_move), "turn_number": number}
    data["first_turn_done"] = {str(player): done[player] for player in Player}
    _add_options(data, options)
    return data, options


def _one_of(choices: Mapping[str, Value], text: str, name: str) -> Value:
    if text not in choices:
        raise misread(f"position, {name}", f"expected {' or '.join(choices)}, found {shown(text)}")
    return choices[text]


def _read_options(fields: list[str]) -> dict[str, str]:
    options: dict[str, str] = {}
    for field in fields:
        key, equals, value = field.partition("=")
        if not equals or key not in _OPTIONS:
            raise misread("position", f"expected a field such as {_OPTIONS[0]}=shadow, found {shown(field)}")
        if key in options:
            raise misread("position", f"{key} comes twice")
        options[key] = value
    return options


def _read_board(text: str) -> dict[str, Any]:
    ranks = text.split("/")
    if len(ranks) != 5 or "." in text:
        raise misread(
            "position, board", f"expected five ranks such as 2*2 and / between, found {shown(text)}"
        )
    ranks = [re.sub("[1-5]", lambda empty: "." * int(empty[0]), rank) for rank in ranks]
    return read_board(ranks, _MARKS, "position, board")


def _read_cards(text: str) -> dict[str, Any]:
    """The keys `hands` and `side` of the JSON form."""
    try:
        red, blue, side = parse_deal(text)
    except NotationError as error:
        raise misread("position, cards", error) from None
    return {
        "hands": {"red": [one.name for one in red], "blue": [one.name for one in blue]},
        "side": side.name,
    }


def _add_options(data: dict[str, Any], options: Mapping[str, str]) -> None:
    """Complete the JSON form: the rules, ninjas, lanterns, and what is due in mid-turn."""
    data["rules"] = {"spirit": data["spirit"] is not None, "hidden": None}
    if "hidden" in options:
        data["rules"] |= _one_of(HIDDEN_WAYS, options["hidden"], "hidden")
    data["rules"]["lantern_rule"] = options.get("lantern-rule", "both")
    ninjas, lanterns = _pair(options, "ninjas", "-"), _pair(options, "lanterns", "0")
    for player in Player:
        data[str(player)] |= _read_ninjas(ninjas[player])
        data[str(player)]["lanterns"] = whole_number(lanterns[player], "position, lanterns")
    if "phase" in options:
        data["turn"] = _read_phase(options["phase"])


def _pair(options: Mapping[str, str], name: str, default: str) -> list[str]:
    pair = options.get(name, f"{default}/{default}").split("/")
    if len(pair) != 2:
        raise misread(f"position, {name}", f"expected Red's/Blue's, found {shown(options[name])}")
    return pair


def _read_ninjas(text: str) -> dict[str, list[str]]:
    if not re.fullmatch(r"-|(?!$)([a-e][1-5]!?){0,2}\?{0,2}", text):
        raise misread("position, ninjas", f"expected squares such as b1, or -, found {shown(text)}")
    return {"ninjas": re.findall("[a-e][1-5]", text), "revealed": re.findall("([a-e][1-5])!", text)}


def _read_phase(text: str) -> dict[str, Any]:
    """The key `turn` of the JSON form."""
    parts = re.fullmatch(r"(place|lantern|ninja|spirit)(?::([\w-]+)(\+spirit)?)?", text)
    if parts is None:
        raise misread("position, phase", f"expected place, ninja:card and the like, found {shown(text)}")
    phase, used, due = parts.groups()
    return {"phase": phase, "card": used, "spirit_due": phase == "spirit" or due is not None}
