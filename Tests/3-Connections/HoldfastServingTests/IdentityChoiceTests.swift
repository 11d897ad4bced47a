import HoldfastAuthority
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing
import PeerPrograms

@testable import HoldfastServing

/// Which certificate is presented, and that it is sent byte for byte as it was issued.
@Suite(.ownThread) struct IdentityChoiceTests {
    let bench: Loopback
    init() throws { bench = try Loopback(host: "a.test") }

    @Test func choosesByServerName() throws {
        let others = [
            TLSServerConfiguration.NamedIdentity(names: ["b.test", "c.test"], try bench.identity("b.test", "c.test")),
            TLSServerConfiguration.NamedIdentity(names: ["d.test"], try bench.identity("d.test")),
        ]
        let server = try bench.echo { $0.others = others }
        let rows: [(arguments: [String], subject: String)] = [
            (["-servername", "a.test"], "a.test"), (["-servername", "b.test"], "b.test"),
            (["-servername", "C.Test"], "b.test"), (["-servername", "d.test"], "d.test"),
            (["-servername", "unknown.test"], "a.test"), (["-noservername"], "a.test"),
        ]
        for row in rows {
            for version in ["-tls1_2", "-tls1_3"] {
                let peer = try Peer.sClient(server.port, [version, "-CAfile", bench.rootFile] + row.arguments)
                #expect(peer.output.withPlainNames.contains("subject=CN=\(row.subject)\n"), "\(row): \(peer.all)")
                // The chain goes with the certificate.
                #expect(peer.output.contains("Verify return code: 0 (ok)"), "\(row): \(peer.all)")
            }
        }
        #expect(server.waitUntilIdle(afterAtLeast: 12))
        #expect(Set(server.counters.serverNames.map { $0 ?? "none" }).count == 6)
        #expect(server.counters.serverNames.count { $0 == nil } == 2)
    }

    /// RFC 6066 §3: a server that does not recognise the name may "abort the handshake by sending a fatal-level
    /// unrecognized_name(112) alert".
    @Test func refusesNamesThatItDoesNotHave() throws {
        let named = TLSServerConfiguration.NamedIdentity(names: ["b.test"], try bench.identity("b.test"))
        let server = try bench.echo {
            $0.others = [named]
            $0.refusesUnknownNames = true
        }
        let rows: [(arguments: [String], isServed: Bool)] = [
            (["-servername", "b.test"], true), (["-servername", "B.test"], true),
            (["-servername", "a.test"], false), (["-noservername"], false),
        ]
        for row in rows {
            for version in ["-tls1_2", "-tls1_3"] {
                let peer = try Peer.sClient(server.port, [version] + row.arguments)
                #expect((peer.status == 0) == row.isServed, "\(row): \(peer.all)")
                #expect(peer.errors.contains("unrecognized name") == !row.isServed, "\(row): \(peer.all)")
                #expect(peer.output.contains("no peer certificate available") == !row.isServed, "\(row)")
            }
        }
        #expect(server.waitUntilIdle(afterAtLeast: 8))
        #expect(server.counters.handshakesCompleted == 4)
    }

    /// ALPN still works behind a switched certificate: libssl looks its callback up where the certificate is.
    @Test func agreesOnAProtocolWhateverTheIdentity() throws {
        let others = [TLSServerConfiguration.NamedIdentity(names: ["b.test"], try bench.identity("b.test"))]
        let server = try bench.echo { $0.others = others }
        for name in ["a.test", "b.test"] {
            let peer = try Peer.sClient(server.port, ["-alpn", "http/1.1", "-servername", name])
            #expect(peer.output.contains("ALPN protocol: http/1.1"), "\(name): \(peer.all)")
        }
    }

    @Test func sendsTheChainAsItWasIssued() throws {
        let identity = try bench.identity("a.test")
        let rows: [(name: String, chain: [[UInt8]])] = [
            ("leaf and intermediate", identity.issuers), ("leaf alone", []),
            ("a root and a certificate twice", identity.issuers + identity.issuers + [bench.root.certificate]),
        ]
        for row in rows {
            let presented = identity.presenting(row.chain)
            let server = try bench.echo { $0.identity = presented }
            let peer = try Peer.sClient(server.port, ["-showcerts"])
            let sent = try PEM.blocks(in: Array(peer.output.utf8)[...]).filter { $0.label == "CERTIFICATE" }
            #expect(sent.map(\.contents) == presented.chain, "\(row.name): \(peer.all)")
        }
    }
}
