import HoldfastStatements
import HoldfastX509

/// A revocation list, with its entries up to a number.
struct CRLContent: InspectedContent {
    struct Entry: Sendable, Encodable {
        let serialNumber: String
        let revocationDate: String
        let reason: String?
        let invalidityDate: String?
        /// The authority whose certificate it is, where the entry names one.
        let certificateIssuer: [String]?

        init(_ entry: RevokedCertificate) {
            serialNumber = entry.userCertificate.description
            revocationDate = entry.revocationDate.instant.description
            reason = entry.reasonCode?.description
            invalidityDate = entry.invalidityDate?.instant.description
            certificateIssuer = entry.certificateIssuer?.map { ExtensionWords.words($0) }
        }

        var line: String {
            [
                serialNumber, revocationDate, reason ?? "no reason given",
                invalidityDate.map { "suspected since \($0)" },
                certificateIssuer.map { "of " + $0.joined(separator: ", ") },
            ].compactMap(\.self).joined(separator: "  ")
        }
    }

    let issuer: String
    let version: Int
    let number: String?
    /// The number of the list that this one brings changes to.
    let deltaBase: String?
    let thisUpdate: String
    let nextUpdate: String?
    /// The certificates that the list covers.
    let scope: [String]
    let signatureAlgorithm: String
    let extensions: [CertificateInspection.ExtensionEntry]
    let entryCount: Int
    /// The first ones, in the list's order.
    let entries: [Entry]
    /// A critical extension that is not known: the list then says nothing of any certificate (RFC 5280 §5.2).
    let unknownCriticalExtension: String?

    init(_ list: CertificateList, maximumEntries: Int) {
        issuer = list.issuer.description
        version = Int(list.version.rawValue) + 1
        number = list.cRLNumber?.description
        deltaBase = list.deltaCRLIndicator?.description
        thisUpdate = list.thisUpdate.instant.description
        nextUpdate = list.nextUpdate?.instant.description
        scope = list.issuingDistributionPoint.map { ExtensionWords.lines(of: $0) } ?? ["everything"]
        signatureAlgorithm = list.signatureAlgorithm.description
        extensions = list.extensions.map(CertificateInspection.ExtensionEntry.init)
        entryCount = list.revokedCertificates.count
        entries = list.revokedCertificates.prefix(maximumEntries).map(Entry.init)
        unknownCriticalExtension = list.unknownCriticalExtension.map { $0.name ?? $0.description }
    }

    var title: String {
        "\(deltaBase == nil ? "revocation list" : "delta revocation list") of \(issuer.isEmpty ? "(no name)" : issuer)"
    }

    var brief: String {
        (number.map { "number \($0), " } ?? "") + "\(Counted.english(entryCount, "entry", "entries")), of \(thisUpdate)"
            + (nextUpdate.map { ", next \($0)" } ?? "")
    }

    var rows: [InspectionRow] {
        let shown: Set = ["cRLNumber", "deltaCRLIndicator", "issuingDistributionPoint"]
        var rows = [
            InspectionRow("version", String(version)), InspectionRow("number", number),
            InspectionRow("changes to", deltaBase.map { "list \($0)" }), InspectionRow("this update", thisUpdate),
            InspectionRow("next update", nextUpdate ?? "not said"), InspectionRow("speaks of", scope),
            InspectionRow("signature", signatureAlgorithm),
        ].compactMap(\.self)
        for entry in extensions where !shown.contains(entry.name ?? "") {
            let first = (entry.critical ? "critical; " : "") + (entry.value.first ?? "")
            rows.append(InspectionRow(entry.name ?? entry.oid, [first] + entry.value.dropFirst()))
        }
        if let unknownCriticalExtension {
            rows.append(
                InspectionRow("unusable", ["the critical extension \(unknownCriticalExtension) is not known here"]))
        }
        let more = entryCount > entries.count ? ["… and \(entryCount - entries.count) more"] : []
        rows.append(InspectionRow("entries", [String(entryCount)] + entries.map(\.line) + more))
        return rows
    }
}
