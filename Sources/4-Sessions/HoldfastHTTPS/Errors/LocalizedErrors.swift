public import FoundationEssentials
public import HoldfastResolving
import HoldfastTrust
public import HoldfastWeb

extension HTTPSURLError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
}

extension HTTPSError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { message }
    /// The source of the rule that was broken; nil where none was.
    public var failureReason: String? { (trustFailure ?? proxyTrustFailure)?.cause.rule }
    /// The advice, in English; nil where there is none.
    public var recoverySuggestion: String? { hint.isEmpty ? nil : hint }
}

extension ProxyError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
}

extension DialRuleError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
}

extension ProviderDescriptionError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
}
