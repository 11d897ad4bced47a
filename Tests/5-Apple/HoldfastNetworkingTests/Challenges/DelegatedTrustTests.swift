import Foundation
import HoldfastAuthority
import HoldfastNetworking
import HoldfastSecurityNames
import HoldfastTransport
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

@testable import HoldfastHTTPS
@testable import HoldfastNetworkingNames

/// What comes of a server whose delegate answers with `URLCredential(trust:)`.
@Suite("Trust in a server, as a delegate gives it") struct DelegatedTrustTests {
    /// What the handshake ends with.
    enum Outcome: Equatable {
        /// Accepted by a proof that ends at an anchor, for a server of this name.
        case proved(String)
        /// By the user's exception.
        case excepted
        /// Because the delegate said so.
        case dangerous
        case refused(Set<String>)
        case stopped(String)
    }

    /// - Parameters:
    ///   - bench: the server, and what the session thinks of it.
    ///   - answer: the delegate.
    private static func outcome(_ bench: BridgeBench, _ answer: (SecTrust) throws -> URLCredential?) throws -> Outcome {
        let bridged = try bench.challenge()
        let trust = try #require(bridged.challenge.protectionSpace.serverTrust)
        switch try bench.verdict(bridged.disposition(for: (.useCredential, try answer(trust)))) {
        case .accept(let proof, _, _):
            #expect(proof.presented == (try bench.presented()))
            switch proof.basis {
            case .anchor:
                guard case .ssl(let name) = proof.policy.purpose else { return .proved("nobody") }
                return .proved(name.description)
            case .exception: return .excepted
            case .dangerousAcceptAny: return .dangerous
            }
        case .refuse(let failure): return .refused(Set(failure.errors.map(\.code.rawValue)))
        case .stop(let error): return .stopped(error.code.rawValue)
        }
    }

    private static func expect(
        _ bench: BridgeBench, _ expected: Outcome, at location: SourceLocation = #_sourceLocation,
        _ answer: (SecTrust) throws -> URLCredential?
    ) throws {
        let outcome = try outcome(bench, answer)
        #expect(outcome == expected, sourceLocation: location)
    }

    // MARK: The session trusts the server

    @Test("the session's own proof counts, whatever was made of the object") func trustedAnyway() throws {
        let bench = try BridgeBench(isTrusted: true)
        let proved = Outcome.proved("a.test")
        try Self.expect(bench, proved) { URLCredential(trust: $0) }
        try Self.expect(bench, proved) { trust in
            SecTrustSetPolicies(trust, SecPolicyCreateBasicX509())
            SecTrustSetAnchorCertificates(trust, [] as CFArray)
            #expect(!SecTrustEvaluateWithError(trust, nil))
            return URLCredential(trust: trust)
        }
        let bridged = try bench.challenge()
        let proposed = try #require(bridged.challenge.proposedCredential)
        guard case .accept = try bench.verdict(bridged.disposition(for: (.useCredential, proposed))) else {
            Issue.record("the proposed credential was not taken")
            return
        }
    }

    // MARK: The session does not

    @Test("unevaluated, and evaluated in vain: the delegate's word alone") func unproved() throws {
        let bench = try BridgeBench()
        try Self.expect(bench, .dangerous) { URLCredential(trust: $0) }
        try Self.expect(bench, .dangerous) { trust in
            #expect(!SecTrustEvaluateWithError(trust, nil))
            return URLCredential(trust: trust)
        }
    }

    @Test("other anchors, and the server's name: a proof, evaluated by the delegate or not", arguments: [true, false])
    func ownAnchors(_ evaluates: Bool) throws {
        let bench = try BridgeBench()
        let outcome = try Self.outcome(bench) { trust in
            try bench.anchor(trust)
            if evaluates { #expect(SecTrustEvaluateWithError(trust, nil)) }
            return URLCredential(trust: trust)
        }
        #expect(outcome == .proved("a.test"))
    }

    @Test("a date of the delegate's: a proof for that date") func ownDate() throws {
        let early = try BridgeBench(
            fixture: PeerFixture { $0.lasts(days: 10, from: PeerFixture.moment.advanced(byDays: 5)) })
        try Self.expect(early, .dangerous) { trust in
            try early.anchor(trust)
            return URLCredential(trust: trust)
        }
        try Self.expect(early, .proved("a.test")) { trust in
            try early.anchor(trust, at: PeerFixture.moment.advanced(byDays: 6))
            return URLCredential(trust: trust)
        }
    }

    @Test("policies without a name prove nothing about who the server is") func nameless() throws {
        let bench = try BridgeBench()
        for policy in [SecPolicyCreateBasicX509(), SecPolicyCreateSSL(true, nil)] {
            try Self.expect(bench, .dangerous) { trust in
                try bench.anchor(trust)
                SecTrustSetPolicies(trust, policy)
                #expect(SecTrustEvaluateWithError(trust, nil))
                return URLCredential(trust: trust)
            }
        }
    }

    @Test("the name that stands behind an address is a proof, where the certificate has it") func otherName() throws {
        let bench = try BridgeBench(host: "192.0.2.1")
        func answer(_ name: String, _ isTrusted: Bool) throws -> Outcome {
            try Self.outcome(bench) { trust in
                try bench.anchor(trust)
                SecTrustSetPolicies(trust, SecPolicyCreateSSL(true, name as CFString))
                #expect(SecTrustEvaluateWithError(trust, nil) == isTrusted)
                return URLCredential(trust: trust)
            }
        }
        #expect(try answer("a.test", true) == .proved("a.test"))
        #expect(try answer("b.test", false) == .dangerous)
    }

    @Test("of two policies that hold, the one for the host is the proof") func twoNames() throws {
        let bench = try BridgeBench(fixture: PeerFixture { $0.names = ["b.test", "a.test"] })
        try Self.expect(bench, .proved("a.test")) { trust in
            try bench.anchor(trust)
            let policies = ["b.test", "a.test"].map { SecPolicyCreateSSL(true, $0 as CFString) }
            SecTrustSetPolicies(trust, policies as CFArray)
            return URLCredential(trust: trust)
        }
    }

    @Test("a policy that refuses makes the others worthless") func oneRefuses() throws {
        let bench = try BridgeBench()
        try Self.expect(bench, .dangerous) { trust in
            try bench.anchor(trust)
            let policies = ["a.test", "b.test"].map { SecPolicyCreateSSL(true, $0 as CFString) }
            SecTrustSetPolicies(trust, policies as CFArray)
            return URLCredential(trust: trust)
        }
    }

    @Test("exceptions of the user") func exceptions() throws {
        let bench = try BridgeBench(host: "b.test")
        try Self.expect(bench, .excepted) { trust in
            try bench.anchor(trust)
            #expect(!SecTrustEvaluateWithError(trust, nil))
            let cookie = try #require(SecTrustCopyExceptions(trust))
            #expect(SecTrustSetExceptions(trust, cookie))
            return URLCredential(trust: trust)
        }
    }

    // MARK: Other objects

    @Test("an object of the delegate's own counts where it holds the same certificates") func ownObject() throws {
        let bench = try BridgeBench()
        let own = try bench.fixture.trust()
        try bench.anchor(own)
        try Self.expect(bench, .proved("a.test")) { _ in URLCredential(trust: own) }
        try Self.expect(bench, .dangerous) { _ in URLCredential(trust: try bench.fixture.trust()) }
    }

    @Test("other certificates, fewer, more and another order are another server's", arguments: [false, true])
    func otherCertificates(_ isTrusted: Bool) throws {
        let bench = try BridgeBench(isTrusted: isTrusted)
        let (mine, root) = (try bench.fixture.certificates(), try bench.fixture.rootCertificates())
        let lists = [try PeerFixture().certificates(), [mine[0]], mine + root, [mine[1], mine[0]]]
        for list in lists {
            var other: SecTrust?
            SecTrustCreateWithCertificates(list as CFArray, SecPolicyCreateSSL(true, "a.test" as CFString), &other)
            let trust = try #require(other)
            try bench.anchor(trust)
            try Self.expect(bench, .stopped("wrongCredential")) { _ in URLCredential(trust: trust) }
        }
    }

    // MARK: What nobody overlooks

    @Test("a malformed certificate is refused, whatever the delegate says") func malformed() throws {
        let bench = try BridgeBench(presented: ServerTrust(derChain: [[0x30, 0x03, 0x01, 0x02, 0x03]]))
        try Self.expect(bench, .refused(["malformedCertificate"])) { trust in
            #expect(!SecTrustEvaluateWithError(trust, nil))
            return URLCredential(trust: trust)
        }
    }

    @Test("a pin of the session's policy that does not match refuses, whatever the delegate says") func pins() throws {
        let bench = try BridgeBench(isTrusted: true, rules: [RefusingRule(.pinMismatch)])
        try Self.expect(bench, .refused(["pinMismatch"])) { URLCredential(trust: $0) }
        // A chain that holds in every other respect, for those who do not know of the pin.
        try Self.expect(bench, .refused(["pinMismatch"])) { trust in
            try bench.anchor(trust)
            #expect(SecTrustEvaluateWithError(trust, nil))
            return URLCredential(trust: trust)
        }
    }

    @Test("a bad signature is the delegate's to overlook, and said aloud") func badSignature() throws {
        var chain = try PeerFixture().identity.chain
        chain[0][chain[0].count - 1] ^= 1
        let bench = try BridgeBench(presented: ServerTrust(derChain: chain))
        try Self.expect(bench, .dangerous) { URLCredential(trust: $0) }
    }

    // MARK: How loud, and how long

    @Test("for one host and one minute, said aloud once") func loud() throws {
        let lines = Notes<String>()
        DangerLog.send(to: { line in lines.add(line) })
        defer { DangerLog.send(to: nil) }
        let bench = try BridgeBench(host: "delegated-loud.test")
        for _ in 0..<3 {
            let bridged = try bench.challenge()
            let trust = try #require(bridged.challenge.protectionSpace.serverTrust)
            let disposition = bridged.disposition(for: (.useCredential, URLCredential(trust: trust)))
            guard case .accept(let proof, _, _) = try bench.verdict(disposition),
                case .dangerousAcceptAny(let basis) = proof.basis
            else {
                Issue.record("not accepted")
                return
            }
            #expect(basis.hosts?.map(\.description) == ["delegated-loud.test"])
            #expect(basis.from == PeerFixture.moment)
            #expect(basis.until == PeerFixture.moment.advanced(bySeconds: 60))
        }
        let said = lines.all.filter { $0.contains("delegated-loud.test") }
        #expect(said.count == 1, "\(said)")
        #expect(said.first?.hasPrefix("holdfast: dangerous: any certificate is accepted") == true)
        let quiet = try BridgeBench(fixture: PeerFixture(host: "delegated-quiet.test"), host: "delegated-quiet.test")
        let outcome = try Self.outcome(quiet) { trust in
            try quiet.anchor(trust)
            return URLCredential(trust: trust)
        }
        #expect(outcome == .proved("delegated-quiet.test"))
        #expect(!lines.all.contains { $0.contains("delegated-quiet.test") })
        // And a failed check that was left to the default, which trusts.
        let overruled = try BridgeBench(
            fixture: PeerFixture(host: "delegated-overruled.test"), host: "delegated-overruled.test", isTrusted: true)
        for _ in 0..<3 {
            let bridged = try overruled.challenge()
            let trust = try #require(bridged.challenge.protectionSpace.serverTrust)
            SecTrustSetAnchorCertificates(trust, [] as CFArray)
            #expect(!SecTrustEvaluateWithError(trust, nil))
            var warnings = 0
            bridged.sayIfOverruling((.performDefaultHandling, nil)) { _ in warnings += 1 }
            bridged.sayIfOverruling((.cancelAuthenticationChallenge, nil)) { _ in warnings += 1 }
            #expect(warnings == 1)
        }
        let warned = lines.all.filter { $0.contains("delegated-overruled.test") }
        #expect(warned.count == 1 && warned.first?.contains("left it to default handling, which trusts") == true)
    }

    // MARK: Other kinds, and other words

    @Test("a password, an identity and nothing at all do not make a server trusted", arguments: [true, false])
    func otherKinds(_ isTrusted: Bool) throws {
        let bench = try BridgeBench(isTrusted: isTrusted)
        let password = URLCredential(user: "ann", password: "p", persistence: .forSession)
        let identity = URLCredential(
            identity: try bench.fixture.secIdentity(), certificates: nil, persistence: .forSession)
        for credential in [password, identity] {
            try Self.expect(bench, .stopped("wrongCredential")) { _ in credential }
        }
        let nothing = try Self.outcome(bench) { _ in nil }
        #expect(nothing == (isTrusted ? .stopped("serverTrustRejected") : .refused(["issuerNotFound"])))
    }
}
