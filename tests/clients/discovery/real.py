"""Drives a server with discovery in front of an upstream that writes down what it is sent, and holds the
requests to the Swagger file itself.

    real.py BINARY SPEC NAME
"""

import json
import sys
import time

import seed
from conversation import MODES, Discovery, connected, run, stdio, succeeded
from recorder import Recorder
from swagger import Spec

SAMPLE = 60


def sample(operations):
    """So many operations, of all shapes: those of the rarest first, then every so many of the others."""
    shapes = {}
    for operation in operations:
        for shape in operation.shapes():
            shapes.setdefault(shape, []).append(operation)
    chosen = []
    for _, some in sorted(shapes.items(), key=lambda shape: (len(shape[1]), shape[0])):
        missing = [one for one in some if one not in chosen]
        chosen += missing[:5]
    others = [one for one in operations if one not in chosen]
    room = SAMPLE - len(chosen)
    assert room > 0, f"{len(chosen)} operations of {len(shapes)} shapes"
    return chosen + others[:: len(others) // room][:room], sorted(shapes)


async def of_sample(discovery, recorder, operation):
    """Lister, provider, executor: the request is what the spec says."""
    found = await discovery.endpoints(method_filter=operation.method, search_term=operation.path)
    [endpoint] = [one for one in found if one["endpoint"] == operation.path]
    answer = await discovery.provide(endpoint)
    listed = answer["input_schema"]["properties"]
    arguments = operation.arguments(listed)
    result = await discovery.execute(operation.method, operation.path, arguments)
    try:
        succeeded(result, operation.method, operation.path)
        operation.expected(arguments, listed).check(recorder.take())
    except AssertionError as error:
        return f"{operation}: {json.dumps(arguments)[:2000]}: {str(error)[:2000]}"


async def of_all(discovery, recorder, spec):
    """The example call of every endpoint is valid, is accepted, and is sent as the spec says."""
    endpoints = {(one["method"], one["endpoint"]): one for one in await discovery.endpoints()}
    assert len(endpoints) == len(spec.operations), f"{len(endpoints)} endpoints"
    own = spec.examples()
    problems = []
    for operation in spec.operations:
        answer = await discovery.provide(endpoints[operation.method, operation.path])
        listed = answer["input_schema"]["properties"]
        try:
            arguments = seed.check(answer, discovery.executor, own)
            result = await discovery.execute(operation.method, operation.path, arguments)
            succeeded(result, operation.method, operation.path)
            operation.expected(arguments, listed).check(recorder.take())
        except AssertionError as error:
            recorder.requests.clear()
            problems.append(f"{operation}: {str(error)[:2000]}")
    return problems


async def main():
    binary, spec, name = sys.argv[1], Spec(sys.argv[2]), sys.argv[3]
    recorder = Recorder(spec.answer)
    server = stdio(binary, **{f"{name.upper()}_BASE_URL": recorder.origin + spec.base_path})
    async with connected(server, MODES[1]) as client:
        discovery = Discovery(client, name)
        chosen, shapes = sample(spec.operations)
        problems = [await of_sample(discovery, recorder, operation) for operation in chosen]
        problems = [problem for problem in problems if problem]
        print(f"{len(chosen)} operations of {len(shapes)} shapes: {', '.join(shapes)}", flush=True)
        start = time.monotonic()
        problems += await of_all(discovery, recorder, spec)
        seconds = time.monotonic() - start
        print(f"{len(spec.operations)} example calls in {seconds:.1f} s", flush=True)
    if problems:
        sys.exit("\n".join(problems) + f"\n{len(problems)} problems")


run(main)
