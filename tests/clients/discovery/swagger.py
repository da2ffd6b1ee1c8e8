"""Swagger 2.0 as its specification has it, read without toolwright: what a request has to be like.

https://swagger.io/specification/v2/
"""

import base64
import json
import re
from dataclasses import dataclass, field
from email import policy
from email.parser import BytesParser
from urllib.parse import parse_qsl, unquote

METHODS = ("get", "put", "post", "delete", "patch")
SEPARATORS = {"csv": ",", "ssv": " ", "tsv": "\t", "pipes": "|"}
FORMATS = {
    "date": "2026-03-04",
    "date-time": "2026-03-04T05:06:07Z",
    "email": "ines@example.com",
    "guid": "0b0e5f4c-6b0a-4c7e-9d4a-3f1f6f1f0a01",
    "uuid": "0b0e5f4c-6b0a-4c7e-9d4a-3f1f6f1f0a01",
    "byte": base64.b64encode(b"bytes").decode(),
    "uri": "https://example.com/a?b=c",
    "time-span": "01:02:03",
    "duration": "PT1M",
}
FILE = "a file\n"


class Spec:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            if path.endswith(".json"):
                self.root = json.load(file)
            else:
                import yaml

                self.root = yaml.load(file, _loader(yaml))
        self.base_path = self.root.get("basePath", "").rstrip("/")
        self.operations = [
            Operation(self, method, path, item, item[method])
            for path, item in self.root["paths"].items()
            for method in METHODS
            if method in item
        ]

    def examples(self, within=None):
        """All that the file has as an example of a schema, which need not be listed."""
        within = self.root if within is None else within
        found = []
        for key, value in within.items() if isinstance(within, dict) else enumerate(within):
            if key == "example":
                found.append(value)
            elif isinstance(value, (dict, list)):
                found += self.examples(value)
        return found

    def resolve(self, value):
        while isinstance(value, dict) and "$ref" in value:
            steps = value["$ref"].removeprefix("#/").split("/")
            value = self.root
            for step in steps:
                value = value[unquote(step).replace("~1", "/").replace("~0", "~")]
        return value

    def flat(self, schema):
        """The schema with what it refers to and all parts of its `allOf`."""
        schema = self.resolve(schema)
        if "allOf" not in schema:
            return schema
        merged = {key: value for key, value in schema.items() if key != "allOf"}
        for part in map(self.flat, schema["allOf"]):
            merged["properties"] = {**part.get("properties", {}), **merged.get("properties", {})}
            merged["required"] = [*merged.get("required", []), *part.get("required", [])]
            for key, value in part.items():
                merged.setdefault(key, value)
        return merged

    def answer(self, method, path):
        """What an upstream answers: a value of the response's schema."""
        path = path.removeprefix(self.base_path)
        for operation in self.operations:
            if operation.method == method and operation.pattern.fullmatch(path):
                return operation.answer()
        return 404, "text/plain", b"no such operation"


def _loader(yaml):
    """Dates are texts, as in JSON."""

    class Loader(yaml.SafeLoader):
        pass

    Loader.yaml_implicit_resolvers = {
        first: [(tag, pattern) for tag, pattern in resolvers if not tag.endswith(":timestamp")]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }
    return Loader


class Operation:
    def __init__(self, spec, method, path, item, operation):
        self.spec, self.method, self.path = spec, method.upper(), path
        parameters = {}
        for parameter in [*item.get("parameters", []), *operation.get("parameters", [])]:
            parameter = spec.resolve(parameter)
            parameters[parameter["name"], parameter["in"]] = parameter
        self.parameters = list(parameters.values())
        self.consumes = operation.get("consumes", spec.root.get("consumes", []))
        self.produces = operation.get("produces", spec.root.get("produces", []))
        self.responses = operation["responses"]
        segments = re.split(r"(\{[^}]+\})", path)
        self.pattern = re.compile(
            "".join("[^/]+" if part.startswith("{") else re.escape(part) for part in segments)
        )

    def __str__(self):
        return f"{self.method} {self.path}"

    def of(self, place):
        return [parameter for parameter in self.parameters if parameter["in"] == place]

    @property
    def body(self):
        return next(iter(self.of("body")), None)

    def shapes(self):
        """What is special about its request or response."""
        shapes = set()
        if self.of("query") and self.method in ("POST", "PUT", "PATCH"):
            shapes.add(f"query of {self.method}")
        for parameter in self.of("query"):
            if parameter["type"] == "array":
                shapes.add("list " + parameter.get("collectionFormat", "csv"))
        if self.body:
            schema = self.spec.flat(self.body["schema"])
            if schema.get("type") == "array":
                items = self.spec.flat(schema["items"])
                shapes.add(f"list of {'objects' if 'properties' in items else items.get('type')}")
            if self.method in ("GET", "DELETE"):
                shapes.add(f"body of {self.method}")
        for parameter in self.of("formData"):
            shapes.add("file in a form" if parameter["type"] == "file" else "form")
        if self.success()[1].get("schema", {}).get("type") == "file":
            shapes.add("file as response")
        return shapes

    def success(self):
        for status, response in self.responses.items():
            if status.startswith("2"):
                return int(status), self.spec.resolve(response)
        return 200, self.spec.resolve(self.responses["default"])

    def answer(self):
        status, response = self.success()
        schema = response.get("schema")
        if schema is None:
            return status, None, b""
        media_type = next(iter(self.produces), "application/json")
        if schema.get("type") == "file":
            if media_type == "application/json":
                media_type = "application/octet-stream"
            return status, media_type, b"\x00\x01file"
        return status, media_type, json.dumps(self.sample(schema)).encode()

    def arguments(self, listed):
        """Values for all parameters, as a client gives them that was shown the arguments `listed`."""
        arguments = {
            parameter["name"]: self.sample(parameter, parameter["name"])
            for parameter in self.parameters
            if parameter["in"] != "body"
        }
        if self.body:
            body = self.sample(self.body["schema"], "body", request=True)
            if self.is_whole(listed):
                arguments["body"] = body
            else:
                assert not arguments.keys() & body.keys(), f"{self}: names clash"
                arguments.update(body)
        assert arguments.keys() <= listed.keys(), f"{self}: {arguments.keys() - listed.keys()}"
        return arguments

    def is_whole(self, listed):
        """Whether the body is an argument, and not each of its properties."""
        properties = self.spec.flat(self.body["schema"]).get("properties", {})
        return "body" in listed and "body" not in properties

    def sample(self, schema, hint="value", request=False, depth=0):
        """A value of the schema, in which texts have what has to be escaped."""
        schema = self.spec.flat(schema)
        if "enum" in schema:
            return schema["enum"][-1]
        kind = schema.get("type", "object" if "properties" in schema else None)
        if kind == "file":
            return {"text": FILE, "filename": "note.txt"}
        if kind == "string":
            return self.text(schema, hint)
        if kind == "integer":
            return max(7, int(schema.get("minimum", 7)))
        if kind == "number":
            return min(2.5, schema.get("maximum", 2.5))
        if kind == "boolean":
            return True
        if kind == "array":
            items = schema["items"]
            if depth > 3:
                return []
            some = [self.sample(items, f"{hint}{at}", request, depth + 1) for at in (1, 2)]
            return [self.packed(item) for item in some]
        if kind == "object":
            return self.object(schema, request, depth)
        return {"any": [hint, 1, None]}

    def packed(self, item):
        """An item of a list, in which a separator would be another item."""
        return item.replace(" ", "_") if isinstance(item, str) else item

    def text(self, schema, hint):
        if schema.get("format") in FORMATS:
            return FORMATS[schema["format"]]
        if "pattern" in schema:
            return "/x" if re.search(schema["pattern"], "/x") else "x-1"
        return f"{hint} ä/&=+%?#"[: schema.get("maxLength")]

    def object(self, schema, request, depth):
        required = schema.get("required", [])
        value = {}
        for name, property in schema.get("properties", {}).items():
            if request and self.spec.flat(property).get("readOnly"):
                continue
            if name in required or depth < 3:
                value[name] = self.sample(property, name, request, depth + 1)
        more = schema.get("additionalProperties")
        if isinstance(more, dict) and depth < 3:
            value["another"] = self.sample(more, "another", request, depth + 1)
        return value

    def expected(self, arguments, listed):
        """The request that has these arguments."""
        rest = dict(arguments)
        path = self.spec.base_path + self.path
        segments = path.split("/")
        for parameter in self.of("path"):
            value = written(rest.pop(parameter["name"]))
            place = "{" + parameter["name"] + "}"
            segments = [segment.replace(place, value) for segment in segments]
        query = []
        for parameter in self.of("query"):
            if parameter["name"] in rest:
                query += pairs(parameter, rest.pop(parameter["name"]))
        headers = {
            parameter["name"].lower(): written(rest.pop(parameter["name"]))
            for parameter in self.of("header")
            if parameter["name"] in rest
        }
        expected = Expected(self.method, segments, sorted(query), headers)
        if self.of("formData"):
            form = []
            for parameter in self.of("formData"):
                if parameter["name"] in rest:
                    form += pairs(parameter, rest.pop(parameter["name"]))
            expected.form = sorted(form, key=lambda pair: pair[0])
            files = any(parameter["type"] == "file" for parameter in self.of("formData"))
            expected.media_type = (
                "multipart/form-data" if files else "application/x-www-form-urlencoded"
            )
        elif self.body:
            whole = self.is_whole(listed)
            expected.json = rest.pop("body", None) if whole else rest
            rest = {}
            if expected.json is not None:
                expected.media_type = "application/json"
            expected.may_be_empty = not whole and not self.body.get("required")
        assert not rest, f"{self}: there is no place for {rest}"
        return expected


def written(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else json.dumps(value)


def pairs(parameter, value):
    """What stands in a query or a form for the value of a parameter."""
    name = parameter["name"]
    if parameter["type"] == "file":
        content = value.get("text", value) if isinstance(value, dict) else value
        return [(name, content)]
    if parameter["type"] != "array":
        return [(name, written(value))]
    how = parameter.get("collectionFormat", "csv")
    if how == "multi":
        return [(name, written(item)) for item in value]
    return [(name, SEPARATORS[how].join(map(written, value)))]


@dataclass
class Expected:
    method: str
    segments: list
    query: list
    headers: dict
    media_type: str | None = None
    json: object = None
    form: list = field(default_factory=list)
    may_be_empty: bool = False

    def check(self, request):
        path, _, query = request.target.partition("?")
        assert request.method == self.method, request
        assert [unquote(segment) for segment in path.split("/")] == self.segments, request.target
        found = sorted(parse_qsl(query, keep_blank_values=True, strict_parsing=bool(query)))
        assert found == self.query, f"{found} instead of {self.query}"
        for name, value in self.headers.items():
            assert request.headers.get(name) == value, (name, request.headers)
        self.check_body(request)

    def check_body(self, request):
        if not request.body:
            empty = self.json in (None, {}) and not self.form
            assert empty or (self.may_be_empty and not self.json), f"no body: {self}"
            return
        media_type = request.headers["content-type"].partition(";")[0]
        assert media_type == self.media_type, f"{media_type} instead of {self.media_type}"
        if self.media_type == "application/json":
            assert json.loads(request.body) == self.json, f"{request.body} instead of {self.json}"
        elif self.media_type == "multipart/form-data":
            parts = sorted(multipart(request), key=lambda pair: pair[0])
            assert parts == self.form, f"{parts} instead of {self.form}"
        else:
            found = parse_qsl(request.body.decode(), keep_blank_values=True, strict_parsing=True)
            found.sort(key=lambda pair: pair[0])
            assert found == self.form, f"{found} instead of {self.form}"


def multipart(request):
    head = f"content-type: {request.headers['content-type']}\r\n\r\n".encode()
    message = BytesParser(policy=policy.HTTP).parsebytes(head + request.body)
    for part in message.iter_parts():
        name = part.get_param("name", header="content-disposition")
        yield name, part.get_payload(decode=True).decode()
