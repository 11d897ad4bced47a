public import FoundationEssentials
public import HoldfastAuthority
public import HoldfastCredentials
public import HoldfastCrypto
public import HoldfastFacts
public import HoldfastFiles
public import HoldfastResolving
public import HoldfastTLS
public import HoldfastTransport
public import HoldfastTrust
public import HoldfastX509

// `localizedDescription` says the reason, in the place of Foundation's sentence with a number. The rooms below know
// nothing of Foundation: their errors conform here. Foundation has one text for
// all languages; each statement has its own.

extension DERError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
}

extension Base64Error: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
}

extension EncodedObjectError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
}

extension CertificateFileError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
}

extension PEMError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
}

extension SCTError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
}

extension CryptoError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
}

extension StoreError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
    /// The advice, in English; nil where there is none.
    public var recoverySuggestion: String? { hint.isEmpty ? nil : hint }
}

extension FactError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
}

extension WireError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
}

extension AuthorityError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
}

extension ServerTrustError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
}

extension TrustFailure: LocalizedError {
    /// The cause, in English.
    public var errorDescription: String? { cause.message }
    /// The source of the rule that was broken, `RFC 5280 §4.1.2.5` for example.
    public var failureReason: String? { cause.rule }
    /// The advice about the cause, in English.
    public var recoverySuggestion: String? { cause.advice }
}

extension DangerousAcceptAnyError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
}

extension TrustExceptionError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
}

extension AnchorConstraintError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
}

extension AnchorError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
    /// The advice, in English.
    public var recoverySuggestion: String? { hint }
}

extension ProfileError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
}

extension PinSetError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
    /// The advice, in English.
    public var recoverySuggestion: String? { hint }
}

extension HostPatternError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
    /// The advice, in English.
    public var recoverySuggestion: String? { hint }
}

extension PinError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
    /// The advice, in English.
    public var recoverySuggestion: String? { hint }
}

extension PinnedHostsError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
    /// The advice, in English.
    public var recoverySuggestion: String? { hint }
}

extension ServerNameError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
}

extension TransparencyLogListError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
}

extension IdentityFileError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
    /// The advice, in English.
    public var recoverySuggestion: String? { hint }
}

extension PasswordCredentialError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
}

extension CredentialStoreError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
    /// The advice, in English; nil where there is none.
    public var recoverySuggestion: String? { hint.isEmpty ? nil : hint }
}

extension ResolverError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
}

extension TransportError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { message }
    /// The source of the rule that was broken; nil where none was.
    public var failureReason: String? { (trustFailure ?? proxyTrustFailure)?.cause.rule }
    /// The advice, in English; nil where there is none.
    public var recoverySuggestion: String? { hint.isEmpty ? nil : hint }
}

extension SupportedGroupsError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
}
