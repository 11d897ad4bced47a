import Foundation
import HoldfastAuthority
import HoldfastCrypto
import HoldfastServing
import HoldfastX509
import LoopbackSupport
import PeerPrograms
import TestSupport
import Testing

/// A table of servers in the hands of Apache Spark, as Samples/Fleet/fleet.py has it.
@Suite(
    "Samples/Fleet by Apache Spark", .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"),
    .enabled(if: SparkCluster.isInstalled, "pyspark is not installed (scripts/setup peers)"))
struct FleetPeerTests {
    private static let fleet = ProjectFolder.top.appending(path: "Samples/Fleet/fleet.py").path

    private let bench: Loopback
    private let folder: TemporaryFolder
    private let spark: SparkCluster

    init() async throws {
        bench = try Loopback()
        folder = try TemporaryFolder()
        spark = try await SparkCluster()
    }

    /// One server of the list: its own words, and whose it is.
    private struct Line {
        let target: String
        let owner: String
    }

    /// Writes the same servers as a list of `scan` and as a table.
    private func write(_ lines: [Line], to name: String) throws {
        let list = lines.map { "\($0.target) address=127.0.0.1 # \($0.owner)\n" }
        let table = lines.map { "\($0.target),address=127.0.0.1,\"\($0.owner)\"\n" }
        try folder.write(list.joined(), to: "\(name).txt")
        try folder.write("target,options,owner\n" + table.joined(), to: "\(name).csv")
    }

    /// All judge by one root and for one moment, which verdicts tell.
    private var options: [String] { ["--anchors-only", bench.rootFile, "--at", bench.now.description] }

    private func holdfast(_ arguments: [String]) throws -> [JSONDocument] {
        let run = try Peer.run(try CommandPage.holdfast().path, arguments)
        #expect([0, 33].contains(run.status), "\(run.errors)")
        return try run.output.split(separator: "\n").map { try JSONDocument($0) }
    }

    private func variables(_ scanner: String? = nil) throws -> [String] {
        ["FLEET_PART=5", "FLEET_HOLDFAST=\(try scanner ?? CommandPage.holdfast().path)"]
    }

    /// The rows of a night as Spark reads them, by their place.
    private func rows(_ night: String) throws -> [JSONDocument] {
        let program = try folder.write(
            """
            import sys
            from pyspark.sql import SparkSession

            spark = SparkSession.builder.config("spark.sql.session.timeZone", "UTC").getOrCreate()
            table = spark.read.parquet(sys.argv[1])
            for row in table.orderBy("place").selectExpr("to_json(struct(*)) AS text").collect():
                print(row.text)

            """, to: "rows.py")
        let read = try spark.submit(program, [folder.path(night)])
        #expect(read.status == 0, "\(read.errors)")
        return try read.output.split(separator: "\n").map { try JSONDocument($0) }
    }

    /// A scanner whose first process stops in the middle of its part, and says in which folder it was started.
    private func stoppingScanner() throws -> String {
        try ProgramFile.write(
            """
            #!/bin/sh
            echo begun >>'\(folder.path("begun"))'
            if mkdir '\(folder.path("stopped"))' 2>/dev/null; then
                '\(try CommandPage.holdfast().path)' "$@" | head -n 2
                pwd >'\(folder.path("place.new"))'
                mv '\(folder.path("place.new"))' '\(folder.path("place"))'
                exec sleep 86400
            fi
            exec '\(try CommandPage.holdfast().path)' "$@"
            """, to: folder.path("scanner"))
        return folder.path("scanner")
    }

    @Test("a worker is killed in the middle, and every line has the verdict that one scan gives it, once")
    func killed() async throws {
        let good = try bench.server(as: bench.identity("*.fleet.test"))
        let expired = try bench.server(
            as: bench.identity("*.fleet.test") { template, now in template.notAfter = now.advanced(byDays: -1) })
        var lines = (0..<40).map { number in
            Line(
                target: "n\(number).fleet.test:\(number % 4 == 1 ? expired.port : good.port)",
                owner: "team \(number % 3)")
        }
        lines += [Line(target: "other.test:\(good.port)", owner: "云"), Line(target: "127.0.0.1:1", owner: "nobody")]
        // A line that stands there twice has two verdicts.
        lines.append(lines[7])
        try write(lines, to: "servers")

        let run = try spark.start(
            Self.fleet, ["scan", folder.path("servers.csv"), folder.path("night")] + options,
            variables: try variables(stoppingScanner()), saying: "run.log")
        try await eventually("a scanner stops, or the run has ended") {
            FileManager.default.fileExists(atPath: folder.path("place")) || !run.isRunning
        }
        let place = try folder.text("place").trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(spark.killWorker(at: place), "\(place)")
        run.waitUntilExit()
        #expect(run.terminationStatus == 0, "\(spark.text("run.log"))")
        // Nine parts, and the one that was lost again.
        #expect(try folder.text("begun").split(separator: "\n").count >= 10)

        let alone = try holdfast(["scan", "--json"] + options + [folder.path("servers.txt")])
        let told = try rows("night")
        #expect(told.map { $0["place"] } == lines.indices.map { .number(Double($0)) })
        #expect(alone.count == lines.count)
        let byPlace = Dictionary(uniqueKeysWithValues: alone.map { ($0["index"]?.number ?? -1, $0) })
        #expect(Set(told.compactMap { $0["level"]?.text }) == ["none", "error"])
        for row in told {
            let result = try #require(byPlace[row["place"]?.number ?? -1])
            for name in ["key", "target", "owner", "level", "attempts"] { #expect(row[name] == result[name]) }
            #expect(row["exit_code"] == result["exitCode"])
            let leaf = result["verdict"]?["chain"]?[0] ?? result["verdict"]?["presented"]?[0]
            #expect(row["fingerprint"] == leaf?["fingerprintSHA256"])
            #expect(row["spki"] == leaf?["spkiSHA256"])
            #expect(row["issuer"] == leaf?["issuer"])
            #expect(try steady(JSONDocument(row["verdict"]?.text ?? "")) == steady(result["verdict"]))
        }
    }

    /// A verdict without the time that it took.
    private func steady(_ verdict: JSONDocument?) throws -> [String: JSONDocument] {
        var members = try #require(verdict?.members)
        for name in ["timing", "dial"] { members[name] = nil }
        return members
    }

    @Test("what has changed between two nights is what `scan diff` says")
    func changed() async throws {
        let key = try PrivateKey.generate(.p256)
        let steady = try identity()
        // Each server's identity on the first night and on the second; nil where nothing listens.
        let nights: [(owner: String, first: Identity?, second: Identity?)] = [
            ("steady", steady, steady),
            ("renewed", try identity(key: key), try identity(ending: 90, key: key)),
            ("another key and authority", steady, try identity(by: bench.root)),
            ("expires", steady, try identity(ending: -2)),
            ("mended", try identity(ending: -2), steady),
            ("comes", nil, steady),
            ("goes", steady, nil),
            ("fails otherwise", nil, try identity(ending: -2)),
            ("fails still", nil, nil),
        ]
        let lines = try nights.enumerated().map { number, night in
            Line(target: "n\(number).fleet.test:\(try LoopbackPort.free())", owner: night.owner)
        }
        let others = ["gone", "new"].map { Line(target: "\($0).fleet.test:1", owner: $0) }
        try judge(lines + [others[0]], by: nights.map(\.first), on: "first")
        try judge(lines + [others[1]], by: nights.map(\.second), on: "second")

        let asked = try spark.submit(Self.fleet, ["changes", folder.path("first"), folder.path("second")])
        #expect(asked.status == 0, "\(asked.errors)")
        let told = try asked.output.split(separator: "\n").map { try JSONDocument($0) }
        let wanted = try holdfast(["scan", "diff", "1", "2", "--json", "--database", folder.path("scans.sqlite")])
            .flatMap { line in
                (line["changes"]?.elements ?? []).map { change in
                    var members = change.members ?? [:]
                    for name in ["key", "target", "owner"] { members[name] = line[name] }
                    return JSONDocument.object(members)
                }
            }
        #expect(told == wanted)
        #expect(
            Set(wanted.compactMap { $0["kind"]?.text }) == [
                "newlyFailing", "mended", "otherCertificate", "otherKey", "otherIssuer", "endMoved", "new", "gone",
            ])
    }

    @Test("a line that cannot be read is named, and the others have their verdicts")
    func wrong() throws {
        let server = try bench.server(as: bench.identity("*.fleet.test"))
        var lines = (0..<6).map { Line(target: "n\($0).fleet.test:\(server.port)", owner: "team") }
        lines.insert(Line(target: "n6.fleet.test wrong", owner: "team"), at: 3)
        try write(lines, to: "servers")
        let run = try spark.submit(
            Self.fleet, ["scan", folder.path("servers.csv"), folder.path("night")] + options, variables: variables())
        #expect(run.status == 2)
        #expect(run.errors.contains("fleet: no verdict on line 3: n6.fleet.test wrong address=127.0.0.1 # team\n"))
        #expect(try rows("night").map { $0["place"] } == [0, 1, 2, 4, 5, 6].map { .number($0) })
        // A night that is there stands.
        let again = try spark.submit(
            Self.fleet, ["scan", folder.path("servers.csv"), folder.path("night")] + options, variables: variables())
        #expect(again.status == 1)
        #expect(again.errors.contains("PATH_ALREADY_EXISTS"))
    }

    private func identity(
        ending days: Int64 = 60, key: PrivateKey? = nil, by authority: CertificateAuthority? = nil
    ) throws -> Identity {
        var template = CertificateTemplate.server(names: ["*.fleet.test"], at: bench.now)
        (template.notBefore, template.notAfter) = (bench.now.advanced(byDays: -10), bench.now.advanced(byDays: days))
        return try (authority ?? bench.intermediate).issue(template, key: key)
    }

    /// Has the servers of one night judged by Spark and by `scan`, which keeps its run.
    private func judge(_ lines: [Line], by identities: [Identity?], on night: String) throws {
        let servers = try zip(lines, identities).compactMap { line, identity in
            try identity.map {
                try bench.server(as: $0, port: UInt16(line.target.split(separator: ":")[1]) ?? 0)
            }
        }
        defer { for server in servers { server.stop() } }
        try write(lines, to: "servers")
        let table = try folder.write(
            """
            import sys
            from pyspark.sql import SparkSession

            spark = SparkSession.builder.getOrCreate()
            spark.read.csv(sys.argv[1], header=True).write.parquet(sys.argv[2])

            """, to: "table.py")
        let source = folder.path("servers-\(night).parquet")
        let made = try spark.submit(table, [folder.path("servers.csv"), source])
        #expect(made.status == 0, "\(made.errors)")
        let run = try spark.submit(Self.fleet, ["scan", source, folder.path(night)] + options, variables: variables())
        #expect(run.status == 0, "\(run.errors)")
        _ = try holdfast(
            ["scan", "--json"] + options
                + ["--database", folder.path("scans.sqlite"), folder.path("servers.txt")])
    }
}
