"""Writes GitHub's description of its REST API without what no tool needs, one path or component a line.

    npm pack @octokit/openapi && tar xzf octokit-openapi-*.tgz
    python3 shorten_spec.py package/generated/api.github.com.json > github.json

The package is under the MIT licence (LICENSE). Examples, webhooks, keys of GitHub's own documentation and components
that no operation refers to are left out; every operation, parameter, body and response stays as it is.
"""

import json
import sys

# Below these keys, names are a specification's own words: a property may be called "example".
NAMED = {"properties", "patternProperties", "schemas", "responses", "parameters", "headers", "paths"}
LEFT_OUT = {"example", "examples", "x-github"}


def without_examples(value, names=False):
    if isinstance(value, list):
        return [without_examples(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        key: without_examples(item, not names and key in NAMED)
        for key, item in value.items()
        if names or key not in LEFT_OUT
    }


def references(value):
    if isinstance(value, list):
        for item in value:
            yield from references(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key == "$ref" and isinstance(item, str):
                yield item
            else:
                yield from references(item)


def find(document, reference):
    for step in reference.split("/")[1:]:
        document = document[step.replace("~1", "/").replace("~0", "~")]
    return document


def used_components(document):
    used, waiting = set(), set(references(document["paths"]))
    while waiting:
        reference = waiting.pop()
        used.add(reference)
        waiting |= set(references(find(document, reference))) - used
    return used


# How many levels below these keys are written a member a line; the rest is on the line of its key.
LEVELS = {"paths": 1, "components": 2}


def by_lines(value, levels):
    if levels == 0:
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    members = (f"{json.dumps(key)}:{by_lines(item, levels - 1)}" for key, item in value.items())
    return "{\n" + ",\n".join(members) + "\n}"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        document = json.load(file)
    document.pop("x-webhooks", None)
    document["components"].pop("examples", None)
    document = without_examples(document)
    used = used_components(document)
    for kind, components in document["components"].items():
        for name in list(components):
            if f"#/components/{kind}/{name}" not in used and kind != "securitySchemes":
                del components[name]
    members = (f"{json.dumps(key)}:{by_lines(item, LEVELS.get(key, 0))}" for key, item in document.items())
    print("{\n" + ",\n".join(members) + "\n}")


main()
