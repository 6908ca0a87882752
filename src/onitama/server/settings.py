"""`Settings`: everything that can be set, from the environment or by whoever makes one."""

from pathlib import Path
from typing import Any

from platformdirs import user_data_path
from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict, SettingsError

from onitama.errors import OnitamaError, shown

__all__ = ["Settings", "data_folder", "read_settings"]


def data_folder() -> Path:
    """Where a user's data is kept on this system."""
    return user_data_path("onitama", appauthor=False)


class Settings(BaseSettings):
    """What a server does; each can be set as `ONITAMA_` and its name in the environment."""

    model_config = SettingsConfigDict(env_prefix="ONITAMA_", extra="ignore", frozen=True)

    host: str = Field("127.0.0.1", description="the address to listen on; `0.0.0.0` for all of the machine")
    port: int = Field(8080, ge=0, le=65535, description="the port; 0 takes any that is free")
    reuse_port: bool = Field(False, description="let several processes listen on one port")
    database: str = Field(
        "", description="`sqlite:///FILE` or `postgresql://…`; empty for a file in the user's data folder"
    )
    redis: str = Field("", description="`redis://…` or `unix://…`, for more than one process")
    origins: list[str] = Field(
        [], description="other sites whose pages may use this server, as a JSON list of `https://host`"
    )
    proxies: str = Field(
        "127.0.0.1", description="addresses of proxies that are believed who the client is, with commas"
    )
    thinkers: int = Field(1, ge=1, le=64, description="processes in which the computer thinks")
    sockets: int = Field(20_000, ge=1, description="sockets at a time")
    sockets_per_address: int = Field(100, ge=1, description="sockets at a time from one address")
    spectators: int = Field(100, ge=0, description="spectators of one room, in each process")
    rooms_in_memory: int = Field(10_000, ge=1, description="rooms that are kept in memory, with nobody there")
    rooms_per_identity: int = Field(100, ge=1, description="rooms of one identity that are not over")
    messages_per_second: float = Field(20, gt=0, description="messages on one socket, beyond a burst of 60")
    requests_per_second: float = Field(
        10, gt=0, description="requests from one address, beyond a burst of 100"
    )
    identities_per_hour: float = Field(
        60, gt=0, description="new identities from one address, beyond a burst of 60"
    )
    log_level: str = Field("INFO", pattern="^(DEBUG|INFO|WARNING|ERROR)$", description="what is logged")

    @property
    def database_url(self) -> str:
        """The database, with its default."""
        return self.database or f"sqlite:///{data_folder() / 'server.db'}"


def read_settings(given: dict[str, Any]) -> Settings:
    """The settings: what is given, else what the environment says, else the defaults.

    Raises:
        OnitamaError: says which cannot be.
    """
    try:
        return Settings(**given)
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0]) if first["loc"] else "settings"
        raise OnitamaError(f"{name}: {first['msg']}, found {shown(first['input'])}") from None
    except SettingsError as error:
        raise OnitamaError(f"settings: {error}") from None
