"""The WebSockets of Firewalk, the server that Alamofire's tests talk to, as PyPI's websockets has them; without TLS.

    peer-firewalk.py PORT

/websocket and /websocket/payloads/COUNT send messages and close, /websocket/echo sends back what comes, and
/websocket/ping/COUNT closes once so many pings have come; /status/NUMBER has that status.
"""

import asyncio
import json
import sys
import urllib.parse

from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.frames import Opcode


class Connection(ServerConnection):
    pings = 0

    def process_event(self, event):
        super().process_event(event)
        if getattr(event, "opcode", None) is Opcode.PING:
            self.pings += 1
            parts = self.request.path.split("/")
            if parts[1:3] == ["websocket", "ping"] and self.pings == int(parts[3]):
                asyncio.get_running_loop().create_task(self.close(1001))


def reply(path, arguments):
    words = {"args": arguments, "headers": [], "origin": "127.0.0.1", "url": path}
    return json.dumps(words).encode()


async def converse(connection):
    path, _, query = connection.request.path.partition("?")
    arguments = dict(urllib.parse.parse_qsl(query))
    parts = path.split("/")[2:] or ["payloads", "1"]
    try:
        if parts[0] == "payloads":
            for _ in range(int(parts[1])):
                await connection.send(reply(path, arguments))
            await asyncio.sleep(int(arguments.get("closeDelay", 30)) / 1000)
            await connection.close(int(arguments.get("closeCode", 1000)))
        async for message in connection:
            if parts[0] == "echo":
                await connection.send(message)
    except ConnectionClosed:
        pass


def choose(connection, offered):
    return offered[0] if offered else None


def refuse(connection, request):
    if request.path.startswith("/status/"):
        return connection.respond(int(request.path.split("/")[2]), "")


async def main(port):
    options = {"create_connection": Connection, "select_subprotocol": choose, "process_request": refuse}
    async with serve(converse, "127.0.0.1", port, **options) as server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
