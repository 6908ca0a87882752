"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make them."""
    op.create_table(
        "events",
        sa.Column("room", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("data", sa.JSON, nullable=False),
    )
    op.create_table(
        "rooms",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("look_ms", sa.BigInteger),
        sa.Column("is_listed", sa.Boolean, nullable=False),
        sa.Column("is_watchable", sa.Boolean, nullable=False),
        sa.Column("is_timed", sa.Boolean, nullable=False),
        sa.Column("host_ms", sa.BigInteger, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("changed_ms", sa.BigInteger, nullable=False),
        sa.Column("summary", sa.JSON, nullable=False),
    )
    op.create_index("rooms_to_look_at", "rooms", ["look_ms"])
    op.create_index("rooms_to_list", "rooms", ["is_listed", "status", "changed_ms"])
    op.create_table(
        "seats",
        sa.Column("identity", sa.String(32), primary_key=True),
        sa.Column("room", sa.String(32), primary_key=True),
        sa.Column("person", sa.Integer, nullable=False),
    )
    op.create_index("seats_of_room", "seats", ["room"])
    op.create_table(
        "identities",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("secret_hash", sa.LargeBinary(32), nullable=False),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "tickets",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("identity", sa.String(32), nullable=False),
        sa.Column("wish", sa.String(4000), nullable=False),
        sa.Column("seen_ms", sa.BigInteger, nullable=False),
        sa.Column("since_ms", sa.BigInteger, nullable=False),
        sa.Column("room", sa.String(32)),
    )
    op.create_index("tickets_by_wish", "tickets", ["wish"])
    op.create_table(
        "beats",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "outages",
        sa.Column("from_ms", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("to_ms", sa.BigInteger, nullable=False),
    )
