"""Opens so many connections by the proxy of https_proxy, sends a request over each, keeps them all, and prints the
megabytes that a process has then: connections.py COUNT URL ANCHORS PROCESS."""
import asyncio
import base64
import os
import ssl
import sys
import urllib.parse

count, url, anchors, process = int(sys.argv[1]), urllib.parse.urlsplit(sys.argv[2]), sys.argv[3], sys.argv[4]
proxy = urllib.parse.urlsplit(os.environ["https_proxy"])
trust = ssl.create_default_context(cafile=anchors)
trust.set_alpn_protocols(["http/1.1"])
user = base64.b64encode(f"{proxy.username}:{proxy.password}".encode()).decode()


async def connect(places):
    async with places:
        reader, writer = await asyncio.open_connection(proxy.hostname, proxy.port)
        place = f"{url.hostname}:{url.port}"
        writer.write(f"CONNECT {place} HTTP/1.1\r\nHost: {place}\r\nProxy-Authorization: Basic {user}\r\n\r\n".encode())
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")
        await writer.start_tls(trust, server_hostname=url.hostname)
        writer.write(f"GET {url.path} HTTP/1.1\r\nHost: {place}\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200"), head
        await reader.readexactly(100)
        return writer


async def main():
    places = asyncio.Semaphore(32)
    writers = await asyncio.gather(*[connect(places) for _ in range(count)])
    with open(f"/proc/{process}/status") as status:
        print(next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmRSS")))
    for writer in writers:
        writer.transport.abort()


asyncio.run(main())
