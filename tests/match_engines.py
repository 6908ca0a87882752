"""Engines that misbehave, for tests of matches. They travel to worker processes, so they live in a module."""

import os
import signal
from dataclasses import dataclass
from threading import Event
from typing import cast

from onitama.engine import Engine, Limits
from onitama.errors import OnitamaError
from onitama.match import EngineSpec
from onitama.observe import Observation
from onitama.rules import Position, Step, parse_step


@dataclass(frozen=True, slots=True)
class FakeSpec(EngineSpec):
    """An engine that plays the first legal step; its text says what it does wrong, and at which of its steps."""

    def open(self, seed: int, timeout_s: float) -> Engine:  # noqa: ARG002
        if self.text == "absent":
            raise OnitamaError("there is nobody")
        return cast(Engine, FakeEngine(self.text))


class FakeEngine:
    def __init__(self, text: str) -> None:
        self._fault, _, at = text.partition("@")
        self._at = int(at or -1)
        self._steps = 0
        self.begun = 0

    def new_game(self) -> None:
        self._steps = 0
        self.begun += 1

    def close(self) -> None:
        pass

    def play(self, view: Position | Observation, limits: Limits) -> Step:  # noqa: ARG002
        self._steps += 1
        if not self.begun:
            raise RuntimeError("was not told of a new game")
        if self._steps == self._at:
            match self._fault:
                case "illegal":
                    return parse_step("ox:a1e5")
                case "raises":
                    raise RuntimeError("out of ideas")
                case "dies":
                    os.kill(os.getpid(), signal.SIGKILL)
                case "hangs":
                    Event().wait()
        return view.legal_steps[0]


def fake(text: str) -> FakeSpec:
    return FakeSpec(text)
