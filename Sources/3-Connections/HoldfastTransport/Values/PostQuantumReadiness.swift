import HoldfastTLS
import HoldfastTrust
package import HoldfastX509

/// The standing of an algorithm against a quantum computer.
public enum PostQuantumGrade: String, Hashable, Sendable, Comparable, CaseIterable {
    /// Classical alone: whoever has a quantum computer breaks it (Shor's algorithm).
    case none
    /// A classical and a post-quantum algorithm joined, so that either of them has to be broken: RFC 9794 §2,
    /// "post-quantum/traditional hybrid".
    case hybrid
    /// Post-quantum alone: ML-KEM (FIPS 203), ML-DSA (FIPS 204), SLH-DSA (FIPS 205), HSS/LMS and XMSS.
    case pure

    /// The weaker one is less, by what a quantum computer breaks.
    public static func < (left: PostQuantumGrade, right: PostQuantumGrade) -> Bool { left.rank < right.rank }

    private var rank: Int { PostQuantumGrade.allCases.firstIndex(of: self) ?? 0 }
}

/// The readiness of a connection for the day on which somebody has a quantum computer: its key exchange, which protects
/// what is recorded today, and its signatures, which are in need of it from that day on.
///
/// A grade says nothing about trust, and changes no verdict.
///
/// ```swift
/// let record = try await session.verify(url)
/// if PostQuantumReadiness(record).keyExchange?.grade == PostQuantumGrade.none { … }
/// ```
public struct PostQuantumReadiness: Hashable, Sendable {
    /// An algorithm that was used, with its grade.
    public struct Part: Hashable, Sendable {
        /// The name: a group's or a scheme's in the registries of TLS, a certificate's signature in words.
        public let name: String
        public let grade: PostQuantumGrade
    }

    /// The part of a connection that is not ready, with the names of what is classical there.
    public enum Gap: Hashable, Sendable {
        case keyExchange(String)
        case signature(String)
        case chain([String])
    }

    /// The group that the keys were agreed on by, or the method (`RSA`, `DHE`); nil where that is not known.
    public let keyExchange: Part?
    /// The scheme by which the server signed in the handshake; nil where it has not.
    public let signature: Part?
    /// The signatures of the certificates in the path, the leaf's first. An anchor's own is none of them: it is trusted
    /// whatever it says of itself.
    public let chain: [Part]

    /// Grades a connection of a session.
    public init(_ record: ConnectionRecord) {
        let (path, hasAnchor): ([Certificate], Bool) =
            switch record.verdict {
            case .accepted(let evaluation): (evaluation.chain, evaluation.anchor != nil)
            case .refused(let failure): (failure.chain, failure.anchor != nil)
            case nil: ([], false)
            }
        self.init(
            keyExchange: record.keyExchange, signatureScheme: record.signatureScheme, path: path, hasAnchor: hasAnchor)
    }

    /// Grades a connection by what was seen of it.
    ///
    /// - Parameters:
    ///   - keyExchange: a group's name, or a method's.
    ///   - signatureScheme: the scheme's name.
    ///   - path: the certificates, the leaf first.
    ///   - hasAnchor: whether the last of them is an anchor.
    package init(keyExchange: String?, signatureScheme: String?, path: [Certificate], hasAnchor: Bool) {
        self.keyExchange = keyExchange.map { Part(name: $0, grade: Self.grade(ofGroup: $0)) }
        signature = signatureScheme.map { Part(name: $0, grade: Self.grade(ofScheme: $0)) }
        chain = (hasAnchor ? path.dropLast() : path[...]).map { certificate in
            let algorithm = certificate.signatureAlgorithm
            return Part(name: "\(algorithm)", grade: PostQuantumGrade(algorithm.identifier.algorithm))
        }
    }

    /// The grade of the chain: that of its weakest signature; nil where there is none.
    public var chainGrade: PostQuantumGrade? { chain.map(\.grade).min() }

    /// The parts that are known and not ready.
    public var gaps: [Gap] {
        var gaps: [Gap] = []
        if let keyExchange, keyExchange.grade == .none { gaps.append(.keyExchange(keyExchange.name)) }
        if let signature, signature.grade == .none { gaps.append(.signature(signature.name)) }
        var names: [String] = []
        for part in chain where part.grade == .none && !names.contains(part.name) { names.append(part.name) }
        if !names.isEmpty { gaps.append(.chain(names)) }
        return gaps
    }

    private static func grade(ofGroup name: String) -> PostQuantumGrade {
        switch NamedGroup(named: name)?.method {
        case .encapsulation: .pure
        case .hybrid: .hybrid
        case .diffieHellman, nil: .none
        }
    }

    /// `mldsa44` and its like are of draft-ietf-tls-mldsa, `slhdsa_sha2_128s` of draft-reddy-tls-slhdsa.
    private static func grade(ofScheme name: String) -> PostQuantumGrade {
        if name.hasPrefix("mldsa") { return name.contains("_") ? .hybrid : .pure }
        return name.hasPrefix("slhdsa") ? .pure : .none
    }
}

extension PostQuantumGrade {
    /// The grade of a signature algorithm of certificates.
    init(_ algorithm: ObjectIdentifier) {
        let name = algorithm.keyName ?? ""
        if ["ML-DSA-", "HashML-DSA-", "SLH-DSA-", "HSS/LMS", "XMSS"].contains(where: name.hasPrefix) {
            self = .pure
        } else {
            self = Self.isComposite(algorithm) ? .hybrid : .none
        }
    }

    /// draft-ietf-lamps-pq-composite-sigs §6: `id-MLDSA44-RSA2048-PSS-SHA256` to `id-MLDSA87-ECDSA-P521-SHA512`, PKIX
    /// algorithms 37 to 54.
    private static func isComposite(_ algorithm: ObjectIdentifier) -> Bool {
        (37...54).contains { algorithm == ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 6, $0) }
    }
}
