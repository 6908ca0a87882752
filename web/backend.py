"""The build of the package: scikit-build-core's, which first has the web app built into it (PEP 517)."""

from typing import Any

from scikit_build_core import build as core
from scikit_build_core.build import (
    build_sdist,
    get_requires_for_build_sdist,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

import build_app

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

Settings = dict[str, list[str] | str] | None


def _node() -> list[str]:
    return [] if build_app.is_built() or build_app.has_node() else [build_app.NODE_REQUIREMENT]


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """What a wheel is built with; Node too, where there is none."""
    return [*core.get_requires_for_build_wheel(config_settings), *_node()]


def get_requires_for_build_editable(config_settings: Settings = None) -> list[str]:
    """As for a wheel."""
    return [*core.get_requires_for_build_editable(config_settings), *_node()]


def build_wheel(
    wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None
) -> str:
    """A wheel with the core and the web app."""
    build_app.build()
    return core.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_editable(
    wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None
) -> str:
    """The package where it is, with the core and the web app."""
    build_app.build()
    return core.build_editable(wheel_directory, config_settings, metadata_directory)
