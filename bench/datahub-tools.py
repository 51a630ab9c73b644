"""Prints the characters of names, descriptions and input schemas of the tools of DataHub's MCP server, as its client lists them.

Run it with the Python of a virtual environment: pip install mcp-server-datahub==0.8.0
"""

import asyncio
import json
import os

os.environ.update(
    TOOLS_IS_MUTATION_ENABLED="true",
    TOOLS_IS_USER_ENABLED="true",
    SAVE_DOCUMENT_TOOL_ENABLED="true",
    DATAHUB_GMS_URL="http://127.0.0.1:1",
)

from fastmcp import Client  # noqa: E402
from mcp_server_datahub import mcp_server  # noqa: E402


async def main() -> None:
    mcp_server.register_all_tools(is_oss=True)
    async with Client(mcp_server.mcp) as client:
        tools = await client.list_tools()
    schemas = [json.dumps(tool.inputSchema, separators=(",", ":"), ensure_ascii=False) for tool in tools]
    texts = [tool.name + (tool.description or "") for tool in tools]
    print(sum(map(len, schemas + texts)))


asyncio.run(main())
