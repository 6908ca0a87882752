"""`TimedLine`: a line with a clock and an end."""

from onitama.clock import Clock
from onitama.errors import OnitamaError
from onitama.game.line import Line
from onitama.game.turn import Turn, ends_turn
from onitama.observe import Played
from onitama.player import Player
from onitama.rules import Ending, Outcome, Phase, Position

__all__ = ["TimedLine"]


class TimedLine(Line):
    """Turns, and the time they take if there is a clock."""

    def __init__(self, start: Position, clock: Clock | None) -> None:
        super().__init__(start)
        if clock is not None and clock.running is not None:
            raise OnitamaError("a game begins with a clock that stands still")
        if clock is not None and clock.left_ms != Clock.of(clock.control).left_ms:
            raise OnitamaError("a game begins with all the time on both faces of its clock")
        self._clock = clock
        self._full_ms = None if clock is None else clock.left_ms
        self._is_held = False
        self._ending: Outcome | None = None

    @property
    def clock(self) -> Clock | None:
        """The clock, if the game has one."""
        return self._clock

    @property
    def outcome(self) -> Outcome | None:
        """Who won and how; None while the game goes on."""
        return self._ending or self.position.outcome

    def resume(self, at_ms: int) -> None:
        """Let the clock of the player to move run, at the beginning and after a pause.

        Raises:
            OnitamaError: if there is no clock or it cannot run now; says why.
        """
        clock = self._clock_in_use()
        if clock.running is not None:
            raise OnitamaError("the clock is running already")
        if self.position.phase is Phase.PLACE:
            raise OnitamaError("the clock runs once all ninjas are placed")
        self._clock = clock.start(self.position.to_move, at_ms)

    def pause(self, at_ms: int) -> None:
        """Let the clock stand still until `resume`.

        Raises:
            OnitamaError: if there is no clock or it does not run.
        """
        clock = self._clock_in_use()
        if clock.running is None:
            raise OnitamaError("the clock stands still already")
        if self._is_in_time(at_ms):
            self._clock = clock.stop(at_ms)

    def tick(self, at_ms: int) -> Outcome | None:
        """Look at the clock: if the time of the player to move is out, the game ends (R82).

        Returns:
            The outcome, None while the game goes on.
        """
        self._is_in_time(at_ms)
        return self.outcome

    def flag(self, *players: Player) -> None:
        """End the game by time on somebody's word, as where the clock is a real one (R82).

        Args:
            players: whose time is out; both if nobody knows whose was first, which makes a draw.

        Raises:
            OnitamaError: if nobody is named, or the game is over.
        """
        self._check_going_on()
        if not players:
            raise OnitamaError("expected the player whose time is out, or both")
        self._end(Outcome(players[0].other if len(set(players)) == 1 else None, Ending.TIME))

    def resign(self, player: Player, *, at_ms: int | None = None) -> None:
        """End the game as a loss for a player, whoever's turn it is (R16).

        Raises:
            OnitamaError: if the game is over.
        """
        self._check_going_on()
        if self._is_in_time(at_ms):
            self._end(Outcome(player.other, Ending.RESIGNATION), at_ms)

    def undo(self) -> Turn:
        """Undo the last turn, a running one with all its steps; a pass is a turn (R14), and so is a placement.

        With it goes the end of the game, an open offer, and what was placed aside. The clock stands still and shows
        what it did before the turn. This is the referee's tool and guards no secret; players ask for a takeback.

        Returns:
            The turn that was undone.

        Raises:
            OnitamaError: if there is none.
        """
        turn = super().undo()
        self._reopen()
        return turn

    def redo(self) -> Turn:
        """Play the last undone turn again; the clock stands still and shows what it did after the turn.

        Returns:
            The turn that was played.

        Raises:
            OnitamaError: if there is none.
        """
        turn = super().redo()
        self._reopen()
        return turn

    def _reopen(self) -> None:
        """Go on from where the line has been brought to."""
        self._ending, self._is_held = None, False
        left_ms = self.last_turn.left_ms if self.last_turn else self._full_ms
        if self._clock is not None and left_ms is not None:
            self._clock = self._clock.reset(left_ms)

    def _record(self, played: tuple[Played, ...], at_ms: int | None) -> None:
        """Go on with steps that were tried; the clock is pressed when they complete the turn (R82)."""
        left_ms = None
        if self._clock is not None:
            if self._clock.running is not None and at_ms is not None:
                left_ms = self._clock.read(at_ms)
                if played[-1].after.outcome is not None:
                    self._clock = self._clock.stop(at_ms)
                elif ends_turn(played[-1]):
                    self._clock = self._clock.press(at_ms)
                    left_ms = self._clock.left_ms
            else:
                left_ms = self._clock.left_ms
        self._append(played, left_ms)

    def _end(self, outcome: Outcome, at_ms: int | None = None) -> None:
        clock = self._clock
        if clock is not None and clock.running is not None and at_ms is not None:
            clock = clock.stop(at_ms)
        elif clock is not None:
            clock = clock.reset(self._least_left_ms(clock))
        self._clock, self._ending, self._is_held = clock, outcome, False

    def _least_left_ms(self, clock: Clock) -> tuple[int, int]:
        """What the faces showed at last: the running turn may know better than the clock does."""
        told = self.last_turn.left_ms if self.last_turn else None
        red_ms, blue_ms = clock.left_ms if told is None else map(min, clock.left_ms, told)
        return red_ms, blue_ms

    def _check_going_on(self) -> None:
        if self.outcome is not None:
            raise OnitamaError("the game is over")

    def _clock_in_use(self) -> Clock:
        self._check_going_on()
        if self._clock is None:
            raise OnitamaError("the game has no clock")
        return self._clock

    def _is_in_time(self, at_ms: int | None) -> bool:
        """Whether what is done at this time counts; if not, the game has ended by time now."""
        clock = self._clock
        if clock is None or (clock.running is None and not self._is_held):
            return True
        if at_ms is None:
            raise OnitamaError("the clock is in use: at_ms has to say what time it is")
        if not clock.is_out(at_ms):
            return True
        assert clock.running is not None
        self._end(Outcome(clock.running.other, Ending.TIME), at_ms)
        return False

    def _hold(self, at_ms: int | None) -> None:
        """Let a running clock wait."""
        if self._clock is not None and self._clock.running is not None and at_ms is not None:
            self._clock, self._is_held = self._clock.stop(at_ms), True

    def _release(self, at_ms: int | None) -> None:
        """Let a clock that waited run on."""
        if self._clock is not None and self._is_held and at_ms is not None:
            self._clock, self._is_held = self._clock.start(self.position.to_move, at_ms), False
