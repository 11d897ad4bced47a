#!/usr/bin/env python3
"""peer-protocols.py VERDICT TESTSSL SSLYZE: one server as three programs see it.

VERDICT is a line of `holdfast check --protocols --json`, TESTSSL the file of `testssl -p -E -f --jsonfile`, SSLYZE that
of `sslyze --json_out` with a list of suites for each version, --elliptic_curves, --reneg and --ems. Prints what they
differ in, a line each; Docs/protocols.md has the reasons. Ends with 1 where there is a difference.
"""
import json
import re
import sys

VERSIONS = ["SSL 3.0", "1.0", "1.1", "1.2", "1.3"]
# The names of OpenSSL for groups that the registry calls otherwise.
GROUPS = {"prime256v1": "secp256r1", "X25519": "x25519", "X448": "x448"}


def group(name):
    return GROUPS.get(name, name)


def ours(line):
    found = json.loads(line)["protocols"]
    suites = {one["version"]: set((one["cipherSuites"] or {"taken": []})["taken"]) for one in found["versions"]}
    spoken = {one["version"]: one["spoken"] for one in found["versions"]}
    groups = {name for one in found["versions"] for name in (one["groups"] or {"taken": []})["taken"]}
    alpn = set((found["applicationProtocols"] or {"taken": []})["taken"])
    facts = {"extendedMasterSecret": found["extendedMasterSecret"], "renegotiation": found["secureRenegotiation"]}
    return spoken, suites, groups, alpn, facts


def testssl(text):
    rows = json.loads(text)
    ids = {"SSLv3": "SSL 3.0", "TLS1": "1.0", "TLS1_1": "1.1", "TLS1_2": "1.2", "TLS1_3": "1.3"}
    spoken = {ids[row["id"]]: row["finding"].startswith("offered") for row in rows if row["id"] in ids}
    suites = {version: set() for version in VERSIONS}
    words = {"ssl3": "SSL 3.0", "tls1": "1.0", "tls1_1": "1.1", "tls1_2": "1.2", "tls1_3": "1.3"}
    for row in rows:
        match = re.match(r"cipher-(ssl3|tls1(?:_[123])?)_x", row["id"])
        if match:
            suites[words[match.group(1)]].add(row["finding"].split()[-1])
    groups = set()
    for row in rows:
        if row["id"] in ("PFS_ECDHE_curves", "PFS_DH_groups", "FS_ECDHE_curves", "FS_DH_groups", "DH_groups"):
            groups |= {group(name) for name in row["finding"].split()}
    alpn = {row["finding"] for row in rows if row["id"] in ("ALPN", "ALPN_HTTP2")}
    return spoken, suites, groups, alpn, {}


def sslyze(text):
    found = json.loads(text)["server_scan_results"][0]["scan_result"]
    keys = {"SSL 3.0": "ssl_3_0", "1.0": "tls_1_0", "1.1": "tls_1_1", "1.2": "tls_1_2", "1.3": "tls_1_3"}
    spoken, suites = {}, {}
    for version, key in keys.items():
        result = found[key + "_cipher_suites"]["result"]
        spoken[version] = result["is_tls_version_supported"]
        suites[version] = {one["cipher_suite"]["name"] for one in result["accepted_cipher_suites"]}
    curves = found["elliptic_curves"]["result"]["supported_curves"] or []
    facts = {
        "extendedMasterSecret": found["tls_extended_master_secret"]["result"]["supports_ems_extension"],
        "renegotiation": found["session_renegotiation"]["result"]["supports_secure_renegotiation"],
    }
    return spoken, suites, {group(one["name"]) for one in curves}, None, facts


def differences(name, own, other):
    for version in VERSIONS:
        if other[0].get(version) != own[0].get(version):
            yield f"{name}: {version} spoken: {other[0].get(version)}, here {own[0].get(version)}"
        yield from sets(f"{name}: suites of {version}", own[1].get(version, set()), other[1].get(version, set()))
    yield from sets(f"{name}: groups", own[2], other[2])
    if other[3] is not None:
        yield from sets(f"{name}: ALPN", own[3], other[3])
    for fact, value in other[4].items():
        if value != own[4][fact]:
            yield f"{name}: {fact}: {value}, here {own[4][fact]}"


def sets(what, own, other):
    if own - other:
        yield f"{what}: not seen there: {' '.join(sorted(own - other))}"
    if other - own:
        yield f"{what}: not seen here: {' '.join(sorted(other - own))}"


def main():
    texts = [open(path, encoding="utf-8").read() for path in sys.argv[1:4]]
    own = ours(texts[0])
    found = list(differences("testssl.sh", own, testssl(texts[1]))) + list(differences("sslyze", own, sslyze(texts[2])))
    print("\n".join(found))
    return 1 if found else 0


sys.exit(main())
