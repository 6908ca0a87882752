"""Frames are a function of what their receiver may know: many bot games that differ only behind it (R70, R71)."""

import asyncio
from typing import Any

from frame_proof import Evidence, RoomTable, Table, groups, play_game
from onitama.game import Game
from onitama.geometry import squares


def evidence_of(count: int, games_each: int, **options: Any) -> Evidence:
    evidence = Evidence()

    async def run() -> None:
        for group in groups(count):

            async def open_table(group: Any = group) -> Table:
                return RoomTable(group, **options)

            for number in range(games_each):
                await play_game(group, number, open_table, evidence)

    asyncio.run(run())
    return evidence


def test_who_knows_the_same_is_sent_the_same_whatever_is_true() -> None:
    evidence = evidence_of(6, 4)
    assert evidence.games == 24
    assert evidence.in_doubt > 30
    assert evidence.leaks == 0


def test_the_proof_finds_a_server_that_tells_where_a_ninja_is() -> None:
    def leak(told: dict[str, Any], truth: Game) -> None:
        told["checksum"] = sum(square for mask in truth.position.ninjas_mask for square in squares(mask)) % 7

    assert evidence_of(3, 3, leak=leak).leaks > 0
