"""A server that authenticates by Negotiate, and takes clients on the channel alone that they are bound to.

    peer-negotiate.py PORT CHAIN KEY

The service's keys are those of KRB5_KTNAME. The file that NEGOTIATE_BINDING names has the hash that makes the binding
`tls-server-end-point` (RFC 5929) of a certificate, and "unbound" behind it where clients that are bound to nothing are
taken too. The certificate is the first of CHAIN, or of the file that NEGOTIATE_CERTIFICATE names: that of a server
behind somebody who ends TLS. An answer says who the client is, a refusal why.
"""

import base64
import hashlib
import http.server
import os
import ssl
import sys

import gssapi

port, chain, key = sys.argv[1:4]
with open(os.environ["NEGOTIATE_BINDING"], encoding="ascii") as rules:
    digest, *words = rules.read().split()


def certificate(path):
    with open(path, encoding="ascii") as file:
        text = file.read()
    begin, end = ssl.PEM_HEADER, ssl.PEM_FOOTER
    return ssl.PEM_cert_to_DER_cert(text[text.index(begin) : text.index(end) + len(end)])


own = certificate(os.environ.get("NEGOTIATE_CERTIFICATE", chain))
binding = gssapi.raw.ChannelBindings(
    application_data=b"tls-server-end-point:" + hashlib.new(digest, own).digest()
)
service = gssapi.raw.acquire_cred(None, usage="accept").creds


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        scheme, _, token = self.headers.get("Authorization", "").partition(" ")
        if scheme != "Negotiate":
            return self.reply(401, "Negotiate", "nobody")
        try:
            accepted = gssapi.raw.accept_sec_context(
                base64.b64decode(token), acceptor_creds=service, channel_bindings=binding
            )
        except gssapi.exceptions.GSSError as problem:
            return self.reply(401, "Negotiate", type(problem).__name__)
        # krb5 1.19: a client that is bound to nothing is taken, and this flag alone tells it.
        is_bound = gssapi.RequirementFlag.channel_bound in accepted.flags
        if accepted.more_steps or not (is_bound or "unbound" in words):
            return self.reply(401, "Negotiate", "bound to nothing")
        name = gssapi.raw.display_name(accepted.initiator_name, name_type=False).name.decode()
        answer = base64.b64encode(accepted.token or b"").decode()
        self.reply(200, "Negotiate " + answer, f"{name} {'bound' if is_bound else 'unbound'}")

    def reply(self, status, challenge, text):
        self.send_response(status)
        self.send_header("WWW-Authenticate", challenge)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())


server = http.server.ThreadingHTTPServer(("127.0.0.1", int(port)), Handler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
# Certificates with broken signatures are served too.
context.set_ciphers("DEFAULT:@SECLEVEL=0")
context.load_cert_chain(chain, key)
server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
server.serve_forever()
