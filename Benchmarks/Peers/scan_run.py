"""Runs a scanner over a list, and looks whether each target has its one verdict: of scripts/bench-scan.

    scan_run.py LIST PORT LIMIT COMMAND...
    scan_run.py killed LIST PORT LIMIT KILLS DATABASE COMMAND...

It prints `processor`, milliseconds of processor time a target; `rate`, targets a second; `memory`, the most resident
memory in MB. A verdict is held against what the server of the list does, under that limit of seconds; what does not fit
is told, and ends it with 1. `killed` kills holdfast so many times at random, has it go on by `--resume`, and reads what
its history has in the end.
"""

import random
import re
import resource
import signal
import sqlite3
import subprocess
import sys
import threading
import time

import scan_servers

TARGET = re.compile(rb'"target":"([^"\\]+)"')
TRUSTED = re.compile(rb'"trusted":(true|false)')


def expectations(listed, port, limit):
    """The targets, and whether each is to be trusted."""
    wanted = {}
    for line in open(listed):
        name = line.split()[0]
        place = int(name.rsplit(":", 1)[1]) - port
        wanted[name] = place == 0 or place == scan_servers.SLOW and limit > scan_servers.LATE
    return wanted


def begin(command, **settings):
    return subprocess.Popen(["taskset", "-c", "1", *command], stdout=subprocess.PIPE, **settings)


def take(lines, wanted, seen, wrong):
    """Looks at lines of JSON, each the only one of its target."""
    for line in lines:
        target, trusted = TARGET.search(line), TRUSTED.search(line)
        name = target[1].decode() if target else None
        if not trusted or name not in wanted or name in seen or (trusted[1] == b"true") != wanted[name]:
            wrong.append(line[:400].decode(errors="replace"))
        seen.add(name)


def told(wanted, seen, wrong, code):
    missing = len(wanted.keys() - seen)
    if missing or wrong or code not in (0, 33):
        print(f"code {code}, {missing} without a verdict, {len(wrong)} wrong: {wrong[:3]}", file=sys.stderr)
        return 1
    return 0


def run(listed, port, limit, command):
    wanted = expectations(listed, port, limit)
    seen, wrong = set(), []
    began = time.monotonic()
    process = begin(command)
    take(process.stdout, wanted, seen, wrong)
    code = process.wait()
    took = time.monotonic() - began
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    print("processor", 1e3 * (usage.ru_utime + usage.ru_stime) / len(wanted))
    print("rate", len(wanted) / took)
    print("memory", usage.ru_maxrss / 1e3)
    return told(wanted, seen, wrong, code)


def run_killed(listed, port, limit, kills, database, command):
    wanted = expectations(listed, port, limit)
    printed, wrong, further = set(), [], []
    for _ in range(kills):
        process = begin([*command, "--database", database, *further, listed], start_new_session=True)
        timer = threading.Timer(random.uniform(1, 10), process.send_signal, [signal.SIGKILL])
        timer.start()
        # The last line may be cut.
        take((line for line in process.stdout if line.endswith(b"\n")), wanted, printed, wrong)
        timer.cancel()
        if process.wait() != -signal.SIGKILL:
            print(f"it ended before it was killed, with {process.returncode}", file=sys.stderr)
            return 1
        further = ["--resume"]
        print(f"killed with {len(printed)} printed", file=sys.stderr)
    process = begin([*command, "--database", database, "--resume", listed])
    take(process.stdout, wanted, printed, wrong)
    code = process.wait()
    rows = sqlite3.connect(database).execute(
        "SELECT targets.target, exit_code = 0 FROM verdicts JOIN targets ON targets.id = verdicts.target").fetchall()
    kept = dict(rows)
    if len(kept) != len(rows) or kept != wanted:
        wrong.append(f"{len(rows)} rows of {len(kept)} targets in the history")
    print(f"{len(wanted)} targets, {len(printed)} printed, {len(rows)} in the history, {kills} times killed")
    return told(wanted, set(kept), wrong, code)


if __name__ == "__main__":
    if sys.argv[1:2] == ["killed"] and len(sys.argv) > 7:
        listed, port, limit, kills, database = sys.argv[2:7]
        sys.exit(run_killed(listed, int(port), float(limit), int(kills), database, sys.argv[7:]))
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    sys.exit(run(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), sys.argv[4:]))
