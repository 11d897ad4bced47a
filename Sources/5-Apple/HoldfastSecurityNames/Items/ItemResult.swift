import Foundation
import HoldfastCredentials
import HoldfastHTTPS

/// The forms in which found items are handed to a program (Apple, `SecItemCopyMatching`: one form alone is the object
/// itself; several, or the attributes, are a dictionary; more than one item is an array).
enum ItemResult {
    /// The result for the items that were found; nil where nothing is asked for, and for a reference to what there are
    /// no objects of, as passwords: "returning references is supported only for Certificate, Key or Identity items"
    /// (SecItem.h).
    ///
    /// - Throws: `errSecDecode` for a certificate or key that cannot be read; among several it is left out.
    static func object(_ found: [Keychain.Found], for request: ItemRequest) throws(ItemError) -> CFTypeRef? {
        guard !request.returns.isEmpty, let first = found.first else { return nil }
        guard request.isList else { return try object(first, request) }
        var all: [CFTypeRef] = []
        var unreadable: ItemError?
        for one in found {
            do throws(ItemError) {
                if let made = try object(one, request) { all.append(made) }
            } catch {
                guard error.status == errSecDecode else { throw error }
                unreadable = error
            }
        }
        if all.isEmpty, let unreadable { throw unreadable }
        return all as NSArray
    }

    private static func object(_ found: Keychain.Found, _ request: ItemRequest) throws(ItemError) -> CFTypeRef? {
        switch request.returns {
        case .data: return Data(try data(found)) as NSData
        case .reference: return try reference(found)
        case .persistentReference: return persistentReference(found) as NSData
        default: break
        }
        var result: [String: Any] = [:]
        if request.returns.contains(.attributes) { result = attributes(found) }
        if request.returns.contains(.data) { result[kSecValueData as String] = Data(try data(found)) }
        if request.returns.contains(.reference), let reference = try reference(found) {
            result[kSecValueRef as String] = reference
        }
        if request.returns.contains(.persistentReference) {
            result[kSecValuePersistentRef as String] = persistentReference(found)
        }
        return result as NSDictionary
    }

    private static func persistentReference(_ found: Keychain.Found) -> Data {
        ItemClass.persistentReference(found.kind, found.item.id)
    }

    /// The secret of a password, the DER of a certificate or of an identity's, a key as
    /// ``SecKeyCopyExternalRepresentation(_:_:)`` writes it.
    private static func data(_ found: Keychain.Found) throws(ItemError) -> [UInt8] {
        guard found.item.kind == .key, !found.item.isKeyAsGiven else { return found.item.value.bytes }
        guard let key = SecKey(found.item), let bytes = try? key.externalBytes else { throw ItemError(errSecDecode) }
        return bytes
    }

    private static func reference(_ found: Keychain.Found) throws(ItemError) -> CFTypeRef? {
        switch found.item.kind {
        case .genericPassword, .internetPassword, .identity, .defaultAccount: return nil
        case .certificate:
            guard let certificate = SecCertificate(found.item) else { throw ItemError(errSecDecode) }
            guard let item = found.key else { return certificate }
            guard let key = SecKey(item), let identity = SecIdentityCreate(nil, certificate, key) else {
                throw ItemError(errSecDecode)
            }
            return identity
        case .key:
            guard !found.item.isKeyAsGiven else { return nil }
            guard let key = SecKey(found.item) else { throw ItemError(errSecDecode) }
            return key
        }
    }

    private static func attributes(_ found: Keychain.Found) -> [String: Any] {
        let kind = found.kind
        let ofKey = found.key?.attributes ?? [:]
        let stored = ofKey.merging(found.item.attributes) { _, certificate in certificate }
        let otherForms = ofKey.otherForms.union(found.item.attributes.otherForms)
        var shown: [String: Any] = [:]
        for (key, attribute) in ItemAttribute.all(of: kind) {
            if let value = stored[attribute.attribute] {
                shown[key] = attribute.form.shown(value, isOther: otherForms.contains(attribute.attribute))
            } else {
                shown[key] = attribute.shownEmpty
            }
        }
        if let accessible = found.item.attributes[ItemRequest.accessible]?.text {
            shown[kSecAttrAccessControl as String] = SecAccessControl(accessible, [])
        }
        shown[kSecClass as String] = ItemClass.name(kind)
        shown[kSecAttrSynchronizable as String] = NSNumber(value: found.item.isSynchronizable)
        shown[kSecAttrCreationDate as String] = found.item.createdAt.date
        shown[kSecAttrModificationDate as String] = found.item.modifiedAt.date
        if kind == .key || kind == .identity { shown[kSecAttrIsPermanent as String] = NSNumber(value: true) }
        return shown
    }
}
