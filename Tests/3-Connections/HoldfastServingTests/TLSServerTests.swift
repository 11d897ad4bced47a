import HoldfastAuthority
import HoldfastCrypto
import LoopbackSupport
import TestSupport
import Testing
import PeerPrograms

@testable import HoldfastServing

/// A well-kept server, seen by curl and by `openssl s_client`.
@Suite(.ownThread) struct TLSServerTests {
    let bench: Loopback
    init() throws { bench = try Loopback(host: "a.test") }

    @Test func answersCurl() throws {
        let server = try bench.echo()
        let curl = try Peer.curl(bench.arguments(server) + ["https://a.test:\(server.port)/x?y=1"])
        #expect(curl.status == 0, "\(curl.errors)")
        #expect(curl.output == "GET /x?y=1 ")
        #expect(server.waitUntilIdle(afterAtLeast: 1))
        let counters = server.counters
        #expect(counters.connections == 1)
        #expect(counters.handshakesCompleted == 1)
        #expect(counters.requestsReceived == 1)
        #expect(counters.applicationBytesReceived > "GET /x?y=1 HTTP/1.1\r\n".utf8.count)
        #expect(counters.serverNames == ["a.test"])
        #expect(counters.failures == [])
    }

    @Test func keepsConnectionsOpenForTheNextRequest() throws {
        let server = try bench.echo()
        let url = "https://a.test:\(server.port)"
        let curl = try Peer.curl(bench.arguments(server) + ["\(url)/1", "\(url)/2", "\(url)/3"])
        #expect(curl.output == "GET /1 GET /2 GET /3 ")
        #expect(server.waitUntilIdle(afterAtLeast: 1))
        #expect(server.counters.connections == 1)
        #expect(server.counters.requestsReceived == 3)
    }

    @Test func closesWhereTheClientAsksForIt() throws {
        let server = try bench.echo()
        let url = "https://a.test:\(server.port)"
        let curl = try Peer.curl(bench.arguments(server) + ["-H", "Connection: close", "\(url)/1", "\(url)/2"])
        #expect(curl.output == "GET /1 GET /2 ")
        #expect(server.waitUntilIdle(afterAtLeast: 2))
        #expect(server.counters.connections == 2)
    }

    @Test func readsBodiesAndToldToContinue() throws {
        let server = try bench.echo()
        let url = "https://a.test:\(server.port)/"
        let short = try Peer.curl(bench.arguments(server) + ["--data", "body", url])
        #expect(short.output == "POST / body")
        let told = try Peer.curl(
            bench.arguments(server) + ["-v", "-H", "Expect: 100-continue", "--data", "told", url])
        #expect(told.output == "POST / told")
        #expect(told.errors.contains("HTTP/1.1 100 Continue"))
        let head = try Peer.curl(bench.arguments(server) + ["--head", url])
        #expect(head.output.contains("HTTP/1.1 200 OK\r\n"), "\(head.all)")
        #expect(head.output.contains("Content-Length: 7\r\n"), "\(head.all)")
    }

    @Test func agreesOnHTTP11AndOnNothingElse() throws {
        let server = try bench.echo()
        for (offer, isAgreed) in [("h2,http/1.1", true), ("http/1.1", true), ("h2", false)] {
            let peer = try Peer.sClient(server.port, ["-alpn", offer])
            #expect(peer.output.contains("ALPN protocol: http/1.1") == isAgreed, "\(offer): \(peer.all)")
            // RFC 7301 §3.2: "SHALL respond with a fatal "no_application_protocol" alert".
            #expect(peer.errors.contains("alert no application protocol") == !isAgreed, "\(offer): \(peer.all)")
        }
        let silent = try Peer.sClient(server.port, [])
        #expect(silent.output.contains("No ALPN negotiated"))
    }

    @Test func resumesSessionsOnlyWhereItMay() throws {
        for resumes in [true, false] {
            let server = try bench.echo { $0.resumesSessions = resumes }
            for version in ["-tls1_2", "-tls1_3"] {
                let peer = try Peer.sClient(
                    server.port, [version, "-reconnect", "-CAfile", bench.rootFile, "-servername", "a.test"],
                    input: "", holdingInputOpen: 0.3)
                #expect(peer.status == 0, "\(peer.all)")
            }
            #expect(server.waitUntilIdle(afterAtLeast: 12))
            // s_client reconnects five times with the session it has; with TLS 1.3 it gives up on its ticket after one.
            #expect((server.counters.handshakesResumed >= 5) == resumes, "\(server.counters)")
            #expect(resumes || server.counters.handshakesResumed == 0, "\(server.counters)")
        }
    }

    @Test func servesTheVersionsItIsToldTo() throws {
        let rows: [(minimum: TLSVersion, maximum: TLSVersion, flag: String, isServed: Bool)] = [
            (.tls12, .tls13, "-tls1_3", true), (.tls12, .tls13, "-tls1_2", true), (.tls12, .tls13, "-tls1", false),
            (.tls13, .tls13, "-tls1_2", false), (.tls12, .tls12, "-tls1_3", false), (.tls10, .tls10, "-tls1", true),
            (.tls10, .tls10, "-tls1_2", false), (.tls11, .tls11, "-tls1_1", true),
        ]
        for row in rows {
            let server = try bench.echo {
                ($0.minimumVersion, $0.maximumVersion) = (row.minimum, row.maximum)
                $0.securityLevel = 0
            }
            let peer = try Peer.sClient(server.port, [row.flag, "-cipher", "DEFAULT:@SECLEVEL=0"])
            #expect((peer.status == 0) == row.isServed, "\(row): \(peer.all)")
            #expect(server.waitUntilIdle(afterAtLeast: 1))
            #expect(server.counters.handshakesCompleted == (row.isServed ? 1 : 0), "\(row)")
        }
    }

    @Test func refusesAPortThatIsTaken() throws {
        let server = try bench.echo()
        let configuration = TLSServerConfiguration(try bench.identity("b.test"))
        #expect(throws: ServingError.self) {
            try TLSServer(configuration, port: server.port) { _ in ServerResponse() }
        }
    }

    @Test func refusesAnIdentityThatCannotBeParsed() throws {
        var template = CertificateTemplate.server(names: ["a.test"], at: SystemClock.now())
        template.certificateEdit = .replacing(with: [0x30, 0x00])
        let identity = try bench.intermediate.issue(template)
        do {
            _ = try TLSServer(TLSServerConfiguration(identity)) { _ in ServerResponse() }
            Issue.record("libssl has parsed what is no certificate")
        } catch {
            #expect(error.reason == .library)
            #expect(!error.stack.isEmpty)
        }
    }
}
