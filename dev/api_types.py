"""Writes the types of the API's answers for the pages' scripts, from the API's own description.

tsc checks the scripts against them (dev/check_web.py); browsers load none of this. Where the
description leaves an answer open (a bare object), the type is `any`, or is written by hand in
dev/web_tools/pages.d.ts.
"""

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

HEAD = """\
// Written by dev/generate.py from the API's description. Do not edit.

/** The shapes of what the house answers. */
declare namespace Api {
  type Query = "" | `?${string}`;
"""
PLAIN = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean"}
Schema = dict[str, Any]


def type_of(schema: Schema) -> str:
    """A TypeScript type for a JSON schema; `any` for one that says nothing."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " | ".join(dict.fromkeys(type_of(one) for one in schema[key]))
    kind = schema.get("type")
    if isinstance(kind, list):
        return " | ".join(type_of({**schema, "type": one}) for one in kind)
    if kind == "array":
        if "prefixItems" in schema:
            return f"[{', '.join(type_of(one) for one in schema['prefixItems'])}]"
        item = type_of(schema.get("items") or {})
        return f"({item})[]" if " | " in item else f"{item}[]"
    if kind == "object":
        values = schema.get("additionalProperties")
        return f"Record<string, {type_of(values)}>" if values else "any"
    return "null" if kind == "null" else PLAIN.get(str(kind), "any")


def interfaces(schemas: dict[str, Schema]) -> Iterator[str]:
    for name, schema in sorted(schemas.items()):
        fields = schema.get("properties")
        if fields is None:
            yield f"  type {name} = {type_of(schema)};"
            continue
        yield f"  interface {name} {{"
        for field, kind in fields.items():
            yield f"    {field}: {type_of(kind)};"
        yield "  }"


def event_interface(kinds: list[type]) -> Iterator[str]:
    """One shape for all events: every field that any of them has, so that no other is read.

    A viewer's events name cards where the log has numbers, so only integers and texts keep a type.
    """
    _, shapes = msgspec.json.schema_components(kinds)
    fields: dict[str, str] = {}
    for shape in shapes.values():
        for name, schema in shape.get("properties", {}).items():
            if name != "type":
                kind = type_of(schema) if name in ("seat", "cents", "spot", "round") else "any"
                fields[name] = kind
    yield "  interface Event {"
    yield f"    type: {' | '.join(sorted(json.dumps(kind.__name__) for kind in kinds))};"
    for name, kind in sorted(fields.items()):
        yield f"    {name}?: {kind};"
    yield "  }"


def answers(paths: dict[str, Any], method: str) -> Iterator[tuple[str, str]]:
    """Each address and the type of its answer, those with the most parts first."""
    rows = []
    for path, operations in paths.items():
        responses = operations.get(method, {}).get("responses", {})
        good = next((responses[code] for code in responses if code.startswith("2")), None)
        content = (good or {}).get("content", {}).get("application/json")
        kind = type_of(content["schema"]) if content else "any"
        if good is not None:
            rows.append((path, "any" if kind in ("any[]", "string") else kind))
    # `${string}` takes in slashes too: of two patterns that fit, the longer must come first.
    return iter(sorted(rows, key=lambda one: (-one[0].count("/"), -len(one[0]), one[0])))


def pattern(path: str) -> str:
    parts = ["${string}" if part.startswith("{") else part for part in path.split("/")]
    return f"`{'/'.join(parts)}${{Query}}`"


def describe() -> dict[str, Any]:
    """The API's description, from a house that is opened for it and thrown away."""
    from pitboss.house.setup import open_house
    from pitboss.web.app import build

    with tempfile.TemporaryDirectory() as folder:
        app = build(open_house(Path(folder), None, lambda: 0), ticking=False)
        app.state.pricing.close()
        description: dict[str, Any] = app.state.describe()
    return description


def api_types() -> str:
    from pitboss.table.events import ALL_EVENTS

    description = describe()
    paths = description["paths"]
    lines = [HEAD.rstrip(), *interfaces(description["components"]["schemas"])]
    lines += event_interface(list(ALL_EVENTS))
    for name, method, body in (("Get", "get", ""), ("Post", "post", ", body?: any")):
        rows = list(answers(paths, method))
        lines += [f"  interface {name}Answers {{"]
        lines += [f"    {json.dumps(path)}: {kind};" for path, kind in sorted(rows)]
        lines += ["  }", f"  interface Known{name} {{"]
        lines += [f"    (path: {pattern(path)}{body}): Promise<{kind}>;" for path, kind in rows]
        lines += ["  }"]
    return "\n".join([*lines, "}", ""])
