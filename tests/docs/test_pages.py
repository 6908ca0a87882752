"""The pages tell the truth: their samples run, and the API page leaves nothing out."""

import doctest
import inspect
import re
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

import onitama

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
API = (ROOT / "docs/reference/api.md").read_text("utf-8")
ROOMS = [
    f"onitama.{module.name}"
    for module in iter_modules(onitama.__path__)
    if module.name not in ("_core", "cli", "__main__")
]


def has_samples(page: Path) -> bool:
    return ">>> " in page.read_text("utf-8")


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize(
    "page", [README, *filter(has_samples, sorted(ROOT.glob("docs/**/*.md")))], ids=name_of
)
def test_samples_run(page: Path) -> None:
    # A fence ends a sample as an empty line does, and line numbers stay.
    text = re.sub("^ *```.*$", "", page.read_text("utf-8"), flags=re.MULTILINE)
    samples = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    report: list[str] = []
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(samples, out=report.append)
    assert result.attempted
    assert not result.failed, "".join(report)


@pytest.mark.parametrize("room", ROOMS)
def test_api_page_covers(room: str) -> None:
    documented = set(re.findall(r"auto\w+:: (\S+)", API))
    module = import_module(room)
    public = {name: getattr(module, name) for name in module.__all__}
    missing = [
        name
        for name, value in public.items()
        if (inspect.isclass(value) or inspect.isfunction(value))
        and not {value.__module__, room, f"{room}.{name}"} & documented
    ]
    assert not missing
