import HoldfastTrust
import HoldfastX509

/// What is known of the revocation of a chain's certificates, as a verdict's JSON has it.
public struct RevocationReport: Sendable, Encodable {
    /// One certificate that was asked about.
    public struct Entry: Sendable, Encodable {
        /// Its depth in the chain, 0 the leaf.
        public let certificate: Int
        /// `good`, `revoked` or `unknown`.
        public let status: String
        /// Since when it is revoked, and why.
        public let since: String?
        public let reason: String?
        /// Why its status is not known, the weightiest first.
        public let problems: [String]?
    }

    /// The weightiest of all entries: `revoked`, `unknown` or `good`.
    public let status: String
    /// What not knowing means: `soft` or `hard`.
    public let checking: String
    public let certificates: [Entry]

    /// Nil where nobody asked, which is something else than asked and found good.
    init?(_ answers: [RevocationAnswer], _ checking: RevocationChecking) {
        certificates = answers.enumerated().compactMap { depth, answer in
            switch answer {
            case .notChecked: nil
            case .good: Entry(certificate: depth, status: "good", since: nil, reason: nil, problems: nil)
            case .revoked(let since, let reason):
                Entry(
                    certificate: depth, status: "revoked", since: since.description, reason: "\(reason)", problems: nil)
            case .unknown(let problems):
                Entry(certificate: depth, status: "unknown", since: nil, reason: nil, problems: problems)
            }
        }
        guard !certificates.isEmpty else { return nil }
        let found = Set(certificates.map(\.status))
        status = ["revoked", "unknown"].first(where: found.contains) ?? "good"
        self.checking = checking.rawValue
    }
}
