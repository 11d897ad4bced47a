import HoldfastX509

/// What is known of the revocation of one certificate.
enum RevocationStatus: Hashable, Sendable {
    /// Nobody asked.
    case notChecked
    /// Lists that cover every reason do not have it.
    case good
    /// A list has it.
    case revoked(Revocation)
    /// Not all reasons are covered; why, for people, the weightiest first.
    case undetermined([ListProblem])
}

/// An entry of a list that has a certificate.
struct Revocation: Hashable, Sendable {
    let entry: RevokedCertificate
    /// The list, in words.
    let list: String

    /// The reason that the entry gives: without one, `unspecified` (RFC 5280 §6.3.3(i)(2)).
    var reason: RevocationReason { entry.reasonCode ?? .unspecified }
}
