import HoldfastCrypto
import HoldfastX509

/// The trust settings behind a certificate of a file (``CertificateTrustSettings``), ready to be shown.
package struct TrustSettingsInspection: Hashable, Sendable, Encodable {
    /// The uses that it is trusted for, by name; nil where all that are not rejected are.
    package let trusted: [String]?
    /// The uses that it is rejected for, by name.
    package let rejected: [String]
    package let alias: String?
    /// The identifier of its key that stands there, in hexadecimal.
    package let keyIdentifier: String?
    /// Whatever else stands there, by its identifiers.
    package let others: [String]
    /// The reason why nothing of it can be read; nil where it can.
    package let problem: String?

    /// The settings of an object of a file; nil where it has none.
    init?(of object: EncodedObject) {
        do throws(DERError) {
            guard let settings = try object.trustSettings else { return nil }
            trusted = settings.trustedUses.map { $0.map(Self.name) }
            rejected = settings.rejectedUses.map(Self.name)
            alias = settings.alias
            keyIdentifier = settings.keyIdentifier.map { HexString.encode($0) }
            others = settings.others.map(Self.name)
            problem = nil
        } catch {
            (trusted, rejected, alias, keyIdentifier, others) = (nil, [], nil, nil, [])
            problem = "\(error)"
        }
    }

    private static func name(_ identifier: ObjectIdentifier) -> String { identifier.name ?? identifier.description }

    /// Titles and values for people.
    var rows: [(String, String)] {
        if let problem { return [("trust settings", "cannot be read, so that it is no anchor: \(problem)")] }
        var rows = [("trusted for", trusted.map(Self.list) ?? "all that is not rejected")]
        rows.append(("rejected for", Self.list(rejected)))
        if let alias { rows.append(("alias", alias)) }
        if let keyIdentifier { rows.append(("key ID", keyIdentifier)) }
        if !others.isEmpty { rows.append(("other words", Self.list(others))) }
        return rows
    }

    private static func list(_ names: [String]) -> String {
        names.isEmpty ? "nothing" : names.joined(separator: ", ")
    }

    /// Keys are always there; a list that is not there is null.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(trusted, forKey: .trusted)
        try container.encode(rejected, forKey: .rejected)
        try container.encode(alias, forKey: .alias)
        try container.encode(keyIdentifier, forKey: .keyIdentifier)
        try container.encode(others, forKey: .others)
        try container.encode(problem, forKey: .problem)
    }

    private enum CodingKeys: String, CodingKey { case trusted, rejected, alias, keyIdentifier, others, problem }
}
