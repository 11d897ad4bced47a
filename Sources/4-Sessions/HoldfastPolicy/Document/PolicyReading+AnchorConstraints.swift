import HoldfastJSON
import HoldfastPins
import HoldfastTrust
import HoldfastX509

extension PolicyNames {
    enum Constraint: String, CaseIterable {
        case sha256, distrustAfter, timestampNotAfter, maximumLifetimeDays, permittedDNSNames, permittedUses
    }
    /// The values of `permittedUses`.
    enum Use: String, CaseIterable { case serverAuth, clientAuth, anyExtendedKeyUsage }
}

extension HostPolicy {
    /// Entries of `anchorConstraints`; 256.
    public static let maximumAnchorConstraints = 256
    /// Names of `permittedDNSNames`; 256.
    public static let maximumPermittedNames = 256
}

extension PolicyReading {
    /// Reads the constraints on anchors, one object for one anchor, or for all.
    mutating func anchorConstraints(of place: DocumentPlace) -> [AnchorConstraints]? {
        guard let items = reader.items(of: place, limit: HostPolicy.maximumAnchorConstraints) else { return nil }
        return items.compactMap { constraints(of: $0) }
    }

    private mutating func constraints(of place: DocumentPlace) -> AnchorConstraints? {
        guard let members = reader.members(of: place, named: PolicyNames.Constraint.self) else { return nil }
        let problems = reader.count
        guard var limits = anchor(of: members[.sha256]) else { return nil }
        limits.distrustAfter = members[.distrustAfter].flatMap { reader.instant(of: $0) }
        limits.timestampNotAfter = members[.timestampNotAfter].flatMap { reader.instant(of: $0) }
        limits.maximumLifetimeDays = members[.maximumLifetimeDays].flatMap { days(of: $0) }
        limits.permittedDNSNames = members[.permittedDNSNames].map { names(of: $0) } ?? []
        limits.permittedUses = members[.permittedUses].map { uses(of: $0) } ?? []
        guard reader.count == problems else { return nil }
        if limits.constrainsNothing {
            return reader.refuse(
                PolicyDocumentSentence.constrainsNothing, at: place, advice: PolicyDocumentAdvice.sayFor)
        }
        return limits
    }

    /// Constraints on the anchor that is named, or on every one; nil where what is named is none, which is reported.
    private mutating func anchor(of place: DocumentPlace?) -> AnchorConstraints? {
        guard let place else { return AnchorConstraints() }
        guard let text = reader.text(of: place) else { return nil }
        if let octets = HexString.decode(text), let limits = try? AnchorConstraints(anchor: octets) { return limits }
        return reader.refuse(
            PolicyDocumentSentence.noFingerprint, at: place, advice: PolicyDocumentAdvice.writeFingerprint)
    }

    private mutating func days(of place: DocumentPlace) -> Int? {
        guard let days = reader.number(of: place) else { return nil }
        if days > 0 { return days }
        return reader.refuse(PolicyDocumentSentence.noDay, at: place)
    }

    private mutating func names(of place: DocumentPlace) -> [DNSName] {
        guard let items = reader.items(of: place, limit: HostPolicy.maximumPermittedNames) else { return [] }
        if items.isEmpty { reader.report(PolicyDocumentSentence.noNames, at: place) }
        var names: [DNSName] = []
        for item in items {
            guard let text = reader.text(of: item) else { continue }
            do throws(ServerNameError) { names.append(try DNSName(text)) } catch {
                reader.report(PolicyDocumentSentence.noDomain(error.statement), at: item)
            }
        }
        return names
    }

    private mutating func uses(of place: DocumentPlace) -> Set<ObjectIdentifier> {
        guard let items = reader.items(of: place, limit: PolicyNames.Use.allCases.count) else { return [] }
        if items.isEmpty { reader.report(PolicyDocumentSentence.noUses, at: place) }
        return Set(items.compactMap { reader.word(of: $0, from: PolicyNames.Use.self)?.identifier })
    }
}

extension PolicyNames.Use {
    fileprivate var identifier: ObjectIdentifier {
        switch self {
        case .serverAuth: .serverAuth
        case .clientAuth: .clientAuth
        case .anyExtendedKeyUsage: .anyExtendedKeyUsage
        }
    }
}

extension AnchorConstraints {
    /// The constraints as a document has them.
    var draft: JSONDraft {
        var members: [(name: PolicyNames.Constraint, value: JSONDraft)] = []
        if let anchor { members.append((.sha256, .text(HexString.encode(anchor)))) }
        if let distrustAfter { members.append((.distrustAfter, .text(distrustAfter.description))) }
        if let timestampNotAfter { members.append((.timestampNotAfter, .text(timestampNotAfter.description))) }
        if let maximumLifetimeDays { members.append((.maximumLifetimeDays, .number(maximumLifetimeDays))) }
        if !permittedDNSNames.isEmpty {
            members.append((.permittedDNSNames, .list(permittedDNSNames.map { .text($0.text) })))
        }
        let named = PolicyNames.Use.allCases.filter { permittedUses.contains($0.identifier) }
        // Without its uses the anchor would be trusted for all: those that have no word here are written by their
        // identifiers, which reading refuses.
        let others = permittedUses.subtracting(named.map(\.identifier)).map(\.description).sorted()
        let uses = named.map(\.rawValue) + others
        if !uses.isEmpty { members.append((.permittedUses, .list(uses.map { .text($0) }))) }
        return .members(members.map { ($0.name.rawValue, $0.value) })
    }
}
