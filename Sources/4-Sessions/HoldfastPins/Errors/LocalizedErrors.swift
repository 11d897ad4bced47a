public import FoundationEssentials

extension PinUpdateSigner.SigningError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
}

extension PinUpdateError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
}

extension PinUpdateKeyError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
}

extension PinUpdateFailure: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
}

extension AppTransportSecurityError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
}

extension WrittenPinError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
}

extension PinFileError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
}
