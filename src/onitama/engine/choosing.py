"""Choosing among steps that seem about equally good."""

import math
from collections.abc import Mapping
from random import Random

from onitama.rules import Step

__all__ = ["softly_best"]

_MARGIN = 75
"""Steps that seem worse than the best by more, three quarters of a student, are never chosen."""


def softly_best(values: Mapping[Step, float], temperature: float, rng: Random) -> Step:
    """One of the steps that are worth most, a better one more often.

    Args:
        values: what each step is worth, in hundredths of a student.
        temperature: how much worse a step may be and still be chosen about a third as often; 0 for the first of the
            best ones.
        rng: decides.
    """
    highest = max(values.values())
    if not temperature:
        return next(step for step, value in values.items() if value == highest)
    near = [step for step, value in values.items() if value >= highest - _MARGIN]
    weights = [math.exp((values[step] - highest) / temperature) for step in near]
    return rng.choices(near, weights)[0]
