import HoldfastX509

/// A breach of a constraint on an anchor, and the sentences about it: in English here, in Chinese in
/// `Sources/HoldfastWords/Sentences/FindingSentence+Path.swift`.
enum AnchorBreach {
    /// The party that put the constraint on the anchor.
    enum Voice: String {
        case mozilla = "Mozilla"
        case chrome = "Chrome"
        case policy = "the policy"
    }

    /// The certificate begins to be valid too late; `isLogged` where a log should have taken it by then.
    case begins(Voice, anchor: String, after: Instant, at: Instant, isLogged: Bool = false)
    /// An earliest timestamp that is too late, or none.
    case logged(Voice, anchor: String, after: Instant, at: Instant?)
    case lives(days: Int64, anchor: String, most: Int)
    case named(Voice, String, anchor: String, permitted: [DNSName])
    case used(ObjectIdentifier?, anchor: String, permitted: Set<ObjectIdentifier>)

    /// The requirement that it is a breach of where the policy stated the constraint.
    var ownRequirement: Requirement {
        switch self {
        case .begins(_, _, _, _, isLogged: false): AnchorConstraintRule.distrustAfter
        case .begins, .logged: AnchorConstraintRule.timestamp
        case .lives: AnchorConstraintRule.lifetime
        case .named: AnchorConstraintRule.name
        case .used: AnchorConstraintRule.use
        }
    }

    var seen: String {
        switch self {
        case .begins(_, _, _, let instant, _): "valid from \(instant)"
        case .logged(_, _, _, let instant): instant.map { "a timestamp of \($0)" } ?? "no timestamps"
        case .lives(let days, _, _): "\(days) days"
        case .named(_, let name, _, _): name
        case .used(let use, _, _): Self.text(use)
        }
    }

    var expected: String {
        switch self {
        case .begins(_, _, let date, _, isLogged: false): "valid from \(date), or from earlier on"
        case .begins(_, _, let date, _, _), .logged(_, _, let date, _): "a timestamp of a log up to \(date)"
        case .lives(_, _, let most): "at most \(most) days"
        case .named(_, _, _, let permitted): "a name below \(Self.text(permitted))"
        case .used(_, _, let permitted): Self.text(permitted)
        }
    }

    var message: String {
        switch self {
        case .begins(let voice, let anchor, let date, let instant, _):
            "\(voice.rawValue) trusts \(anchor) for nothing that was issued after \(date), and the certificate is "
                + "valid from \(instant)"
        case .logged(let voice, let anchor, let date, let instant?):
            "\(voice.rawValue) trusts \(anchor) for nothing that was issued after \(date), and the earliest timestamp "
                + "of a log is of \(instant)"
        case .logged(let voice, let anchor, let date, nil):
            "\(voice.rawValue) trusts \(anchor) for nothing that was issued after \(date), and no timestamp of a log "
                + "shows when this was"
        case .lives(let days, let anchor, let most):
            "the policy trusts \(anchor) for certificates of at most \(most) days, and this one is valid for \(days)"
        case .named(let voice, let name, let anchor, let permitted):
            "\(voice.rawValue) trusts \(anchor) for names below \(Self.text(permitted)) alone, and the certificate "
                + "has \(name)"
        case .used(let use, let anchor, let permitted):
            "the policy trusts \(anchor) for \(Self.text(permitted)) alone, and not for \(Self.text(use))"
        }
    }

    private static func text(_ names: [DNSName]) -> String { names.map(\.text).joined(separator: ", ") }

    private static func text(_ uses: Set<ObjectIdentifier>) -> String {
        uses.map { text($0) }.sorted().joined(separator: ", ")
    }

    private static func text(_ use: ObjectIdentifier?) -> String { use.map { $0.name ?? "\($0)" } ?? "every use" }
}
