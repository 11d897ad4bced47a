import HoldfastAuthority
import HoldfastTrust
import HoldfastX509
import Testing

/// The status that a verifier gives a certificate.
enum StatementOutcome: String, Sendable {
    case good, revoked, unknown
}

/// A chain, a statement about one of its certificates, and everything else that a verdict needs.
struct StatementScene {
    let root: CertificateAuthority
    let chain: [[UInt8]]
    /// The certificate in question.
    var depth = 0
    var lists: [[UInt8]] = []
    var responses: [[UInt8]] = []

    /// The status under a policy that has to know it, by the profile `default`.
    func outcome() throws -> StatementOutcome {
        var policy = TrustPolicy.ssl(try ServerName(TestChain.host))
        policy.anchors = .only([try Certificate(der: root.certificate)])
        policy.revocation = .hard
        let ofRoot = try root.issue(RevocationListTemplate(at: TestChain.moment))
        let evidence: [Evidence] = [
            .revocationLists((lists + [ofRoot]).map { SuppliedRevocationList(der: $0) }),
            .ocspResponses(responses.map { SuppliedOCSPResponse(der: $0) }),
        ]
        let trust = try ServerTrust(derChain: chain)
        let answers: [RevocationAnswer]
        do throws(TrustFailure) {
            answers = try TrustEngine().evaluate(
                trust, with: policy, at: TestChain.moment, supplying: evidence
            ).revocation
        } catch {
            answers = error.revocation
        }
        guard answers.indices.contains(depth) else { return .unknown }
        switch answers[depth] {
        case .good: return .good
        case .revoked: return .revoked
        default: return .unknown
        }
    }
}

/// A shape of a list or of a response that another project has in its tests: the rule that it is about, what that
/// project makes of it, and, where it is something else here, why.
struct StatementShape: CustomTestStringConvertible, Sendable {
    /// Another outcome here than there.
    struct Difference: Sendable {
        let ours: StatementOutcome
        /// The argument, with its source.
        let because: String
    }

    let name: String
    let rule: String
    let theirs: StatementOutcome
    let difference: Difference?
    let make: @Sendable () throws -> StatementScene

    var testDescription: String { name }
    var expected: StatementOutcome { difference?.ours ?? theirs }

    init(
        _ name: String, _ rule: String, _ theirs: StatementOutcome, but difference: Difference? = nil,
        _ make: @escaping @Sendable () throws -> StatementScene
    ) {
        self.name = name
        self.rule = rule
        self.theirs = theirs
        self.difference = difference
        self.make = make
    }

    func check() throws {
        #expect(try make().outcome() == expected, "\(rule)\n\(difference?.because ?? "")")
        #expect(difference.map { $0.ours != theirs } ?? true, "it is no difference")
    }
}

/// Encodings put together by hand, for what no template describes.
enum HandMade {
    /// An INTEGER of 1 where it has no business.
    static let garbage: [UInt8] = [0x02, 0x01, 0x01]
    static let unknownExtension = ObjectIdentifier(1, 2, 3, 4)

    static func sequence(_ parts: [[UInt8]]) -> [UInt8] {
        var writer = DERWriter()
        writer.sequence { inner in for part in parts { inner.raw(part) } }
        return writer.bytes
    }

    /// The content octets of an element.
    static func content(of element: [UInt8]) -> [UInt8] {
        guard element.count > 1 else { return [] }
        let long = element[1] > 0x80 ? Int(element[1]) - 0x80 : 0
        return Array(element.dropFirst(2 + long))
    }

    /// An edit that does the same as ``replaced(_:by:in:)``.
    static func replacing(_ old: [UInt8], by new: [UInt8]) -> ByteEdit { ByteEdit { replaced(old, by: new, in: $0) } }

    /// Puts other octets in the place of the first of their kind; nothing is left where there are none.
    static func replaced(_ old: [UInt8], by new: [UInt8], in bytes: [UInt8]) -> [UInt8] {
        guard let place = bytes.firstRange(of: old) else { return [] }
        var bytes = bytes
        bytes.replaceSubrange(place, with: new)
        return bytes
    }
}
