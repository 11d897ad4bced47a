"""A server that wants Digest authentication, written from RFC 7616 with Python's own library alone.

    peer-digest.py PORT CHAIN KEY

Paths are /ALGORITHM/QOP, with ?userhash for a hashed user, ?stale for nonces that hold for one request, ?next for a next
nonce with each answer, and ?legacy for a challenge of RFC 2069, without qop. Alice's password is `secret`; JosXX's is
that of RFC 7616 3.9.2. Every answer says as JSON what the request carried; a request that is wrong in any part gets 401,
and 400 where it says something that the RFC forbids.
"""

import hashlib
import http.server
import json
import os
import re
import ssl
import sys
import threading
import urllib.parse

REALM = "digest \"realm\""
USERS = {"alice": "secret", "Jäsøn Doe": "Secret, or not?"}
HASHES = {"MD5": "md5", "SHA-256": "sha256", "SHA-512-256": "sha512_256"}
nonces = {}
lock = threading.Lock()


def digest(algorithm, text):
    data = text if isinstance(text, bytes) else text.encode()
    return hashlib.new(HASHES[algorithm.removesuffix("-sess")], data).hexdigest()


def parameters(text):
    found = {}
    for name, quoted, plain in re.findall(r'([a-z*]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))', text):
        if name in found:
            raise ValueError("twice: " + name)
        found[name] = plain if plain else re.sub(r"\\(.)", r"\1", quoted)
    return found


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        self.answer()

    def do_POST(self):
        self.answer()

    def answer(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        path, _, query = self.path.partition("?")
        options = query.split("&")
        algorithm, qop = [urllib.parse.unquote(part) for part in path.split("/")[1:3]]
        value = self.headers.get("Authorization")
        if value is None:
            return self.challenge(algorithm, qop, options)
        try:
            given = parameters(value.removeprefix("Digest "))
            verdict, user, secret, session = self.check(given, algorithm, qop, options, body)
        except (KeyError, ValueError) as problem:
            return self.reply(400, [], repr(problem).encode())
        if verdict != "good":
            return self.challenge(algorithm, qop, options, stale=verdict == "stale", why=verdict)
        text = json.dumps({"user": user, "given": given}).encode()
        fields = []
        if "legacy" not in options:
            a2 = ":" + self.path + (":" + digest(algorithm, text) if given["qop"] == "auth-int" else "")
            parts = [secret, given["nonce"], given["nc"], given["cnonce"], given["qop"], digest(algorithm, a2)]
            proof = digest(algorithm, ":".join(parts))
            info = f'rspauth="{proof}", cnonce="{given["cnonce"]}", nc={given["nc"]}, qop={given["qop"]}'
            if "next" in options:
                info += f', nextnonce="{self.nonce(session)}"'
            fields.append(("Authentication-Info", info))
        self.reply(200, fields, text)

    def check(self, given, algorithm, qop, options, body):
        """What is wrong, or `good`; with the user, the hash that stands for the password, and the session."""
        with lock:
            state = nonces.get(given["nonce"])
            if state is None:
                return "stale", None, None, None
            if "legacy" not in options:
                if not re.fullmatch("[0-9a-f]{8}", given["nc"]):
                    raise ValueError("nc")
                count = int(given["nc"], 16)
                if count != state["count"] + 1 and not (count > state["count"] and "many" in options):
                    return "count", None, None, None
                state["count"] = count
            if "stale" in options:
                del nonces[given["nonce"]]
        if given["realm"] != REALM or given["uri"] != self.path:
            return "place", None, None, None
        if given.get("opaque") != "opaque+data/==" or given.get("algorithm", "MD5") != algorithm:
            return "echo", None, None, None
        name = given.get("username")
        if name is None:
            name = urllib.parse.unquote(given["username*"].removeprefix("UTF-8''"))
        if "userhash" in options:
            if given["userhash"] != "true":
                raise ValueError("userhash")
            named = [user for user in USERS if digest(algorithm, f"{user}:{REALM}") == name]
        else:
            named = [user for user in USERS if user == name]
        if not named:
            return "user", None, None, None
        secret = digest(algorithm, f"{named[0]}:{REALM}:{USERS[named[0]]}")
        if algorithm.endswith("-sess"):
            # 3.4.2: computed once, of the nonces of the first request after the challenge.
            session = state["session"]
            first = session.setdefault("cnonce", given["cnonce"])
            secret = digest(algorithm, f"{secret}:{session['nonce']}:{first}")
        a2 = f"{self.command}:{self.path}"
        if "legacy" in options:
            expected = digest(algorithm, f"{secret}:{given['nonce']}:{digest(algorithm, a2)}")
        else:
            if given["qop"] not in qop.split(","):
                raise ValueError("qop")
            if given["qop"] == "auth-int":
                a2 += ":" + digest(algorithm, body)
            parts = [secret, given["nonce"], given["nc"], given["cnonce"], given["qop"], digest(algorithm, a2)]
            expected = digest(algorithm, ":".join(parts))
        return ("good" if expected == given["response"] else "response"), named[0], secret, state["session"]

    def nonce(self, session=None):
        nonce = os.urandom(12).hex()
        with lock:
            nonces[nonce] = {"count": 0, "session": session or {"nonce": nonce}}
        return nonce

    def challenge(self, algorithm, qop, options, stale=False, why="none"):
        quoted = REALM.replace('"', '\\"')
        value = f'Digest realm="{quoted}", nonce="{self.nonce()}", opaque="opaque+data/==", algorithm={algorithm}'
        if "legacy" not in options:
            value += f', qop="{qop}", charset=UTF-8'
        if "userhash" in options:
            value += ", userhash=true"
        if stale:
            value += ", stale=true"
        self.reply(401, [("WWW-Authenticate", value)], why.encode())

    def reply(self, status, fields, body):
        self.send_response(status)
        for name, value in fields + [("Content-Length", str(len(body)))]:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


port, chain, key = sys.argv[1:4]
server = http.server.ThreadingHTTPServer(("127.0.0.1", int(port)), Handler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(chain, key)
server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
server.serve_forever()
