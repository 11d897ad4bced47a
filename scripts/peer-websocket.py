"""An echo server of WebSockets, and a client of one, as PyPI's websockets understands them.

    peer-websocket.py serve PORT [CHAIN KEY]   /close/CODE/REASON closes so, /ping asks and says what came back, any other
                                               path sends back what comes
    peer-websocket.py client PORT ROOT NAME    asks that server of this machine, whose messages come back

Both know the subprotocols v2 and v1. The server writes a line for each opening: its path, and the extension. The client
writes one for each thing that it has seen.
"""

import asyncio
import ssl
import sys
import urllib.parse

from websockets.asyncio.client import connect
from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosed, NegotiationError

SUBPROTOCOLS = ["v2", "v1"]
LONGEST = 16 << 20


async def converse(connection):
    path = connection.request.path
    names = [extension.name for extension in connection.protocol.extensions]
    print(path, ",".join(names) or "-", flush=True)
    parts = path.split("/")
    try:
        if parts[1] == "close":
            await connection.close(int(parts[2]), urllib.parse.unquote(parts[3]))
        elif parts[1] == "ping":
            await (await connection.ping(b"are you there"))
            # A message in three fragments.
            await connection.send(["pong", " ", "came"])
        async for message in connection:
            await connection.send(message)
    except ConnectionClosed:
        pass


def choose(connection, offered):
    """Its own would refuse a client that offers none."""
    shared = [name for name in SUBPROTOCOLS if name in offered]
    if offered and not shared:
        raise NegotiationError("no subprotocol in common")
    return shared[0] if shared else None


async def run_server(port, *identity):
    context = None
    if identity:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*identity)
    async with serve(
        converse, "127.0.0.1", int(port), ssl=context, subprotocols=SUBPROTOCOLS, select_subprotocol=choose,
        max_size=LONGEST, ping_interval=None,
    ) as server:
        await server.serve_forever()


async def run_client(port, root, name):
    context = ssl.create_default_context(cafile=root)
    for compression in [None, "deflate"]:
        async with connect(
            f"wss://{name}:{port}/", host="127.0.0.1", ssl=context, subprotocols=SUBPROTOCOLS, compression=compression,
            max_size=LONGEST, proxy=None,
        ) as connection:
            print("extensions", len(connection.protocol.extensions), connection.subprotocol)
            for message in ["", "Grüße", b"", bytes(range(256)), "ß" * (512 << 10), b"\0\1" * (512 << 10)]:
                await connection.send(message)
                assert await connection.recv() == message
            await connection.send(["in ", "", "fragments"])
            print(await connection.recv())
            await (await connection.ping(b"12345678"))
            await connection.close(4001, "enough")
            print("closed", connection.close_code, connection.close_reason, flush=True)


asyncio.run({"serve": run_server, "client": run_client}[sys.argv[1]](*sys.argv[2:]))
