public import FoundationEssentials
public import HoldfastHTTPS

extension PinUpdateSigner.SigningError: LocalizedError, SelfDescribedError {}
extension PinUpdateError: LocalizedError, SelfDescribedError {}
extension PinUpdateKeyError: LocalizedError, SelfDescribedError {}
extension PinUpdateFailure: LocalizedError, SelfDescribedError {}
extension AppTransportSecurityError: LocalizedError, SelfDescribedError {}
extension WrittenPinError: LocalizedError, SelfDescribedError {}
extension PinFileError: LocalizedError, SelfDescribedError {}
