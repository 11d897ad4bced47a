import Foundation
import HoldfastCredentials

/// The halves of a new pair that are to be stored, each with what the program says about it (Apple, "Generating New
/// Cryptographic Keys": `kSecAttrIsPermanent` and `kSecAttrApplicationTag` in `kSecPrivateKeyAttrs`).
struct KeptKeys {
    private var requests: [ItemRequest] = []

    /// The halves for which `kSecAttrIsPermanent` is true.
    ///
    /// - Throws: `errSecParam` for attributes of another type, `errSecUnimplemented` for conditions that need the user.
    init(_ parameters: KeyParameters, _ key: SecKey) throws(KeyError) {
        try take(parameters, kSecPrivateKeyAttrs as String, key)
        try take(parameters, kSecPublicKeyAttrs as String, SecKey(publicKey: key.publicKey))
    }

    private mutating func take(_ parameters: KeyParameters, _ half: String, _ key: SecKey) throws(KeyError) {
        // What the inner dictionary says comes before what the outer one says.
        let inner = parameters.inner(half)
        func value(_ name: String) -> Any? { inner?.value(name) ?? parameters.value(name) }
        guard let permanent = value(kSecAttrIsPermanent as String) else { return }
        guard let isKept = ItemAttributeForm.flag(permanent) else {
            throw KeyError(errSecParam, "kSecAttrIsPermanent is neither true nor false")
        }
        guard isKept else { return }
        var attributes: [String: Any] = [kSecClass as String: kSecClassKey as String, kSecValueRef as String: key]
        let others = [kSecAttrSynchronizable, kSecAttrAccessControl].map { $0 as String }
        for name in Array(ItemAttribute.all(of: .key).keys) + others where attributes[name] == nil {
            attributes[name] = value(name)
        }
        do throws(ItemError) {
            requests.append(try ItemRequest(attributes as CFDictionary, for: .addition))
        } catch {
            throw KeyError(
                error.status, "an attribute of the key to be stored is of another type, or has no meaning here")
        }
    }

    /// Stores the halves: all of them, or none.
    func store() throws(KeyError) {
        guard !requests.isEmpty else { return }
        do throws(ItemError) {
            try Keychain.result { [requests] keychain async throws(ItemError) in try await keychain.addKeys(requests) }
        } catch {
            throw KeyError(error.status, "the key could not be stored")
        }
    }
}
