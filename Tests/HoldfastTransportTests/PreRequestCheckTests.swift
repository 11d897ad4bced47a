import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import Testing

@testable import HoldfastTransport

/// The design's rule: the request is denied unless the connection's record says accepted, under this partition, for
/// this host and policy, with the judged key.
@Suite("The check before every request")
struct PreRequestCheckTests {
    private static let key: [UInt8] = [0x30, 1, 2]
    private static let standing = PreRequestCheck.Standing(
        host: "example.test", port: 443, policyDigest: [7], acceptedKey: key[...], isFinished: true)
    private static let request = TransportRequest(
        kind: .request, host: "example.test", port: 443, sharing: .shared(key: []), policyDigest: [7])

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let denial: PreRequestCheck.Denial?
        var family: UInt64 = 0
        var isAttended = false
        var hasConnection = true
        var isKnown = true
        var peerKey = PreRequestCheckTests.key
        var change: @Sendable (inout PreRequestCheck.Standing) -> Void = { _ in }
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
            Row(testDescription: "an answer for this request", denial: nil, family: 3) {
                $0.scopes = [.everyRequest, .request(3)]
            },
            Row(testDescription: "an answer for another request", denial: .otherRequest, family: 4) {
                $0.scopes = [.request(3), .everyRequest]
            },
            Row(testDescription: "two answers, one for another request", denial: .otherRequest, family: 3) {
                $0.scopes = [.request(3), .request(4)]
            },
            Row(testDescription: "an answer for a request of no family", denial: .otherRequest) {
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
        ])
    func rows(row: Row) {
        var standing = Self.standing
        row.change(&standing)
        var request = Self.request
        request.family = row.family
        request.isAttended = row.isAttended
        let denial = PreRequestCheck.denial(
            request, hasConnection: row.hasConnection, standing: row.isKnown ? standing : nil,
            peerHasKey: { Array($0) == row.peerKey })
        #expect(denial == row.denial)
    }
}

@Suite("A judge's acceptance")
struct AcceptanceCheckTests {
    @Test("counts only for the certificates that were presented and the key that TLS goes on with")
    func objections() throws {
        let world = try World()
        let identity = try world.identity("example.test")
        let trust = try ServerTrust(derChain: identity.chain)
        let other = try ServerTrust(derChain: try world.identity("example.test").chain)
        var policy = TrustPolicy.ssl(try ServerName("example.test"))
        policy.anchors = world.anchors
        let evaluation = try TrustEngine().evaluate(trust, with: policy, at: world.now)
        let key = try Certificate(der: identity.certificate).subjectPublicKeyInfo.bytes
        #expect(AcceptanceCheck.objection(evaluation, presented: trust) { $0 == key } == nil)
        #expect(AcceptanceCheck.objection(evaluation, presented: trust) { _ in false } == .otherKey)
        #expect(AcceptanceCheck.objection(evaluation, presented: other) { _ in true } == .otherCertificates)
        #expect(AcceptanceCheck.objection(evaluation, presented: nil) { _ in true } == .otherCertificates)
    }
}
