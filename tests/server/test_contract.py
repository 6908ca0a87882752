"""REST keeps to its own OpenAPI: schemathesis makes requests from it, good and bad ones, and checks what comes."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import SearchStrategy
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from served import Served, served

API = "/api/v1"
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("server")) as one:
        yield one


def test_answers_are_what_the_schema_says(server: Served) -> None:
    schema = schemathesis.openapi.from_url(f"{server.url}{API}/openapi.json")
    operations = [one.ok() for one in schema.get_all_operations() if isinstance(one, Ok)]
    assert len(operations) >= 10
    for operation in operations:
        _check(operation.as_strategy(), _newcomer(server))


def _newcomer(server: Served) -> str:
    answer = httpx.post(f"{server.url}{API}/identities", json={"name": "Ada"})
    secret: str = answer.json()["secret"]
    return secret


def _check(cases: SearchStrategy[schemathesis.Case[Any]], secret: str) -> None:
    @settings(max_examples=15, suppress_health_check=list(HealthCheck))
    @given(cases)
    def check(case: schemathesis.Case[Any]) -> None:
        answer = case.call(headers={"Authorization": f"Bearer {secret}"})
        case.validate_response(answer, checks=CHECKS)
        if answer.status_code >= 400:
            problem = answer.json()
            assert set(problem) == {"code", "message"}
            assert "Traceback" not in problem["message"]

    check()


def test_the_schema_names_all_that_the_reference_does(server: Served) -> None:
    paths = httpx.get(f"{server.url}{API}/openapi.json").json()["paths"]
    found = {f"{method.upper()} {path.removeprefix(API)}" for path, one in paths.items() for method in one}
    assert found == {
        "POST /identities",
        *(f"{method} /me" for method in ("GET", "PATCH", "DELETE")),
        "GET /me/rooms",
        "GET /me/export",
        "POST /rooms",
        "GET /rooms",
        "GET /rooms/{room_id}",
        "GET /rooms/{room_id}/records",
        "GET /rooms/{room_id}/views",
        "GET /rooms/{room_id}/insight",
        "POST /study",
        "POST /study/games",
        "POST /study/beliefs",
        "POST /study/step",
        "POST /study/record",
    }
