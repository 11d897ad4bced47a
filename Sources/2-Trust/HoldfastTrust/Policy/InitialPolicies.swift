public import HoldfastX509

/// A relying party's demands on certificate policies: four inputs of RFC 5280 §6.1.1.
///
/// The defaults ask for nothing: every policy is acceptable and none is required, unless a certificate of the path
/// requires one. The web's clients work so.
public struct InitialPolicies: Hashable, Sendable {
    /// user-initial-policy-set (c): the policies that are acceptable; `anyPolicy` in it means every one.
    ///
    /// It refuses nothing by itself: a path that is valid for none of them is refused where a policy is required, by
    /// ``explicitPolicy`` or by a certificate.
    public var userInitialPolicySet: Set<ObjectIdentifier> = anyPolicyAlone
    /// initial-policy-mapping-inhibit (e): whether an authority may not say that its policy is another one's.
    public var policyMappingInhibit = false
    /// initial-explicit-policy (f): whether the path must be valid for one of ``userInitialPolicySet``.
    public var explicitPolicy = false
    /// initial-any-policy-inhibit (g): whether `anyPolicy` in a certificate counts for nothing.
    public var anyPolicyInhibit = false

    /// The documented defaults.
    public init() {}

    /// All that can change a verdict, in one order.
    var digestText: String { self == Self.usual ? Self.usualText : freshDigestText }

    private static let usual = InitialPolicies()
    private static let anyPolicyAlone: Set<ObjectIdentifier> = [.anyPolicy]
    private static let usualText = usual.freshDigestText

    private var freshDigestText: String {
        let policies = userInitialPolicySet.map(\.description).sorted().joined(separator: " ")
        return "\(policies);\(policyMappingInhibit);\(explicitPolicy);\(anyPolicyInhibit)"
    }
}

/// The policies that a path was found valid for (RFC 5280 §6.1.6 with RFC 9618 §5.5).
///
/// `anyPolicy` (2.5.29.32.0) stands in a set as itself: valid for every policy. Empty means valid for none, which is
/// usual, and only refuses a path where a policy is required. Identifiers are those of the anchor's domain: where an
/// authority maps a policy to its own, the mapped-to name is not here.
public struct ValidPolicies: Hashable, Sendable {
    /// authority-constrained-policy-set: what the authorities of the path leave, whatever the relying party accepts.
    public let authorityConstrained: Set<ObjectIdentifier>
    /// user-constrained-policy-set (RFC 5280 §6.1.6): the policies of ``authorityConstrained`` that the relying party
    /// accepts.
    public let userConstrained: Set<ObjectIdentifier>

    /// Valid for no policy.
    static let none = ValidPolicies(authorityConstrained: [], acceptable: [.anyPolicy])

    /// RFC 9618 §5.6, step (g)(5) to (6).
    init(authorityConstrained: Set<ObjectIdentifier>, acceptable: Set<ObjectIdentifier>) {
        self.authorityConstrained = authorityConstrained
        if acceptable.contains(.anyPolicy) {
            userConstrained = authorityConstrained
        } else if authorityConstrained.contains(.anyPolicy) {
            userConstrained = acceptable
        } else {
            userConstrained = authorityConstrained.intersection(acceptable)
        }
    }
}
