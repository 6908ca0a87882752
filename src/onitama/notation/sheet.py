"""What a game record holds, whether text or JSON: a `Sheet`, written down from a game and played again to a game."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from onitama.clock import Clock, TimeControl
from onitama.deal import deal, deal_by_hand
from onitama.errors import NotationError, OnitamaError, shown
from onitama.game import Game
from onitama.notation.misread import misread
from onitama.notation.result import format_result
from onitama.player import BLUE, RED, Player
from onitama.rules import Ending, Outcome, Phase, Position, Rules, Step, parse_turn

__all__ = ["RECORD_TAGS", "Sheet", "SheetTurn", "game_of", "sheet_of"]

RECORD_TAGS = (
    *("Onitama", "View", "Rules", "Seed", "Deal", "Starter", "Position"),
    *("Red", "Blue", "TimeControl", "Clock", "Result"),
)
"""The tags of a text record that have a meaning; a game's own tags cannot be called so."""

# When a game that is played again began: long before whatever time it goes on at.
_LONG_AGO_MS = -(10**15)


@dataclass(slots=True)
class SheetTurn:
    """One turn or placement as it is written down."""

    number: int
    steps: list[str]
    left_ms: int | None = None
    """What the mover's face of the clock showed after it."""
    comment: str = ""
    player: Player | None = None
    """Whose turn it is, where the form says so."""
    place: str = ""
    """Where it stands in the record, for errors."""


@dataclass(slots=True)
class Sheet:
    """A game as it is written down."""

    rules: Rules
    start: Position
    seed: int | None = None
    names: tuple[str, str] = ("", "")
    control: TimeControl | None = None
    left_ms: tuple[int, int] | None = None
    """What the clock shows at the end, if not what it showed after the last turn."""
    outcome: Outcome | None = None
    is_result_known: bool = True
    """Whether the record says how the game ended, or that it goes on; else its turns alone do."""
    tags: dict[str, str] = field(default_factory=dict)
    comment: str = ""
    """What is said before the first turn."""
    turns: list[SheetTurn] = field(default_factory=list)

    @property
    def is_dealt(self) -> bool:
        """Whether the cards and the starting player say where the game began."""
        start = self.start
        try:
            return start == deal_by_hand(
                self.rules,
                red=start.hands[RED],
                blue=start.hands[BLUE],
                side=start.side,
                starter=start.starter,
            )
        except OnitamaError:
            return False


def sheet_of(game: Game) -> Sheet:
    """What is to be written down of a game.

    Raises:
        NotationError: for a tag of the game's own, or a text, that no record can hold.
    """
    sheet = Sheet(
        game.rules,
        game.start,
        names=game.names,
        outcome=game.outcome,
        tags=game.tags,
        comment=game.comments.get(-1, ""),
    )
    _check_tags(sheet.tags)
    for text in (*sheet.names, *sheet.tags.values(), *game.comments.values()):
        _check_text(text)
    if game.seed is not None and deal(game.rules, game.seed) == game.start:
        sheet.seed = game.seed
    for index, turn in enumerate(game.turns):
        left_ms = turn.left_ms[turn.player] if turn.left_ms and turn.number else None
        comment = game.comments.get(index, "")
        sheet.turns.append(SheetTurn(turn.number, str(turn).split(), left_ms, comment, turn.player))
    if game.clock is not None:
        sheet.control = game.clock.control
        after_turns = game.turns[-1].left_ms if game.turns else None
        after_turns = after_turns or Clock.of(sheet.control).left_ms
        # While a face runs, the clock holds what it showed at the start, and the running turn may know better.
        red_ms, blue_ms = map(min, game.clock.left_ms, after_turns)
        if (red_ms, blue_ms) != after_turns:
            sheet.left_ms = red_ms, blue_ms
    return sheet


def _check_text(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise misread("record", f"not a text in Unicode, at character {error.start}: {text[:40]!a}") from None


def _check_tags(tags: Mapping[str, str]) -> None:
    for name in tags:
        if name in RECORD_TAGS or not re.fullmatch("[A-Za-z][A-Za-z0-9_]*", name):
            raise misread("record", f"a tag of the game's own cannot be called {shown(name)}")


def game_of(sheet: Sheet) -> Game:
    """The game, played again from its start.

    Raises:
        NotationError: if a turn is not legal or the parts do not fit together; says where.
    """
    clock = None if sheet.control is None else Clock.of(sheet.control)
    try:
        game = Game(sheet.start, rules=sheet.rules, seed=sheet.seed, clock=clock)
        if sheet.seed is not None and deal(sheet.rules, sheet.seed) != sheet.start:
            raise NotationError(f"seed {sheet.seed} deals another game")
    except OnitamaError as error:
        raise misread("record", error) from None
    _check_tags(sheet.tags)
    game.names, game.tags = sheet.names, dict(sheet.tags)
    if sheet.comment:
        game.comments[-1] = sheet.comment
    now_ms = _LONG_AGO_MS
    for index, turn in enumerate(sheet.turns):
        try:
            now_ms = _play(game, index, turn, now_ms)
        except OnitamaError as error:
            raise misread(f"record, {turn.place}", error) from None
    try:
        _end(game, sheet, now_ms)
    except OnitamaError as error:
        raise misread("record, its end", error) from None
    return game


def _play(game: Game, index: int, turn: SheetTurn, now_ms: int) -> int:
    """Play a turn that began at some time; when it was over."""
    position, clock = game.position, game.clock
    steps = parse_turn(" ".join(turn.steps))
    if game.last_turn and not game.last_turn.is_complete:
        raise NotationError(f"the turn before it is not complete: {game.last_turn}")
    number = 0 if position.phase is Phase.PLACE else position.turn_number
    if turn.number != number:
        raise NotationError(f"expected turn {number}, found {turn.number}")
    if turn.player not in (None, position.to_move):
        raise NotationError(f"expected a turn of {position.to_move}'s, found one of {turn.player}'s")
    if clock is not None and number and clock.running is None:
        game.resume(now_ms)
    if turn.left_ms is not None:
        if clock is None or not number:
            raise NotationError("found the time on a clock, but no clock is running")
        now_ms += _thought_ms(clock, position, steps, turn.left_ms)
    game.play(steps, at_ms=now_ms)
    if turn.comment:
        game.comments[index] = turn.comment
    return now_ms


def _thought_ms(clock: Clock, position: Position, steps: Iterable[Step], left_ms: int) -> int:
    """How long the mover's face ran in a turn after which it showed this time."""
    after = position
    for step in steps:
        if after.turn_number == position.turn_number:
            after = after.play(step)
    had_ms = clock.left_ms[position.to_move]
    gained_ms = clock.control.increment_ms if after.turn_number > position.turn_number else 0
    if not gained_ms < left_ms <= had_ms + gained_ms:
        raise NotationError(f"a clock with {had_ms} ms cannot show {left_ms} ms after this turn")
    return had_ms + gained_ms - left_ms


def _end(game: Game, sheet: Sheet, now_ms: int) -> None:
    """Bring the clock to what it showed at the end, and end the game as it ended."""
    if game.clock is not None and game.outcome is None and game.position.phase is not Phase.PLACE:
        _stop_clock(game, sheet.left_ms or game.clock.read(now_ms), now_ms)
    elif sheet.left_ms is not None:
        raise NotationError("found the time on a clock, but no clock was running")
    outcome = sheet.outcome
    if outcome is not None and game.outcome is None:
        match outcome:
            case Outcome(Player() as winner, Ending.RESIGNATION):
                game.resign(winner.other)
            case Outcome(Player() as winner, Ending.TIME):
                game.flag(winner.other)
            case Outcome(None, Ending.TIME):
                game.flag(RED, BLUE)
            case Outcome(None, Ending.AGREEMENT):
                game.offer_draw(RED)
                game.accept(BLUE)
    if sheet.is_result_known and game.outcome != outcome:
        raise NotationError(
            f"expected the result {format_result(game.outcome)}, found {format_result(outcome)}"
        )


def _stop_clock(game: Game, left_ms: tuple[int, int], now_ms: int) -> None:
    """Let the mover's face run on to what is written down, and stop it there."""
    assert game.clock is not None
    mover, had_ms = game.position.to_move, game.clock.read(now_ms)
    thought_ms = had_ms[mover] - left_ms[mover]
    if not 0 <= thought_ms <= had_ms[mover] or left_ms[mover.other] != had_ms[mover.other]:
        raise NotationError(f"expected {mover}'s clock to go on from {had_ms} ms, found {left_ms} ms")
    if thought_ms and game.clock.running is None:
        game.resume(now_ms)
    now_ms += thought_ms
    if thought_ms == had_ms[mover]:
        game.tick(now_ms)
    elif game.clock.running is not None:
        game.pause(now_ms)
