public import FoundationEssentials
public import HoldfastHTTPS
import HoldfastPins

extension TrustExceptionStoreError: LocalizedError, AdvisingError {}
extension PageRefusal: LocalizedError, SelfDescribedError {}
extension PlainHTTPError: LocalizedError, SelfDescribedError {}
extension AppTransportSecurityLintError: LocalizedError, SelfDescribedError {}
extension PolicyFileError: LocalizedError, AdvisingError {}
extension TransparencyLogFileError: LocalizedError, SelfDescribedError {}
extension PolicyValuesError: LocalizedError, SelfDescribedError {}
extension PolicyDocumentError: LocalizedError, SelfDescribedError {}
extension PinUpdater.SettingsError: LocalizedError, SelfDescribedError {}
