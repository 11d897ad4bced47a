import HoldfastServing
import TestSupport
import Testing

/// `resolve --judge`: which source gives an address whose server cannot prove the name.
@Suite("The poisoning check", .ownThread)
struct PoisoningTests {
    @Test("a source that lies is found out, and its verdict is the exit code; the other sources' answers stay good")
    func lie() throws {
        let site = try ResolverSite()
        let good = ResolverSite.label(["127.0.0.1"])
        let bad = ResolverSite.label(["127.0.0.2"])
        let run = try site.judge(["--json", "-4", "--resolver", good, "--resolver", bad])
        #expect(run.exitCode == 24, "\(run.errors)")
        let lines = try Resolution.all(run.output)
        #expect(lines.map(\.source) == [good, bad])
        #expect(lines.map { $0.addresses.map(\.address) } == [["127.0.0.1"], ["127.0.0.2"]])
        #expect(lines.map { $0.addresses.map(\.verdict) } == [["trusted"], ["notTrusted"]])
        #expect(lines.map { $0.addresses.map(\.findings) } == [[[]], [["hostMismatch"]]])
        #expect(lines.allSatisfy { $0.addresses.allSatisfy { ($0.milliseconds ?? 0) > 0 && $0.error == nil } })
        #expect(run.errors.isEmpty, "a refused certificate is a result")
        let text = try site.judge(["-4", "--resolver", good, "--resolver", bad])
        #expect(text.exitCode == 24)
        let summary = """
              127.0.0.2 cannot prove the name (hostMismatch): given by \(bad), not by \(good)
              more         holdfast explain hostMismatch

            """
        #expect(text.output.hasSuffix(summary), "\(text.output)")
        let chinese = try site.judge(["-4", "--language", "zh", "--resolver", good, "--resolver", bad])
        #expect(chinese.exitCode == 24 && chinese.output.contains("  不可信：hostMismatch ("), "\(chinese.output)")
        let line = "  127.0.0.2 无法证明该名称（hostMismatch）：由 \(bad) 给出，\(good) 未给出\n"
        #expect(chinese.output.hasSuffix(line + "  详细         holdfast explain hostMismatch\n"))
        #expect(site.right.counters.applicationBytesReceived == 0)
        #expect(site.wrong.counters.applicationBytesReceived == 0)
    }

    @Test("an address that several sources give is connected to once")
    func once() throws {
        let site = try ResolverSite()
        let sources =
            ResolverSite.resolver("127.0.0.1") + ResolverSite.resolver("127.0.0.1", "127.0.0.2")
            + ResolverSite.resolver("127.0.0.2", "127.0.0.1")
        let run = try site.judge(["--json", "-4"] + sources)
        #expect(run.exitCode == 24)
        let verdicts = try Resolution.all(run.output).map { $0.addresses.map(\.verdict) }
        #expect(verdicts == [["trusted"], ["trusted", "notTrusted"], ["notTrusted", "trusted"]])
        #expect(site.right.waitUntilIdle(afterAtLeast: 1) && site.wrong.waitUntilIdle(afterAtLeast: 1))
        #expect(site.right.counters.connections == 1 && site.wrong.counters.connections == 1)
    }

    @Test("where every address proves the name that is said, and the exit code is 0")
    func honest() throws {
        let site = try ResolverSite()
        let run = try site.judge(["-4"] + ResolverSite.resolver("127.0.0.1"))
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.output.hasSuffix("  every address proves the name\n"), "\(run.output)")
    }

    @Test("an address that nobody answers at has no verdict; a lie weighs more than it")
    func dead() throws {
        let site = try ResolverSite()
        let run = try site.judge(["--json", "-4"] + ResolverSite.resolver("127.0.0.3", "127.0.0.1"))
        #expect(run.exitCode == 3)
        let addresses = try Resolution.all(run.output).flatMap(\.addresses)
        #expect(addresses.map(\.verdict) == ["failed", "trusted"])
        #expect(addresses.map { $0.error?.code } == ["connectionRefused", nil])
        let both = try site.judge(["-4"] + ResolverSite.resolver("127.0.0.3", "127.0.0.2"))
        #expect(both.exitCode == 24, "\(both.output)")
    }

    @Test("the name is proven to a server that is not told it, where the server has one certificate")
    func withoutServerName() throws {
        let site = try ResolverSite()
        let run = try site.judge(["-4", "--no-sni"] + ResolverSite.resolver("127.0.0.1"))
        #expect(run.exitCode == 0, "\(run.output)")
        #expect(site.right.waitUntilIdle(afterAtLeast: 1))
        #expect(site.right.counters.serverNames == [nil])
    }
}
