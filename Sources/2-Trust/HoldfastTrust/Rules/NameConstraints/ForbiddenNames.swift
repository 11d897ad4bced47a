package import HoldfastX509

/// The names of a certificate that the authorities above it may not issue for (RFC 5280 §4.2.1.10).
///
/// A verdict names the first one, which is enough to refuse; who issues wants to hear of all.
package enum ForbiddenNames {
    /// The requirements of a verdict that speak of the same.
    package static let requirements = Set(
        [NameConstraintsRule.permitted, NameConstraintsRule.excluded, NameConstraintsRule.name].map(\.id))

    /// The names in the certificate's order, each with the first authority that forbids it.
    ///
    /// - Parameter authorities: those whose constraints count, from the issuer upwards.
    /// - Returns: nil where names and constraints are more than a verdict looks at (``Limits``).
    package static func of(
        _ certificate: Certificate, below authorities: [Certificate], within limits: Limits = Limits()
    ) -> [(name: GeneralName, authority: Certificate)]? {
        var meter = WorkMeter(limits)
        let names = NameConstraintsRule.names(of: certificate)
        let constrained = authorities.compactMap { authority in
            authority.nameConstraints.map { (authority: authority, lists: NameConstraintsRule.Lists($0)) }
        }
        var forbidden: [(name: GeneralName, authority: Certificate)] = []
        for name in names {
            for (authority, lists) in constrained {
                guard meter.spend(nameComparisons: lists.cost(of: name)),
                    meter.reached(constrainedNames: names.count * lists.count)
                else { return nil }
                guard lists.fault(of: name) != nil else { continue }
                forbidden.append((name.name, authority))
                break
            }
        }
        return forbidden
    }
}
