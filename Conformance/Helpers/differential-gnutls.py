#!/usr/bin/env python3
"""Asks GnuTLS about chains: one JSON question a line in the file named, one JSON answer a line on standard output.

certtool cannot be asked for another time than now, so this speaks to the library itself (Debian's libgnutls30). It judges
as a GnuTLS client does: a trust list of the anchors, gnutls_x509_trust_list_verify_crt2() with the host and the purpose.
"""
import base64
import ctypes
import json
import sys

NAMES = {
    1: "invalid", 5: "revoked", 6: "signer-not-found", 7: "signer-not-ca", 8: "insecure-algorithm",
    9: "not-activated", 10: "expired", 11: "signature-failure", 12: "revocation-superseded", 14: "unexpected-owner",
    15: "revocation-future", 16: "signer-constraints", 17: "mismatch", 18: "purpose-mismatch", 19: "missing-ocsp",
    20: "invalid-ocsp", 21: "unknown-critical-extension",
}
HOST, PURPOSE, ADDRESS = 1, 2, 4
SERVER = b"1.3.6.1.5.5.7.3.1\0"


class Data(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("size", ctypes.c_uint)]


class Typed(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("data", ctypes.c_void_p), ("size", ctypes.c_uint)]


TimeFunction = ctypes.CFUNCTYPE(ctypes.c_long, ctypes.c_void_p)


class Library:
    def __init__(self):
        self.c = ctypes.CDLL("libgnutls.so.30")
        self.c.gnutls_check_version.restype = ctypes.c_char_p
        self.now = 0
        self.clock = TimeFunction(self.time)
        self.c.gnutls_global_set_time_function(self.clock)

    def time(self, pointer):
        if pointer:
            ctypes.cast(pointer, ctypes.POINTER(ctypes.c_long))[0] = self.now
        return self.now

    def version(self):
        return "GnuTLS " + self.c.gnutls_check_version(None).decode()

    def certificate(self, der):
        handle = ctypes.c_void_p()
        self.c.gnutls_x509_crt_init(ctypes.byref(handle))
        buffer = ctypes.create_string_buffer(der, len(der))
        data = Data(ctypes.cast(buffer, ctypes.c_void_p), len(der))
        if self.c.gnutls_x509_crt_import(handle, ctypes.byref(data), 0) == 0:
            return handle
        self.c.gnutls_x509_crt_deinit(handle)
        return None

    def judge(self, question):
        self.now = question["at"]
        trust = ctypes.c_void_p()
        self.c.gnutls_x509_trust_list_init(ctypes.byref(trust), 0)
        chain = []
        try:
            for der in map(base64.b64decode, question["anchors"]):
                anchor = self.certificate(der)
                if anchor is not None:
                    # The list owns it from here on.
                    self.c.gnutls_x509_trust_list_add_cas(trust, ctypes.byref(anchor), 1, 0)
            for der in map(base64.b64decode, question["presented"]):
                certificate = self.certificate(der)
                if certificate is None:
                    return ["unreadable"]
                chain.append(certificate)
            return self.verify(trust, chain, question)
        finally:
            for certificate in chain:
                self.c.gnutls_x509_crt_deinit(certificate)
            self.c.gnutls_x509_trust_list_deinit(trust, 1)

    def verify(self, trust, chain, question):
        handles = (ctypes.c_void_p * len(chain))(*[c.value for c in chain])
        host = question["host"].encode()
        kind = HOST
        if question["isAddress"]:
            import ipaddress
            host, kind = ipaddress.ip_address(question["host"]).packed, ADDRESS
        hostBuffer = ctypes.create_string_buffer(host)
        purpose = ctypes.create_string_buffer(SERVER)
        wanted = (Typed * 2)(
            Typed(kind, ctypes.cast(hostBuffer, ctypes.c_void_p), len(host)),
            Typed(PURPOSE, ctypes.cast(purpose, ctypes.c_void_p), 0),
        )
        status = ctypes.c_uint(0)
        code = self.c.gnutls_x509_trust_list_verify_crt2(
            trust, handles, len(chain), wanted, 2, 0, ctypes.byref(status), None)
        if code < 0:
            return ["error %d" % code]
        bits = [bit for bit in range(32) if status.value >> bit & 1]
        return [NAMES.get(bit, "bit-%d" % bit) for bit in bits]


def main():
    try:
        library = Library()
    except OSError:
        sys.exit("libgnutls.so.30 is not installed")
    if sys.argv[1:] == ["--version"]:
        print(library.version())
        return
    with open(sys.argv[1]) as questions:
        for line in questions:
            reasons = library.judge(json.loads(line))
            # "invalid" stands beside every other reason.
            named = [reason for reason in reasons if reason != "invalid"] or reasons
            print(json.dumps({"accepted": not reasons, "reasons": named}), flush=True)


main()
