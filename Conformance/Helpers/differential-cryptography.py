#!/usr/bin/env python3
"""Asks PyPI's cryptography about chains: one JSON question a line in the file named, one JSON answer a line.

Needs version 42 or later, the first that verifies; Debian 12 has 38. It judges as a TLS client with that library does, by
its default policy.
"""
import base64
import datetime
import ipaddress
import json
import re
import sys


def words(error):
    """The library's message without what differs from run to run."""
    text = str(error)
    text = re.sub(r"\s*\(encountered processing .*", "", text, flags=re.S)
    text = re.sub(r"<[^>]*>", "", text)
    for opening in ("validation failed: ", "candidates exhausted: "):
        text = text.removeprefix(opening)
    return " ".join(text.split())[:160]


def judge(x509, verification, question):
    host = question["host"]
    subject = x509.IPAddress(ipaddress.ip_address(host)) if question["isAddress"] else x509.DNSName(host)
    anchors = []
    for der in map(base64.b64decode, question["anchors"]):
        try:
            anchors.append(x509.load_der_x509_certificate(der))
        except (ValueError, x509.InvalidVersion):
            continue
    if not anchors:
        return ["no readable anchor"]
    try:
        chain = [x509.load_der_x509_certificate(base64.b64decode(der)) for der in question["presented"]]
    except (ValueError, x509.InvalidVersion):
        return ["unreadable"]
    at = datetime.datetime.fromtimestamp(question["at"], datetime.timezone.utc)
    builder = verification.PolicyBuilder().store(verification.Store(anchors)).time(at)
    try:
        builder.build_server_verifier(subject).verify(chain[0], chain[1:])
    except verification.VerificationError as error:
        return [words(error)]
    except (ValueError, TypeError, x509.DuplicateExtension, x509.InvalidVersion) as error:
        return ["%s: %s" % (type(error).__name__, words(error))]
    return []


def main():
    try:
        import cryptography
        from cryptography import x509
        from cryptography.x509 import verification
    except ImportError:
        sys.exit("cryptography 42 or later is not installed")
    if sys.argv[1:] == ["--version"]:
        print("cryptography", cryptography.__version__)
        return
    with open(sys.argv[1]) as questions:
        for line in questions:
            reasons = judge(x509, verification, json.loads(line))
            print(json.dumps({"accepted": not reasons, "reasons": reasons}), flush=True)


main()
