import HoldfastTrust
import HoldfastX509

/// The user's explicit trust that a verdict rests on, as verdicts report it.
public struct ExplicitTrustReport: Hashable, Sendable, Encodable {
    /// `exception`, or `dangerousAcceptAny`.
    public let kind: String
    /// From when on it holds, RFC 3339.
    public let from: String
    /// The first instant at which it no longer holds, RFC 3339.
    public let until: String
    /// The codes that an exception overrides; null where any certificate is accepted.
    public let codes: [String]?
    /// Why, in the user's words.
    public let note: String?

    /// What a verdict rests on; nil for an anchor.
    init?(_ basis: TrustEvaluation.Basis) {
        switch basis {
        case .anchor: return nil
        case .exception(let exception):
            kind = Finding.Override.exception.rawValue
            from = exception.createdAt.toTheMillisecond
            until = exception.until.toTheMillisecond
            codes = exception.codes.map(\.rawValue).sorted()
            note = exception.note
        case .dangerousAcceptAny(let acceptAny):
            kind = Finding.Override.dangerousAcceptAny.rawValue
            from = acceptAny.from.toTheMillisecond
            until = acceptAny.until.toTheMillisecond
            codes = nil
            note = nil
        }
    }

    /// What the verdict's line says after "trusted".
    var words: String {
        kind == Finding.Override.exception.rawValue
            ? "by the user's exception until \(until)" : "since any certificate is accepted until \(until)"
    }

    private enum CodingKeys: String, CodingKey {
        case kind, from, until, codes, note
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind, forKey: .kind)
        try container.encode(from, forKey: .from)
        try container.encode(until, forKey: .until)
        try container.encode(codes, forKey: .codes)
        try container.encode(note, forKey: .note)
    }
}
