import HoldfastCrypto
package import HoldfastStatements
import HoldfastX509

/// The trust settings behind a certificate of a file (``CertificateTrustSettings``), ready to be shown.
package struct TrustSettingsInspection: Hashable, Sendable, JSONReport {
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
    package let problem: LocalizedText?

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
            problem = error.statement.words
        }
    }

    private static func name(_ identifier: ObjectIdentifier) -> String { identifier.name ?? identifier.description }

    /// Titles and values for people.
    var rows: [InspectionRow] {
        if let problem {
            let beginning = LocalizedText("cannot be read, so that it is no anchor: ", "无法读取，因此不作为信任锚：")
            return [InspectionRow(.trustSettings, beginning + problem)]
        }
        let all = LocalizedText("all that is not rejected", "除拒绝以外的全部")
        var rows = [InspectionRow(.trustedFor, trusted.map(Self.list) ?? all)]
        rows.append(InspectionRow(.rejectedFor, Self.list(rejected)))
        if let alias { rows.append(InspectionRow(.alias, .same(alias))) }
        if let keyIdentifier { rows.append(InspectionRow(.keyID, .same(keyIdentifier))) }
        if !others.isEmpty { rows.append(InspectionRow(.otherWords, Self.list(others))) }
        return rows
    }

    private static func list(_ names: [String]) -> LocalizedText {
        names.isEmpty ? LocalizedText("nothing", "无") : .same(names.joined(separator: ", "))
    }

    /// Keys are always there; a list that is not there is null.
    package var json: JSONObject {
        JSONObject([
            "trusted": trusted, "rejected": rejected, "alias": alias, "keyIdentifier": keyIdentifier,
            "others": others, "problem": problem,
        ])
    }

}
