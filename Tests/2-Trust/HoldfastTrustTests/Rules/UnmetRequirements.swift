import HoldfastAuthority
import HoldfastTrust
import HoldfastX509

extension TestChain {
    /// The requirements that are not met, whatever they weigh; by the profile `rfc5280` unless another is given.
    func unmet(
        _ chain: [[UInt8]], anchors: [[UInt8]]? = nil, _ change: (inout TrustPolicy) throws -> Void = { _ in }
    ) throws -> Set<String> {
        var policy = try policy(anchors: anchors)
        policy.profile = .rfc5280
        try change(&policy)
        let result = try judge(chain, policy: policy)
        return Set((result.success?.findings ?? result.failure?.findings ?? []).map(\.requirement))
    }

    /// The exact set of error codes by the profile `rfc5280`.
    func refusals(_ chain: [[UInt8]], anchors: [[UInt8]]? = nil) throws -> Set<FindingCode> {
        var policy = try policy(anchors: anchors)
        policy.profile = .rfc5280
        return try errors(chain, policy: policy)
    }

    /// What a server sends whose certificate an intermediate issued that is changed where a test says so.
    func belowIntermediate(_ change: (inout CertificateTemplate) -> Void) throws -> [[UInt8]] {
        var template = CertificateTemplate.intermediate(name: "Changed Intermediate", at: Self.moment)
        change(&template)
        return try CertificateAuthority(root.issue(template)).issue(Self.server()).chain
    }

    /// A chain directly below a root that is changed where a test says so, and that root.
    func belowRoot(
        _ change: (inout CertificateTemplate) -> Void
    ) throws -> (chain: [[UInt8]], anchors: [[UInt8]]) {
        var template = CertificateTemplate.root(name: "Changed Root", at: Self.moment)
        change(&template)
        let root = CertificateAuthority(try Identity.selfSigned(template))
        return (try root.issue(Self.server()).chain, [root.certificate])
    }
}

extension ByteEdit {
    /// Changes the list of fields of a TBSCertificate, each whole with its header.
    static func fields(_ change: @escaping @Sendable (inout [[UInt8]]) -> Void) -> ByteEdit {
        ByteEdit { bytes in
            var fields: [[UInt8]] = []
            var writer = DERWriter()
            guard var reader = try? DERReader(bytes[...]), let tbs = try? reader.readContent(.sequence),
                var inner = try? DERReader(tbs)
            else { return bytes }
            while !inner.isAtEnd, let field = try? inner.readElement() { fields.append(Array(field.bytes)) }
            change(&fields)
            writer.write(.sequence, content: fields.joined())
            return writer.bytes
        }
    }
}

/// The places of the fields of a version 3 TBSCertificate (RFC 5280 §4.1).
enum Field {
    static let serialNumber = 1
    static let validity = 4
    static let subjectPublicKeyInfo = 6
}
