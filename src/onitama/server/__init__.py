"""The play server.

rooms      what happens in a game between people and computers, as pure logic
thinking   the computer's moves, hints and analysis, in processes beside the server
"""

from onitama.server import rooms, thinking

__all__ = ["rooms", "thinking"]
