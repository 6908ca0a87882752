"""The play server.

app          REST and sockets; uvicorn from start to stop
service      a whole server without its network side, and what it does by itself
identities   who somebody is; export and deletion
lobby        quick match, and lists of rooms
hall         who comes to rooms, does something there and goes, and what is due
ledger       what is decided in rooms: stored first, then told
computers    the computer, where rooms want it to play
shelf        the rooms that are in memory
store        the log of every room, in SQLite or PostgreSQL
bus          processes tell each other that something has happened
settings     everything that can be set
thinking     the computer's moves, hints and analysis, in processes beside the server
rooms        what happens in a game between people and computers, as pure logic
denied, encode, limits, logs, metrics   what all of them need
"""

from onitama.server import rooms, thinking

__all__ = ["rooms", "thinking"]
