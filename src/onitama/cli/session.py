"""One game at the terminal: whose turn, what was typed, what happens; the screen does the talking."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic_ns

from onitama.cli.screen import Screen
from onitama.cli.tell import facts
from onitama.cli.words import explain_squares, meaning, targets_of, words_of
from onitama.engine import Engine, Limits
from onitama.errors import IllegalStep, NotationError, OnitamaError, shown
from onitama.formats import CoachingRound, Threat, threats
from onitama.game import Game
from onitama.notation import format_record
from onitama.player import RED, Player
from onitama.rules import Pass, Phase, Position, Step

__all__ = ["Session", "Settings"]

_HELP = """\
A step is typed as boar:c1c2, or only c1c2. To ask: c1 where that piece can go, boar what that card can do.
  pass boar   give Boar away when nothing can move
  b1b2        your ninja moves; b1b2! and challenges; stay leaves it; e5 sends the ninja or the spirit there
  c, 3, none  light column c, row 3, no lantern
Several steps of one turn may stand in one line: c1c2 stay none
  board, moves, threats, hint    look
  undo, draw, resign             take a turn back, offer a draw, give up
  save FILE, quit                keep the game's record, leave"""


@dataclass
class Settings:
    """What is agreed before a game."""

    seats: Mapping[Player, Engine | None]
    """Who plays each colour: an engine, or None for a person."""
    limits: Limits = field(default_factory=lambda: Limits(seconds=1))
    save: Path | None = None
    """Where the record is written when the game ends or is left."""
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
        self._persons = [player for player in Player if settings.seats[player] is None]
        self._is_secret = bool(game.rules.hidden) and len(self._persons) == 2
        """Whether two people at one device must not see the same."""
        self._looking: Player | None = None
        """Who holds the device."""
        self._stale = True
        self._news: list[str] = []
        """What both may read while the device changes hands."""
        self._typed_ahead: str | None = None
        self._saved: Path | None = settings.save
        self._saved_text = ""
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

    def run(self) -> bool:
        """Play to the end; False if the person left or the input ended before it."""
        if self.game.clock is not None and self.game.outcome is None and self._are_placed():
            self.game.resume(at_ms=now_ms())
        left = False
        try:
            while self.game.outcome is None and not left:
                left = not self._go_on(self.game.position.to_move)
        except (KeyboardInterrupt, EOFError):
            left = True
        if left:
            self._screen.say("\nThe game is not finished.")
        else:
            self._screen.show(self.game.observe(None), self._persons[0] if self._persons else RED)
        if self._settings.save is not None:
            self._keep(self._settings.save)
        return not left

    def _go_on(self, player: Player) -> bool:
        """Let whoever is to move do something; False if nobody is there any more."""
        engine = self._settings.seats[player]
        if engine is None:
            return self._person(player)
        self._computer(player, engine)
        return True

    def _are_placed(self) -> bool:
        return self.game.position.phase is not Phase.PLACE

    # Engines

    def _computer(self, player: Player, engine: Engine) -> None:
        begins = not self.game.turns or self.game.turns[-1].is_complete
        if begins and self._persons and self._are_placed():
            self._screen.say(f"{player} is thinking ...")
        self._play([engine.play(self.game.observe(player), self._settings.limits)])
        if self.game.turns[-1].is_complete and not self._persons:
            self._screen.say(f"{player} plays {self.game.observe(None).turns[-1]}")

    def _play(self, steps: list[Step]) -> None:
        was_placing = not self._are_placed()
        self.game.play(steps, at_ms=now_ms())
        if was_placing and self._are_placed() and self.game.clock is not None:
            self.game.resume(at_ms=now_ms())
        self._stale = True

    # People

    def _person(self, player: Player) -> bool:
        """Ask for a line and do what it says; False if there is none or the person leaves."""
        if self._is_secret and self._looking is not player and not self._hand_over(player):
            return False
        self._looking = player
        if self._stale:
            self._show(player)
            self._stale = False
        line, self._typed_ahead = self._typed_ahead, None
        if line is None:
            line = self._screen.ask(f"{player}{self._clock_text(player)}>")
        if line is None:
            return False
        if self.game.tick(now_ms()) is not None:
            return True  # the time was out before the line was complete
        return self._obey(player, line)

    def _obey(self, player: Player, line: str) -> bool:
        """Do what a line says; False if the person leaves."""
        word, _, rest = line.strip().partition(" ")
        word = word.lower()
        if word in ("quit", "exit", "q"):
            is_kept = self._settings.save is not None or format_record(self.game) == self._saved_text
            return not (is_kept or self._screen.is_sure("Leave without saving?"))
        try:
            if word in self._commands and not rest:
                self._commands[word](player)
            elif word == "save":
                self._save_as(rest.strip())
            elif word:
                self._turn(player, line)
        except (OnitamaError, OSError) as error:
            self._screen.complain(_reason(error))
        return True

    def _hand_over(self, player: Player) -> bool:
        public = self.game.observe(None).turns
        self._stale = True
        news, self._news = [*self._news, *(facts(public[-1]) if public else [])], []
        return self._screen.hand_over(player, news)

    def _show(self, player: Player) -> None:
        view = self.game.observe(player)
        self._screen.show(view, player)
        for turn in view.turns[-2:]:
            self._tell(turn)
        if self.game.suggests_draw:
            self._screen.say("This position has come up three times: you may agree on a draw (type draw).")
        if view.legal_steps and all(isinstance(step, Pass) for step in view.legal_steps):
            self._screen.say(
                f"Nothing of yours can move: choose a card to give away, as in {view.legal_steps[0]}."
            )

    def _clock_text(self, player: Player) -> str:
        if self.game.clock is None:
            return ""
        own, other = (-(-self.game.clock.read(now_ms())[one] // 1000) for one in (player, player.other))
        return f" {own // 60}:{own % 60:02} (against {other // 60}:{other % 60:02})"

    def _turn(self, player: Player, line: str) -> None:
        """Play the steps that a line names.

        In open games it is all of them or none. In hidden games each step counts before the next one is looked at:
        otherwise a refusal further on would tell for nothing what the first step would have met (R70).
        """
        words = words_of(line)
        if self.game.rules.hidden or self._coaching is not None:
            for at, word in enumerate(words):
                if self.game.position.to_move is not player:
                    self._screen.complain(
                        f"The turn is over: {len(words) - at} more in the line did not count."
                    )
                    return
                if not self._one_step(player, word):
                    return
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
        """Play one step; False if the word is a question or the choice is not confirmed."""
        step = self._meant(word, self.game.position)
        if step is None or not (self._coaching is None or self._is_confirmed(self._coaching, step, player)):
            return False
        if self._coaching is None:
            self._play([step])
        else:
            self._coaching.confirm()
            self._stale = True
        self._tell(self.game.observe(player).turns[-1].split()[-1])
        return True

    def _meant(self, word: str, position: Position) -> Step | None:
        """The one step a word names; a question is answered, and nothing is played."""
        try:
            steps, is_step = meaning(word, position.legal_steps)
        except NotationError:
            explain_squares(word, position)
            raise
        if is_step and len(steps) == 1:
            return steps[0]
        if is_step:
            self._screen.say(f"Several cards allow that; choose one: {', '.join(map(str, steps))}")
            return None
        player = self.game.position.to_move
        self._screen.show(self.game.observe(player), player, targets_of(steps))
        self._screen.say(", ".join(map(str, steps)))
        return None

    def _tell(self, turn: str) -> None:
        for sentence in facts(turn):
            self._screen.say(sentence)

    def _is_confirmed(self, coaching: CoachingRound, step: Step, player: Player) -> bool:
        """In a coaching round: say the step, look at what it leads to, and ask whether it counts (R81)."""
        coaching.propose(step)
        self._screen.say(f"{player} means to play {step}. After it:")
        self._say_threats(coaching.threats(player))
        answer = self._screen.ask("Play it? (y to confirm, or type something else)")
        if answer is not None and answer.strip().lower() in ("y", "yes"):
            return True
        self._typed_ahead = None if answer is None or answer.strip().lower() in ("n", "no", "") else answer
        return False

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
        """Take back the player's last turn; where two people see the same, the last turn whoever made it (R83)."""
        numbers = self.game.takeback_turns
        asker = player
        if numbers and len(self._persons) == 2 and not self._is_secret:
            asker = self.game.turns[-1].player
            self.game.offer_takeback(asker, numbers[-1], at_ms=now_ms())
        elif not any(turn.number in numbers and turn.player is player for turn in self.game.turns):
            limit = (
                ", not past a captured ninja, an answer or a ninja that was seen"
                if self.game.rules.hidden
                else ""
            )
            raise IllegalStep(f"there is no turn of yours to take back{limit}")
        else:
            self.game.offer_takeback(player, at_ms=now_ms())
        self._answered(asker, f"{asker} wants to take back a turn.", agrees=True)
        self._stale = True

    def _draw(self, player: Player) -> None:
        self.game.offer_draw(player, at_ms=now_ms())
        self._answered(player, f"{player} offers a draw.", agrees=self.game.suggests_draw)

    def _answered(self, asker: Player, question: str, *, agrees: bool) -> None:
        """Let the other side answer an offer: a person is asked, an engine does as told."""
        other = asker.other
        if self._settings.seats[other] is None:
            if self._is_secret:
                if not self._screen.hand_over(other, [question]):
                    raise EOFError  # nobody is there to answer
                self._looking = other
            answer = self._screen.ask(f"{question} {other}, do you agree? (y/n)")
            agrees = answer is not None and answer.strip().lower() in ("y", "yes")
        if self.game.tick(now_ms()) is not None:
            return  # the time was out before the answer
        if agrees:
            self.game.accept(other, at_ms=now_ms())
        else:
            self.game.decline(other, at_ms=now_ms())
        answered = f"{other} {'agrees' if agrees else 'does not agree'}."
        self._screen.say(answered)
        if self._is_secret:
            self._news.append(answered)

    def _resign(self, player: Player) -> None:
        if self._screen.is_sure("Give up this game?"):
            self.game.resign(player, at_ms=now_ms())

    # Records

    def _save_as(self, name: str) -> None:
        if not name:
            raise NotationError("save needs the name of a file, as in save game.txt")
        path = _path(name)
        is_other = path.exists() and path != self._saved
        if not is_other or self._screen.is_sure(f"{path} exists. Write over it?"):
            self._write(path)

    def _keep(self, path: Path | None) -> None:
        """Write the record at the end, somewhere else if it cannot be there."""
        while path is not None:
            try:
                self._write(path)
                return
            except OSError as error:
                self._screen.complain(f"The game could not be saved: {_reason(error)}")
                answer = self._screen.ask("Save it where? (Enter for nowhere)")
                path = Path(answer.strip().replace("\0", "")) if answer and answer.strip() else None

    def _write(self, path: Path) -> None:
        text = format_record(self.game)
        path.write_text(text, "utf-8")
        self._saved, self._saved_text = path, text
        secrets = (
            " It holds the secrets of both sides." if self.game.rules.hidden and not self.game.outcome else ""
        )
        self._screen.say(f"Saved as {path}.{secrets}")


def _path(name: str) -> Path:
    if "\0" in name:
        raise NotationError(f"no file can be called {shown(name)}")
    return Path(name)


def _reason(error: Exception) -> str:
    if isinstance(error, OSError):
        return f"{error.filename}: {error.strerror}"
    return str(error)
