"""Reads PEM and tables of facts, for scripts/trust-facts."""
import base64
import hashlib
import re


class Bundle:
    """The roots of one package, by the SHA-256 of their octets, and the constraints that it puts on them."""

    def __init__(self, name, programme, title, day, roots, constraints=None, names=None):
        self.name, self.programme, self.title, self.day = name, programme, title, day
        self.roots, self.constraints = roots, constraints
        # Of every certificate that it speaks of, those that are no roots for servers too.
        self.names = names or roots


def element(octets, at):
    """The tag of a DER element, and where its content begins and ends."""
    tag, length, at = octets[at], octets[at + 1], at + 2
    if length & 0x80:
        count = length & 0x7F
        length, at = int.from_bytes(octets[at:at + count], "big"), at + count
    if at + length > len(octets):
        raise ValueError("an element ends outside of the octets")
    return tag, at, at + length


def elements(octets, at, end):
    while at < end:
        tag, start, stop = element(octets, at)
        yield tag, start, stop
        at = stop


def subject(octets):
    """A root's name: its common name, or else its unit's or organisation's."""
    _, at, end = element(octets, 0)
    _, at, end = element(octets, at)
    fields = list(elements(octets, at, end))
    _, at, end = fields[5 if fields[0][0] == 0xA0 else 4]
    names = {}
    for _, start, stop in elements(octets, at, end):
        for _, one, last in elements(octets, start, stop):
            (_, a, b), (tag, c, d) = list(elements(octets, one, last))[:2]
            names[octets[a:b]] = octets[c:d].decode("utf-16-be" if tag == 0x1E else "utf-8", "replace")
    name = next((names[key] for key in (b"\x55\x04\x03", b"\x55\x04\x0b", b"\x55\x04\x0a") if key in names), "-")
    return re.sub(r"[\x00-\x1f\x7f]+", " ", name).strip() or "-"


def root(octets):
    return {hashlib.sha256(octets).hexdigest(): subject(octets)}


def pem(text):
    roots = {}
    for block in re.findall(r"-----BEGIN CERTIFICATE-----(.*?)-----END CERTIFICATE-----", text, re.S):
        roots |= root(base64.b64decode(block))
    return roots


class Table:
    """A file of facts, as FactTable reads it; empty where there is none."""

    def __init__(self, file, key):
        self.sources, self.rows = {}, {}
        columns = []
        for line in file.read_text().splitlines() if file.exists() else []:
            fields = line.split("\t")
            if fields[0] == "#source":
                self.sources[fields[1]] = (fields[2], fields[3])
            elif fields[0] == "#columns":
                columns = fields[1:]
            elif line and not line.startswith("#") and set(key) <= set(columns):
                row = {"until": "-", "name": "-"} | dict(zip(columns, fields))
                self.rows[tuple(row[name] for name in key)] = row


def table(head, columns, sources, rows):
    rows = sorted(rows)
    used = {row[columns.index("source")] for row in rows}
    lines = [f"# {line}" for line in head]
    lines += [f"#source\t{name}\t{title}\t{day}" for name, (title, day) in sorted(sources.items()) if name in used]
    lines.append("\t".join(["#columns", *columns]))
    lines += ["\t".join(row) for row in rows]
    return "\n".join(lines) + "\n"
