import HoldfastAuthority
import HoldfastNetworking
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

@Suite("Anchors and pins of a URLSession's configuration", .hangLimit)
struct SessionTrustPartsTests {
    private let bench: Loopback

    init() throws { bench = try Loopback() }

    private func failure(
        _ server: TLSServer, _ change: (URLSessionConfiguration) throws -> Void
    ) async throws -> URLError.Code? {
        let configuration = bench.configuration(server)
        try change(configuration)
        // What is set is copied with the configuration, as by a session.
        let session = URLSession(configuration: configuration)
        defer { session.invalidateAndCancel() }
        do {
            _ = try await session.data(from: bench.url(server))
            return nil
        } catch let error as URLError { return error.code }
    }

    private func pins(_ pin: Pin) throws -> TrustPins {
        let host = try HostPattern(Loopback.host, publicSuffixes: nil)
        return TrustPins(try PinnedHosts([host: .pinned(PinSet(anywhere: [pin], backup: .waived))]))
    }

    @Test("anchors trust, pins refuse, and neither goes with a policy of its own")
    func parts() async throws {
        let server = try bench.server()
        let root = try Pin(Certificate(der: bench.root.certificate))
        let other = try Pin(subject: .publicKey, algorithm: .sha256, digest: Array(repeating: 7, count: 32))
        #expect(try await failure(server) { _ in } == .serverCertificateUntrusted)
        #expect(try await failure(server) { $0.anchors = bench.anchors } == nil)
        #expect(try await failure(server) { ($0.anchors, $0.pins) = (bench.anchors, try pins(root)) } == nil)
        #expect(server.counters.requestsReceived == 2)
        #expect(try await failure(server) { ($0.anchors, $0.pins) = (bench.anchors, try pins(other)) } != nil)
        let opened = server.counters.connections
        #expect(
            try await failure(server) { ($0.serverTrustPolicy, $0.pins) = (bench.trusting, try pins(other)) } != nil)
        #expect(
            try await failure(server) { ($0.serverTrustPolicy, $0.anchors) = (bench.trusting, bench.anchors) } != nil)
        #expect(server.counters.requestsReceived == 2 && server.counters.connections == opened)
    }

    /// SecTrust.h, `SecTrustSetAnchorCertificates`: "Calling this function without also calling
    /// SecTrustSetAnchorCertificatesOnly() will disable trusting any anchors other than the ones in
    /// anchorCertificates"; "If NULL is passed, the default anchor certificates are used." The default ones of a
    /// challenge are those of its session.
    @Test("a delegate that evaluates the challenge's trust judges by the session's anchors", arguments: Given.allCases)
    func evaluated(by given: Given) async throws {
        let server = try bench.server()
        let configuration = bench.configuration(server)
        switch given {
        case .anchors: configuration.anchors = bench.anchors
        case .policy: configuration.serverTrustPolicy = bench.trusting
        case .nothing: configuration.anchors = .only([])
        }
        let told = Notes<Bool>()
        let delegate = CheckingDelegate { trust in
            told.add(SecTrustEvaluateWithError(trust, nil))
            SecTrustSetAnchorCertificates(trust, [] as NSArray)
            told.add(SecTrustEvaluateWithError(trust, nil))
            SecTrustSetAnchorCertificatesOnly(trust, false)
            told.add(SecTrustEvaluateWithError(trust, nil))
            SecTrustSetAnchorCertificates(trust, [] as NSArray)
            SecTrustSetAnchorCertificates(trust, nil)
            told.add(SecTrustEvaluateWithError(trust, nil))
        } answer: {
            (.performDefaultHandling, nil)
        }
        let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        defer { session.invalidateAndCancel() }
        let trusts = given != .nothing
        do {
            _ = try await session.data(from: bench.url(server))
            #expect(trusts)
        } catch let error as URLError {
            #expect(!trusts && error.code == .serverCertificateUntrusted)
            // The trust of an error, too.
            let trust = try #require(error.failureURLPeerTrust)
            #expect(!SecTrustEvaluateWithError(trust, nil))
        }
        #expect(told.all == [trusts, false, trusts, trusts])
    }

    enum Given: CaseIterable { case anchors, policy, nothing }

    @Test("what constrains the session's anchors constrains a delegate's evaluation, and not anchors of its own")
    func constrained() async throws {
        let server = try bench.server()
        let configuration = bench.configuration(server)
        let trusting = bench.trusting
        var constraint = AnchorConstraints()
        constraint.permittedDNSNames = [try DNSName("elsewhere.example")]
        let constraints = [constraint]
        configuration.serverTrustPolicy = { name in
            var policy = trusting(name)
            policy.anchorConstraints = constraints
            return policy
        }
        let told = Notes<Bool>()
        let anchor = HandedAnchor(try bench.anchor())
        let delegate = CheckingDelegate { trust in
            told.add(SecTrustEvaluateWithError(trust, nil))
            SecTrustSetAnchorCertificates(trust, [anchor.value] as NSArray)
            told.add(SecTrustEvaluateWithError(trust, nil))
        } answer: {
            (.cancelAuthenticationChallenge, nil)
        }
        let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        defer { session.invalidateAndCancel() }
        await #expect(throws: URLError.self) { try await session.data(from: bench.url(server)) }
        #expect(told.all == [false, true])
    }
}
