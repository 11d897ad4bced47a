"""A server of HTTPS by Python's own ssl, which says how each of its handshakes ended.

    peer-resumption.py PORT CHAIN KEY VERSION [without-tickets]

VERSION is 1.2 or 1.3. It writes a line for each handshake that was finished, before it reads on: `new` or `resumed`, and
the version. Each connection is for one request.
"""

import http.server
import socketserver
import ssl
import sys

VERSIONS = {"1.2": ssl.TLSVersion.TLSv1_2, "1.3": ssl.TLSVersion.TLSv1_3}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def setup(self):
        word = "resumed" if self.request.session_reused else "new"
        # Written at once: threads write here side by side.
        print(f"{word} {self.request.version()}\n", end="", flush=True)
        super().setup()

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Length", "5")
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(b"hello")


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True

    def __init__(self, port, context):
        super().__init__(("127.0.0.1", port), Handler)
        self.context = context

    def finish_request(self, request, address):
        try:
            request = self.context.wrap_socket(request, server_side=True)
        except OSError:
            return
        super().finish_request(request, address)
        # OpenSSL forgets the session of a connection that is given up without a word.
        request.unwrap().close()

    def handle_error(self, request, address):
        pass


if __name__ == "__main__":
    port, chain, key, version = sys.argv[1:5]
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(chain, key)
    context.minimum_version = context.maximum_version = VERSIONS[version]
    if "without-tickets" in sys.argv[5:]:
        context.options |= ssl.OP_NO_TICKET
    Server(int(port), context).serve_forever()
