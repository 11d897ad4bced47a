import HoldfastAuthority
import HoldfastX509
import PeerPrograms
import TestSupport
import Testing

@testable import HoldfastTestBed

/// What each server really serves, as `openssl s_client` sees it.
@Suite(.ownThread) struct ServedCertificateTests {
    /// What libssl reads as a client: neither certificates that it cannot parse nor more than 100 KiB of them.
    ///
    /// Those that need what not every OpenSSL has: PostQuantumServerTests.
    static let readByOpenSSL = TestBed.catalogue.filter {
        $0.needs.isEmpty && ![3, 4, 5, 7].contains($0.expectedExit) && !isBehindProxy($0.name)
            && !breaksOffTrusted.contains($0.name)
            && !BadServer.timestampsByHandshake.contains($0.name)
            && !BadServer.revocationByConnection.contains($0.name) && !BadServer.keysByHandshake.contains($0.name)
            && !["broken-der", "trailing-bytes", "sans-10000"].contains($0.name)
    }

    /// Servers that are trusted, and with which no client completes a handshake.
    static let breaksOffTrusted: Set = ["client-certificate-tls12"]

    /// What is to be asked through a proxy is as good as another server to who asks directly.
    static func isBehindProxy(_ name: String) -> Bool { BadServer.behindProxies.contains { $0.name == name } }

    /// With the server name where it is one.
    static func naming(_ server: LabServer) -> [String] {
        isAddress(server.host) ? ["-noservername"] : ["-servername", server.host]
    }

    static func isAddress(_ host: String) -> Bool { host.contains(":") || host.hasPrefix("192.0.2.") }

    /// Byte for byte the chain that the lab writes to a file.
    @Test(arguments: readByOpenSSL.map(\.name))
    func sendsTheChainThatItSays(_ name: String) throws {
        let server = try TestBed.start(name)
        let peer = try Peer.sClient(server.port, ["-showcerts"] + Self.naming(server))
        let sent = try PEM.blocks(in: Array(peer.output.utf8)[...]).filter { $0.label == "CERTIFICATE" }
        #expect(sent.map(\.contents) == server.chain, "\(peer.all)")
        #expect(server.waitUntilIdle(upTo: HangLimit.duration))
        // The one whose handshake the client completes, and the server does not.
        #expect(server.handshakesCompleted == (name == "client-certificate" ? 0 : 1))
        #expect(server.applicationBytesReceived == 0)
    }

    @Test func isTooLargeForWhoTakesAHundredKilobytes() throws {
        for name in ["sans-10000", "huge-certificate"] {
            let server = try TestBed.start(name)
            let peer = try Peer.sClient(server.port, Self.naming(server))
            #expect(peer.errors.contains("excessive message size"), "\(name): \(peer.all)")
        }
        let names = try Certificate(der: try #require(try TestBed.start("sans-10000").chain?.first))
            .subjectAlternativeName
        #expect(names?.count == 10_000)
    }

    @Test func servesTheOtherCertificateToWhoDoesNotSayTheName() throws {
        let server = try TestBed.start("sni")
        for (arguments, subject) in [
            (["-servername", server.host], server.host), (["-noservername"], "default.holdfast.test"),
            (["-servername", "unknown.test"], "default.holdfast.test"),
        ] {
            let peer = try Peer.sClient(server.port, arguments)
            #expect(peer.output.withPlainNames.contains("subject=CN=\(subject)\n"), "\(arguments): \(peer.all)")
        }
    }

    @Test func refusesWhoDoesNotSayTheName() throws {
        let server = try TestBed.start("sni-required")
        for arguments in [["-noservername"], ["-servername", "unknown.test"]] {
            let peer = try Peer.sClient(server.port, arguments)
            #expect(peer.errors.contains("unrecognized name"), "\(arguments): \(peer.all)")
            #expect(peer.output.contains("no peer certificate available"))
        }
    }

    @Test func speaksOneVersionOnly() throws {
        for (name, version, others) in [("tls12", "-tls1_2", ["-tls1_3"]), ("tls13", "-tls1_3", ["-tls1_2"])] {
            let server = try TestBed.start(name)
            #expect(try Peer.sClient(server.port, [version] + Self.naming(server)).status == 0)
            for other in others { #expect(try Peer.sClient(server.port, [other] + Self.naming(server)).status != 0) }
        }
    }

    /// Certificates that say the wrong time say the right wrong one.
    @Test func isIssuedRelativeToTheMomentItIsMadeFor() throws {
        let moment = try #require(Instant(rfc3339: "2031-05-06T07:08:09Z"))
        let rows: [(name: String, notBefore: String, notAfter: String)] = [
            ("good", "2031-05-05T07:08:09Z", "2031-06-15T07:08:09Z"),
            ("expired", "2031-01-29T07:08:09Z", "2031-04-29T07:08:09Z"),
            ("not-yet-valid", "2031-05-13T07:08:09Z", "2031-06-22T07:08:09Z"),
            ("expired-since", "2031-05-05T07:08:09Z", "2031-05-06T06:08:09Z"),
        ]
        for row in rows {
            let server = try TestBed.start(row.name, at: moment)
            let leaf = try Certificate(der: try #require(server.chain?.first))
            #expect(leaf.validity.notBefore.instant.description == row.notBefore, "\(row.name)")
            #expect(leaf.validity.notAfter.instant.description == row.notAfter, "\(row.name)")
            let judged = server.at ?? moment
            #expect(leaf.validity.contains(judged) == (server.entry.expectedExit == 0), "\(row.name)")
        }
    }
}
