"""The tables: the events are the truth, what the rows of rooms and seats say is made from them."""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
)

__all__ = ["beats", "events", "identities", "metadata", "outages", "rooms", "seats", "tickets"]

metadata = MetaData()

events = Table(
    "events",
    metadata,
    # Two sockets, or two processes, that act at once want to write the same number: the key lets one of them.
    Column("room", String(32), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("data", JSON, nullable=False),
)

rooms = Table(
    "rooms",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("status", String(16), nullable=False),
    # When somebody has to look after the room: its deadline, or the computer that has not answered.
    Column("look_ms", BigInteger),
    Column("is_listed", Boolean, nullable=False),
    Column("is_watchable", Boolean, nullable=False),
    Column("is_timed", Boolean, nullable=False),
    # When the owner was last seen here; an open room is listed only while it is.
    Column("host_ms", BigInteger, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("changed_ms", BigInteger, nullable=False),
    Column("summary", JSON, nullable=False),
    Index("rooms_to_look_at", "look_ms"),
    Index("rooms_to_list", "is_listed", "status", "changed_ms"),
)

seats = Table(
    "seats",
    metadata,
    Column("identity", String(32), primary_key=True),
    Column("room", String(32), primary_key=True),
    Column("person", Integer, nullable=False),
    Index("seats_of_room", "room"),
)

identities = Table(
    "identities",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("secret_hash", LargeBinary(32), nullable=False),
    Column("name", String(120), nullable=False),
    Column("created_ms", BigInteger, nullable=False),
)

tickets = Table(
    "tickets",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("identity", String(32), nullable=False),
    # What is wanted, written in one way: equal wishes are equal texts.
    Column("wish", String(4000), nullable=False),
    # Tickets of a process that has died are not renewed.
    Column("seen_ms", BigInteger, nullable=False),
    Column("since_ms", BigInteger, nullable=False),
    Column("room", String(32)),
    Index("tickets_by_wish", "wish"),
)

beats = Table(
    "beats",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at_ms", BigInteger, nullable=False),
)

outages = Table(
    "outages",
    metadata,
    Column("from_ms", BigInteger, primary_key=True, autoincrement=False),
    Column("to_ms", BigInteger, nullable=False),
)
