"""Calls every tool of the server `mixed` with the Python SDK, in both protocol eras, over stdio and HTTP.

    mixed.py BINARY
"""

import asyncio
import subprocess
import sys

from mcp import Client, StdioServerParameters

from drive import all_tools, free_port, wait_for

TOOLS = "add_pet cancel_order get_pet greet list_pets place_order restock".split()


async def check(target, mode):
    async with Client(target, mode=mode) as client:
        tools = {tool.name: tool for tool in await all_tools(client)}
        assert sorted(tools) == TOOLS, sorted(tools)
        count = tools["restock"].input_schema["properties"]["count"]
        assert (count["minimum"], count["maximum"]) == (1, 100), count
        assert tools["restock"].output_schema["required"] == ["article", "count"]
        assert tools["greet"].annotations.read_only_hint

        async def call(name, arguments, fails=False):
            result = await client.call_tool(name, arguments)
            assert bool(result.is_error) == fails, (name, result)
            return result

        pets = await call("list_pets", {})
        # Over HTTP the built-in upstream has what an earlier client added, too.
        assert pets.content[0].text.startswith('[{"id":7,"name":"Ada"}'), pets
        pet = await call("get_pet", {"petId": 7})
        assert pet.structured_content == {"id": 7, "name": "Ada"}, pet
        added = await call("add_pet", {"id": 8, "name": "Grace"})
        assert added.structured_content["name"] == "Grace", added
        order = await call("place_order", {"petId": 7})
        assert order.structured_content["pet"] == "Ada", order
        number = order.structured_content["id"]
        await call("cancel_order", {"orderId": number})
        again = await call("cancel_order", {"orderId": number}, fails=True)
        assert "there is no such order" in again.content[0].text, again
        stock = await call("restock", {"article": "hay", "count": 3})
        assert stock.structured_content == {"article": "hay", "count": 3}, stock
        too_many = await call("restock", {"article": "hay", "count": 101}, fails=True)
        assert "101 is greater than the maximum of 100" in too_many.content[0].text, too_many
        greeting = await call("greet", {"name": "Ada"})
        assert greeting.content[0].text == "Hello, Ada!", greeting


async def main():
    binary = sys.argv[1]
    builtin = ["--upstream", "builtin"]
    port = free_port()
    listen = ["--transport", "http", "--listen", f"127.0.0.1:{port}"]
    with subprocess.Popen([binary, *listen, *builtin], stderr=subprocess.DEVNULL) as server:
        try:
            wait_for(port)
            for mode in ("legacy", "2026-07-28"):
                await check(StdioServerParameters(command=binary, args=builtin), mode)
                await check(f"http://127.0.0.1:{port}/mcp", mode)
                print(f"{mode}: all tools answer, over stdio and HTTP", flush=True)
        finally:
            server.terminate()


asyncio.run(main())
