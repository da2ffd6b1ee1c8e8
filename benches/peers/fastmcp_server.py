"""FastMCP's server of a spec, on its standard streams: `fastmcp_server.py SPEC BASE_URL`."""

import json
import sys

import httpx
from fastmcp import FastMCP

spec, base_url = sys.argv[1:]
with open(spec, encoding="utf-8") as file:
    document = json.load(file)
client = httpx.AsyncClient(base_url=base_url)
FastMCP.from_openapi(openapi_spec=document, client=client).run(show_banner=False)
