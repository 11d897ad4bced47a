/// One thing that is wrong, or worth knowing, about a chain: which certificate, by which rule, on what evidence.
public struct Finding: Hashable, Sendable, CustomStringConvertible {
    /// What a finding is about.
    public enum Position: Hashable, Sendable {
        /// The chain as a whole.
        case chain
        /// The certificate at this depth of the built path; 0 is the leaf.
        case certificate(depth: Int)
        /// A presented certificate that is no part of the built path, by its place in the server's list.
        case presented(index: Int)
    }

    /// What kind of thing is wrong.
    public let code: FindingCode
    /// Which certificate it is about.
    public let position: Position
    /// SHA-256 of that certificate's DER bytes; nil for the chain as a whole.
    public let fingerprint: [UInt8]?
    /// The identifier of the requirement that was not met, for example `validity.notAfter`.
    public let requirement: String
    /// The rule's source, for example `RFC 5280 §4.1.2.5`.
    public let rule: String
    /// What the certificate or the chain says.
    public let seen: String
    /// What the rule asks for.
    public let expected: String
    /// Whether this refuses the chain.
    public let severity: Severity
    /// One sentence for people, naming what was seen; no full stop.
    public let message: String
    /// One sentence that says what to do about it; no full stop.
    public let advice: String
    /// Why it does not refuse the chain, where the user's explicit trust overrides it; else nil.
    public internal(set) var overriddenBy: Override?

    /// The `errSec…` number that SecTrust reports for the same defect.
    public var osStatus: Int32 { code.osStatus }

    public var description: String { "\(severity.rawValue) \(code): \(message)" }

    /// The same finding with another severity.
    package func with(severity: Severity) -> Finding {
        Finding(
            code: code, position: position, fingerprint: fingerprint, requirement: requirement, rule: rule, seen: seen,
            expected: expected, severity: severity, message: message, advice: advice, overriddenBy: overriddenBy)
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
