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
        let certificateIssuer: [LocalizedText]?

        init(_ entry: RevokedCertificate) {
            serialNumber = entry.userCertificate.description
            revocationDate = entry.revocationDate.instant.description
            reason = entry.reasonCode?.description
            invalidityDate = entry.invalidityDate?.instant.description
            certificateIssuer = entry.certificateIssuer?.map { ExtensionWords.words($0) }
        }

        var line: LocalizedText {
            let parts: [LocalizedText] = [
                .same(serialNumber), .same(revocationDate),
                reason.map { .same($0) } ?? LocalizedText("no reason given", "没有说明原因"),
                invalidityDate.map { LocalizedText("suspected since \($0)", "自 \($0) 起存疑") },
                certificateIssuer.map { LocalizedText("of ", "签发者 ") + .joined($0) },
            ].compactMap(\.self)
            return parts.dropFirst().reduce(parts[0]) { $0 + .same("  ") + $1 }
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
    let scope: [LocalizedText]
    let signatureAlgorithm: LocalizedText
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
        scope = list.issuingDistributionPoint.map { ExtensionWords.lines(of: $0) } ?? [ExtensionWords.everything]
        signatureAlgorithm = LocalizedText(list.signatureAlgorithm)
        extensions = list.extensions.map(CertificateInspection.ExtensionEntry.init)
        entryCount = list.revokedCertificates.count
        entries = list.revokedCertificates.prefix(maximumEntries).map(Entry.init)
        unknownCriticalExtension = list.unknownCriticalExtension.map { $0.name ?? $0.description }
    }

    var title: LocalizedText {
        let issuer = LocalizedText.name(issuer, else: .noName)
        return deltaBase == nil
            ? LocalizedText("revocation list of \(issuer.english)", "\(issuer.chinese) 的吊销列表")
            : LocalizedText("delta revocation list of \(issuer.english)", "\(issuer.chinese) 的增量吊销列表")
    }

    var brief: LocalizedText {
        let count = LocalizedText(
            "\(Counted.english(entryCount, "entry", "entries")), of \(thisUpdate)",
            "\(entryCount) 个条目，更新于 \(thisUpdate)")
        return (number.map { LocalizedText("number \($0), ", "编号 \($0)，") } ?? .same("")) + count
            + (nextUpdate.map { LocalizedText(", next \($0)", "，下次 \($0)") } ?? .same(""))
    }

    var rows: [InspectionRow] {
        let shown: Set = ["cRLNumber", "deltaCRLIndicator", "issuingDistributionPoint"]
        var rows = [
            InspectionRow(.version, .same(String(version))), InspectionRow(.number, optional: number),
            InspectionRow(.changesTo, optional: deltaBase.map { LocalizedText("list \($0)", "列表 \($0)") }),
            InspectionRow(.thisUpdate, .same(thisUpdate)),
            InspectionRow(.nextUpdate, nextUpdate.map { .same($0) } ?? .notSaid), InspectionRow(.speaksOf, scope),
            InspectionRow(.signature, signatureAlgorithm),
        ].compactMap(\.self)
        for entry in extensions where !shown.contains(entry.name ?? "") { rows.append(InspectionRow(entry)) }
        if let unknownCriticalExtension {
            rows.append(
                InspectionRow(
                    .unusable,
                    LocalizedText(
                        "the critical extension \(unknownCriticalExtension) is not known here",
                        "此处不认识关键扩展 \(unknownCriticalExtension)")))
        }
        let left = entryCount - entries.count
        let more = left > 0 ? [LocalizedText("… and \(left) more", "……另有 \(left) 个")] : []
        rows.append(InspectionRow(.entries, [.same(String(entryCount))] + entries.map(\.line) + more))
        return rows
    }
}
