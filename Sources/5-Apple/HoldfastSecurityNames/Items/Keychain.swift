import Foundation
import HoldfastCredentials
import HoldfastHTTPS
import HoldfastTrust
import HoldfastX509

/// The items of a process's stores as the functions on keychain items see them.
struct Keychain: Sendable {
    /// An item that was found, and the store that it is in.
    struct Found: Sendable {
        let item: CredentialItem
        let store: any CredentialItemStore
        /// The private key of an identity, whose certificate ``item`` is.
        var key: CredentialItem?
        /// The store that the private key is in.
        var keyStore: (any CredentialItemStore)?

        /// The class by which it was found.
        var kind: CredentialItem.Kind { key == nil ? item.kind : .identity }

        /// Whether it is an object of the Security framework's.
        func holds(_ object: ItemRequest.Object) -> Bool {
            guard object.kind == kind else { return false }
            switch object {
            case .certificate(let certificate): return item.value.bytes == Array(certificate.presented.bytes)
            case .key(let key): return key.isHeld(by: item)
            case .identity(let identity):
                return item.value.bytes == Array(identity.certificate.presented.bytes)
                    && key.map { identity.privateKey.isHeld(by: $0) } ?? false
            }
        }
    }

    let stores: ProcessCredentialStores

    /// The result of a call on the process's keychain, for which the caller's thread waits.
    ///
    /// - Throws: `errSecNotAvailable` where nothing would last: no store was named, no Secret Service answers, and
    ///   there is no key for a file. What a program is told was stored would be gone with the process.
    static func result<Value: Sendable>(
        of body: @escaping @Sendable (Keychain) async throws(ItemError) -> Value
    ) throws(ItemError) -> Value {
        let result = StoreThread.shared.value { () async -> Result<Value, ItemError> in
            do throws(ItemError) {
                let stores = try await ItemError.ofStore { () throws(CredentialStoreError) in
                    try await ProcessCredentialStores.current()
                }
                guard !stores.all.isEmpty else {
                    DangerLog.say(
                        "holdfast: keychain items: no key for a file and no Secret Service: nothing is kept "
                            + "(Docs/credentials.md)", about: "keychain items that are not kept")
                    throw ItemError(errSecNotAvailable)
                }
                return .success(try await body(Keychain(stores: stores)))
            } catch {
                return .failure(error)
            }
        }
        guard let result else { throw ItemError(errSecInternalComponent) }
        return try result.get()
    }

    /// The store for items that are synchronised, or are not.
    func store(isSynchronizable: Bool) throws(ItemError) -> any CredentialItemStore {
        guard let store = stores.store(isSynchronizable: isSynchronizable) else { throw ItemError(errSecNotAvailable) }
        return store
    }

    // MARK: Finding

    /// The items that a request finds, the oldest first, and as many as it asks for.
    ///
    /// - Parameter limit: the most of them where the request says nothing.
    /// - Throws: `errSecItemNotFound` where there is none.
    func find(_ request: ItemRequest, limit: Int) async throws(ItemError) -> [Found] {
        guard !request.findsNothing else { throw ItemError(errSecItemNotFound) }
        let found =
            request.kind == .identity ? try await identities(request) : try await items(request.kind, request)
        guard !found.isEmpty else { throw ItemError(errSecItemNotFound) }
        return Array(found.prefix(request.limit ?? limit))
    }

    /// The items of a class that a request finds.
    func items(_ kind: CredentialItem.Kind, _ request: ItemRequest) async throws(ItemError) -> [Found] {
        var query = CredentialQuery(kind, attributes: request.attributes)
        query.isSynchronizable = request.isSynchronizable
        query.ids = request.persistentID.map { [$0] }
        let found = try await all(query).filter { Self.isMeant($0, $0.item.attributes, request) }
        let certificates = request.match.asksForIssuers ? try await certificates() : []
        return found.filter { request.match.allows($0.item, among: certificates) }
    }

    /// Everything that a query finds, the oldest first.
    func all(_ query: CredentialQuery) async throws(ItemError) -> [Found] {
        var all: [Found] = []
        for store in stores.all {
            let found = try await ItemError.ofStore { () throws(CredentialStoreError) in
                try await store.items(matching: query)
            }
            for problem in found.problems { _ = ItemError(problem.error) }
            all += found.items.map { Found(item: $0, store: store) }
        }
        return all.sorted { ($0.item.createdAt, $0.item.id) < ($1.item.createdAt, $1.item.id) }
    }

    private func certificates() async throws(ItemError) -> [Certificate] {
        try await all(CredentialQuery(.certificate)).compactMap { SecCertificate($0.item)?.certificate }
    }

    /// Whether something is one of what is asked for, besides the values of attributes and what has to match.
    ///
    /// - Parameter attributes: its attributes; of an identity those of certificate and key.
    private static func isMeant(
        _ found: Found, _ attributes: [CredentialAttribute: CredentialAttributeValue], _ request: ItemRequest
    ) -> Bool {
        guard request.createdAt.map({ $0 == found.item.createdAt.date }) ?? true,
            request.modifiedAt.map({ $0 == found.item.modifiedAt.date }) ?? true,
            request.object.map({ found.holds($0) }) ?? true
        else { return false }
        return request.isListing(found) && request.isUnset(in: attributes)
    }

    // MARK: Identities

    /// The certificates with a stored private key: "an identity is a certificate together with its private key", whose
    /// `kSecAttrApplicationLabel` is the certificate's `kSecAttrPublicKeyHash`.
    private func identities(_ request: ItemRequest) async throws(ItemError) -> [Found] {
        var query = CredentialQuery(.certificate)
        query.isSynchronizable = request.isSynchronizable
        query.ids = request.persistentID.map { [$0] }
        let stored = request.match.asksForIssuers ? try await certificates() : []
        let keys = try await privateKeys(isSynchronizable: request.isSynchronizable)
        var identities: [Found] = []
        for found in try await all(query) where request.match.allows(found.item, among: stored) {
            guard let hash = found.item.attributes[Self.publicKeyHash]?.bytes else { continue }
            for key in keys where key.item.attributes[.applicationLabel]?.bytes == hash {
                // Label, group and what else both have are the certificate's.
                let attributes = key.item.attributes.merging(found.item.attributes) { _, certificate in certificate }
                let identity = Found(item: found.item, store: found.store, key: key.item, keyStore: key.store)
                guard request.attributes.allSatisfy({ attributes[$0.key] == $0.value }),
                    Self.isMeant(identity, attributes, request)
                else { continue }
                identities.append(identity)
                break
            }
        }
        return identities
    }

    static let publicKeyHash =
        ItemAttribute.all(of: .certificate)[kSecAttrPublicKeyHash as String]?.attribute ?? .applicationLabel

    private func privateKeys(isSynchronizable: Bool?) async throws(ItemError) -> [Found] {
        var query = CredentialQuery(.key, attributes: [.keyClass: .text("private")])
        query.isSynchronizable = isSynchronizable
        return try await all(query).filter { !$0.item.isKeyAsGiven }
    }
}
