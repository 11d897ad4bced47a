"""aiohttp for HTTP/1.1, httpx for HTTP/2, and websockets. The arguments and the lines that it prints are those of
Sources/BenchLoad."""
import asyncio
import contextlib
import resource
import ssl
import sys
import time

if len(sys.argv) != 6:
    sys.exit("usage: python.py LOAD h1|h2 URL ANCHORS SECONDS")
load, version, url, anchors = sys.argv[1:5]
duration = float(sys.argv[5])
several = 32 if load.endswith("32") else 1
is_new = load.startswith("connect")
trust = ssl.create_default_context(cafile=anchors)


def aiohttp_client():
    import aiohttp

    connector = aiohttp.TCPConnector(ssl=trust, force_close=is_new, limit=64)
    session = aiohttp.ClientSession(connector=connector)

    async def get():
        async with session.get(url) as response:
            assert response.status == 200 and response.version == aiohttp.HttpVersion11
            return sum([len(piece) async for piece in response.content.iter_any()])

    return session, get


def httpx_client():
    import httpx

    limits = httpx.Limits(max_connections=None, max_keepalive_connections=0 if is_new else None)
    session = httpx.AsyncClient(verify=trust, http1=False, http2=True, limits=limits, timeout=60)

    async def get():
        async with session.stream("GET", url) as response:
            assert response.status_code == 200 and response.http_version == "HTTP/2"
            return sum([len(piece) async for piece in response.aiter_raw()])

    return session, get


@contextlib.asynccontextmanager
async def sockets(count):
    """What sends a message of 1 KiB over a WebSocket and waits until it is back, for so many of them."""
    from websockets.asyncio.client import connect

    message = b"*" * 1024

    async def opened(stack):
        socket = await stack.enter_async_context(
            connect(url.replace("https", "wss"), ssl=trust, compression=None, ping_interval=None, proxy=None)
        )

        async def echo():
            await socket.send(message)
            assert await socket.recv() == message

        return echo

    async with contextlib.AsyncExitStack() as stack:
        yield [await opened(stack) for _ in range(count)]


client = httpx_client if version == "h2" else aiohttp_client


async def send_until(senders, end):
    """Sends, each sender one after the other, until then; each sends one at least."""

    async def run(send):
        sent = 0
        while True:
            await send()
            sent += 1
            if time.perf_counter() >= end:
                return sent

    return sum(await asyncio.gather(*[run(send) for send in senders]))


async def measure_first():
    times = []
    end = time.perf_counter() + duration
    while len(times) < 8 or time.perf_counter() < end:
        start = time.perf_counter()
        session, get = client()
        async with session:
            await get()
            times.append((time.perf_counter() - start) * 1e3)
    # The first of the process warms the libraries.
    print("rate %.3f" % sorted(times[1:])[(len(times) - 1) // 2])


async def measure_senders(senders):
    for _ in range(2):
        await send_until(senders, 0)
    start, spent = time.perf_counter(), time.process_time()
    done = await send_until(senders, start + duration)
    took, spent = time.perf_counter() - start, time.process_time() - spent
    print("rate %.3f\nprocessor %.3f" % (done / took, spent / done * 1e6))


async def measure():
    if load.startswith("echo"):
        async with sockets(several) as senders:
            await measure_senders(senders)
    else:
        session, get = client()
        async with session:
            if load == "process":
                await get()
                return
            if load == "download":
                start, spent = time.perf_counter(), time.process_time()
                done = await get()
                took, spent = time.perf_counter() - start, time.process_time() - spent
                print("rate %.3f\nprocessor %.3f" % (done / took / 1e6, spent * 1e3))
            else:
                await measure_senders([get] * several)
    print("memory %.3f" % (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3))


asyncio.run(measure_first() if load == "firstResponse" else measure())
