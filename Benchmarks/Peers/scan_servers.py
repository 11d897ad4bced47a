"""Servers that keep a scanner waiting or speak no TLS, and the lists of targets with them: of scripts/bench-scan.

    scan_servers.py list COUNT PORT good|mixed   prints the lines, each a server with an address of its own
    scan_servers.py serve PORT                   serves what is not sound; says "ready"; ends with its input

A sound server listens at PORT, one with a certificate of another name at PORT + 1. Of a mixed list 1 in 20 is dead, 1 in
20 answers after three seconds, and 1 in 20 is hostile, in turn in one of the ways below.
"""

import asyncio
import socket
import struct
import sys

SLOW, DEAD, OTHER_NAME, HOSTILE = 2, 3, 1, 10
LATE = 3


async def hold(reader, writer):
    """Says nothing."""
    while await reader.read(4096):
        pass


async def hang_up(reader, writer):
    """Closes as soon as somebody comes."""


async def reset(reader, writer):
    """Resets the connection behind the ClientHello."""
    await reader.read(4096)
    linger = struct.pack("ii", 1, 0)
    writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
    writer.transport.abort()


async def plain(reader, writer):
    """Answers in plain HTTP."""
    await reader.read(4096)
    writer.write(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")


async def alert(reader, writer):
    """Refuses each handshake."""
    await reader.read(4096)
    writer.write(bytes.fromhex("15030300020228"))


async def cut(reader, writer):
    """Ends in the middle of a record."""
    await reader.read(4096)
    writer.write(bytes.fromhex("160303007a020000760303") + b"x" * 20)


async def flood(reader, writer):
    """Begins a handshake message of 16 MB, and never ends."""
    await reader.read(4096)
    writer.write(bytes.fromhex("160303400002ffffff") + b"y" * 16380)
    while True:
        writer.write(bytes.fromhex("1603034000") + b"y" * 16384)
        await writer.drain()


async def drip(reader, writer):
    """Sends an octet of a record every half a second."""
    await reader.read(4096)
    for octet in bytes.fromhex("160303007a020000760303") + bytes(110):
        writer.write(bytes([octet]))
        await writer.drain()
        await asyncio.sleep(0.5)


async def warn(reader, writer):
    """Sends warnings without an end."""
    await reader.read(4096)
    while True:
        writer.write(bytes.fromhex("1503030002015a") * 1000)
        await writer.drain()


WAYS = [hold, hang_up, reset, plain, alert, cut, flood, drip, warn]


def port_of(index, port, kind):
    if kind == "good":
        return port
    match index % 20:
        case 7:
            return port + DEAD
        case 11:
            return port + SLOW
        case 15:
            # One more way than those: the certificate of somebody else.
            way = index // 20 % (len(WAYS) + 1)
            return port + (HOSTILE + way if way < len(WAYS) else OTHER_NAME)
    return port


def print_list(count, port, kind):
    for index in range(count):
        number = index + 2
        address = f"127.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
        print(f"n{index:07}.scan.test:{port_of(index, port, kind)} address={address}")


def answered(way):
    async def answer(reader, writer):
        try:
            await way(reader, writer)
            await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()

    return answer


async def serve(port):
    async def slow(reader, writer):
        await asyncio.sleep(LATE)
        further, onwards = await asyncio.open_connection("127.0.0.1", port)

        async def carry(source, sink):
            while octets := await source.read(65536):
                sink.write(octets)
                await sink.drain()
            sink.write_eof()

        try:
            await asyncio.gather(carry(reader, onwards), carry(further, writer))
        finally:
            onwards.close()

    places = [(SLOW, slow)] + [(HOSTILE + place, way) for place, way in enumerate(WAYS)]
    for place, way in places:
        await asyncio.start_server(answered(way), "0.0.0.0", port + place, backlog=4096)
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    if sys.argv[1:2] == ["list"]:
        print_list(int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
    elif sys.argv[1:2] == ["serve"]:
        asyncio.run(serve(int(sys.argv[2])))
    else:
        sys.exit(__doc__)
