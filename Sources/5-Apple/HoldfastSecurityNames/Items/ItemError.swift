import HoldfastCredentials
import HoldfastFiles
import HoldfastTrust

/// An error of a function on keychain items: a result code, and nothing else, since what was stored or asked for may be
/// a secret.
struct ItemError: Error, Hashable {
    let status: OSStatus

    init(_ status: OSStatus) { self.status = status }

    /// The code that Apple has for a store's error.
    ///
    /// - `errSecDuplicateItem`, `errSecItemNotFound`: as they say.
    /// - `errSecParam`: more than is stored of an item, or of a store.
    /// - `errSecNotAvailable`: no key for the store, or another process's lock that did not end.
    /// - `errSecAuthFailed`: another key than the one that the store was written with.
    /// - `errSecInteractionNotAllowed`: a Secret Service that does not do what it is asked, as a keyring that stays
    ///   locked.
    /// - `errSecDecode`: a damaged store, one of a later version, one that was set back.
    /// - `errSecIO`: a file or folder that cannot be used.
    init(_ error: CredentialStoreError) {
        switch error.reason {
        case .tooLarge: self.init(errSecParam)
        case .duplicate: self.init(errSecDuplicateItem)
        case .notFound: self.init(errSecItemNotFound)
        case .noKey: self.init(errSecNotAvailable)
        case .wrongKey: self.init(errSecAuthFailed)
        case .damaged, .unsupportedFormat, .tooMuchWork, .setBack: self.init(errSecDecode)
        case .file(let error):
            if case .locked = error.reason { self.init(errSecNotAvailable) } else { self.init(errSecIO) }
        case .library: self.init(errSecInternalComponent)
        case .secretService: self.init(errSecInteractionNotAllowed)
        }
        // The code says little; whoever looks for the reason finds it in the log, once.
        switch error.reason {
        case .duplicate, .notFound, .tooLarge: break
        default: DangerLog.say("holdfast: keychain items: \(error); \(error.hint)", about: "keychain: \(error)")
        }
    }

    /// The value of a store's call, with its errors as codes.
    static func ofStore<Value>(
        _ body: () async throws(CredentialStoreError) -> Value
    ) async throws(ItemError) -> Value {
        do throws(CredentialStoreError) { return try await body() } catch { throw ItemError(error) }
    }

    /// The code of what a function throws; `errSecSuccess` for nothing.
    static func status(of body: () throws(ItemError) -> Void) -> OSStatus {
        do throws(ItemError) {
            try body()
            return errSecSuccess
        } catch {
            return error.status
        }
    }
}
