public import HoldfastStatements

/// One thing that a rule asks of a chain: what profiles switch, and what findings quote.
///
/// A rule may state several, where profiles differ about them: an RSA key below 1024 bits is refused everywhere, one
/// below 2048 bits is not.
public struct Requirement: Hashable, Sendable {
    /// `rule.detail`, stable: what a profile's table is keyed by.
    public let id: String
    /// The code of the finding when it is not met.
    public let code: FindingCode
    /// The source of the requirement, for example `RFC 5280 §4.2.1.9`.
    public let source: String
    /// One sentence as a value: what the owner of the certificate can do. No full stop.
    public let adviceStatement: Statement
    /// Whether it is about a key's strength, which of a leaf that signed itself is graded as the public web's.
    let isAboutKey: Bool
    /// One sentence in English: what the owner of the certificate can do. No full stop.
    public var advice: String { adviceStatement.description }

    /// States a requirement.
    ///
    /// - Parameters:
    ///   - id: `rule.detail`; a profile's table is keyed by it, so it must not be reused for something else.
    ///   - code: what a finding is called when the requirement is not met.
    ///   - source: the document and section that ask for it.
    ///   - advice: one sentence saying what to change, without a full stop; it is shown as it is in every language.
    public init(_ id: String, _ code: FindingCode, source: String, advice: String) {
        self.init(id, code, source: source, advice: Verbatim(advice))
    }

    /// States a requirement of the standard rules.
    ///
    /// - Parameter isAboutKey: whether it is about a key's strength.
    package init(
        _ id: String, _ code: FindingCode, source: String, advice: any Sentence, isAboutKey: Bool = false
    ) {
        self.id = id
        self.code = code
        self.source = source
        adviceStatement = Statement(advice)
        self.isAboutKey = isAboutKey
    }
}
