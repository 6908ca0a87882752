"""`SecretFile`: the secret by which each server knows this client again."""

import json
import os
from contextlib import suppress
from pathlib import Path

from platformdirs import user_data_path

__all__ = ["SecretFile"]


class SecretFile:
    """Secrets by server, in a file that only its owner can read.

    Args:
        path: the file; in the user's data folder unless said.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or user_data_path("onitama", appauthor=False) / "secrets.json"

    def get(self, server: str) -> str | None:
        """The secret for a server, if there is one."""
        return self._read().get(server)

    def put(self, server: str, secret: str | None) -> None:
        """Keep the secret for a server, or forget it.

        Raises:
            OSError: if it cannot be written.
        """
        secrets = self._read()
        if secret is None:
            secrets.pop(server, None)
        else:
            secrets[server] = secret
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        part = self._path.with_suffix(f".{os.getpid()}")  # a crash leaves the old file or the new one
        with suppress(FileNotFoundError):
            part.unlink()
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            json.dump(secrets, file, indent=1)
        part.replace(self._path)

    def _read(self) -> dict[str, str]:
        try:
            found = json.loads(self._path.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        if not isinstance(found, dict):
            return {}
        return {key: value for key, value in found.items() if isinstance(value, str)}
