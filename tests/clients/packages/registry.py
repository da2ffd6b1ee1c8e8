"""Validates `server.json` files: by the official schema, and by the rules that the MCP registry has on top of it.

Both are in the package `skillsaw`: its schema is a copy of the published one, byte for byte. Arguments: directories that each
have a `server.json`.
"""

import json
import pathlib
import subprocess
import sys

import jsonschema
import skillsaw

SCHEMAS = pathlib.Path(skillsaw.__file__).parent / "schemas" / "mcp_registry"
RULES = "mcp-registry"


def validate(directory: str) -> list[str]:
    entry = json.loads((pathlib.Path(directory) / "server.json").read_text("utf-8"))
    revision = entry["$schema"].split("/")[-2].replace("-", "_")
    schema = json.loads((SCHEMAS / f"v{revision}" / "server.schema.json").read_text("utf-8"))
    checker = jsonschema.Draft7Validator(schema, format_checker=jsonschema.FormatChecker())
    return [f"{directory}: {error.json_path}: {error.message}" for error in checker.iter_errors(entry)]


directories = sys.argv[1:]
faults = [fault for directory in directories for fault in validate(directory)]
command = [sys.executable, "-m", "skillsaw", "lint", "--strict", "--type", RULES, "--format", "json", *directories]
linted = subprocess.run(command, capture_output=True, text=True, check=False)
if faults or linted.returncode != 0:
    sys.exit("\n".join([*faults, linted.stdout, linted.stderr]))
