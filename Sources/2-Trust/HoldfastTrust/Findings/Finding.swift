public import HoldfastStatements

/// One thing that is wrong, or worth knowing, about a chain: which certificate, by which rule, on what evidence.
public struct Finding: Hashable, Sendable, CustomStringConvertible {
    /// The certificate or the chain that a finding is about.
    public enum Position: Hashable, Sendable {
        /// The chain as a whole.
        case chain
        /// The certificate at this depth of the built path; 0 is the leaf.
        case certificate(depth: Int)
        /// A presented certificate that is no part of the built path, by its place in the server's list.
        case presented(index: Int)
    }

    /// The kind of defect.
    public let code: FindingCode
    /// The position of the certificate that the finding is about, or the chain as a whole.
    public let position: Position
    /// SHA-256 of that certificate's DER bytes; nil for the chain as a whole.
    public let fingerprint: [UInt8]?
    /// The identifier of the requirement that was not met, for example `validity.notAfter`.
    public let requirement: String
    /// The rule's source, for example `RFC 5280 §4.1.2.5`.
    public let rule: String
    /// The words of the finding as values: what programs decide by, and what is rendered in each language.
    public let statements: Statements
    /// Whether this refuses the chain.
    public let severity: Severity
    /// The user's explicit trust that overrides the finding, so that it does not refuse the chain; nil where none does.
    public internal(set) var overriddenBy: Override?

    /// The words of a finding as values.
    public struct Statements: Hashable, Sendable {
        /// One sentence for people, naming what was seen; no full stop.
        public let message: Statement
        /// The evidence: what the certificate or the chain says.
        public let seen: Statement
        /// The demand of the rule: what should have been seen.
        public let expected: Statement
        /// One sentence that says what to do about it; no full stop.
        public let advice: Statement

        package init(message: any Sentence, seen: any Sentence, expected: any Sentence, advice: any Sentence) {
            self.init(
                message: Statement(message), seen: Statement(seen), expected: Statement(expected),
                advice: Statement(advice))
        }

        package init(message: Statement, seen: Statement, expected: Statement, advice: Statement) {
            self.message = message
            self.seen = seen
            self.expected = expected
            self.advice = advice
        }
    }

    /// One sentence for people in English, naming what was seen; no full stop.
    public var message: String { statements.message.description }
    /// The evidence in English: what the certificate or the chain says.
    public var seen: String { statements.seen.description }
    /// The demand of the rule in English: what should have been seen.
    public var expected: String { statements.expected.description }
    /// One sentence in English that says what to do about it; no full stop.
    public var advice: String { statements.advice.description }

    /// The `errSec…` number that SecTrust reports for the same defect.
    public var osStatus: Int32 { code.osStatus }

    public var description: String { "\(severity.rawValue) \(code): \(message)" }

    /// This finding with another severity.
    package func with(severity: Severity) -> Finding {
        Finding(
            code: code, position: position, fingerprint: fingerprint, requirement: requirement, rule: rule,
            statements: statements, severity: severity, overriddenBy: overriddenBy)
    }
}

extension Finding {
    /// Errors first, then what would be one but for the user's explicit trust, then by rank of the cause, then from the
    /// leaf upwards.
    static func isReportedBefore(_ left: Finding, _ right: Finding) -> Bool {
        if left.severity != right.severity { return left.severity > right.severity }
        if left.precedence != right.precedence { return left.precedence < right.precedence }
        if left.code.rank != right.code.rank { return left.code.rank < right.code.rank }
        return left.position.order < right.position.order
    }
}

extension Finding.Position {
    var order: Int {
        switch self {
        case .certificate(let depth): depth
        case .presented(let index): 1_000 + index
        case .chain: 2_000
        }
    }
}

/// The weight of a finding in the verdict.
///
/// One ``error`` refuses the chain. Warnings and notes travel with a success as well as with a refusal.
public enum Severity: String, Hashable, Sendable, Comparable, CaseIterable {
    /// Worth knowing; nothing has to change.
    case note
    /// Accepted today, and refused by a stricter profile or at a later date.
    case warning
    /// The chain is refused.
    case error

    public static func < (left: Severity, right: Severity) -> Bool { left.order < right.order }

    private var order: Int {
        switch self {
        case .note: 0
        case .warning: 1
        case .error: 2
        }
    }
}

extension Finding {
    /// The reason that an error counts as a warning: a decision of the user's.
    public enum Override: String, Hashable, Sendable {
        /// A ``TrustException`` of the user's.
        case exception
        /// ``TrustPolicy/dangerousAcceptAny``.
        case dangerousAcceptAny
    }

    /// This finding as a warning, with a mark that says why it does not refuse.
    func overridden(by override: Override) -> Finding {
        var finding = with(severity: .warning)
        finding.overriddenBy = override
        return finding
    }

    /// The order among findings of one severity. Those that changed the verdict come before all others: that any
    /// certificate was accepted, then what was overridden.
    var precedence: Int { code == .dangerousAcceptAny ? 0 : overriddenBy != nil ? 1 : 2 }
}

/// A path that was built and refused, beside the one that the verdict is about.
///
/// Near misses answer "why not that other intermediate?" without another run.
public struct NearMiss: Hashable, Sendable {
    /// SHA-256 of each certificate's DER bytes, leaf first.
    public let chain: [[UInt8]]
    /// The codes of the errors that refused it, first-ranked first.
    public let findings: [FindingCode]
}

extension Finding {
    init(
        _ requirement: Requirement, at position: Position, fingerprint: [UInt8]?, seen: any Sentence,
        expected: any Sentence, severity: Severity, message: any Sentence
    ) {
        self.init(
            code: requirement.code, position: position, fingerprint: fingerprint, requirement: requirement.id,
            rule: requirement.source,
            statements: Statements(
                message: Statement(message), seen: Statement(seen), expected: Statement(expected),
                advice: requirement.adviceStatement),
            severity: severity)
    }
}
