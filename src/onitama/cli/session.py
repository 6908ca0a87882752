"""One game at the terminal: whose turn, what was typed, what happens; the screen does the talking."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic_ns

from onitama.cli.screen import Screen
from onitama.cli.tell import facts
from onitama.cli.words import matching, squares_of, targets_of
from onitama.engine import Engine, Limits
from onitama.errors import OnitamaError
from onitama.formats import CoachingRound, Threat, threats
from onitama.game import Game
from onitama.notation import format_record
from onitama.player import RED, Player
from onitama.rules import Phase, Position, Step

__all__ = ["Session", "Settings"]

_HELP = """\
A step:   boar:c1c2 - or only c1c2, or c1 to see where that piece can go, or boar to see what that card can do
          ninja steps b1b2, with a challenge b1b2!, or stay - a lantern: c, 3 or none - a forced pass: pass boar
          several steps of one turn may stand in one line: c1c2 stay none
board     show the board again        moves     all steps you can make now
hint      ask the computer
undo      take back your last turn    threats   what both sides threaten
draw      offer a draw                resign    give up
save FILE write the game's record     quit      leave (the game is saved if --save was given)"""


@dataclass
class Settings:
    """What is agreed before a game."""

    seats: Mapping[Player, Engine | None]
    """Who plays each colour: an engine, or None for a person."""
    limits: Limits = field(default_factory=lambda: Limits(seconds=1))
    save: Path | None = None
    coaching: bool = False
    """The coaching round: a choice may be revised until it is confirmed, and both look at threats (R81)."""


def now_ms() -> int:
    """The time for the game's clock."""
    return monotonic_ns() // 1_000_000


class Session:
    """A game between people and engines at one terminal."""

    def __init__(self, game: Game, settings: Settings, screen: Screen) -> None:
        self.game = game
        self._settings = settings
        self._screen = screen
        self._coaching = CoachingRound(game) if settings.coaching else None
        self._looking: Player | None = None
        """Who holds the device; in hidden games nobody else's knowledge may be shown."""
        self._stale = True
        self._commands: dict[str, Callable[[Player], None]] = {
            "help": lambda _player: screen.say(_HELP),
            "board": self._show,
            "moves": self._moves,
            "hint": self._hint,
            "threats": self._threats,
            "undo": self._undo,
            "draw": self._draw,
            "resign": self._resign,
        }

    @property
    def _persons(self) -> list[Player]:
        return [player for player in Player if self._settings.seats[player] is None]

    def run(self) -> bool:
        """Play to the end; False if the person left or the input ended before it."""
        if self.game.clock is not None and self.game.outcome is None and self._is_dealt():
            self.game.resume(at_ms=now_ms())
        left = False
        try:
            while self.game.outcome is None and not left:
                left = not self._go_on(self.game.position.to_move)
        except KeyboardInterrupt:
            left = True
        if self._settings.save is not None:
            self._write(self._settings.save)
        if left:
            self._screen.say("The game is not finished.")
            return False
        self._finish()
        return True

    def _go_on(self, player: Player) -> bool:
        """Let whoever is to move do something; False if nobody is there any more."""
        engine = self._settings.seats[player]
        if engine is None:
            return self._person(player)
        self._computer(player, engine)
        return True

    def _is_dealt(self) -> bool:
        return self.game.position.phase is not Phase.PLACE

    # Engines

    def _computer(self, player: Player, engine: Engine) -> None:
        self._play([engine.play(self.game.observe(player), self._settings.limits)])
        if self.game.turns[-1].is_complete and not self._persons:
            self._screen.say(f"{player} plays {self.game.observe(None).turns[-1]}")

    def _play(self, steps: list[Step]) -> None:
        was_placing = not self._is_dealt()
        self.game.play(steps, at_ms=now_ms())
        if was_placing and self._is_dealt() and self.game.clock is not None:
            self.game.resume(at_ms=now_ms())
        self._stale = True

    # People

    def _person(self, player: Player) -> bool:
        """Ask for a line and do what it says; False if there is none or the person leaves."""
        if self.game.rules.hidden and len(self._persons) == 2 and self._looking is not player:
            if not self._screen.hand_over(player):
                return False
            self._stale = True
        self._looking = player
        if self._stale:
            self._show(player)
            self._stale = False
        line = self._screen.ask(f"{player}{self._clock_text(player)}>")
        if line is None:
            return False
        if self.game.tick(now_ms()) is not None:
            return True  # the time was out before the line was complete
        word, _, rest = line.strip().partition(" ")
        if word.lower() in ("quit", "exit", "q"):
            return False
        try:
            if word.lower() in self._commands and not rest:
                self._commands[word.lower()](player)
            elif word.lower() == "save":
                self._write(Path(rest.strip()))
            elif word:
                self._turn(player, line)
        except (OnitamaError, OSError) as error:
            self._screen.complain(str(error))
        return True

    def _show(self, player: Player) -> None:
        view = self.game.observe(player)
        if view.turns:
            self._screen.say(f"\nLast turns: {' | '.join(view.turns[-2:])}")
            last = self.game.turns[-1]
            if last.player is not player:
                self._tell(view.turns[-1])
        self._screen.show(view, player)
        if self.game.suggests_draw:
            self._screen.say("This position has come up three times: you may agree on a draw (type draw).")
        if not any(":pass" not in str(step) for step in view.legal_steps):
            self._screen.say(
                "Nothing of yours can move: choose which card to give away, as in: "
                + str(view.legal_steps[0])
            )

    def _clock_text(self, player: Player) -> str:
        if self.game.clock is None:
            return ""
        left = self.game.clock.read(now_ms())[player] // 1000
        return f" {left // 60}:{left % 60:02}"

    def _turn(self, player: Player, line: str) -> None:
        """Play the steps that a line names.

        In open games it is all of them or none. In hidden games each step counts before the next one is looked at:
        otherwise a refusal further on would tell for nothing what the first step would have met (R70).
        """
        words = line.split()
        words = [line] if words[0].lower() == "pass" else words
        if self.game.rules.hidden or self._coaching is not None:
            for word in words:
                if self.game.position.to_move is not player or not self._one_step(player, word):
                    break
            return
        position, steps = self.game.position, list[Step]()
        for word in words:
            step = self._meant(word, position)
            if step is None:
                return
            position = position.play(step)
            steps.append(step)
        self._play(steps)

    def _one_step(self, player: Player, word: str) -> bool:
        """Play one step; False if the word may mean several or the choice is not confirmed."""
        step = self._meant(word, self.game.position)
        if step is None or not (self._coaching is None or self._is_confirmed(self._coaching, step, player)):
            return False
        self._play([step])
        self._tell(self.game.observe(player).turns[-1].split()[-1])
        return True

    def _tell(self, turn: str) -> None:
        for sentence in facts(turn):
            self._screen.say(sentence)

    def _meant(self, word: str, position: Position) -> Step | None:
        """The one step a word names; if it may be several, they are told and nothing is played."""
        found = matching(word, position.legal_steps)
        if len(found) == 1:
            return found[0]
        if len({squares_of(step) for step in found}) == 1:
            self._screen.say(f"Several cards allow that; choose one: {', '.join(map(str, found))}")
        else:
            self._screen.show(
                self.game.observe(self.game.position.to_move), self.game.position.to_move, targets_of(found)
            )
            self._screen.say(", ".join(map(str, found)))
        return None

    def _is_confirmed(self, coaching: CoachingRound, step: Step, player: Player) -> bool:
        """In a coaching round: say the step, look at what it leads to, and ask whether it counts (R81)."""
        coaching.propose(step)
        self._screen.say(f"{player} means to play {step}. After it:")
        self._say_threats(coaching.threats(player))
        answer = self._screen.ask("Play it? (y to confirm, anything else to think again)")
        return answer is not None and answer.strip().lower() in ("y", "yes")

    # Commands

    def _moves(self, player: Player) -> None:
        self._screen.say(", ".join(map(str, self.game.observe(player).legal_steps)))

    def _hint(self, player: Player) -> None:
        analysis = Engine(seed=0).analyse(self.game.observe(player), self._settings.limits)
        self._screen.say(f"The computer would play {analysis.best}.")

    def _threats(self, player: Player) -> None:
        self._say_threats(threats(self.game.observe(player)))

    def _say_threats(self, found: tuple[Threat, ...]) -> None:
        self._screen.say("\n".join(map(str, found)) or "Nobody threatens anything that you can see.")

    def _undo(self, player: Player) -> None:
        self.game.offer_takeback(player, at_ms=now_ms())
        self._answered(player, f"{player} wants to take back its turn.", agrees=True)
        self._stale = True

    def _draw(self, player: Player) -> None:
        self.game.offer_draw(player, at_ms=now_ms())
        self._answered(player, f"{player} offers a draw.", agrees=self.game.suggests_draw)

    def _answered(self, player: Player, question: str, *, agrees: bool) -> None:
        """Let the other side answer an offer: a person is asked, an engine does as told."""
        if self._settings.seats[player.other] is None:
            answer = self._screen.ask(f"{question} {player.other}, do you agree? (y/n)")
            agrees = answer is not None and answer.strip().lower() in ("y", "yes")
        if agrees:
            self.game.accept(player.other, at_ms=now_ms())
        else:
            self.game.decline(player.other, at_ms=now_ms())
            self._screen.say(f"{player.other} does not agree.")

    def _resign(self, player: Player) -> None:
        self.game.resign(player, at_ms=now_ms())

    def _write(self, path: Path) -> None:
        path.write_text(format_record(self.game), "utf-8")
        self._screen.say(f"Saved as {path}.")

    def _finish(self) -> None:
        seat = self._persons[0] if self._persons else RED
        self._screen.show(self.game.observe(None), seat)
