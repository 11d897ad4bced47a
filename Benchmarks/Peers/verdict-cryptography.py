"""PyPI's cryptography as a verifier, with a store that is made before. The arguments and the line that it prints are
those of `holdfast-bench-verdict time`."""
import pathlib
import sys
import time

from cryptography import x509
from cryptography.x509.verification import PolicyBuilder, Store, VerificationError

if len(sys.argv) != 4:
    sys.exit("usage: verdict-cryptography.py parse|extensions|first|refuse FOLDER SECONDS")
mode, folder, duration = sys.argv[1], pathlib.Path(sys.argv[2]), float(sys.argv[3])
parse = x509.load_der_x509_certificate


def measure(work, parts):
    """Does something for so long, and prints the microseconds of processor time that each of its parts takes."""
    work()
    times, end, spent = 0, time.perf_counter() + duration, time.process_time()
    while times == 0 or time.perf_counter() < end:
        work()
        times += 1
    print("spent %.3f" % ((time.process_time() - spent) / times / parts * 1e6))


def parse_roots():
    for octets in roots:
        parse(octets)


def read_extensions():
    """What `parse` leaves for later: names, key and extensions."""
    for octets in roots:
        certificate = parse(octets)
        certificate.subject, certificate.issuer, certificate.public_key(), certificate.extensions


def judge(host):
    """From bytes to the verdict on a host; raises the refusal."""
    policy.build_server_verifier(host).verify(parse(leaf), [parse(authority)])


def accept():
    judge(right)


def refuse():
    try:
        judge(wrong)
    except VerificationError as refusal:
        assert "no matching subjectAltName" in str(refusal), refusal
    else:
        sys.exit("another verdict")


if mode in ("parse", "extensions"):
    roots = [path.read_bytes() for path in folder.glob("*.der")]
    assert roots, "no certificates"
    measure(parse_roots if mode == "parse" else read_extensions, len(roots))
else:
    leaf, authority = [(folder / name).read_bytes() for name in ("leaf.der", "authority.der")]
    policy = PolicyBuilder().store(Store([parse((folder / "root.der").read_bytes())]))
    right, wrong = x509.DNSName("www.example.com"), x509.DNSName("other.invalid")
    measure({"first": accept, "refuse": refuse}[mode], 1)
