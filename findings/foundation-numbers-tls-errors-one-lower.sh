#!/usr/bin/env bash
# Foundation's constants of TLS errors are one lower than those of Apple's header, and than its own URLError.
# NSURLError.h has NSURLErrorSecureConnectionFailed = -1200 up to NSURLErrorClientCertificateRequired = -1206; so has
# URLError.Code of the same Foundation. Seen on 29 November 2026: Swift 6.3.1 of swift.org, x86_64 Linux:
#     NSURLErrorSecureConnectionFailed -1201, URLError.Code -1200
#     NSURLErrorServerCertificateUntrusted -1203, URLError.Code -1202
#     NSURLErrorClientCertificateRequired -1207, URLError.Code -1206
#     NSURLErrorTimedOut -1001, URLError.Code -1001
# Code that compares an error's code with these constants takes a certificate that is not trusted (-1202) for one whose
# dates are wrong, and a client certificate that is wanted (-1206) for one that was rejected. With URLError.Code it is
# right.
# The compiler is the one that builds this project: no package has this Foundation.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/numbers.swift" <<'SWIFT'
import Foundation

for (name, constant, code) in [
    ("secureConnectionFailed", NSURLErrorSecureConnectionFailed, URLError.secureConnectionFailed),
    ("serverCertificateUntrusted", NSURLErrorServerCertificateUntrusted, .serverCertificateUntrusted),
    ("clientCertificateRequired", NSURLErrorClientCertificateRequired, .clientCertificateRequired),
    ("timedOut", NSURLErrorTimedOut, .timedOut),
] {
    let name = name.prefix(1).uppercased() + name.dropFirst()
    print("NSURLError\(name) \(constant), URLError.Code \(code.rawValue)")
}
SWIFT
swiftc --version 2>&1 | sed -n 1p
swiftc -o "$work/numbers" "$work/numbers.swift"
"$work/numbers" | tee "$work/seen"

# Whether the behaviour is still so.
so() { grep -qF "$1" "$work/seen" || { echo "this is no longer so: $1"; exit 1; }; }
so 'NSURLErrorSecureConnectionFailed -1201, URLError.Code -1200'
so 'NSURLErrorServerCertificateUntrusted -1203, URLError.Code -1202'
so 'NSURLErrorClientCertificateRequired -1207, URLError.Code -1206'
so 'NSURLErrorTimedOut -1001, URLError.Code -1001'
