import Foundation
import HoldfastCredentials

extension Keychain {
    /// Changes every item that a request finds; of an identity its certificate and its key, each by the attributes that
    /// it has.
    ///
    /// Nothing is changed where two items would be one afterwards.
    ///
    /// - Throws: `errSecItemNotFound`, `errSecDuplicateItem`.
    func update(_ request: ItemRequest, _ change: ItemRequest) async throws(ItemError) {
        let found = Self.apart(try await find(request, limit: .max))
        var changed: [CredentialItem] = []
        for one in found { changed.append(try changedItem(one.item, change)) }
        try await checkThatNoneAreOne(found, changed)
        for (one, item) in zip(found, changed) {
            let store = try store(isSynchronizable: item.isSynchronizable)
            if store as AnyObject === one.store as AnyObject {
                try await ItemError.ofStore { () throws(CredentialStoreError) in _ = try await store.put(item, .present)
                }
            } else {
                // The new place first: an item that is in both is found, one that is in neither is lost.
                try await ItemError.ofStore { () throws(CredentialStoreError) in
                    _ = try await store.put(item, .absent)
                    _ = try await one.store.remove(matching: CredentialQuery(id: item.id))
                }
            }
        }
    }

    /// Every item that was found once, the certificates and the keys of identities apart.
    private static func apart(_ found: [Found]) -> [Found] {
        var ids: Set<CredentialItem.ID> = []
        let items = found.flatMap { one -> [Found] in
            guard let key = one.key, let keyStore = one.keyStore else { return [one] }
            return [Found(item: one.item, store: one.store), Found(item: key, store: keyStore)]
        }
        return items.filter { ids.insert($0.item.id).inserted }
    }

    private static func isPassword(_ kind: CredentialItem.Kind) -> Bool {
        kind == .genericPassword || kind == .internetPassword
    }

    private func changedItem(_ item: CredentialItem, _ change: ItemRequest) throws(ItemError) -> CredentialItem {
        var item = item
        let otherForms = item.attributes.otherForms
        let names = Set(ItemAttribute.all(of: item.kind).values.map(\.attribute))
        for (name, value) in change.attributes where names.contains(name) {
            try Self.checkThatChangeable(name, of: item, to: value)
            // What was found without a realm was shown with the empty text, and may come back with it.
            if name == .securityDomain, value == .text(""), item.attributes[name] == nil { continue }
            item.attributes[name] = value
        }
        for name in change.absent where names.contains(name) {
            try Self.checkThatChangeable(name, of: item, to: nil)
            item.attributes[name] = nil
        }
        item.attributes.otherForms = otherForms.subtracting(change.attributes.keys).union(change.otherForms)
            .intersection(item.attributes.keys)
        if let value = change.value {
            // What a certificate or a key is stays what it is.
            guard Self.isPassword(item.kind) || item.isKeyAsGiven else { throw ItemError(errSecParam) }
            item.value = value
        }
        if change.namesSynchronizable, let isSynchronizable = change.isSynchronizable {
            item.isSynchronizable = isSynchronizable
        }
        guard !item.isSynchronizable || item.attributes[ItemRequest.accessible]?.text?.hasSuffix("u") != true else {
            throw ItemError(errSecParam)
        }
        item.modifiedAt = stores.now()
        return item
    }

    /// Checks that an attribute is the program's to change.
    ///
    /// - Throws: `errSecReadOnlyAttr` for what a certificate or a key is by itself, "(read-only)" in SecItem.h: a
    ///   private key that is called a public one could not be read any longer.
    private static func checkThatChangeable(
        _ name: CredentialAttribute, of item: CredentialItem, to value: CredentialAttributeValue?
    ) throws(ItemError) {
        guard !isPassword(item.kind), !item.isKeyAsGiven, isFixed(name) else { return }
        guard item.attributes[name] == value else { throw ItemError(errSecReadOnlyAttr) }
    }

    private func checkThatNoneAreOne(_ found: [Found], _ changed: [CredentialItem]) async throws(ItemError) {
        guard zip(found, changed).contains(where: { $0.item.identity != $1.identity }) else { return }
        let ids = Set(found.map(\.item.id))
        var query = CredentialQuery()
        query.kinds = Set(found.map(\.item.kind))
        var identities = Set(try await all(query).filter { !ids.contains($0.item.id) }.map(\.item.identity))
        for item in changed {
            guard identities.insert(item.identity).inserted else { throw ItemError(errSecDuplicateItem) }
        }
    }

    /// Removes every item that a request finds; of an identity the certificate, and the key unless another stored
    /// certificate has it too.
    ///
    /// - Throws: `errSecItemNotFound`.
    func delete(_ request: ItemRequest) async throws(ItemError) {
        let found = try await find(request, limit: .max)
        var ids = Set(found.map(\.item.id))
        if request.kind == .identity {
            let kept = Set(
                try await all(CredentialQuery(.certificate)).filter { !ids.contains($0.item.id) }
                    .compactMap { $0.item.attributes[Self.publicKeyHash] })
            for key in found.compactMap(\.key) where key.attributes[.applicationLabel].map(kept.contains) != true {
                ids.insert(key.id)
            }
        }
        var query = CredentialQuery()
        query.ids = ids
        for store in stores.all {
            try await ItemError.ofStore { [query] () throws(CredentialStoreError) in
                _ = try await store.remove(matching: query)
            }
        }
    }
}
