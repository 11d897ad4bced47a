import HoldfastAuthority
import HoldfastCrypto
import HoldfastNetworking
import HoldfastServing
import HoldfastTestBed
import TestSupport
import Testing

@testable import NetworkingSamples

/// The articles' delegates against servers that are what they claim to be, and servers that are not.
@Suite("Networking samples: trust in servers")
struct NetworkingTrustSampleTests {
    let bench: SampleBench
    let stranger: SampleBench
    let anchors: [SecCertificate]
    let good: TLSServer
    /// The same name, by an authority that nobody trusts.
    let bad: TLSServer

    init() throws {
        bench = try SampleBench()
        stranger = try SampleBench()
        anchors = [try bench.anchor()]
        good = try bench.server(try bench.identity())
        bad = try stranger.server(try stranger.identity())
    }

    private func outcome(_ server: TLSServer, _ delegate: (any URLSessionDelegate)?) async throws -> Outcome {
        await Outcome(try bench.url(server), bench.configuration(server), delegate)
    }

    /// Apple, `URLSession.AuthChallengeDisposition`, and "Handling an authentication challenge". The default refuses
    /// both servers: the system knows neither authority.
    @Test("the four dispositions, on both levels")
    func dispositions() async throws {
        let rows: [(URLSession.AuthChallengeDisposition, Outcome, Outcome)] = [
            (.useCredential, .body("here"), .error(.cancelled)),
            (.performDefaultHandling, .error(.serverCertificateUntrusted), .error(.serverCertificateUntrusted)),
            (.cancelAuthenticationChallenge, .error(.cancelled), .error(.cancelled)),
            (.rejectProtectionSpace, .error(.serverCertificateUntrusted), .error(.serverCertificateUntrusted)),
        ]
        for (disposition, ofGood, ofBad) in rows {
            let delegates: [any URLSessionDelegate] = [
                SessionLevelDelegate(disposition, anchors: anchors), TaskLevelDelegate(disposition, anchors: anchors),
            ]
            for delegate in delegates {
                #expect(try await outcome(good, delegate) == ofGood, "\(disposition)")
                #expect(try await outcome(bad, delegate) == ofBad, "\(disposition)")
            }
        }
        // Of refused handshakes no request came.
        #expect(good.counters.requestsReceived == 2)
        #expect(bad.counters.requestsReceived == 0)
    }

    @Test("pins: a renewal with the same key passes the pinned key and fails the pinned certificate")
    func pins() async throws {
        let key = try PrivateKey.generate(.p256)
        let (old, new) = (try bench.identity(key: key), try bench.identity(key: key))
        let (before, after) = (try bench.server(old), try bench.server(new))
        let bundled = try bench.certificate(old.certificate)
        let folder = try TemporaryFolder()
        try folder.write(old.certificate, to: "old.cer")
        let byKey = PublicKeyPinningDelegate(keysOf: [bundled], anchors: anchors)
        let byBytes = CertificatePinningDelegate(files: [folder.url("old.cer")], anchors: anchors)
        #expect(try await outcome(before, byKey) == .body("here"))
        #expect(try await outcome(before, byBytes) == .body("here"))
        #expect(try await outcome(after, byKey) == .body("here"))
        #expect(try await outcome(after, byBytes) == .error(.cancelled))
        // Another key of the same authority.
        #expect(try await outcome(good, byKey) == .error(.cancelled))
        #expect(try await outcome(good, byBytes) == .error(.cancelled))
        #expect(good.counters.requestsReceived == 0)
    }

    @Test("a pin does not stand in for the evaluation: the pinned key for another name, or by a stranger")
    func pinsAlone() async throws {
        let key = try PrivateKey.generate(.p256)
        let bundled = try bench.certificate(try bench.identity(key: key).certificate)
        let delegate = PublicKeyPinningDelegate(keysOf: [bundled], anchors: anchors)
        let otherName = try bench.server(try bench.identity("other.holdfast.test", key: key))
        let otherIssuer = try stranger.server(try stranger.identity(key: key))
        #expect(try await outcome(otherName, delegate) == .error(.cancelled))
        #expect(try await outcome(otherIssuer, delegate) == .error(.cancelled))
    }

    @Test("a private authority, alone and beside the system's; a self-signed server that is its own anchor")
    func privateAuthority() async throws {
        for alsoTrustsSystem in [false, true] {
            let delegate = PrivateAuthorityDelegate(anchors: anchors, alsoTrustsSystem: alsoTrustsSystem)
            #expect(try await outcome(good, delegate) == .body("here"))
            #expect(try await outcome(bad, delegate) == .error(.cancelled))
        }
        let identity = try TestAuthority().selfSignedServer(SampleBench.host)
        let server = try bench.server(identity)
        let own = PrivateAuthorityDelegate(anchors: [try bench.certificate(identity.certificate)])
        #expect(try await outcome(server, own) == .body("here"))
        #expect(try await outcome(server, PrivateAuthorityDelegate(anchors: anchors)) == .error(.cancelled))
        #expect(try await outcome(good, own) == .error(.cancelled))
    }

    /// RFC 6066 §3: no server name is sent for an address, which is why the server has to present this name unasked.
    @Test("an address in the URL and the name in Host: that name is proven")
    func address() async throws {
        let delegate = HostFieldDelegate(anchors: anchors)
        let hosts = try bench.server(try bench.identity(), { _ in }) { ServerResponse(text: $0["Host"] ?? "") }
        let direct = try #require(request(for: try bench.url(hosts), at: "127.0.0.1"))
        #expect(direct.url?.host == "127.0.0.1")
        #expect(await Outcome(direct, .ephemeral, delegate) == .body(SampleBench.host))
        #expect(hosts.counters.serverNames == [nil])
        let other = try bench.server(try bench.identity("other.holdfast.test"))
        let toOther = try #require(request(for: try bench.url(other), at: "127.0.0.1"))
        #expect(await Outcome(toOther, .ephemeral, delegate) == .error(.cancelled))
        #expect(other.counters.requestsReceived == 0)
    }

    @Test("connectTo instead: the URL, the server name and Host stay as they are")
    func connectTo() async throws {
        let hosts = try bench.server(try bench.identity(), { _ in }) { ServerResponse(text: $0["Host"] ?? "") }
        let outcome = try await outcome(hosts, PrivateAuthorityDelegate(anchors: anchors))
        #expect(outcome == .body("\(SampleBench.host):\(hosts.port)"))
        #expect(hosts.counters.serverNames == [SampleBench.host])
    }

    @Test("AFNetworking's manner: without a block the policy decides, with one the block alone")
    func block() async throws {
        for (server, expected) in [(good, Outcome.body("here")), (bad, .error(.cancelled))] {
            let manager = SessionManager(configuration: bench.configuration(server), anchors: anchors)
            let request = URLRequest(url: try bench.url(server))
            #expect(await Outcome(request, .default, session: manager.session) == expected)
            let other = SessionManager(configuration: bench.configuration(server), anchors: [])
            let anchors = anchors
            other.setSessionDidReceiveAuthenticationChallengeBlock { _, challenge, credential in
                guard let trust = challenge.protectionSpace.serverTrust else { return .performDefaultHandling }
                SecTrustSetAnchorCertificates(trust, anchors as CFArray)
                guard SecTrustEvaluateWithError(trust, nil) else { return .cancelAuthenticationChallenge }
                credential = URLCredential(trust: trust)
                return .useCredential
            }
            #expect(await Outcome(request, .default, session: other.session) == expected)
            manager.session.invalidateAndCancel()
            other.session.invalidateAndCancel()
        }
    }
}
