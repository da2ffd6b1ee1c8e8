"""What the provider has to say of an endpoint, worked out from its input schema as the requirements
(C20 to C38) have it."""

import re

from jsonschema import Draft202012Validator

METHODS = {
    "GET": ("Retrieve data", True, False, True),
    "POST": ("Create new resource", False, True, False),
    "PUT": ("Update/replace resource", False, True, True),
    "DELETE": ("Remove resource", True, False, True),
    "PATCH": ("Partially update resource", False, True, False),
}
COUNTS = ("property_count", "required_count", "optional_count")
USUAL = {
    "string": "example_value",
    "number": 42,
    "integer": 42,
    "boolean": True,
    "array": ["item1", "item2"],
    "object": {},
}


def check(answer, executor, own=()):
    """The whole answer for an endpoint, of a spec with these examples of its own; the arguments of its
    example call."""
    assert list(answer) == [
        "success",
        "endpoint_info",
        "input_schema",
        "output_schema",
        "parameter_info",
        "execution_instructions",
    ], list(answer)
    assert answer["success"] is True
    for schema in (answer["input_schema"], answer["output_schema"]):
        check_schema(schema)
    endpoint = Endpoint(answer)
    assert answer["parameter_info"] == endpoint.info(), answer["parameter_info"]
    instructions = answer["execution_instructions"]
    examples = {
        guided["name"]: guided["example"]
        for kind in ("required", "optional")
        for guided in instructions["parameter_guidance"][kind]
    }
    for name, schema in endpoint.properties.items():
        if examples[name] not in own:
            endpoint.check_example(name, schema, examples[name])
    expected = endpoint.instructions(executor, examples)
    call = instructions["example_call"]["parameters"]["request_data"]
    usual = expected["example_call"]["parameters"].pop("request_data")
    given = instructions["example_call"]["parameters"].pop("request_data")
    assert instructions == expected, f"{instructions}\ninstead of\n{expected}"
    if given != usual:
        # Where values that are right alone are wrong together, the call has others.
        assert not endpoint.is_valid(usual), f"{given} instead of {usual}"
    assert endpoint.is_valid(given), f"{given} is not valid"
    return call


def check_schema(schema):
    assert list(schema)[:4] == ["type", "properties", "required", "description"], list(schema)
    properties, required = len(schema["properties"]), len(schema["required"])
    assert [schema[name] for name in COUNTS] == [
        properties,
        required,
        max(properties - required, 0),
    ], schema
    Draft202012Validator.check_schema(schema)


class Endpoint:
    def __init__(self, answer):
        self.path = answer["endpoint_info"]["endpoint_path"]
        self.method = answer["endpoint_info"]["method"]
        self.description = answer["endpoint_info"]["description"]
        self.schema = answer["input_schema"]
        self.properties = self.schema["properties"]
        self.required = self.schema["required"]
        self.optional = [name for name in self.properties if name not in self.required]
        self.has_body = self.method in ("POST", "PUT", "PATCH")
        self.complex = [
            name for name, schema in self.properties.items() if self.kind(schema) in ("object", "array")
        ]
        self.placeholders = [
            {"name": name, "placeholder": f"{{{name}}}", "position": self.path.index(f"{{{name}}}")}
            for name in re.findall(r"\{([^}]+)\}", self.path)
        ]

    def resolved(self, schema):
        """The schema with what it refers to; its own keywords come first."""
        while "$ref" in schema:
            name = schema["$ref"].removeprefix("#/$defs/").replace("~1", "/").replace("~0", "~")
            own = {key: value for key, value in schema.items() if key != "$ref"}
            schema = {**self.schema["$defs"][name], **own}
        return schema

    def kind(self, schema):
        """The type of a value that is not null, if there is one."""
        schema = self.resolved(schema)
        types = schema.get("type")
        if types is None:
            parts = schema.get("anyOf") or schema.get("oneOf") or []
            types = {self.kind(part) for part in parts}
        types = {types} if isinstance(types, str) else set(types)
        types -= {"null"}
        if types == {"integer", "number"}:
            return "number"
        return types.pop() if len(types) == 1 else None

    def is_valid(self, arguments):
        return Draft202012Validator(self.schema).is_valid(arguments)

    def info(self):
        described = lambda name: {**self.properties.get(name, {}), "name": name}
        counts = {}
        for schema in self.properties.values():
            kind = self.kind(schema) or "unknown"
            counts[kind] = counts.get(kind, 0) + 1
        names = ("description", "uses_query_params", "uses_body", "idempotent")
        return {
            "total_parameters": len(self.properties),
            "required_parameters": [described(name) for name in self.required],
            "optional_parameters": [described(name) for name in self.optional],
            "path_parameters": self.placeholders,
            "type_analysis": {
                "type_counts": counts,
                "complex_types": [
                    {
                        "name": name,
                        "type": self.kind(self.properties[name]),
                        "schema": self.properties[name],
                    }
                    for name in self.complex
                ],
                "has_complex_types": bool(self.complex),
            },
            "requires_body": self.has_body,
            "method_info": dict(zip(names, METHODS[self.method])),
        }

    def instructions(self, executor, examples):
        guided = lambda names: [self.guidance(name, examples[name]) for name in names]
        in_path = [placeholder["name"] for placeholder in self.placeholders]
        outside = lambda names: [name for name in names if name not in in_path]
        structure = {
            "type": "object",
            "properties": {name: self.properties[name] for name in outside(self.properties)},
            "required": outside(self.required),
        }
        names = [*self.required, *self.optional[:1]]
        return {
            "next_tool": executor,
            "overview": "\n".join([
                f"Execute {self.method} request to {self.path}",
                f"Description: {self.description}",
                f"Method: {METHODS[self.method][0]}",
                f"Requires body data: {'Yes' if self.has_body else 'No'}",
                f"Total parameters: {len(self.properties)}",
                f"Required parameters: {len(self.required)}",
            ]).strip(),
            "parameter_guidance": {
                "required": guided(self.required),
                "optional": guided(self.optional),
                "path_params": [
                    {
                        "name": placeholder["name"],
                        "placeholder": placeholder["placeholder"],
                        "description": f"Path parameter: {placeholder['name']}",
                    }
                    for placeholder in self.placeholders
                ],
                "body_structure": structure if self.has_body else None,
            },
            "example_call": {
                "tool_name": executor,
                "parameters": {
                    "endpoint_path": self.path,
                    "method": self.method,
                    "request_data": {name: examples[name] for name in names},
                },
                "description": f"Example call to execute {self.method} {self.path}",
            },
            "validation_notes": self.notes(),
        }

    def guidance(self, name, example):
        schema = self.resolved(self.properties.get(name, {}))
        return {
            "name": name,
            "type": self.kind(schema) or "string",
            "description": schema.get("description") or "No description provided",
            "format": schema.get("format"),
            "example": example,
        }

    def notes(self):
        notes = []
        if self.placeholders:
            notes.append("Path parameters will be automatically interpolated into the URL")
        if self.has_body:
            notes.append("Body parameters will be sent as JSON in the request body")
        else:
            notes.append("Parameters will be sent as query parameters")
        if self.complex:
            notes.append(
                "This endpoint has complex object/array parameters - review the schema carefully"
            )
        if self.required:
            notes.append(f"{len(self.required)} parameters are required for this endpoint")
        return notes

    def check_example(self, name, schema, example):
        """It is valid, and the usual one wherever that is valid."""
        valid = Draft202012Validator({**schema, "$defs": self.schema.get("$defs", {})}).is_valid
        assert valid(example), f"{self.path}: {name}: {example!r} is not valid"
        schema = self.resolved(schema)
        if "content" in schema.get("properties", {}) and "mediaType" in schema["properties"]:
            assert example == {"text": "example_value"}, "a file, which is no empty object"
            return
        kind, form = self.kind(schema), schema.get("format")
        if kind == "string" and form in ("date", "email"):
            usual = {"date": "2024-01-15", "email": "user@example.com"}[form]
        elif schema.get("examples"):
            usual = schema["examples"][0]
        elif form or "contentEncoding" in schema or self.has_format(schema.get("items", {})):
            return
        else:
            usual = USUAL.get(kind, "example_value")
        if valid(usual):
            assert example == usual, f"{self.path}: {name}: {example!r} instead of {usual!r}"

    def has_format(self, schema):
        return "format" in self.resolved(schema)
