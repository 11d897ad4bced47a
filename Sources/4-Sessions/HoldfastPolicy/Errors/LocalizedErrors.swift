public import FoundationEssentials
public import HoldfastPins

extension TrustExceptionStoreError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
    /// The advice, in English; nil where there is none.
    public var recoverySuggestion: String? { hint.isEmpty ? nil : hint }
}

extension PageRefusal: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
}

extension PlainHTTPError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
}

extension AppTransportSecurityLintError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
}

extension PolicyFileError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
    /// The advice, in English; nil where there is none.
    public var recoverySuggestion: String? { hint.isEmpty ? nil : hint }
}

extension TransparencyLogFileError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
}

extension PolicyValuesError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
}

extension PolicyDocumentError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
}

extension PinUpdater.SettingsError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
}
