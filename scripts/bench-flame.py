"""Draws a flame graph of what perf has written about the verdicts of scripts/bench-flame, and sums up their parts."""

import html
import re
import sys

WIDTH, ROW, LEAST = 1160, 17, 0.0025
# The part of a verdict that a sample belongs to: the first whose pattern is in one of its frames.
PARTS = [
    ("signatures", r"isValidSignature|SignatureScheme"),
    ("keys", r"PublicKey\.init|publicKey\(_:\)"),
    ("memory of signatures", r"SignatureMemory"),
    ("reading certificates", r"PresentedList|Certificate\.init|DERCodable\.init\(der"),
    ("pool and path", r"CandidatePool|PathBuilder|AnchorDistances|LinkChecker"),
    ("rules", r"TrustEvaluator\.judge"),
    ("memory of verdicts, policy", r"VerdictMemory|CurrentPolicy|PolicyFacts"),
    ("the rest", r""),
]
COLOURS = {"libcrypto": "#e0a458", "libswiftCore": "#8fb3d9", "libc.so": "#b7b7b7", "holdfast": "#7dbb8a"}


def stacks(path):
    """Reads samples, the outermost frame first, from the verdict inwards; other samples are left out."""
    sample = []
    for line in open(path, encoding="utf-8", errors="replace"):
        match = re.match(r"\s+[0-9a-f]+ (.*) \((.*)\)$", line)
        if match:
            sample.append((match[1], match[2].rsplit("/", 1)[-1]))
            continue
        frames = [(shorter(name), file) for name, file in reversed(sample)]
        sample = []
        starts = [place for place, (name, _) in enumerate(frames) if name.startswith("closure #1 in static VerdictBench")]
        if starts and starts[-1] + 1 < len(frames):
            yield frames[starts[-1] + 1:]


def shorter(name):
    """Leaves out of a Swift function's name what the compiler has done with it."""
    name = re.sub(r"^(specialized|outlined|merged|protocol witness for|implicit closure #\d+ in) ", "", name)
    name = re.sub(r" in conformance .*$", "", name)
    return re.sub(r"^\[unknown\]$", "not exported", name)


def tree(samples):
    """Joins samples into calls: [count, file, {name: call}]."""
    root = [0, "", {}]
    for frames in samples:
        root[0] += 1
        call = root
        for name, file in frames:
            if (file, name) not in call[2]:
                call[2][file, name] = [0, file, {}]
            call = call[2][file, name]
            call[0] += 1
    return root


def draw(root, path, mode):
    """Writes the graph: the width of a call is its share of the samples, what it calls stands above it."""
    boxes = []

    def place(call, left, level):
        for (file, name), inner in sorted(call[2].items(), key=lambda item: item[0]):
            width = WIDTH * inner[0] / root[0]
            if inner[0] / root[0] >= LEAST:
                boxes.append((left, level, width, name, file, inner[0] / root[0]))
                place(inner, left, level + 1)
            left += width

    place(root, 0.0, 0)
    height = (max(level for _, level, *_ in boxes) + 2) * ROW + 24
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="monospace" font-size="11">',
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
        f'<text x="4" y="14">A verdict on chain A ({mode}): green this package, orange libcrypto, blue Swift\'s runtime, '
        "grey the C library</text>",
    ]
    for left, level, width, name, file, share in boxes:
        colour = next((value for key, value in COLOURS.items() if file.startswith(key)), "#d0d0d0")
        top = height - (level + 1) * ROW
        text = html.escape(name[: int(width / 6.7)]) if width > 24 else ""
        lines.append(
            f'<g><title>{html.escape(name)}, {file}: {share:.1%}</title><rect x="{left:.1f}" y="{top}" '
            f'width="{width:.1f}" height="{ROW - 1}" fill="{colour}"/><text x="{left + 2:.1f}" y="{top + 12}">{text}</text></g>')
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines + ["</svg>"]) + "\n")


def main():
    mode, source, target = sys.argv[1:]
    samples = list(stacks(source))
    if len(samples) < 100:
        sys.exit(f"bench-flame: {len(samples)} samples of verdicts are too few")
    draw(tree(samples), target, mode)
    counts = dict.fromkeys((part for part, _ in PARTS), 0)
    for frames in samples:
        text = "\n".join(name for name, _ in frames)
        counts[next(part for part, pattern in PARTS if re.search(pattern, text))] += 1
    for part, count in counts.items():
        print(f"{count / len(samples):6.1%}  {part}")


main()
