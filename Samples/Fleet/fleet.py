"""Judges a table of servers on the machines of an Apache Spark, and tells what has changed between two nights.

    spark-submit fleet.py scan LIST VERDICTS [OPTION OF scan]...
    spark-submit fleet.py changes BEFORE AFTER

LIST is a folder or file of Parquet, or one of CSV with a head (.csv). Its column `target` has a server as a line of
`holdfast scan` has it; `options` and `owner`, where they are there, have the rest of that line. VERDICTS is a folder
that is not there yet; its rows are those of COLUMNS. `changes` asks changes.sql, which lies beside this file.

scan ends with 0 where every line has its verdict, whatever was found, with 2 where lines could not be read, and with 1
where Spark gave up. FLEET_HOLDFAST is the command on the workers, FLEET_PART the number of lines that one process gets.
"""

import json
import os
import pathlib
import subprocess
import sys
from datetime import datetime

from pyspark.sql import SparkSession

COLUMNS = """
    place BIGINT NOT NULL, key STRING NOT NULL, target STRING NOT NULL, owner STRING,
    at TIMESTAMP NOT NULL, attempts INT NOT NULL, level STRING NOT NULL, exit_code INT NOT NULL,
    cause STRING, message STRING, errors ARRAY<STRING> NOT NULL,
    address STRING, tls_version STRING, key_exchange STRING,
    fingerprint STRING, spki STRING, subject STRING, issuer STRING, not_before TIMESTAMP, not_after TIMESTAMP,
    key_type STRING, key_bits INT, signature STRING,
    verdict STRING NOT NULL
"""


def line(row):
    """A row of the list as one line of `scan`, whatever characters its cells have."""
    owner = f"# {row['owner']}" if row.get("owner") else ""
    return " ".join(f"{row['target'] or ''} {row.get('options') or ''} {owner}".split())


def moment(text):
    """A time as Spark has it; None for one that a certificate may have and a calendar has not."""
    try:
        return datetime.fromisoformat(text.replace("Z", "+00:00"))
    except (AttributeError, ValueError):
        return None


def record(place, result):
    """The row of one result, in the order of COLUMNS."""
    verdict = result["verdict"]
    failure = verdict.get("error")
    leaf = next(iter(verdict["chain"] or verdict["presented"]), {})
    key = leaf.get("key") or {}
    grave = [finding for finding in verdict["findings"] if finding["severity"] == "error"]
    # An error that the user has decided about refuses nobody.
    causes = ([failure] if failure else []) + grave if result["level"] == "error" else []
    tls = verdict.get("tls") or {}
    return (
        place, result["key"], result["target"], result["owner"],
        moment(verdict["at"]), result["attempts"], result["level"], result["exitCode"],
        causes[0]["code"] if causes else None, causes[0]["message"] if causes else None,
        sorted({cause["code"] for cause in causes}),
        verdict.get("address"), tls.get("version"), tls.get("keyExchange"),
        leaf.get("fingerprintSHA256"), leaf.get("spkiSHA256"), leaf.get("subject"), leaf.get("issuer"),
        moment(leaf.get("notBefore")), moment(leaf.get("notAfter")),
        key.get("type"), key.get("bits"), leaf.get("signatureAlgorithm"),
        json.dumps(verdict, ensure_ascii=False, sort_keys=True),
    )  # fmt: skip


def judge(command):
    """What a worker does with a partition: all of it through one process, or a failure, upon which Spark tries again."""

    def rows(partition):
        part = list(partition)
        if not part:
            return
        # What is started here must have the whole part: a list that breaks off would look like a short one.
        text = "".join(f"{line}\n" for _, line in part).encode()
        scan = subprocess.run(command, input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        said = scan.stderr.decode(errors="replace")
        print(said, end="", file=sys.stderr)
        # 33: something was found. 2: lines are wrong, and left out; or, where nothing was judged, an option is.
        if scan.returncode not in (0, 33) and not (scan.returncode == 2 and scan.stdout):
            raise RuntimeError(f"{command[0]} ended with {scan.returncode}: {said}")
        for text in scan.stdout.splitlines():
            result = json.loads(text)
            yield record(part[result["line"] - 1][0], result)

    return rows


def scan(spark, source, folder, options):
    table = spark.read.csv(source, header=True) if source.endswith(".csv") else spark.read.parquet(source)
    lines = table.rdd.map(lambda row: line(row.asDict())).zipWithIndex().map(lambda pair: (pair[1], pair[0]))
    total = lines.count()
    parts = max(1, -(-total // int(os.environ.get("FLEET_PART", "500"))))
    command = [os.environ.get("FLEET_HOLDFAST", "holdfast"), "scan", "--json", *options, "-"]
    # By its place, a line is in the same part at every attempt.
    ordered = lines.repartitionAndSortWithinPartitions(parts, lambda place: place * parts // total)
    spark.createDataFrame(ordered.mapPartitions(judge(command)), COLUMNS).write.parquet(folder)

    verdicts = spark.read.parquet(folder)
    rows, places = verdicts.count(), verdicts.select("place").distinct().count()
    if rows != places:
        sys.exit(f"fleet: {rows} verdicts on {places} lines: --all-addresses is not for here")
    missing = lines.subtractByKey(verdicts.select("place").rdd.map(lambda row: (row.place, None)))
    print(f"fleet: {rows} of {total} lines have a verdict")
    if rows < total:
        for place, text in missing.takeOrdered(20):
            print(f"fleet: no verdict on line {place}: {text}", file=sys.stderr)
        sys.exit(2)


def changes(spark, before, after):
    spark.read.parquet(before).createOrReplaceTempView("before")
    spark.read.parquet(after).createOrReplaceTempView("after")
    question = pathlib.Path(__file__).with_name("changes.sql").read_text(encoding="utf-8")
    for row in spark.sql(question).toLocalIterator():
        print(json.dumps(row.asDict(), ensure_ascii=False))


def main(words):
    if words[:1] == ["scan"] and len(words) >= 3:
        work = lambda spark: scan(spark, words[1], words[2], words[3:])
    elif words[:1] == ["changes"] and len(words) == 3:
        work = lambda spark: changes(spark, *words[1:])
    else:
        sys.exit(__doc__)
    spark = (
        SparkSession.builder.appName("holdfast")
        # The rows of an attempt appear when the whole night does, and then those of one attempt alone.
        .config("spark.hadoop.mapreduce.fileoutputcommitter.algorithm.version", "1")
        .config("spark.speculation", "false")
        .config("spark.sql.session.timeZone", "UTC")
        .getOrCreate()
    )
    try:
        work(spark)
    finally:
        spark.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
