import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import Testing

@testable import HoldfastTransport

/// The design's rule: the request is denied unless the connection's record says accepted, under this partition, for
/// this host and policy, with the judged key.
@Suite("The check before every request")
struct PreRequestCheckTests {
    private static let key: [UInt8] = [0x30, 1, 2]
    private static let acceptance = PreRequestCheck.Acceptance(
        host: "example.test", port: 443, policyDigest: [7], acceptedKey: key[...], isFinished: true)
    private static let request = TransportRequest(
        kind: .request, host: "example.test", port: 443, sharing: .shared(key: []), policyDigest: [7])

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let denial: PreRequestCheck.Denial?
        var taskID: UInt64 = 0
        var isAttended = false
        var hasConnection = true
        var isKnown = true
        var peerKey = PreRequestCheckTests.key
        var change: @Sendable (inout PreRequestCheck.Acceptance) -> Void = { _ in }
    }

    @Test(
        "denies unless everything holds",
        arguments: [
            Row(testDescription: "accepted, finished, for this", denial: nil),
            Row(testDescription: "no TLS connection", denial: .noConnection, hasConnection: false),
            Row(testDescription: "a connection of somebody else", denial: .unknownConnection, isKnown: false),
            Row(testDescription: "not accepted", denial: .notAccepted) { $0.acceptedKey = nil },
            Row(testDescription: "not finished", denial: .unfinished) { $0.isFinished = false },
            Row(testDescription: "another host", denial: .otherServer) { $0.host = "other.test" },
            Row(testDescription: "another port", denial: .otherServer) { $0.port = 444 },
            Row(testDescription: "another policy", denial: .otherPolicy) { $0.policyDigest = [8] },
            Row(testDescription: "an answer for this request", denial: nil, taskID: 3) {
                $0.scopes = [.everyRequest, .request(3)]
            },
            Row(testDescription: "an answer for another request", denial: .otherRequest, taskID: 4) {
                $0.scopes = [.request(3), .everyRequest]
            },
            Row(testDescription: "two answers, one for another request", denial: .otherRequest, taskID: 3) {
                $0.scopes = [.request(3), .request(4)]
            },
            Row(testDescription: "an answer for a request without an identifier", denial: .otherRequest) {
                $0.scopes = [.request(0)]
            },
            Row(testDescription: "what nobody was asked about, for a request with nobody", denial: nil) {
                $0.scopes = [.unattendedRequests]
            },
            Row(
                testDescription: "what nobody was asked about, for a request with somebody", denial: .otherRequest,
                isAttended: true
            ) { $0.scopes = [.unattendedRequests] },
            Row(testDescription: "another key", denial: .otherKey, peerKey: [0x30, 1, 3]),
            Row(testDescription: "the proxy's TLS, and none to the server", denial: .otherServer) { $0.role = .proxy },
        ])
    func rows(row: Row) {
        var acceptance = Self.acceptance
        row.change(&acceptance)
        var request = Self.request
        request.taskID = row.taskID
        request.isAttended = row.isAttended
        let denial = PreRequestCheck.denial(
            request, hasConnection: row.hasConnection, acceptance: row.isKnown ? acceptance : nil,
            peerHasKey: { Array($0) == row.peerKey })
        #expect(denial == row.denial)
    }

    /// A connection for a request without TLS.
    struct PlainRow: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let denial: PreRequestCheck.Denial?
        var server: String? = "example.test"
        var serverPort: UInt16 = 443
        var proxy: ProxyTarget.Kind?
        var hasTLS = false
        var isKnown = true
        var change: @Sendable (inout PreRequestCheck.Acceptance) -> Void = { _ in }
    }

    @Test(
        """
        a plain request goes on a connection without TLS alone, and what is encrypted to a proxy is as it was \
        accepted
        """,
        arguments: [
            PlainRow(testDescription: "no TLS", denial: nil),
            PlainRow(testDescription: "TLS", denial: .encrypted, hasTLS: true),
            PlainRow(testDescription: "TLS of somebody else", denial: .encrypted, hasTLS: true, isKnown: false),
            PlainRow(testDescription: "an unknown connection", denial: .unknownConnection, server: nil),
            PlainRow(testDescription: "to another host", denial: .otherServer, server: "other.test"),
            PlainRow(testDescription: "to another port", denial: .otherServer, serverPort: 444),
            PlainRow(testDescription: "a proxy without TLS", denial: nil, proxy: .http),
            PlainRow(
                testDescription: "TLS with a proxy that has none", denial: .encrypted, proxy: .socks5, hasTLS: true),
            PlainRow(testDescription: "TLS with the proxy", denial: nil, proxy: .https, hasTLS: true),
            PlainRow(testDescription: "no TLS with the proxy", denial: .noConnection, proxy: .https),
            PlainRow(
                testDescription: "a proxy of somebody else", denial: .unknownConnection, proxy: .https, hasTLS: true,
                isKnown: false),
            PlainRow(testDescription: "the proxy not accepted", denial: .notAccepted, proxy: .https, hasTLS: true) {
                $0.acceptedKey = nil
            },
            PlainRow(testDescription: "another proxy", denial: .otherServer, proxy: .https, hasTLS: true) {
                $0.host = "other.test"
            },
            PlainRow(testDescription: "a proxy by another policy", denial: .otherPolicy, proxy: .https, hasTLS: true) {
                $0.policyDigest = [7]
            },
            PlainRow(testDescription: "TLS with the server", denial: .otherServer, proxy: .https, hasTLS: true) {
                $0.role = .server
            },
            PlainRow(testDescription: "another's answer", denial: .otherRequest, proxy: .https, hasTLS: true) {
                $0.scopes = [.request(3)]
            },
        ])
    func plain(row: PlainRow) {
        var request = Self.request
        request.isPlain = true
        request.tls.policyDigest = []
        request.connection.proxy = row.proxy.map { ProxyTarget(kind: $0, host: "proxy.test", port: 3128) }
        request.connection.proxy?.policyDigest = [9]
        var acceptance = Self.acceptance
        (acceptance.role, acceptance.host, acceptance.port, acceptance.policyDigest) = (.proxy, "proxy.test", 3128, [9])
        row.change(&acceptance)
        let denial = PreRequestCheck.denial(
            ofPlain: request, server: row.server.map { ($0, row.serverPort) }, hasTLS: row.hasTLS,
            acceptance: row.isKnown ? acceptance : nil, peerHasKey: { Array($0) == Self.key })
        #expect(denial == row.denial)
    }

    @Test("an acceptance that does not hold any more, or of which there is no proof, lets nothing out")
    func outdated() throws {
        let world = try Loopback(host: "example.test", hasIntermediate: false)
        var policy = TrustPolicy.ssl(try ServerName("example.test"))
        policy.anchors = world.anchors
        let trust = try ServerTrust(derChain: world.identity().chain)
        var acceptance = Self.acceptance
        func denial(_ holds: (@Sendable (TrustEvaluation) -> Bool)?) -> PreRequestCheck.Denial? {
            var request = Self.request
            request.tls.acceptanceHolds = holds
            return PreRequestCheck.denial(
                request, hasConnection: true, acceptance: acceptance, peerHasKey: { _ in true })
        }
        #expect(denial(nil) == nil)
        #expect(denial { _ in true } == .outdatedAcceptance)
        let proof = try TrustEngine().evaluate(trust, with: policy, at: world.now)
        acceptance.evaluation = proof
        #expect(denial { _ in false } == .outdatedAcceptance)
        #expect(denial { $0.presented == trust } == nil)
    }

    @Test("a request without TLS is none of those that are asked about by their TLS, and shares nothing with them")
    func apart() {
        var request = Self.request
        request.isPlain = true
        let denial = PreRequestCheck.denial(
            request, hasConnection: true, acceptance: Self.acceptance, peerHasKey: { _ in true })
        #expect(denial == .encrypted)
        #expect(PartitionKey(request) != PartitionKey(Self.request))
    }
}

@Suite("A judge's acceptance")
struct AcceptanceCheckTests {
    @Test("counts only for the certificates that were presented, the key that TLS goes on with, and a name")
    func objections() throws {
        let world = try Loopback(host: "example.test", hasIntermediate: false)
        let identity = try world.identity()
        let trust = try ServerTrust(derChain: identity.chain)
        let other = try ServerTrust(derChain: try world.identity().chain)
        var policy = TrustPolicy.ssl(try ServerName("example.test"))
        policy.anchors = world.anchors
        let evaluation = try TrustEngine().evaluate(trust, with: policy, at: world.now)
        let key = try Certificate(der: identity.certificate).subjectPublicKeyInfo.bytes
        #expect(AcceptanceCheck.objection(evaluation, presented: trust) { $0 == key } == nil)
        #expect(AcceptanceCheck.objection(evaluation, presented: trust) { _ in false } == .otherKey)
        #expect(AcceptanceCheck.objection(evaluation, presented: other) { _ in true } == .otherCertificates)
        #expect(AcceptanceCheck.objection(evaluation, presented: nil) { _ in true } == .otherCertificates)
        policy.purpose = .basicX509
        let nameless = try TrustEngine().evaluate(trust, with: policy, at: world.now)
        #expect(AcceptanceCheck.objection(nameless, presented: trust) { $0 == key } == .noName)
    }
}
