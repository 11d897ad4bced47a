public import FoundationEssentials
public import HoldfastAuthority
public import HoldfastCredentials
public import HoldfastCrypto
package import HoldfastFacts
public import HoldfastFiles
public import HoldfastResolving
public import HoldfastTLS
public import HoldfastTransport
public import HoldfastTrust
public import HoldfastWeb
public import HoldfastX509

/// An error whose `localizedDescription` is its own description, the reason in English, in the place of Foundation's
/// sentence with a number.
///
/// Foundation has one text for all languages; each statement has its own.
package protocol SelfDescribedError: LocalizedError, CustomStringConvertible {}

extension SelfDescribedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
}

/// An error with words on what to do about it, which Foundation shows beside the reason.
package protocol AdvisingError: SelfDescribedError {
    var hint: String { get }
}

extension AdvisingError {
    /// The advice, in English; nil where there is none.
    public var recoverySuggestion: String? { hint.isEmpty ? nil : hint }
}

extension HTTPSURLError: LocalizedError, SelfDescribedError {}

extension HTTPSError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { message }
    /// The source of the rule that was broken; nil where none was.
    public var failureReason: String? { (trustFailure ?? proxyTrustFailure)?.cause.rule }
    /// The advice, in English; nil where there is none.
    public var recoverySuggestion: String? { hint.isEmpty ? nil : hint }
}

extension ProxyError: LocalizedError, SelfDescribedError {}
extension DialRuleError: LocalizedError, SelfDescribedError {}
extension ProviderDescriptionError: LocalizedError, SelfDescribedError {}

// The rooms below know nothing of Foundation: their errors conform here.

extension DERError: LocalizedError, SelfDescribedError {}
extension Base64Error: LocalizedError, SelfDescribedError {}
extension EncodedObjectError: LocalizedError, SelfDescribedError {}
extension CertificateFileError: LocalizedError, SelfDescribedError {}
extension PEMError: LocalizedError, SelfDescribedError {}
extension SCTError: LocalizedError, SelfDescribedError {}
extension CryptoError: LocalizedError, SelfDescribedError {}
extension StoreError: LocalizedError, AdvisingError {}
extension FactError: LocalizedError, SelfDescribedError {}
extension WireError: LocalizedError, SelfDescribedError {}
extension AuthorityError: LocalizedError, SelfDescribedError {}
extension ServerTrustError: LocalizedError, SelfDescribedError {}

extension TrustFailure: LocalizedError {
    /// The cause, in English.
    public var errorDescription: String? { cause.message }
    /// The source of the rule that was broken, `RFC 5280 §4.1.2.5` for example.
    public var failureReason: String? { cause.rule }
    /// The advice about the cause, in English.
    public var recoverySuggestion: String? { cause.advice }
}

extension DangerousAcceptAnyError: LocalizedError, SelfDescribedError {}
extension TrustExceptionError: LocalizedError, SelfDescribedError {}
extension AnchorConstraintError: LocalizedError, SelfDescribedError {}
extension AnchorError: LocalizedError, AdvisingError {}
extension ProfileError: LocalizedError, SelfDescribedError {}
extension PinSetError: LocalizedError, AdvisingError {}
extension HostPatternError: LocalizedError, AdvisingError {}
extension PinError: LocalizedError, AdvisingError {}
extension PinnedHostsError: LocalizedError, AdvisingError {}
extension ServerNameError: LocalizedError, SelfDescribedError {}
extension TransparencyLogListError: LocalizedError, SelfDescribedError {}
extension IdentityFileError: LocalizedError, AdvisingError {}
extension PasswordCredentialError: LocalizedError, SelfDescribedError {}
extension CredentialStoreError: LocalizedError, AdvisingError {}
extension ResolverError: LocalizedError, SelfDescribedError {}

extension TransportError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { message }
    /// The source of the rule that was broken; nil where none was.
    public var failureReason: String? { (trustFailure ?? proxyTrustFailure)?.cause.rule }
    /// The advice, in English; nil where there is none.
    public var recoverySuggestion: String? { hint.isEmpty ? nil : hint }
}

extension SupportedGroupsError: LocalizedError, SelfDescribedError {}
