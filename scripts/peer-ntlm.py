"""A server that authenticates its connections by NTLM, as pyspnego understands it.

    peer-ntlm.py PORT CHAIN KEY

The accounts are those of the file that NTLM_USER_FILE names. An answer says who the connection is and its number.
"""

import base64
import http.server
import itertools
import ssl
import sys

import spnego
import spnego.exceptions

numbers = itertools.count(1)


class Handler(http.server.BaseHTTPRequestHandler):
    # One handler serves one connection.
    protocol_version = "HTTP/1.1"

    def setup(self):
        super().setup()
        self.number = next(numbers)
        self.context = None
        self.user = None

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        self.answer()

    def do_POST(self):
        self.answer()

    def answer(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        value = self.headers.get("Authorization", "")
        if self.user is None and value.startswith("NTLM "):
            token = base64.b64decode(value[5:])
            if token[8] == 1:
                self.context = spnego.server(protocol="ntlm")
            try:
                answer = self.context.step(token)
            except spnego.exceptions.SpnegoError as problem:
                sys.stderr.write(f"{problem}\n")
                return self.reply(401, "NTLM", b"refused")
            if not self.context.complete:
                return self.reply(401, "NTLM " + base64.b64encode(answer).decode(), b"")
            self.user = self.context.client_principal
        if self.user is None:
            return self.reply(401, "NTLM", b"nobody")
        self.reply(200, None, f"{self.user} {self.number} {len(body)}".encode())

    def reply(self, status, challenge, body):
        self.send_response(status)
        if challenge:
            self.send_header("WWW-Authenticate", challenge)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


port, chain, key = sys.argv[1:4]
server = http.server.ThreadingHTTPServer(("127.0.0.1", int(port)), Handler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(chain, key)
server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
server.serve_forever()
