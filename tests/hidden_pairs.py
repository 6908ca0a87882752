"""Pairs of hidden games that differ only in what one player alone knows, so must look the same to all others (R70).

Two games run side by side. One player, the hider, makes different hidden moves in them, but all public facts agree.
What is public is judged here from the full positions, independently of the code under test.
"""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import onitama as on
from build import build
from onitama.geometry import bit, format_square, squares
from onitama.observe import Played
from onitama.rules import Lantern, Move, NinjaMove, Phase, Position, Rules, SpiritMove, lantern_answer
from random_states import random_rules, random_state

HIDDEN_RULES = [
    *(rules for rules in on.PRESETS.values() if rules.hidden),
    *(
        Rules(spirit=True, wind_cards=winds, hidden="light", light_player=light)
        for winds in (3, 5)
        for light in on.Player
    ),
    Rules(spirit=True, wind_cards=4, hidden="shadow", lantern_rule="starter"),
]
Unit = tuple[Played, ...]
"""Steps that are public together: nearly always one; two if the first cannot be noticed (R71)."""


# What is public


def public_state(position: Position) -> tuple[Any, ...]:
    one = position
    alive = [mask.bit_count() for mask in one.ninjas_mask]
    turn = one.to_move, one.turn_number, one.phase, one.card, one.spirit_due, one.first_turn_done
    cards = one.hands, one.side
    return (
        turn,
        cards,
        one.students_mask,
        one.masters_mask,
        one.spirit_mask,
        one.lanterns,
        one.revealed_mask,
        alive,
    )


def announced(played: Played) -> tuple[Any, ...]:
    """What is said aloud and need not show on the board afterwards."""
    before, step, after = played
    match step:
        case Move(_, origin, target) | SpiritMove(origin, target) if before.spirit_mask == bit(origin):
            return tuple(bool(mask & bit(target)) for mask in before.ninjas_mask)
        case Lantern(str(line)):
            return line, lantern_answer(before, line)
        case NinjaMove(_, target, True):
            return target, before.ninjas_mask != after.ninjas_mask
    return ()


def public_facts(unit: Unit) -> tuple[Any, ...]:
    return public_state(unit[-1].after), announced(unit[-1])


def goes_unnoticed(played: Played) -> bool:
    before, _, after = played
    is_shadow = before.rules.hidden == "light" and before.to_move is not before.rules.light_player
    same_pawns = (before.students_mask, before.masters_mask) == (after.students_mask, after.masters_mask)
    return is_shadow and after.phase is Phase.SPIRIT and same_pawns


def units(position: Position) -> Iterator[Unit]:
    for step in position.legal_steps:
        first = Played(position, step, position.play(step))
        if goes_unnoticed(first):
            for second in first.after.legal_steps:
                yield first, Played(first.after, second, first.after.play(second))
        else:
            yield (first,)


# Pairs of games


class Pair(NamedTuple):
    """Two games with the same public facts, and the last unit of each."""

    hider: on.Player
    games: tuple[list[Played], list[Played]]
    units: tuple[Unit, Unit]

    @property
    def watchers(self) -> tuple[on.Player, None]:
        return self.hider.other, None


def pairs(start: Position, twin: Position, hider: on.Player, rng: Random, length: int = 40) -> Iterator[Pair]:
    """Play on from two positions that look the same to all but the hider, until the game ends or they must differ."""
    games: tuple[list[Played], list[Played]] = [], []
    for _ in range(length):
        choice = next(same_looking(start, twin, hider, rng), None)
        if choice is None:
            return
        for game, unit in zip(games, choice, strict=True):
            game.extend(unit)
        start, twin = (unit[-1].after for unit in choice)
        if start.phase is Phase.OVER:
            return
        yield Pair(hider, games, choice)


def same_looking(
    start: Position, twin: Position, hider: on.Player, rng: Random
) -> Iterator[tuple[Unit, Unit]]:
    """Units for both games with the same public facts; the player who is not the hider does the same in both."""
    wanted = list(units(start))
    rng.shuffle(wanted)
    if start.to_move is not hider:
        assert list(start.legal_steps) == list(twin.legal_steps), "R70: they do not depend on hidden ninjas"
        for unit in wanted:
            other = tuple(Played(twin, one.step, twin.play(one.step)) for one in unit)
            if public_facts(unit) == public_facts(other):
                yield unit, other
        return
    found = list(units(twin))
    rng.shuffle(found)
    for unit in wanted:
        facts = public_facts(unit)
        yield from ((unit, other) for other in found if public_facts(other) == facts)


def dealt_pairs(rules: Rules, rng: Random) -> Iterator[Pair]:
    start = on.deal(rules, rng.getrandbits(64))
    hider = rng.choice(list(on.Player)) if rules.light_player is None else rules.light_player.other
    return pairs(start, start, hider, rng)


def odd_pairs(rng: Random) -> Iterator[Pair]:
    """Pairs from a strange position and its twin with the hider's unseen ninjas elsewhere."""
    rules = random_rules(rng)
    while not rules["hidden"]:
        rules = random_rules(rng)
    data = random_state(rng, rules)
    start = Position.from_json(data)
    light = start.rules.light_player
    hider = rng.choice(list(on.Player)) if light is None else light.other
    pieces = data[str(hider)]
    pawns = start.students_mask[0] | start.students_mask[1] | start.masters_mask[0] | start.masters_mask[1]
    taken = pawns | start.spirit_mask | start.revealed_mask[hider]
    free = [one for one in range(25) if one not in squares(taken)]
    unseen = len(pieces["ninjas"]) - len(pieces["revealed"])
    moved = [format_square(one) for one in rng.sample(free, unseen)]
    twin = Position.from_json(data | {str(hider): pieces | {"ninjas": [*pieces["revealed"], *moved]}})
    return pairs(start, twin, hider, rng)


def shadows_turn(ninjas: str, **changes: Any) -> Position:
    parts: dict[str, Any] = {"red": "Mc1", "blue": "", "blue_ninjas": ninjas, "lanterns": (2, 0)}
    return build(hidden="light", to_move="blue", **(parts | changes))


R71_TWINS = {
    "pass or move": (["a1 b1", "a5 e5"], {"cards": "ox eel / okija mejika / crab"}),
    "first part or none": (["a1 b1", "a5 b5"], {"cards": "ox boar / eagle mejika / crab", "spirit": "c3"}),
    "swap with or without": (["a1 e1", "a1 e5"], {"cards": "ox boar / eagle mejika / crab", "spirit": "c3"}),
}
