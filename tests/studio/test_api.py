"""The API as a whole: whole numbers in its addresses have bounds, and what lies beyond them is refused in one line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from motionloom.studio.api import create_api
from motionloom.studio.panels import PANELS
from motionloom.studio.safety import Policy
from tests.studio.conftest import ADDRESS

FAR = (10**24, -(10**24), 2**63, -(2**63) - 1, 2**31)


def find_integers(api: FastAPI) -> list[tuple[str, dict[str, Any], list[dict[str, Any]]]]:
    """(address, the whole number in it, every parameter) of each that can be asked for with GET."""
    found = []
    for address, methods in api.openapi()["paths"].items():
        parameters = methods.get("get", {}).get("parameters", [])
        found += [(address, each, parameters) for each in parameters if "integer" in str(each["schema"])]
    return found


@pytest.fixture
def api(folder: Path) -> FastAPI:
    """Every route in one application, the panels' among them."""
    api = create_api(folder, Policy())
    for panel in PANELS:
        api.include_router(panel.router, prefix=f"/panels/{panel.name}")
    return api


def fill(address: str, wanted: dict[str, Any], parameters: list[dict[str, Any]], value: int) -> tuple[str, dict[str, str]]:
    query = {}
    for each in parameters:
        plain = {"number": "0", "integer": "0"}.get(each["schema"].get("type"), each["schema"].get("enum", ["x"])[0])
        text = str(value) if each is wanted else plain
        if each["in"] == "path":
            address = address.replace(f"{{{each['name']}}}", text)
        elif each["required"] or each is wanted:
            query[each["name"]] = text
    return address, query


def test_every_whole_number_has_bounds_and_keeps_to_them(api: FastAPI) -> None:
    integers = find_integers(api)
    assert {each["name"] for _, each, _ in integers} >= {"offset", "limit", "start", "stop", "joint", "frame", "pair", "index"}
    with TestClient(api, base_url=ADDRESS) as client:
        for address, wanted, parameters in integers:
            for value in FAR:
                place, query = fill(address, wanted, parameters, value)
                answer = client.get(place, params=query)
                assert answer.status_code == 422, (place, query, answer.text)
                assert answer.json()["error"].startswith(f"{wanted['name']}: Input should be"), answer.text
