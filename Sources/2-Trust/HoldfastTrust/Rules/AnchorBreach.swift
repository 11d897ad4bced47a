import HoldfastStatements
import HoldfastX509

/// A breach of a constraint on an anchor, and what is said of it.
enum AnchorBreach {
    typealias Voice = AnchorConstraintSentence.Voice

    /// The certificate begins to be valid too late; `isLogged` where a log should have taken it by then.
    case begins(Voice, anchor: String, after: Instant, at: Instant, isLogged: Bool = false)
    /// An earliest timestamp that is too late, or none.
    case logged(Voice, anchor: String, after: Instant, at: Instant?)
    case lives(days: Int64, anchor: String, most: Int)
    case named(Voice, Statement, anchor: String, permitted: [DNSName])
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

    var seen: any Sentence {
        switch self {
        case .begins(_, _, _, let instant, _): AnchorConstraintSentence.validFrom(instant)
        case .logged(_, _, _, let instant): instant.map(AnchorConstraintSentence.timestamp) ?? .noTimestamps
        case .lives(let days, _, _): AnchorConstraintSentence.days(days)
        case .named(_, let name, _, _): name.sentence
        case .used(let use, _, _): use.useInSentence.sentence
        }
    }

    var expected: any Sentence {
        switch self {
        case .begins(_, _, let date, _, isLogged: false): AnchorConstraintSentence.validFromOrEarlier(date)
        case .begins(_, _, let date, _, _), .logged(_, _, let date, _): AnchorConstraintSentence.timestampUpTo(date)
        case .lives(_, _, let most): AnchorConstraintSentence.atMostDays(most)
        case .named(_, _, _, let permitted): AnchorConstraintSentence.nameBelow(Self.text(permitted))
        case .used(_, _, let permitted): Verbatim(Self.text(permitted))
        }
    }

    var message: AnchorConstraintSentence {
        switch self {
        case .begins(let voice, let anchor, let date, let instant, _):
            .issuedTooLate(voice, anchor: anchor, after: date, at: instant)
        case .logged(let voice, let anchor, let date, let instant?):
            .loggedTooLate(voice, anchor: anchor, after: date, at: instant)
        case .logged(let voice, let anchor, let date, nil): .notLogged(voice, anchor: anchor, after: date)
        case .lives(let days, let anchor, let most): .livesTooLong(anchor: anchor, most: most, days: days)
        case .named(let voice, let name, let anchor, let permitted):
            .strangeName(voice, anchor: anchor, permitted: Self.text(permitted), name: name)
        case .used(let use, let anchor, let permitted):
            .strangeUse(anchor: anchor, permitted: Self.text(permitted), use: use.useInSentence)
        }
    }

    private static func text(_ names: [DNSName]) -> String { names.map(\.text).joined(separator: ", ") }

    private static func text(_ uses: Set<ObjectIdentifier>) -> String {
        uses.map { $0.name ?? "\($0)" }.sorted().joined(separator: ", ")
    }
}
