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
        case .revocationUnknown: 9
        case .keyUsage, .extendedKeyUsage: 10
        case .hostMismatch, .missingSubjectAltName: 11
        case .expired, .notYetValid: 12
        default: 6
        }
    }
}
