"""Game records as text: tags and numbered turns, as chess players know them from PGN.

    [Onitama "1"]
    [Rules "base"]
    [Deal "ox,boar/horse,elephant/crab"]
    [Starter "blue"]
    [Result "*"]

    1. horse:c5c4 {[%clk 0:04:58.2] A quiet beginning.}
    2. boar:c1c2

The form is described in `docs/reference/notation.md`; `record_json` writes the same as JSON.
"""

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from onitama.clock import format_time_control, parse_time_control
from onitama.deal import deal, deal_by_hand
from onitama.errors import NotationError, OnitamaError, shown
from onitama.game import Game
from onitama.notation.deal_text import format_deal, parse_deal
from onitama.notation.misread import misread
from onitama.notation.position import format_observed_position, format_position, parse_position
from onitama.notation.record_json import parse_json_records
from onitama.notation.result import format_result, parse_result
from onitama.notation.rules_text import format_rules, parse_rules
from onitama.notation.sheet import RECORD_TAGS, Sheet, SheetTurn, game_of, sheet_of
from onitama.observe import observe
from onitama.player import Player, parse_player
from onitama.rules import Position, Rules

__all__ = ["format_observed_record", "format_record", "format_records", "parse_record", "parse_records"]

Value = TypeVar("Value")
_VERSION = "1"
_MOST_CHARACTERS = 1_000_000
_MOST_GAMES = 1000
_VIEWS = {None: "spectator", Player.RED: "red", Player.BLUE: "blue"}

# Writing


def format_record(game: Game) -> str:
    """Everything that happened in a game, hidden moves too: for the referee, or for all when it is over (R70).

    What is undone, offered or placed aside is not in it.

    >>> game = Game.deal("base", seed=7)
    >>> game.play("boar:c1c2")
    >>> print(format_record(game))
    [Onitama "1"]
    [Rules "base"]
    [Seed "7"]
    [Deal "frog,boar/mantis,monkey/rooster"]
    [Starter "red"]
    [Result "*"]
    <BLANKLINE>
    1. boar:c1c2
    <BLANKLINE>

    Raises:
        NotationError: if the game has a tag of its own that no record can hold.
    """
    sheet = sheet_of(game)
    tags = _begin_tags(sheet)
    if not sheet.is_dealt:
        tags["Position"] = format_position(sheet.start)
    if sheet.left_ms is not None:
        tags["Clock"] = " ".join(map(_format_ms, sheet.left_ms))
    tags["Result"] = format_result(sheet.outcome)
    tags |= sheet.tags
    lines = [f"{turn.number}. {' '.join(turn.steps)}{_format_comment(turn)}" for turn in sheet.turns]
    if sheet.comment:
        lines.insert(0, f"{{{_escaped(sheet.comment)}}}")
    return _format(tags, lines)


def format_observed_record(game: Game, viewer: Player | None) -> str:
    """What a viewer may have of a game: of a running hidden game only what it knows, else the whole record (R70).

    A record with parts unseen says so in the tag `View`, and cannot be played again. It has no comments, no clock and
    no tags of the game's own.

    Args:
        game: the game.
        viewer: a player, or None for a spectator.
    """
    if game.outcome is not None or game.rules.hidden is None:
        return format_record(game)
    sheet = sheet_of(game)
    tags = _begin_tags(sheet)
    tags = {"Onitama": tags.pop("Onitama"), "View": _VIEWS[viewer], **tags}
    if not sheet.is_dealt:
        tags["Position"] = format_observed_position(observe((), sheet.start, viewer))
    tags["Result"] = format_result(None)
    lines, number = [], sheet.start.turn_number
    for turn in game.observe(viewer).turns:
        is_placement = turn.startswith("place:")
        lines.append(f"{0 if is_placement else number}. {turn}")
        number += not is_placement
    return _format(tags, lines)


def format_records(games: Iterable[Game]) -> str:
    """Several records in one text."""
    return "\n".join(map(format_record, games))


def _begin_tags(sheet: Sheet) -> dict[str, str]:
    tags = {"Onitama": _VERSION, "Rules": format_rules(sheet.rules)}
    if sheet.seed is not None:
        tags["Seed"] = str(sheet.seed)
    if sheet.is_dealt:
        tags["Deal"] = format_deal(sheet.start)
        tags["Starter"] = str(sheet.start.starter)
    tags |= {name: value for name, value in zip(("Red", "Blue"), sheet.names, strict=True) if value}
    if sheet.control is not None:
        tags["TimeControl"] = format_time_control(sheet.control)
    return tags


def _format(tags: dict[str, str], lines: list[str]) -> str:
    head = [f"[{name} {json.dumps(value, ensure_ascii=False)}]" for name, value in tags.items()]
    return "\n".join([*head, "", *lines, ""])


def _format_comment(turn: SheetTurn) -> str:
    clock = "" if turn.left_ms is None else f"[%clk {_format_ms(turn.left_ms)}]"
    parts = [part for part in (clock, _escaped(turn.comment)) if part]
    return f" {{{' '.join(parts)}}}" if parts else ""


def _escaped(comment: str) -> str:
    comment = re.sub(r"[\\}]|^\[", r"\\\g<0>", comment)
    return comment.replace("\n", r"\n").replace("\r", r"\r")


def _format_ms(milliseconds: int) -> str:
    seconds, rest = divmod(milliseconds, 1000)
    fraction = f".{rest:03}".rstrip("0") if rest else ""
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}{fraction}"


# Reading

_TOKEN = re.compile(
    r"""
      \s+
    | \[ \s* (?P<tag> [A-Za-z][A-Za-z0-9_]* ) \s+ (?P<value> "[^"\\\n]*(?:\\.[^"\\\n]*)*" ) \s* \]
    | \{ (?P<comment> [^\\}]*(?:\\.[^\\}]*)* ) \}
    | (?P<number> [0-9]+ ) \.
    | (?P<step> [^\s\[\]{}"]+ )
    """,
    re.VERBOSE | re.DOTALL,
)
_CLOCK = re.compile(r"\[%clk ([^\]]*)\] ?")
_TIME = re.compile(r"([0-9]{1,5}):([0-5][0-9]):([0-5][0-9])(?:\.([0-9]{1,3}))?")


@dataclass(slots=True)
class _Part:
    """One game of a text, as it stands there."""

    tags: dict[str, str] = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)
    comment: str = ""
    turns: list[SheetTurn] = field(default_factory=list)

    def read(self, tag: str, reader: Callable[[str], Value]) -> Value:
        """The value of a tag that is there."""
        try:
            return reader(self.tags[tag])
        except OnitamaError as error:
            raise misread(f"record, {self.places[tag]}: {tag}", error) from None


def parse_record(text: str) -> Game:
    """The game of a record, text or JSON, played again from its start.

    Raises:
        NotationError: says what is wrong and in which line and column; also if there is not exactly one game.
    """
    games = parse_records(text)
    if len(games) != 1:
        raise misread("record", f"expected one game, found {len(games)}")
    return games[0]


def parse_records(text: str) -> list[Game]:
    """The games of a text that holds any number of records, or of JSON that holds one record or a list of them.

    Raises:
        NotationError: says what is wrong and in which line and column.
    """
    if not isinstance(text, str) or len(text) > _MOST_CHARACTERS:
        raise misread("record", f"expected text of at most {_MOST_CHARACTERS} characters")
    text = text.removeprefix("\ufeff")
    if re.match(r"\s*(\{|\[\s*[{\]])", text):
        return parse_json_records(text)
    parts = _parts(text)
    if len(parts) > _MOST_GAMES:
        raise misread("record", f"expected at most {_MOST_GAMES} games, found {len(parts)}")
    return [game_of(_sheet(part)) for part in parts]


def _parts(text: str) -> list[_Part]:
    parts: list[_Part] = []
    at, line, line_at = 0, 1, 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        place = f"line {line}, column {at - line_at + 1}"
        if token is None:
            expected = "a } where this comment ends" if text[at] == "{" else "a tag, a turn or a comment"
            raise misread(f"record, {place}", f"expected {expected}, found {shown(text[at : at + 80])}")
        _take(parts, token, place)
        at = token.end()
        if "\n" in token[0]:
            line += token[0].count("\n")
            line_at = text.rindex("\n", 0, at) + 1
    return parts


def _take(parts: list[_Part], token: re.Match[str], place: str) -> None:
    """Add what stands at a place to the game to which it belongs."""
    match token.lastgroup, token.group(token.lastgroup or 0):
        case "value", value:
            _take_tag(parts, token["tag"], value, place)
        case None, _:
            pass
        case _ if not parts:
            raise misread(f"record, {place}", f'expected [Onitama "{_VERSION}"], found {shown(token[0])}')
        case "comment", comment:
            _take_comment(parts[-1], comment, place)
        case "number", number:
            if len(number) > 9:
                raise misread(f"record, {place}", f"expected the number of a turn, found {shown(number)}")
            parts[-1].turns.append(SheetTurn(int(number), [], place=place))
        case _, step:
            if not parts[-1].turns:
                raise misread(f"record, {place}", f"expected the number of a turn, found {shown(step)}")
            parts[-1].turns[-1].steps.append(step)


def _take_tag(parts: list[_Part], name: str, quoted: str, place: str) -> None:
    try:
        value = json.loads(quoted)
        value.encode()
    except ValueError:
        raise misread(f"record, {place}: {name}", f"expected text in quotes, found {shown(quoted)}") from None
    if name == "Onitama":
        if value != _VERSION:
            raise misread(f"record, {place}", f"expected version {_VERSION}, found {shown(value)}")
        parts.append(_Part())
    elif not parts or parts[-1].turns or parts[-1].comment:
        raise misread(f"record, {place}", f'expected [Onitama "{_VERSION}"] first, found the tag {name}')
    if name in parts[-1].tags:
        raise misread(f"record, {place}", f"the tag {name} comes twice")
    parts[-1].tags[name] = value
    parts[-1].places[name] = place


def _take_comment(part: _Part, comment: str, place: str) -> None:
    turn = part.turns[-1] if part.turns else None
    clock = _CLOCK.match(comment)
    if clock is not None:
        if turn is None or turn.left_ms is not None:
            raise misread(f"record, {place}", "expected one time of the clock for a turn, after its steps")
        try:
            turn.left_ms = _parse_ms(clock[1])
        except NotationError as error:
            raise misread(f"record, {place}", error) from None
        comment = comment[clock.end() :]
    comment = re.sub(
        r"\\(.)", lambda found: {"n": "\n", "r": "\r"}.get(found[1], found[1]), comment, flags=re.DOTALL
    )
    owner = turn or part
    owner.comment = f"{owner.comment} {comment}" if owner.comment and comment else owner.comment or comment


def _parse_ms(text: str) -> int:
    time = _TIME.fullmatch(text)
    if time is None:
        raise NotationError(f"expected a clock's time such as 0:04:58.2, found {shown(text)}")
    hours, minutes, seconds, fraction = time.groups(default="")
    return ((int(hours) * 60 + int(minutes)) * 60 + int(seconds)) * 1000 + int(fraction.ljust(3, "0"))


def _sheet(part: _Part) -> Sheet:
    tags = part.tags
    if "View" in tags:
        raise misread(
            f"record, {part.places['View']}",
            f"this shows a running game as seen by {shown(tags['View'])}: it cannot be played again",
        )
    rules, start = _start(part)
    if "Starter" in tags and part.read("Starter", parse_player) is not start.starter:
        raise misread(f"record, {part.places['Starter']}", f"expected Starter {start.starter}")
    return Sheet(
        rules,
        start,
        seed=part.read("Seed", _parse_seed) if "Seed" in tags else None,
        names=(tags.get("Red", ""), tags.get("Blue", "")),
        control=part.read("TimeControl", parse_time_control) if "TimeControl" in tags else None,
        left_ms=part.read("Clock", _parse_faces) if "Clock" in tags else None,
        outcome=part.read("Result", parse_result) if "Result" in tags else None,
        is_result_known="Result" in tags,
        tags={name: value for name, value in tags.items() if name not in RECORD_TAGS},
        comment=part.comment,
        turns=part.turns,
    )


def _start(part: _Part) -> tuple[Rules, Position]:
    """The rules, and where the game begins."""
    tags = part.tags
    rules = part.read("Rules", parse_rules) if "Rules" in tags else Rules()
    starter = part.read("Starter", parse_player) if "Starter" in tags else None
    if "Position" in tags:
        position = part.read("Position", parse_position)
        return rules if "Rules" in tags else position.rules, position
    if "Deal" in tags:
        return rules, part.read("Deal", lambda text: _parse_deal(text, rules, starter))
    if "Seed" in tags:
        return rules, part.read("Seed", lambda text: deal(rules, _parse_seed(text)))
    raise misread(f"record, {part.places['Onitama']}", "expected a tag Deal, Seed or Position")


def _parse_deal(text: str, rules: Rules, starter: Player | None) -> Position:
    red, blue, side = parse_deal(text)
    return deal_by_hand(rules, red=red, blue=blue, side=side, starter=starter)


def _parse_seed(text: str) -> int:
    if not re.fullmatch("[0-9]{1,20}", text):
        raise NotationError(f"expected a whole number from 0 to 2**64 - 1, found {shown(text)}")
    return int(text)


def _parse_faces(text: str) -> tuple[int, int]:
    red, _, blue = text.partition(" ")
    return _parse_ms(red), _parse_ms(blue)
