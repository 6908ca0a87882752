"""Engines in other programs: a process that speaks the line protocol, as a backend of `Engine`.

What the process says out of turn, or what makes no sense, is skipped. What makes its answer useless, a death, a long
silence, an illegal turn, is an `EngineError`, after which the process is gone.
"""

import math
import re
import shlex
import time
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from threading import Lock

from onitama.engine.analysis import Analysis, Limits, Line, OnInfo
from onitama.engine.backend import View
from onitama.engine.info_text import (
    MOST_MS,
    MOST_NODES,
    MOST_PLIES,
    Info,
    format_turns,
    parse_best_turn,
    parse_info,
    whole_turns,
)
from onitama.engine.process import LineProcess
from onitama.errors import EngineError, NotationError, OnitamaError, shown
from onitama.notation import format_position
from onitama.rules import Position, Step

__all__ = ["ExternalBackend"]


class ExternalBackend:
    """An engine in another program.

    Args:
        command: the program with its arguments, as a shell would take it or as a list; no shell is used.
        timeout: how many seconds it may take to answer when it is not thinking.

    Raises:
        EngineError: if it does not start, or does not answer as the protocol asks.
        OnitamaError: for a timeout that is not a positive number.
    """

    name: str
    """What it calls itself."""

    def __init__(self, command: str | Sequence[str], *, timeout: float = 10.0) -> None:
        words = _words(command)
        if type(timeout) not in (int, float) or not 0 < timeout < math.inf:
            raise OnitamaError(f"timeout: expected a positive number of seconds, found {shown(timeout)}")
        self.name = words[0]
        self._timeout = timeout
        self._most_lines = 1
        self._multipv = 1
        self._lock = Lock()
        self._is_stopped = self._is_thinking = False
        self._stopped_at = math.inf
        self._process = LineProcess(words)
        try:
            self._greet()
        except BaseException:
            self._process.close()
            raise

    def arm(self) -> None:
        """From now on `stop` counts."""
        with self._lock:
            self._is_stopped, self._stopped_at = False, math.inf

    def analyse(self, view: View, limits: Limits, *, multipv: int, on_info: OnInfo | None) -> Analysis:
        """Let it think; see `Engine.analyse`."""
        if not isinstance(view, Position):
            raise OnitamaError("the line protocol has no games with hidden ninjas; choose sensible")
        try:
            self._set_multipv(multipv)
            self._process.send(f"position string {format_position(view)}")
            if refusal := self._synchronise():
                raise OnitamaError(f"{self.name} does not take this position: {refusal}")
            return self._think(view, limits, multipv, on_info)
        except EngineError:
            self._process.close()
            raise

    def stop(self) -> None:
        """Tell it to answer; from any thread."""
        with self._lock:
            if self._is_stopped:
                return
            self._is_stopped, self._stopped_at = True, time.monotonic()
            if self._is_thinking:
                self._say_stop()

    def new_game(self) -> None:
        """Tell it that what comes has nothing to do with what was."""
        try:
            self._process.send("newgame")
            self._synchronise()
        except EngineError:
            self._process.close()
            raise

    def close(self) -> None:
        """Ask it to quit, and make sure that it does."""
        self._process.close()

    def _greet(self) -> None:
        self._process.send("uoi")
        deadline = time.monotonic() + self._timeout
        while (line := self._process.receive(lambda: deadline, "uoiok")) != "uoiok":
            self._check_time(deadline, "uoiok")
            words = line.split()
            if words[:2] == ["id", "name"] and len(words) > 2:
                self.name = " ".join(words[2:])
            elif words[:3] == ["option", "name", "MultiPV"]:
                self._most_lines = _number_behind("max", words)
        self._synchronise()

    def _set_multipv(self, multipv: int) -> None:
        """Ask for several ways, or as many as it knows."""
        multipv = min(multipv, self._most_lines)
        if multipv != self._multipv:
            self._process.send(f"setoption name MultiPV value {multipv}")
            self._multipv = multipv

    def _synchronise(self) -> str:
        """Wait until it has heard all; returns what it said it could not do, other words are about earlier things."""
        self._process.send("isready")
        deadline = time.monotonic() + self._timeout
        refusal = ""
        while (line := self._process.receive(lambda: deadline, "readyok")) != "readyok":
            self._check_time(deadline, "readyok")
            refusal = _error_in(line) or refusal
        return refusal

    def _think(self, position: Position, limits: Limits, multipv: int, on_info: OnInfo | None) -> Analysis:
        report = _Report(position, multipv)
        raised: list[BaseException] = []
        latest = math.inf if limits.seconds is None else report.began + limits.seconds + self._timeout
        with self._lock:
            self._process.send(_go(limits))
            self._is_thinking = True
            if self._is_stopped:
                self._say_stop()
        try:
            while True:
                line = self._process.receive(lambda: self._deadline(latest), "a best turn")
                if line.split()[0] == "bestturn":
                    if raised:
                        raise raised[0]
                    return report.final(self._best_turn(position, line, report.error))
                self._check_time(self._deadline(latest), "a best turn")
                if report.take(line) and on_info and not raised:
                    try:
                        on_info(report.latest())
                    except (
                        BaseException
                    ) as error:  # it comes out once the turn is here, lest a later search gets it
                        raised.append(error)
                        self.stop()
        finally:
            with self._lock:
                self._is_thinking = False

    def _say_stop(self) -> None:
        with suppress(EngineError):  # if it has died, whoever waits for its answer will say so
            self._process.send("stop")
        self._process.wake()

    def _deadline(self, latest: float) -> float:
        return min(latest, self._stopped_at + self._timeout)

    def _check_time(self, deadline: float, awaited: str) -> None:
        """Talk of other things does not count as an answer."""
        if time.monotonic() > deadline:
            raise EngineError(f"{self.name}: expected {awaited} in time, found other lines")

    def _best_turn(self, position: Position, line: str, reason: str) -> tuple[Step, ...]:
        """The steps of its best turn, each of them legal; a reason it gave for having none goes into the error."""
        try:
            steps = parse_best_turn(line).steps
        except NotationError as error:
            raise EngineError(f"{self.name}: expected a best turn, found {shown(line)}: {error}") from None
        if not steps:
            where = f"{self.name}: expected a best turn in {format_position(position)}, found none"
            raise EngineError(f"{where}: {reason}" if reason else where)
        after = position
        for step in steps:
            try:
                if after.outcome is not None or after.to_move is not position.to_move:
                    raise OnitamaError(f"{step}: the turn is complete without it")
                after = after.play(step)
            except OnitamaError as error:
                told = f"{format_turns([steps])} in {format_position(position)}"
                raise EngineError(f"{self.name}: illegal best turn {told}: {error}") from None
        return steps


class _Report:
    """What an engine has told of one search so far."""

    def __init__(self, position: Position, multipv: int) -> None:
        self.began = time.monotonic()
        self.error = ""
        """What it said it could not do."""
        self._position = position
        self._multipv = multipv
        self._info = Info()
        self._lines: dict[int, Line] = {}

    def take(self, text: str) -> bool:
        """Take in a line; whether it told a way to go on."""
        self.error = _error_in(text) or self.error
        try:
            info = parse_info(text)
        except NotationError:
            return False
        steps = tuple(step for turn in whole_turns(self._position, info.steps) for step in turn)
        if info.score is None or not steps or info.multipv > self._multipv:
            return False
        if info.multipv == 1:
            self._info = info
        line = Line(info.score, steps)
        turn = _first_turn(self._position, line)
        self._lines = {
            number: other
            for number, other in self._lines.items()
            if number != info.multipv and _first_turn(self._position, other) != turn
        } | {info.multipv: line}
        return True

    def latest(self) -> Analysis:
        """What it thinks at this moment."""
        lines = [self._lines[number] for number in sorted(self._lines)]
        return self._analysis(lines[0], lines[1:])

    def final(self, best: tuple[Step, ...]) -> Analysis:
        """What it thinks in the end. The best turn counts, whatever lines were told before."""
        lines = [self._lines[number] for number in sorted(self._lines)]
        for line in lines:
            if line.steps[: len(best)] == best:
                return self._analysis(line, [other for other in lines if other is not line])
        score = lines[0].score if lines else 0
        return self._analysis(Line(score, best), lines)

    def _analysis(self, line: Line, others: Sequence[Line]) -> Analysis:
        info = self._info
        seconds = time.monotonic() - self.began
        return Analysis(
            best=line.best,
            score=line.score,
            line=line.steps,
            nodes=info.nodes or 0,
            depth=info.depth or 0,
            seldepth=info.seldepth or 0,
            seconds=seconds if info.time is None else info.time / 1000,
            tt_permille=info.hashfull or 0,
            table_hits=info.tbhits or 0,
            others=tuple(others),
            is_draw_proven=info.is_draw_proven,
        )


def _first_turn(position: Position, line: Line) -> tuple[Step, ...]:
    return whole_turns(position, line.steps)[0]


def _error_in(line: str) -> str:
    """What a line says could not be done; empty if it is about something else."""
    return " ".join(line.split()[2:]) if line.split()[:2] == ["info", "error"] else ""


def _number_behind(name: str, words: Sequence[str]) -> int:
    """The number that follows a word, 1 if there is none."""
    for word, value in pairwise(words):
        if word == name and re.fullmatch("[1-9][0-9]{0,8}", value):
            return int(value)
    return 1


def _words(command: str | Sequence[str]) -> list[str]:
    try:
        words = shlex.split(command) if isinstance(command, str) else list(command)
    except ValueError as error:
        raise EngineError(f"expected a command, found {shown(command)}: {error}") from None
    if not words or not words[0] or not all(isinstance(word, str) for word in words):
        raise EngineError(f"expected a command with its arguments, found {shown(command)}")
    return words


def _go(limits: Limits) -> str:
    """The command that asks for a search with these limits."""
    words = ["go"]
    if limits.seconds is not None:
        words.append(f"movetime {max(1, round(min(limits.seconds, MOST_MS / 1000) * 1000))}")
    if limits.depth is not None:
        words.append(f"depth {min(limits.depth, MOST_PLIES)}")
    if limits.nodes is not None:
        words.append(f"nodes {min(limits.nodes, MOST_NODES)}")
    if limits.until_proven:
        words.append("proven")
    return " ".join(words)
