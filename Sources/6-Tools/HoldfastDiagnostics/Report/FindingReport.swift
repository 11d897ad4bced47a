import HoldfastFacts
import HoldfastStatements
import HoldfastTransport
public import HoldfastTrust
import HoldfastX509

/// One finding as verdicts report it.
public struct FindingReport: Hashable, Sendable {
    public let code: String
    /// The depth in the built chain, 0 being the leaf; nil for the chain as a whole; -1 for a presented certificate
    /// that is no part of it.
    package let certificate: Int?
    /// The place in the presented list, where ``certificate`` is -1.
    package let presentedIndex: Int?
    /// SHA-256 of that certificate, lower-case hexadecimal.
    package let fingerprint: String?
    /// The identifier of what was asked for, `validity.notAfter` for example; finer than the code.
    package let requirement: String
    /// The source of the rule, for example `RFC 5280 §4.1.2.5`.
    public let rule: String
    /// The words as values.
    package internal(set) var statements: Finding.Statements
    public var seen: String { statements.seen.english }
    public var expected: String { statements.expected.english }
    public let severity: Severity
    package let osStatus: Int32
    public var message: String { statements.message.english }
    public var advice: String { statements.advice.english }
    /// The user's explicit trust that overrides the finding: `exception` or `dangerousAcceptAny`; nil where none does.
    package let overriddenBy: String?

    /// Whether it refuses the chain.
    public var isError: Bool { severity == .error }

    /// A finding about the chain as a whole that no rule has made.
    init(
        code: FindingCode, requirement: String, rule: String, severity: Severity, _ statements: Finding.Statements
    ) {
        self.code = code.rawValue
        (certificate, presentedIndex, fingerprint, overriddenBy) = (nil, nil, nil, nil)
        self.requirement = requirement
        self.rule = rule
        self.statements = statements
        self.severity = severity
        osStatus = code.osStatus
    }

    /// A finding of which all is known.
    init(
        code: String, certificate: Int?, fingerprint: String?, requirement: String, rule: String, severity: Severity,
        osStatus: Int32, overriddenBy: String?, _ statements: Finding.Statements
    ) {
        (self.code, self.certificate, presentedIndex) = (code, certificate, nil)
        (self.fingerprint, self.requirement, self.rule) = (fingerprint, requirement, rule)
        (self.severity, self.osStatus, self.overriddenBy) = (severity, osStatus, overriddenBy)
        self.statements = statements
    }

    package init(_ finding: Finding) {
        code = finding.code.rawValue
        switch finding.position {
        case .chain: (certificate, presentedIndex) = (nil, nil)
        case .certificate(let depth): (certificate, presentedIndex) = (depth, nil)
        case .presented(let index): (certificate, presentedIndex) = (-1, index)
        }
        fingerprint = finding.fingerprint.map { HexString.encode($0) }
        requirement = finding.requirement
        rule = finding.rule
        statements = finding.statements
        severity = finding.severity
        osStatus = finding.osStatus
        overriddenBy = finding.overriddenBy?.rawValue
    }
}

extension FindingReport: Encodable, JSONReport {
    package var json: JSONObject {
        JSONObject(
            [
                "code": code, "certificate": certificate, "fingerprint": fingerprint, "rule": rule, "seen": seen,
                "expected": expected, "severity": severity.rawValue, "osStatus": osStatus, "message": message,
                "advice": advice, "statements": StatementsReport(statements),
            ], unlessNone: ["presentedIndex": presentedIndex, "overriddenBy": overriddenBy])
    }
}

extension FindingReport {
    /// The finding about an address whose server could not prove the name; nil for any other.
    ///
    /// A warning: the verdict is about the server that was reached after it.
    init?(_ attempt: DialAttempt, host: String, in dial: DialReport) {
        guard case .poisoned(let code, let message) = attempt.outcome else { return nil }
        let namer = dial.namer(attempt.source)
        self.init(
            code: .addressPoisoned, requirement: "address.proves", rule: "NameResolution", severity: .warning,
            Finding.Statements(
                message: DialReportSentence.notTheServer(address: "\(attempt.endpoint)", namer: namer, host: host),
                seen: DialReportSentence.refused(code: "\(code)", message),
                expected: DialReportSentence.certificateFor(host: host),
                advice: DialReportSentence.lookAtNamer(namer, host: host)))
    }
}

/// The names of `OSStatus` numbers, as the Security framework spells them.
package enum StatusName {
    /// The constant's name, or nil for a number that is none of the framework's.
    package static func of(_ status: Int32) -> String? { names[status] }

    /// The number of a constant; nil for a name that is none.
    static func number(of name: String) -> Int32? { names.first { $0.value == name }?.key }

    private static let names = FactTable.statusCodes("name")
}
