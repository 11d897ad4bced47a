import PeerPrograms
import TestSupport
import Testing

@testable import HoldfastTestBed

/// The servers with which no handshake succeeds, and how it fails.
@Suite(.ownThread) struct RefusedHandshakeTests {
    @Test(arguments: [("tls10", "-tls1", "TLSv1"), ("tls11", "-tls1_1", "TLSv1.1")])
    func speaksOldTLSOnly(_ name: String, _ flag: String, _ version: String) throws {
        let server = try TestBed.start(name)
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
        let old = try Peer.sClient(server.port, [flag, "-cipher", "DEFAULT:@SECLEVEL=0"])
        #expect(old.output.contains("Protocol  : \(version)\n"), "\(old.all)")
        #expect(old.output.withPlainNames.contains("subject=CN=\(server.host)\n"), "\(old.all)")
        #expect(server.chain == nil)
    }

    @Test(arguments: [
        ("broken-der", "asn1 encoding routines"), ("broken-extra", "asn1 encoding routines"),
        // libssl has a word of its own for bytes after the end.
        ("trailing-bytes", "cert length mismatch"),
    ])
    func sendsACertificateThatNobodyReads(_ name: String, _ error: String) throws {
        let server = try TestBed.start(name)
        let peer = try Peer.sClient(server.port, ["-servername", server.host])
        #expect(peer.status != 0)
        #expect(peer.errors.contains(error), "\(peer.all)")
        #expect(peer.output.contains("no peer certificate available"), "\(peer.all)")
        #expect(server.chain?.count == (name == "broken-extra" ? nil : 2))
    }

    /// To a client as it comes it has nothing to say; to one that asks for nothing better, just that.
    @Test(arguments: [("null-cipher", "ECDHE-ECDSA-NULL-SHA"), ("anonymous", "AECDH-AES128-SHA")])
    func offersNothingOfWorth(_ name: String, _ cipher: String) throws {
        let server = try TestBed.start(name)
        let peer = try Peer.sClient(server.port, ["-servername", server.host])
        #expect(peer.errors.contains("alert handshake failure"), "\(peer.all)")
        let careless = try Peer.sClient(
            server.port, ["-servername", server.host, "-tls1_2", "-cipher", "\(cipher):@SECLEVEL=0"])
        #expect(careless.output.contains("Cipher    : \(cipher)\n"), "\(careless.all)")
        #expect(careless.output.contains("no peer certificate available") == (name == "anonymous"))
    }

    @Test func saysThatItHasNoProtocolForIt() throws {
        let server = try TestBed.start("no-protocol")
        let peer = try Peer.sClient(server.port, ["-servername", server.host, "-alpn", "h2,http/1.1"])
        #expect(peer.errors.contains("alert no application protocol"), "\(peer.all)")
    }

    @Test func closesAfterItsHello() throws {
        let server = try TestBed.start("closes-mid-handshake")
        let peer = try Peer.sClient(server.port, ["-servername", server.host, "-msg"])
        #expect(peer.output.contains("ServerHello"), "\(peer.all)")
        #expect(!peer.output.contains(", Certificate"), "\(peer.all)")
        #expect(peer.errors.contains("unexpected eof"), "\(peer.all)")
    }

    @Test func refusesWhoSendsNoName() throws {
        let server = try TestBed.start("no-sni")
        let peer = try Peer.sClient(server.port, ["-noservername"])
        #expect(peer.errors.contains("unrecognized name"), "\(peer.all)")
    }

    /// The certificate verifies, and then: what curl says has nothing to do with it (CURLE_SSL_CONNECT_ERROR, not
    /// CURLE_PEER_FAILED_VERIFICATION).
    @Test(arguments: [
        ("stolen-certificate", "bad signature"), ("alert-afterwards", "alert handshake failure"),
        ("garbage-finished", ""), ("client-certificate-tls12", "alert handshake failure"),
    ])
    func failsAfterAGoodCertificate(_ name: String, _ error: String) throws {
        let server = try TestBed.start(name)
        let folder = try TemporaryFolder()
        let anchors = try folder.write(server.anchorsPEM, to: "anchors.pem")
        let peer = try Peer.sClient(
            server.port,
            ["-servername", server.host, "-CAfile", anchors, "-verify_return_error", "-verify_hostname", server.host])
        #expect(peer.status != 0)
        #expect(peer.output.withPlainNames.contains("subject=CN=\(server.host)\n"), "\(peer.all)")
        #expect(!peer.errors.contains("verify error"), "\(peer.all)")
        #expect(error.isEmpty || peer.errors.contains(error), "\(peer.all)")
        let curl = try Peer.curl(["--cacert", anchors, "--connect-to", server.connectTo, server.url])
        #expect(curl.status == 35, "\(curl.all)")
        #expect(server.chain == nil)
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
        #expect(server.waitUntilIdle(upTo: HangLimit.duration))
        #expect(server.connections == 1)
    }
}
