"""Validates values by a JSON schema, as far as the schemas of this project go."""

import re
from typing import Any

Schema = dict[str, Any]
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int}
SILENT = {"$schema", "$defs", "title", "description", "then", "else"}


def schema_refusals(schema: Schema, value: Any, definitions: Schema, path: str = "") -> list[str]:
    """As much of draft 2020-12 as our schemas use; any other keyword is an error."""
    return [f for word in schema for f in _refused(word, schema, value, definitions, path)]


def _refused(word: str, schema: Schema, value: Any, definitions: Schema, path: str) -> list[str]:
    def refusals(schema: Schema, value: Any, path: str = "") -> list[str]:
        return schema_refusals(schema, value, definitions, path)

    rule = schema[word]
    wrong = [f"{path}: {word}"]
    is_object, is_text = isinstance(value, dict), isinstance(value, str)
    match word:
        case "type":
            fits = isinstance(value, TYPES[rule]) and (rule == "boolean") == isinstance(value, bool)
            return [] if fits else wrong
        case "enum":
            same = any(type(value) is type(each) and value == each for each in rule)
            return [] if same else wrong
        case "const":
            return [] if type(value) is type(rule) and value == rule else wrong
        case "minimum" | "maximum" if isinstance(value, int):
            return wrong if (value < rule if word == "minimum" else value > rule) else []
        case "minLength" | "maxLength" if is_text:
            return (
                wrong if (len(value) < rule if word == "minLength" else len(value) > rule) else []
            )
        case "minItems" | "maxItems" if isinstance(value, list):
            return wrong if (len(value) < rule if word == "minItems" else len(value) > rule) else []
        case "uniqueItems" if isinstance(value, list) and rule:
            return wrong if any(item in value[:n] for n, item in enumerate(value)) else []
        case "items" if isinstance(value, list):
            return [f for n, item in enumerate(value) for f in refusals(rule, item, f"{path}[{n}]")]
        case "pattern" if is_text:
            return [] if re.search(rule, value) else wrong
        case "required" if is_object:
            return [f"{path}.{key}: required" for key in rule if key not in value]
        case "properties" if is_object:
            names = [key for key in value if key in rule]
            return [f for key in names for f in refusals(rule[key], value[key], f"{path}.{key}")]
        case "additionalProperties" if is_object:
            others = [key for key in value if key not in schema.get("properties", {})]
            if rule is False:
                return [f"{path}.{key}: unknown" for key in others]
            return [f for key in others for f in refusals(rule, value[key], f"{path}.{key}")]
        case "propertyNames" if is_object:
            return [f for key in value for f in refusals(rule, key, f"{path}.{key}")]
        case "anyOf":
            return [] if any(not refusals(each, value) for each in rule) else wrong
        case "allOf":
            return [f for each in rule for f in refusals(each, value, path)]
        case "if":
            branch = schema.get("else" if refusals(rule, value) else "then", {})
            return refusals(branch, value, path)
        case "$ref":
            return refusals(definitions[rule.removeprefix("#/$defs/")], value, path)
    about = r"(min|max)(imum|Length|Items)|uniqueItems|items|pattern|required|\w*[pP]ropert\w+"
    assert word in SILENT or re.fullmatch(about, word), word
    return []
