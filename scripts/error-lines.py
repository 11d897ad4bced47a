"""Prints how Python refuses the servers of FOLDER/rows, its module ssl or a library of PROGRAM's name.

Of each server that is refused: the name, a tab, and the last line of the traceback.
"""
import asyncio
import socket
import ssl
import sys
import traceback

folder, program = sys.argv[1:]


def with_python(host, port, roots):
    context = ssl.create_default_context(cafile=roots)
    with socket.create_connection(("127.0.0.1", port), timeout=5) as plain:
        with context.wrap_socket(plain, server_hostname=host) as connection:
            connection.sendall(b"GET / HTTP/1.0\r\nHost: " + host.encode() + b"\r\n\r\n")
            connection.recv(1)


def url(host, port):
    return f"https://[{host}]:{port}/" if ":" in host else f"https://{host}:{port}/"


def with_requests(host, port, roots):
    import requests
    requests.get(url(host, port), verify=roots, timeout=5)


def with_httpx(host, port, roots):
    import httpx
    httpx.get(url(host, port), verify=ssl.create_default_context(cafile=roots), timeout=5)


def with_curl_cffi(host, port, roots):
    from curl_cffi import requests
    requests.get(url(host, port), verify=roots, timeout=5)


def with_aiohttp(host, port, roots):
    import aiohttp

    async def get():
        async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=5)) as session:
            async with session.get(url(host, port), ssl=ssl.create_default_context(cafile=roots)):
                pass

    asyncio.run(get())


ask = globals()[f"with_{program}"]
for row in open(f"{folder}/rows"):
    name, host, port = row.split()
    try:
        ask(host, int(port), f"{folder}/{name}/roots.pem")
        print(name, "ok", sep="\t")
    except Exception as error:
        print(name, traceback.format_exception_only(error)[-1].strip().replace("\n", " "), sep="\t", flush=True)
