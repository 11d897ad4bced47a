/// A path that was built and refused, beside the one that the verdict is about.
///
/// Near misses answer "why not that other intermediate?" without another run.
public struct NearMiss: Hashable, Sendable {
    /// SHA-256 of each certificate's DER bytes, leaf first.
    public let chain: [[UInt8]]
    /// The codes of the errors that refused it, first-ranked first.
    public let findings: [FindingCode]
}
