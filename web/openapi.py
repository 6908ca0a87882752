"""Writes what the server's REST says about itself, for the types of the client: `python web/openapi.py FILE`."""

import json
import sys
from pathlib import Path

from onitama.server.app import make_app
from onitama.server.settings import read_settings


def main(file: Path) -> None:
    """Write the description; nothing is served for it."""

    def no_service() -> None:
        raise AssertionError("nothing is served here")

    app = make_app(read_settings({}), no_service, lambda: 0)  # type: ignore[arg-type]
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(app.openapi()))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
