"""The play server.

rooms   what happens in a game between people and computers, as pure logic
"""

from onitama.server import rooms

__all__ = ["rooms"]
