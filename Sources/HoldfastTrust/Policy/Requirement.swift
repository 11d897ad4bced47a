/// One thing that a rule asks of a chain: what profiles switch, and what findings quote.
///
/// A rule may state several, where profiles differ about them: an RSA key below 1024 bits is refused everywhere, one
/// below 2048 bits is not.
public struct Requirement: Hashable, Sendable {
    /// `rule.detail`, stable: what a profile's table is keyed by.
    public let id: String
    /// The code of the finding when it is not met.
    public let code: FindingCode
    /// Where it is written, for example `RFC 5280 §4.2.1.9`.
    public let source: String
    /// One sentence: what the owner of the certificate can do. No full stop.
    public let advice: String

    /// States a requirement.
    ///
    /// - Parameters:
    ///   - id: `rule.detail`; a profile's table is keyed by it, so it must not be reused for something else.
    ///   - code: what a finding is called when the requirement is not met.
    ///   - source: the document and section that ask for it.
    ///   - advice: one sentence saying what to change, without a full stop.
    public init(_ id: String, _ code: FindingCode, source: String, advice: String) {
        self.id = id
        self.code = code
        self.source = source
        self.advice = advice
    }
}
