import HoldfastTrust

/// Which error Apple's evaluation names when several hold: the reverse of how much the others still matter then.
///
/// Observed order of the Security framework: revocation, key sizes, digests, conformance, pins, trust, usage, name,
/// validity. What makes every other statement worthless stands first here, since Apple never gets as far as a chain then.
enum RefusalRank {
    static func rank(of code: FindingCode) -> Int {
        switch code {
        case .workLimit: 0
        case .malformedCertificate: 1
        case .badSignature: 2
        case .revoked: 3
        case .weakKey: 4
        case .weakSignature: 5
        case .pinMismatch: 7
        case .issuerNotFound, .selfSignedNotAnchor, .noAnchor: 8
        // Apple holds the shorter lives against its own roots' certificates alone, and a path without an anchor has none.
        case .lifetime: 9
        case .revocationUnknown: 10
        case .keyUsage, .extendedKeyUsage: 11
        case .hostMismatch, .missingSubjectAltName: 12
        case .expired, .notYetValid: 13
        default: 6
        }
    }
}
