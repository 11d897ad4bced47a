import Testing
import PeerPrograms

@testable import HoldfastTestBed

/// The servers with which no handshake succeeds, and how it fails.
@Suite struct RefusedHandshakeTests {
    @Test func speaksTLS10Only() throws {
        let server = try TestBed.start("tls10")
        // RFC 5246 appendix E.1: such a server answers with its own version, and a client that does not have it "MUST
        // send a "protocol_version" alert". RFC 8446 §4.2.1: to a client that lists its versions it sends that itself.
        let rows = [
            (["-tls1_2"], "unsupported protocol"), (["-min_protocol", "TLSv1.2"], "alert protocol version"),
        ]
        for (flags, error) in rows {
            let peer = try Peer.sClient(server.port, flags)
            #expect(peer.errors.contains(error), "\(flags): \(peer.all)")
            #expect(peer.output.contains("no peer certificate available"), "\(flags): \(peer.all)")
        }
        let old = try Peer.sClient(server.port, ["-tls1", "-cipher", "DEFAULT:@SECLEVEL=0"])
        #expect(old.output.contains("Protocol  : TLSv1\n"), "\(old.all)")
        #expect(old.output.contains("subject=CN = \(server.host)\n"), "\(old.all)")
        #expect(server.chain == nil)
    }

    @Test func sendsACertificateThatIsCutOff() throws {
        let server = try TestBed.start("broken-der")
        let peer = try Peer.sClient(server.port, ["-servername", server.host])
        #expect(peer.status != 0)
        #expect(peer.errors.contains("asn1 encoding routines"), "\(peer.all)")
        #expect(peer.output.contains("no peer certificate available"), "\(peer.all)")
        #expect(server.chain?.count == 2)
    }

    @Test func sendsNoCertificate() throws {
        let server = try TestBed.start("empty-chain")
        let peer = try Peer.sClient(server.port, ["-servername", server.host])
        #expect(peer.status != 0)
        #expect(peer.output.contains("no peer certificate available"), "\(peer.all)")
        #expect(server.chain == nil)
    }

    @Test func speaksPlainHTTP() throws {
        let server = try TestBed.start("plain-http")
        let curl = try Peer.curl(["--connect-to", server.connectTo, server.url])
        // CURLE_SSL_CONNECT_ERROR.
        #expect(curl.status == 35, "\(curl.all)")
        #expect(curl.errors.contains("wrong version number"), "\(curl.all)")
    }

    @Test func closesAtOnce() throws {
        let server = try TestBed.start("closes-at-once")
        let curl = try Peer.curl(["--connect-to", server.connectTo, server.url])
        #expect(curl.status == 35, "\(curl.all)")
    }

    @Test func neverAnswers() throws {
        let server = try TestBed.start("never-answers")
        let curl = try Peer.run(
            "curl", ["-q", "-sS", "--noproxy", "*", "--max-time", "1", "--connect-to", server.connectTo, server.url])
        // CURLE_OPERATION_TIMEDOUT.
        #expect(curl.status == 28, "\(curl.all)")
        #expect(server.entry.arguments == ["--timeout", "1"])
        #expect(server.waitUntilIdle())
        #expect(server.connections == 1)
    }
}
