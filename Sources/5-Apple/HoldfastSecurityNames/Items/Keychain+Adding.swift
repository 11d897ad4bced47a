import Foundation
import HoldfastCredentials
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509

extension Keychain {
    /// Adds what a request describes.
    ///
    /// - Throws: `errSecDuplicateItem` where an item of the same primary keys is there.
    func add(_ request: ItemRequest) async throws(ItemError) -> Found {
        switch request.kind {
        case .genericPassword, .internetPassword:
            guard request.object == nil else { throw ItemError(errSecParam) }
            return try await put(request, [:], request.value ?? CredentialSecret([UInt8]()))
        case .certificate:
            let certificate = try Self.certificate(request)
            return try await put(
                request, try certificate.itemAttributes, CredentialSecret(Array(certificate.presented.bytes)))
        case .key: return try await addKey(request)
        case .identity: return try await addIdentity(request)
        case .defaultAccount: throw ItemError(errSecParam)
        }
    }

    /// Stores an item of the request's class.
    ///
    /// - Parameter own: the attributes that the object has by itself; a name for people, and what a key may do, are the
    ///   program's to say.
    private func put(
        _ request: ItemRequest, as kind: CredentialItem.Kind? = nil,
        _ own: [CredentialAttribute: CredentialAttributeValue], _ value: CredentialSecret
    ) async throws(ItemError) -> Found {
        let kind = kind ?? request.kind
        let names = Set(ItemAttribute.all(of: kind).values.map(\.attribute))
        var attributes = request.attributes.filter { names.contains($0.key) }
        attributes.otherForms = request.otherForms.intersection(attributes.keys)
        for (name, value) in own where attributes[name] == nil || Self.isFixed(name) { attributes[name] = value }
        if attributes[ItemRequest.accessible] == nil {
            attributes[ItemRequest.accessible] = .text(kSecAttrAccessibleWhenUnlocked as String)
        }
        let isSynchronizable = request.isSynchronizable ?? false
        let store = try store(isSynchronizable: isSynchronizable)
        let now = stores.now()
        let stored = try await ItemError.ofStore { [attributes] () throws(CredentialStoreError) in
            let item = try CredentialItem(
                kind, attributes: attributes, value: value, at: now, isSynchronizable: isSynchronizable)
            return try await store.put(item, .absent)
        }
        return Found(item: stored, store: store)
    }

    /// Whether an attribute of a certificate or a key is what it is, whatever a program says.
    static func isFixed(_ name: CredentialAttribute) -> Bool { fixed.contains(name) }

    private static let fixed = Set(
        [
            kSecAttrCertificateType, kSecAttrCertificateEncoding, kSecAttrSubject, kSecAttrIssuer, kSecAttrSerialNumber,
            kSecAttrSubjectKeyID, kSecAttrPublicKeyHash, kSecAttrKeyClass, kSecAttrKeyType, kSecAttrKeySizeInBits,
            kSecAttrEffectiveKeySize,
        ].compactMap { ItemAttribute.all(of: .identity)[$0 as String]?.attribute })

    private static func certificate(_ request: ItemRequest) throws(ItemError) -> SecCertificate {
        if case .certificate(let certificate) = request.object { return certificate }
        guard let value = request.value,
            let certificate = SecCertificateCreateWithData(nil, Data(value.bytes) as CFData)
        else { throw ItemError(errSecParam) }
        return certificate
    }

    // MARK: Keys

    private func addKey(_ request: ItemRequest) async throws(ItemError) -> Found {
        if case .key(let key) = request.object {
            return try await put(request, try key.itemAttributes, try key.itemValue)
        }
        guard let value = request.value, value.count > 0 else { throw ItemError(errSecParam) }
        guard let key = try Self.key(value, request) else {
            return try await put(request, [ItemAttribute.asGiven: .flag(true)], value)
        }
        return try await put(request, try key.itemAttributes, try key.itemValue)
    }

    /// The key that data are by the type and the class that a program says.
    ///
    /// - Returns: nil for a symmetric key, and where the program says no type that there are keys of, or no class and
    ///   the data are no public key: programs keep bytes of their own so, under a tag, and get them back as they were.
    /// - Throws: `errSecParam` where the data are not what the program says.
    private static func key(_ value: CredentialSecret, _ request: ItemRequest) throws(ItemError) -> SecKey? {
        let named = request.attributes[.keyClass]
        guard named?.text != "symmetric", let type = request.attributes[.keyType]?.text,
            let number = Int(type), KeyType(number) != nil
        else { return nil }
        var parameters: [String: Any] = [kSecAttrKeyType as String: type]
        parameters[kSecAttrKeyClass as String] = kSecAttrKeyClassPublic
        if let named { parameters[kSecAttrKeyClass as String] = ItemAttributeForm.keyClass.shown(named) }
        do throws(KeyError) {
            return try SecKey(external: value.bytes, KeyParameters(parameters as CFDictionary))
        } catch {
            guard named != nil else { return nil }
            throw ItemError(error.status)
        }
    }

    /// Adds both halves of a pair, or none.
    ///
    /// - Parameter requests: each half with what the program says about it.
    func addKeys(_ requests: [ItemRequest]) async throws(ItemError) {
        var added: [Found] = []
        for request in requests {
            do throws(ItemError) { added.append(try await addKey(request)) } catch {
                await takeBack(added)
                throw error
            }
        }
    }

    // MARK: Identities

    /// Adds an identity's key and its certificate; one of them that is there already is left as it is.
    private func addIdentity(_ request: ItemRequest) async throws(ItemError) -> Found {
        guard case .identity(let identity) = request.object else { throw ItemError(errSecParam) }
        let key = try identity.privateKey.itemValue
        let keyAttributes = try identity.privateKey.itemAttributes
        let certificate = identity.certificate
        let certificateAttributes = try certificate.itemAttributes
        let addedKey = try await ifAbsent { [self] () throws(ItemError) in
            try await put(request, as: .key, keyAttributes, key)
        }
        let addedCertificate: Found?
        do throws(ItemError) {
            addedCertificate = try await ifAbsent { [self] () throws(ItemError) in
                try await put(
                    request, as: .certificate, certificateAttributes,
                    CredentialSecret(Array(certificate.presented.bytes)))
            }
        } catch {
            await takeBack([addedKey].compactMap(\.self))
            throw error
        }
        guard addedKey != nil || addedCertificate != nil else { throw ItemError(errSecDuplicateItem) }
        let found = try await find(request.searchingObject, limit: 1)
        guard let first = found.first else { throw ItemError(errSecItemNotFound) }
        return first
    }

    private func ifAbsent(_ put: () async throws(ItemError) -> Found) async throws(ItemError) -> Found? {
        do throws(ItemError) { return try await put() } catch {
            guard error.status == errSecDuplicateItem else { throw error }
            return nil
        }
    }

    private func takeBack(_ added: [Found]) async {
        for found in added { _ = try? await found.store.remove(matching: CredentialQuery(id: found.item.id)) }
    }
}
