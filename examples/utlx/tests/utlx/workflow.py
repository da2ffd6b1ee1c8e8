"""Drives the workflow of the UTL-X assistant with the Python SDK, in both protocol eras.

    workflow.py BINARY HOME DAEMON_URL

Prints one JSON line for each era and exits with 1 when a step fails.
"""

import asyncio
import json
import sys

from mcp import Client, StdioServerParameters

BROKEN = """%utlx 1.0
input xml
output json
---
{
  customer: $input.Order.Customer.Name,
  total: sum($input.Order.Items.Item |> map(i => i.Price * i.Quantity)
}"""


async def drive(target, mode):
    async with Client(target, mode=mode) as client:

        async def call(tool, **arguments):
            result = await client.call_tool(tool, arguments)
            envelope = result.structured_content
            assert envelope == json.loads(result.content[0].text), tool
            assert envelope["success"] is (not result.is_error), (tool, envelope)
            return envelope.get("data") or envelope["error"]

        tools = await client.list_tools()
        assert len(tools.tools) == 6, [tool.name for tool in tools.tools]

        wrong = await call("get_input_schema", source="order.xml", format="docx")
        assert wrong["code"] == "INVALID_INPUT", wrong
        schema = await call("get_input_schema", source="order.xml", format="xml")
        assert schema["structure"]["properties"]["Order"]["properties"]["Items"]["itemName"] == "Item", schema

        functions = await call("get_stdlib_functions", category="array", search="sum")
        assert functions["functions"][0]["signature"] == "sum(array: Array<Number>): Number", functions
        examples = await call(
            "get_examples", inputFormat="xml", outputFormat="json", functions=["sum"], description="invoice"
        )
        assert examples["examples"][0]["name"] == "xml_to_json_invoice", examples

        # Written with an error, and repaired as the advice says.
        known = {"inputSchema": schema["structure"]}
        verdict = await call("validate_utlx", transformation=BROKEN, **known)
        assert verdict["valid"] is False, verdict
        error = verdict["errors"][0]
        assert error["line"] == 7 and "add `)`" in error["message"], verdict
        lines = BROKEN.split("\n")
        lines[error["line"] - 1] += ")"
        transformation = "\n".join(lines)
        verdict = await call("validate_utlx", transformation=transformation, **known)
        assert verdict["valid"] is True, verdict

        inferred = await call("infer_output_schema", transformation=transformation, **known)
        assert inferred["outputSchema"]["properties"]["total"] == {"type": "number"}, inferred
        data = open("order.xml").read()
        ran = await call(
            "execute_transformation",
            transformation=transformation,
            inputData=data,
            inputFormat="xml",
            outputFormat="json",
        )
        assert ran["success"], ran
        print(json.dumps({"mode": mode, "output": ran["output"]}), flush=True)


async def main():
    import os

    binary, home, daemon = sys.argv[1:]
    os.chdir(home)
    server = StdioServerParameters(
        command=binary, args=[], cwd=home, env={"HOME": home, "UTLX_DAEMON_URL": daemon, "MCP_LOG_LEVEL": "error"}
    )
    for mode in ("legacy", "2026-07-28"):
        await drive(server, mode)


if __name__ == "__main__":
    asyncio.run(main())
