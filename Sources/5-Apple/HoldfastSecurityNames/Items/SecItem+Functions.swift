public import Foundation
import HoldfastCredentials

// The functions on keychain items (SecItem.h). They may be called on any thread, and wait there for the store: for the
// disk, for other processes, and where the Secret Service is the store for the user who unlocks it.

/// Adds an item to the process's store (`ProcessCredentialStores`).
///
/// - Parameters:
///   - attributes: the class, the attributes, and the item itself: `kSecValueData`, or for a certificate, a key or an
///     identity `kSecValueRef`. `kSecReturn…` say what is put into `result`.
///   - result: where the result is put; nil is put there on an error.
/// - Returns: `errSecSuccess`; `errSecDuplicateItem` where an item of the class with the same primary keys is there;
///   `errSecParam` for a dictionary that cannot be meant, or values over the limits of Docs/credentials.md;
///   `errSecNoSuchAttr`, `errSecNoSuchClass`; `errSecUnimplemented` for what would need the user's presence, a token or
///   a keychain of macOS's; `errSecNotAvailable` where there is no store that lasts; `errSecAuthFailed`,
///   `errSecInteractionNotAllowed`, `errSecDecode` and `errSecIO` for a store that cannot be used.
@discardableResult
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    unsafe result?.pointee = nil
    return ItemError.status { () throws(ItemError) in
        let request = try ItemRequest(attributes, for: .addition)
        guard request.match.isEmpty, request.list == nil, request.limit == nil, request.persistentID == nil,
            !request.skipsQuestions
        else { throw ItemError(errSecParam) }
        let found = try Keychain.result { keychain async throws(ItemError) in try await keychain.add(request) }
        let object = try ItemResult.object([found], for: request)
        unsafe result?.pointee = object
    }
}

/// Finds items in the process's store.
///
/// - Parameters:
///   - query: the class, the attributes that items must have, `kSecMatch…`, and `kSecReturn…` for what is wanted of
///     them. Without `kSecMatchLimit` the first that was made is found. Without `kSecAttrSynchronizable` none is found
///     that is synchronised. `kSecValueData` is not compared.
///   - result: where the result is put; nil is put there on an error.
/// - Returns: `errSecSuccess`; `errSecItemNotFound` where there is none; the others of ``SecItemAdd(_:_:)``.
@discardableResult
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    unsafe result?.pointee = nil
    return ItemError.status { () throws(ItemError) in
        let request = try ItemRequest(query, for: .search)
        let found = try Keychain.result { keychain async throws(ItemError) in try await keychain.find(request, limit: 1)
        }
        let object = try ItemResult.object(found, for: request)
        unsafe result?.pointee = object
    }
}

/// Changes every item in the process's store that a query finds.
///
/// - Parameters:
///   - query: as for ``SecItemCopyMatching(_:_:)``; without `kSecMatchLimit` all are meant.
///   - attributesToUpdate: attributes with their new values, and for passwords, and bytes that are kept as a key,
///     `kSecValueData`. Dates, and the class that the items have, are passed over.
/// - Returns: `errSecSuccess`; `errSecItemNotFound`; `errSecDuplicateItem` where the item would be another one, and
///   then nothing is changed; `errSecNoSuchAttr` for another class, a reference, a match or a result in
///   `attributesToUpdate`; `errSecReadOnlyAttr` for what a certificate or a key is by itself; the others of
///   ``SecItemAdd(_:_:)``.
@discardableResult
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
    ItemError.status { () throws(ItemError) in
        let request = try ItemRequest(query, for: .search)
        guard request.returns.isEmpty, !request.skipsQuestions else { throw ItemError(errSecParam) }
        let change = try ItemRequest(attributesToUpdate, for: .change, of: request.kind)
        try Keychain.result { keychain async throws(ItemError) in try await keychain.update(request, change) }
    }
}

/// Removes every item from the process's store that a query finds.
///
/// An item that is synchronised goes from every device.
///
/// - Parameter query: as for ``SecItemCopyMatching(_:_:)``; without `kSecMatchLimit` all are meant, and a query of a
///   class alone empties it.
/// - Returns: `errSecSuccess`; `errSecItemNotFound`; the others of ``SecItemAdd(_:_:)``.
@discardableResult
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
    ItemError.status { () throws(ItemError) in
        let request = try ItemRequest(query, for: .search)
        guard !request.skipsQuestions else { throw ItemError(errSecParam) }
        try Keychain.result { keychain async throws(ItemError) in try await keychain.delete(request) }
    }
}
