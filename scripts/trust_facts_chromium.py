"""Reads the root store that is compiled into Chromium, for scripts/trust-facts."""
import datetime
import hashlib
import re
import struct

from trust_facts_read import element, root


class Program:
    """A linked program of 64 bits (ELF), by the addresses that it runs at."""

    def __init__(self, octets):
        self.octets = octets
        table, = struct.unpack_from("<Q", octets, 32)
        count, = struct.unpack_from("<H", octets, 56)
        self.segments, dynamic = [], {}
        for number in range(count):
            kind, _, offset, address, _, size = struct.unpack_from("<IIQQQQ", octets, table + 56 * number)
            if kind == 1:
                self.segments.append((offset, address, size))
            elif kind == 2:
                dynamic = dict(struct.iter_unpack("<QQ", octets[offset:offset + size]))
        start, size = self.offset(dynamic[7]), dynamic[8]
        # Pointers stand in the relocations (R_X86_64_RELATIVE), not in the data.
        self.pointers = {place: target for place, kind, target
                         in struct.iter_unpack("<QQq", octets[start:start + size]) if kind == 8}

    def offset(self, address):
        for offset, start, size in self.segments:
            if start <= address < start + size:
                return offset + address - start
        raise ValueError(f"{address:#x} is in no segment")

    def take(self, address, length):
        start = self.offset(address)
        return self.octets[start:start + length]

    def word(self, address):
        return int.from_bytes(self.take(address, 8), "little")

    def span(self, address, size=1):
        """The octets of a pointer with a count."""
        length = self.word(address + 8) * size
        return self.take(self.pointers[address], length) if length else b""

    def text(self, address):
        """A text that may be absent."""
        return self.span(address).decode() if self.take(address + 16, 1)[0] else None

    def time(self, address):
        """A time that may be absent, as RFC 3339 writes it: microseconds since 1601."""
        if not self.take(address + 8, 1)[0]:
            return None
        moment = datetime.datetime(1601, 1, 1) + datetime.timedelta(microseconds=self.word(address))
        return moment.replace(microsecond=0).isoformat() + "Z"


# What chrome_root_store_data.h of Chromium 156 states: ChromeRootCertInfo and StaticChromeRootCertConstraints.
ENTRY, CONSTRAINTS = 64, 160


def chromium(octets, known):
    """The anchors of Chromium's list, and what it constrains them to, of the version that the program is.

    The list is compiled in: entries of one size, of which each begins with a pointer to a certificate. What does not
    look as it is expected ends the script: a list that is half understood is none.
    """
    program = Program(octets)
    version = re.search(rb"Chrome/(\d+\.\d+\.\d+\.\d+)\x00", octets) or re.search(rb"\x00(1\d\d\.0\.\d{4,5}\.\d+)\x00", octets)
    version = numbers(version.group(1).decode())

    def certificate(address):
        target = program.pointers.get(address)
        try:
            if target is None or not 300 <= (length := program.word(address + 8)) < 10_000:
                return None
            der = program.take(target, length)
            return der if der[:2] == b"\x30\x82" and element(der, 0)[2] == len(der) else None
        except (ValueError, IndexError):
            return None

    def starts():
        for address in sorted(program.pointers):
            here = certificate(address)
            # The list before it, of authorities of the EU, has entries of 16 octets.
            if here and certificate(address + ENTRY) and certificate(address + 16) is None:
                if hashlib.sha256(here).hexdigest() in known:
                    yield address

    for address in starts():
        roots, constraints = {}, {}
        while der := certificate(address):
            found = root(der)
            roots |= found
            kept = [constraint(program, program.pointers[address + 16] + CONSTRAINTS * number, version)
                    for number in range(program.word(address + 24))]
            kept = [one for one in kept if one is not None]
            # Any of several will do. Two that hold for one version are not known to happen.
            if len(kept) > 1 or (not kept and program.word(address + 24)):
                raise SystemExit(f"trust-facts: the constraints of {found} are not understood")
            if kept and kept[0]:
                constraints[next(iter(found))] = kept[0]
            address += ENTRY
        if len(roots) >= 50:
            return roots, constraints
    raise SystemExit("trust-facts: Chromium's list of roots was not found in its program")


def numbers(version):
    return [int(part) for part in version.split(".")]


def constraint(program, address, version):
    """What one set of constraints asks for; none where it is for other versions."""
    if (least := program.text(address + 32)) and version < numbers(least):
        return None
    if (most := program.text(address + 56)) and version >= numbers(most):
        return None
    found = set()
    if date := program.time(address):
        found.add(("timestampNotAfter", date))
    if date := program.time(address + 128):
        found.add(("distrustAfter", date))
    if program.word(address + 88):
        for number in range(program.word(address + 88)):
            found.add(("dnsName", program.span(program.pointers[address + 80] + 16 * number).decode()))
    # Times from which on alone something counts, and serial numbers of Merkle tree certificates.
    if any(program.take(address + place, 1)[0] for place in (16 + 8, 96 + 8, 112 + 8, 144 + 8)):
        raise SystemExit("trust-facts: Chromium has a constraint of a kind that this script does not know")
    return found
