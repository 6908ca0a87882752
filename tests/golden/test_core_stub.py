"""What type checkers are told about the core is what the core has.

`python -m nanobind.stubgen -m onitama._core._generic -o src/onitama/_core/_generic.pyi` writes the stub anew.
"""

import subprocess
import sys
from pathlib import Path

STUB = Path(__file__).parents[2] / "src/onitama/_core/_generic.pyi"


def test_the_stub_is_that_of_the_compiled_module(tmp_path: Path) -> None:
    written = tmp_path / "stub.pyi"
    command = [sys.executable, "-m", "nanobind.stubgen", "-m", "onitama._core._generic", "-o", str(written)]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    assert written.read_text("utf-8") == STUB.read_text("utf-8")
