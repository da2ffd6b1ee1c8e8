"""Calls a tool by the client that openapi-python-client has made."""

import sys

from petstore_mcp_tools_api_client import Client
from petstore_mcp_tools_api_client.api.pets import call_tool_create_pet
from petstore_mcp_tools_api_client.models import CallToolCreatePetBody, CallToolCreatePetBodyKind

client = Client(base_url=sys.argv[1])
body = CallToolCreatePetBody(name="Ada", kind=CallToolCreatePetBodyKind.BIRD, price=12.5)
answer = call_tool_create_pet.sync(client=client, body=body)
assert answer.ok is True, answer
assert answer.data.to_dict()["structuredContent"]["name"] == "Ada", answer
