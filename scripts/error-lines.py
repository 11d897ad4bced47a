"""Prints how Python's ssl refuses the servers of FOLDER/rows: the name, a tab, and the last line of the traceback."""
import socket
import ssl
import sys
import traceback

folder = sys.argv[1]
for row in open(f"{folder}/rows"):
    name, host, port = row.split()
    try:
        context = ssl.create_default_context(cafile=f"{folder}/{name}/roots.pem")
        with socket.create_connection(("127.0.0.1", int(port)), timeout=5) as plain:
            with context.wrap_socket(plain, server_hostname=host) as connection:
                connection.sendall(b"GET / HTTP/1.0\r\nHost: " + host.encode() + b"\r\n\r\n")
                connection.recv(1)
        print(name, "ok", sep="\t")
    except Exception as error:
        print(name, traceback.format_exception_only(error)[-1].strip().replace("\n", " "), sep="\t", flush=True)
