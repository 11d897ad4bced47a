import HoldfastFacts
public import HoldfastX509

extension ProgrammeDeadline {
    private static let table = try? FactTable.builtIn("deadlines")

    /// Every row of the shipped table, in its order.
    ///
    /// A table that cannot be read has none, and a test looks at it: rules that find no day here then judge every
    /// certificate, and one that finds no limit allows nothing.
    public static let all: [ProgrammeDeadline] = table?.rows.compactMap(ProgrammeDeadline.init) ?? []

    private static let byIdentifier = Dictionary(
        all.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })

    /// The row of that name, or nil.
    public static func named(_ identifier: String) -> ProgrammeDeadline? { byIdentifier[identifier] }

    /// The day of the newest source of the table: what was decided later is not known.
    public static let newestSource: Instant? = table?.day

    /// The document, section and day of a row, as a requirement names its source; the row's name where there is none.
    static func citation(_ identifier: String) -> String {
        guard let row = named(identifier) else { return identifier }
        let day = row.effective.map { ", from \($0.description.prefix(10))" } ?? ""
        return "\(row.source), \(row.section)\(day)"
    }

    /// Reads a row; nil where a field is missing or says nothing that is known here.
    init?(_ row: FactRow) {
        guard let identifier = row["identifier"], let section = row["section"],
            let programme = row["programme"].flatMap(Programme.init),
            let reckoning = row["reckoned"].flatMap(Reckoning.init),
            let subject = row["covers"].flatMap(Subject.init),
            let anchors = row["anchors"], ["public", "any"].contains(anchors),
            let demand = row["kind"].flatMap({ Demand(kind: $0, limit: row["limit"]) }),
            row["effective"] == nil || row.day("effective") != nil
        else { return nil }
        self.init(
            identifier: identifier, programme: programme, effective: row.day("effective"), reckoning: reckoning,
            subject: subject, holdsUnderOwnAnchors: anchors == "any", issuer: row["issuer"], demand: demand,
            requirement: row["requirement"], section: section, source: row.source.name, sourceDay: row.source.day)
    }
}

extension ProgrammeDeadline.Demand {
    /// Reads the word and the limit of a row; nil where the word is not known, or the limit is none of its kind.
    package init?(kind: String, limit: String?) {
        if let plain = Self.plain.first(where: { $0.kind == kind }) {
            guard limit == nil else { return nil }
            self = plain.demand
            return
        }
        guard let limit else { return nil }
        switch kind {
        case "policyVersion": self = .policyVersion(limit)
        case "rootValidityDays":
            let ends = limit.split(separator: "-").compactMap { Int64($0) }
            guard ends.count == 2, ends[0] > 0, ends[0] <= ends[1] else { return nil }
            self = .rootValidityDays(ends[0]...ends[1])
        case "rootRemoval":
            guard let dots = limit.firstRange(of: "..") else { return nil }
            let from = limit[..<dots.lowerBound]
            guard let through = Instant(day: String(limit[dots.upperBound...])) else { return nil }
            guard !from.isEmpty else {
                self = .rootRemoval(from: nil, through: through)
                return
            }
            guard let from = Instant(day: String(from)), from <= through else { return nil }
            self = .rootRemoval(from: from, through: through)
        default:
            guard let number = Int(limit), number > 0, let demand = Self.counted(kind, number) else { return nil }
            self = demand
        }
    }

    /// The demands that have no limit, by their word.
    private static let plain: [(kind: String, demand: Self)] = [
        ("noOrganizationalUnit", .noOrganizationalUnit), ("certificateProfiles", .certificateProfiles),
        ("notIssuedByRoot", .notIssuedByRoot), ("noReverseZone", .noReverseZone),
        ("noPrecertificateSigning", .noPrecertificateSigning), ("noSHA1", .noSHA1), ("usagePresent", .usagePresent),
        ("noAnyUsage", .noAnyUsage), ("serverAuthAlone", .serverAuthAlone), ("noClientAuth", .noClientAuth),
        ("singlePurposeOfServers", .singlePurposeOfServers), ("singlePurpose", .singlePurpose),
        ("rootsDedicated", .rootsDedicated),
    ]

    /// A demand whose limit is a number.
    private static func counted(_ kind: String, _ number: Int) -> Self? {
        switch kind {
        case "lifetimeDays": .lifetimeDays(Int64(number))
        case "lifetimeMonths": .lifetimeMonths(number)
        case "differenceDays": .differenceDays(Int64(number))
        case "rootValidityYears": .rootValidityYears(number)
        case "shortLivedSeconds": .shortLivedSeconds(Int64(number))
        case "serialOctets": .serialOctets(number)
        case "validationReuseDays": .validationReuseDays(Int64(number))
        case "responsesUncounted": .responsesUncounted(version: number)
        case "rootsOfOwner": .rootsOfOwner(number)
        case "rootTermYears": .rootTermYears(number)
        default: nil
        }
    }

    /// The word of the demand in the table and in JSON.
    package var kind: String {
        switch self {
        case .lifetimeDays: "lifetimeDays"
        case .lifetimeMonths: "lifetimeMonths"
        case .differenceDays: "differenceDays"
        case .rootValidityDays: "rootValidityDays"
        case .rootValidityYears: "rootValidityYears"
        case .shortLivedSeconds: "shortLivedSeconds"
        case .serialOctets: "serialOctets"
        case .validationReuseDays: "validationReuseDays"
        case .responsesUncounted: "responsesUncounted"
        case .rootsOfOwner: "rootsOfOwner"
        case .rootRemoval: "rootRemoval"
        case .rootTermYears: "rootTermYears"
        case .policyVersion: "policyVersion"
        default: Self.plain.first { $0.demand == self }?.kind ?? ""
        }
    }

    /// The limit as the table has it; nil for a demand without one.
    package var limit: String? {
        switch self {
        case .lifetimeDays(let number), .differenceDays(let number), .shortLivedSeconds(let number),
            .validationReuseDays(let number):
            "\(number)"
        case .lifetimeMonths(let number), .rootValidityYears(let number), .serialOctets(let number),
            .responsesUncounted(let number), .rootsOfOwner(let number), .rootTermYears(let number):
            "\(number)"
        case .rootValidityDays(let range): "\(range.lowerBound)-\(range.upperBound)"
        case .rootRemoval(let from, let through):
            (from.map { "\($0.description.prefix(10))" } ?? "") + "..\(through.description.prefix(10))"
        case .policyVersion(let version): version
        default: nil
        }
    }
}
