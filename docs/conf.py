"""How the pages are built; `make docs` puts them into build/docs."""

import re
from collections.abc import Callable
from textwrap import indent
from typing import Any

from sphinx.application import Sphinx

project = "onitama"
author = "the onitama project contributors"
copyright = f"2026, {author}. Onitama is a trademark of its publisher; this is an unofficial fan project"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.viewcode"]

html_theme = "furo"
html_title = "onitama"

myst_heading_anchors = 3  # links to headings, as the repository's web view makes them

default_role = "code"  # `Position` in a docstring
add_module_names = False
python_use_unqualified_type_names = True
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "undoc-members": True}


def in_first_line(old: str, new: str) -> Callable[..., None]:
    def replace(app: Sphinx, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
        if what in {"attribute", "data", "property"}:
            lines[:1] = [line.replace(old, new) for line in lines[:1]]

    return replace


def keep_maps(app: Sphinx, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    if what == "module":
        columns = re.compile(r"(?<=\n\n)(?:\S.*\S {2,}\S.*\n)+")
        text = columns.sub(lambda found: "::\n\n" + indent(found[0], "    "), "\n".join(lines))
        lines[:] = text.split("\n")


def setup(app: Sphinx) -> None:
    # Napoleon takes what comes before a colon in an attribute's first line for its type. Our types are
    # annotated, so the colons hide before napoleon looks (its priority is 500) and come back afterwards.
    app.connect("autodoc-process-docstring", in_first_line(":", "\ue000"), priority=400)
    app.connect("autodoc-process-docstring", in_first_line("\ue000", ":"), priority=600)
    # A package's docstring has a map of its modules in columns: shown as it is written.
    app.connect("autodoc-process-docstring", keep_maps)
