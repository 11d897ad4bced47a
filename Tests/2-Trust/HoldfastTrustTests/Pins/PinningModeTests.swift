import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import Testing

/// Modes, anchors and shapes of chains, against what the two libraries say of theirs.
///
/// AFNetworking 4, AFSecurityPolicy.h and .m: `AFSSLPinningModePublicKey` evaluates the server's trust first and then
/// looks for one of the keys in the chain; `AFSSLPinningModeCertificate` sets the pinned certificates as the only
/// anchors, evaluates, and looks for one of them in the chain; the policy with the host's name is part of both.
/// Alamofire 5, ServerTrustEvaluation.swift: `PublicKeysTrustEvaluator` and `PinnedCertificatesTrustEvaluator` perform
/// the default validation and that of the host unless told otherwise; the latter sets the certificates as anchors only
/// with `acceptSelfSignedCertificates`.
@Suite("Pinning modes, as AFNetworking and Alamofire mean them")
struct PinningModeTests {
    enum Shape: String, CaseIterable, Sendable {
        case trusted, trustedRenewed, unknownAuthority, selfSigned, otherHost, expired
    }

    enum Pinned: String, CaseIterable, Sendable { case leaf, intermediate, root, stranger }

    /// The modes: none, public key, certificate of AFNetworking's, certificate of Alamofire's.
    struct Row: Sendable, CustomTestStringConvertible {
        let shape: Shape
        let pinned: Pinned
        let outcomes: [Set<FindingCode>]

        init(_ shape: Shape, _ pinned: Pinned, _ outcomes: Set<FindingCode>...) {
            (self.shape, self.pinned, self.outcomes) = (shape, pinned, outcomes)
        }

        var testDescription: String { "\(shape), pinned \(pinned)" }
    }

    static let rows: [Row] = [
        Row(.trusted, .leaf, [], [], [], []),
        Row(.trusted, .intermediate, [], [], [], []),
        Row(.trusted, .root, [], [], [], []),
        // The only anchor is somebody else's: the chain leads nowhere, and has none of the pins.
        Row(.trusted, .stranger, [], [.pinMismatch], [.issuerNotFound, .pinMismatch], [.pinMismatch]),
        // The key stayed, the certificate did not.
        Row(.trustedRenewed, .leaf, [], [], [.issuerNotFound, .pinMismatch], [.pinMismatch]),
        Row(.trustedRenewed, .intermediate, [], [], [], []),
        // Key pins are no anchors; certificate pins of AFNetworking's are.
        Row(.unknownAuthority, .leaf, [.issuerNotFound], [.issuerNotFound], [], [.issuerNotFound]),
        Row(.unknownAuthority, .intermediate, [.issuerNotFound], [.issuerNotFound], [], [.issuerNotFound]),
        // The root was not sent: only where it is an anchor is it in the chain.
        Row(
            .unknownAuthority, .root, [.issuerNotFound], [.issuerNotFound, .pinMismatch], [],
            [.issuerNotFound, .pinMismatch]),
        Row(.selfSigned, .leaf, [.selfSignedNotAnchor], [.selfSignedNotAnchor], [], [.selfSignedNotAnchor]),
        Row(
            .selfSigned, .stranger, [.selfSignedNotAnchor], [.selfSignedNotAnchor, .pinMismatch],
            [.selfSignedNotAnchor, .pinMismatch], [.selfSignedNotAnchor, .pinMismatch]),
        // Domain and validity are judged whatever is pinned.
        Row(.otherHost, .leaf, [.hostMismatch], [.hostMismatch], [.hostMismatch], [.hostMismatch]),
        Row(.otherHost, .root, [.hostMismatch], [.hostMismatch], [.hostMismatch], [.hostMismatch]),
        Row(.expired, .leaf, [.expired], [.expired], [.expired], [.expired]),
        Row(.expired, .root, [.expired], [.expired], [.expired], [.expired]),
    ]

    @Test("each mode does what its documentation says", arguments: rows)
    func table(_ row: Row) throws {
        let bench = try Bench(row.shape)
        let certificate = try bench.certificate(row.pinned)
        let modes: [(PinningMode, Bool?)] = [
            (.none, nil), (.publicKey, nil), (.certificate, nil), (.certificate, false),
        ]
        for ((mode, areAnchors), expected) in zip(modes, row.outcomes) {
            let policy = try bench.policy.pinned(by: mode, to: [certificate], areAnchors: areAnchors)
            #expect(try bench.test.errors(bench.chain, policy: policy) == expected, "\(mode) \(areAnchors ?? true)")
        }
        #expect(row.outcomes.count == modes.count)
    }

    @Test("several certificates: one that matches is enough, whichever the mode", arguments: PinningMode.allCases)
    func several(_ mode: PinningMode) throws {
        let bench = try Bench(.trusted)
        let both = [try bench.certificate(.stranger), try bench.certificate(.intermediate)]
        #expect(try bench.test.errors(bench.chain, policy: bench.policy.pinned(by: mode, to: both)).isEmpty)
    }

    @Test("the server's own certificate alone, or the whole chain", arguments: [PinningMode.publicKey, .certificate])
    func group(_ mode: PinningMode) throws {
        let bench = try Bench(.trusted)
        func errors(_ pinned: Pinned, _ group: PinSet.Group) throws -> Set<FindingCode> {
            let certificate = try bench.certificate(pinned)
            let policy = try bench.policy.pinned(by: mode, to: [certificate], in: group, areAnchors: false)
            return try bench.test.errors(bench.chain, policy: policy)
        }
        #expect(try errors(.leaf, .leaf).isEmpty && errors(.intermediate, .authorities).isEmpty)
        #expect(try errors(.intermediate, .leaf) == [.pinMismatch])
        #expect(try errors(.leaf, .authorities) == [.pinMismatch])
    }

    @Test("a mode without certificates is an error, and none needs none")
    func nothing() throws {
        let bench = try Bench(.trusted)
        #expect(throws: PinSetError.empty) { try bench.policy.pinned(by: .publicKey, to: []) }
        #expect(throws: PinSetError.empty) { try bench.policy.pinned(by: .certificate, to: []) }
        #expect(try bench.policy.pinned(by: .none, to: []).pins.current().hosts == .none)
    }
}

extension PinningModeTests {
    /// A chain of one shape, what it is judged by, and what it can be pinned to.
    private struct Bench {
        let test: TestChain
        let chain: [[UInt8]]
        var policy: TrustPolicy
        private let pinnedLeaf: [UInt8]

        init(_ shape: Shape) throws {
            test = try TestChain()
            let key = try PrivateKey.generate(.p256)
            let leaf = try test.intermediate.issue(TestChain.server(), key: key)
            policy = try test.policy()
            switch shape {
            case .trusted: chain = leaf.chain
            case .trustedRenewed: chain = try test.intermediate.issue(TestChain.server(), key: key).chain
            case .unknownAuthority:
                chain = leaf.chain
                policy.anchors = .only([try Certificate(der: Self.stranger)])
            case .selfSigned:
                chain = [try Identity.selfSigned(TestChain.server(), key: key).certificate]
                policy.anchors = .only([try Certificate(der: Self.stranger)])
            case .otherHost:
                chain = leaf.chain
                policy.purpose = .ssl(try ServerName("other.holdfast.test"))
            case .expired:
                chain = try test.chain { $0.notAfter = TestChain.moment.advanced(bySeconds: -1) }
            }
            pinnedLeaf = shape == .trustedRenewed ? leaf.certificate : chain[0]
        }

        private static let stranger: [UInt8] =
            (try? CertificateAuthority.root(name: "Stranger", at: TestChain.moment).certificate) ?? []

        func certificate(_ pinned: Pinned) throws -> Certificate {
            switch pinned {
            case .leaf: try Certificate(der: pinnedLeaf)
            case .intermediate: try Certificate(der: chain[1])
            case .root: try Certificate(der: test.root.certificate)
            case .stranger:
                try Certificate(der: CertificateAuthority.root(name: "Nobody", at: TestChain.moment).certificate)
            }
        }
    }
}
