import Foundation
import HoldfastCredentials
import HoldfastSecurityNames
import HoldfastTrust
import HoldfastX509

/// The credentials of a storage that outlast the process: those in the stores of `ProcessCredentialStores`.
///
/// The storage's calls are synchronous, and wait on their thread. Of one user a credential that is not synchronised
/// counts before one that is. A store that fails has nothing to show and keeps nothing, and the failure is said once on
/// `DangerLog`.
struct LastingCredentials: Sendable {
    /// The result of a change.
    enum Change: Sendable {
        case changed
        case unchanged
        /// The credential is not kept by anything that lasts.
        case notKept
    }

    private let stores: @Sendable () async throws(CredentialStoreError) -> ProcessCredentialStores
    /// Says a line, once for what it is about.
    private let say: @Sendable (_ line: String, _ about: String) -> Void

    /// The credentials in the process's stores.
    static let ofProcess = LastingCredentials { () async throws(CredentialStoreError) in
        try await ProcessCredentialStores.current()
    }

    init(
        say: @escaping @Sendable (_ line: String, _ about: String) -> Void = { DangerLog.say($0, about: $1) },
        _ stores: @escaping @Sendable () async throws(CredentialStoreError) -> ProcessCredentialStores
    ) {
        self.say = say
        self.stores = stores
    }

    // MARK: Reading

    /// The credentials of a space by their users.
    func credentials(for space: URLProtectionSpace) -> [String: URLCredential] {
        guard let space = CredentialSpace(space) else { return [:] }
        return value([]) { stores async throws(CredentialStoreError) in
            try await Self.items(space.query(.internetPassword), in: stores)
        }.reduce(into: [:]) { all, item in
            guard let credential = URLCredential(item), let user = credential.user, all[user] == nil else { return }
            all[user] = credential
        }
    }

    /// The credentials of every space; those for a path, or of a group of programs, are none of a space.
    var all: [URLProtectionSpace: [String: URLCredential]] {
        let items = value([]) { stores async throws(CredentialStoreError) in
            try await Self.items(CredentialQuery(.internetPassword, absent: [.path, .accessGroup]), in: stores)
        }
        var all: [URLProtectionSpace: [String: URLCredential]] = [:]
        for item in items {
            guard let space = CredentialSpace(item.attributes).flatMap({ URLProtectionSpace.all($0).first }),
                let credential = URLCredential(item), let user = credential.user, all[space]?[user] == nil
            else { continue }
            all[space, default: [:]][user] = credential
        }
        return all
    }

    /// The credential that is proposed first for a space.
    func defaultCredential(for space: URLProtectionSpace) -> URLCredential? {
        guard let space = CredentialSpace(space) else { return nil }
        return value(nil) { stores async throws(CredentialStoreError) in
            let passwords = try await Self.items(space.query(.internetPassword), in: stores)
            for note in try await Self.items(space.query(.defaultAccount), in: stores) {
                if let item = passwords.first(where: { $0.attributes[.account] == note.attributes[.account] }) {
                    return URLCredential(item)
                }
            }
            return nil
        }
    }

    // MARK: Changing

    /// Keeps a user's credential for a space.
    ///
    /// - Parameter isDefault: whether it is proposed first from now on; nil where it is if the space has none that is.
    func keep(_ credential: URLCredential, for protectionSpace: URLProtectionSpace, isDefault: Bool?) -> Change {
        guard let password = credential.passwordCredential, let space = CredentialSpace(protectionSpace) else {
            say(
                "holdfast: URLCredentialStorage: a permanent credential for \(protectionSpace) ends with the process: "
                    + "no store has a place for it", "credentials without a place: \(protectionSpace)")
            return .notKept
        }
        let isSynchronizable = credential.persistence == .synchronizable
        return value(.notKept) { [say] stores async throws(CredentialStoreError) in
            guard let store = stores.store(isSynchronizable: isSynchronizable) else {
                say(
                    "holdfast: URLCredentialStorage: no key for a file and no Secret Service: what is to be permanent "
                        + "ends with the process (Docs/credentials.md)", "URLCredentialStorage that does not last")
                return .notKept
            }
            let before = try await Self.items(space.query(.internetPassword), in: stores).map(Seen.init)
            let notes = try await Self.items(space.query(.defaultAccount), in: stores).map(Seen.init)
            let proposes = isDefault ?? notes.isEmpty
            try await store.keep(
                password, for: space, at: stores.now(), isDefault: proposes, isSynchronizable: isSynchronizable)
            try await Self.removeOthers(
                of: password.user, space, in: stores, beside: store, isSynchronizable: isSynchronizable,
                isDefault: proposes)
            let after = try await Self.items(space.query(.internetPassword), in: stores).map(Seen.init)
            let notesAfter = try await Self.items(space.query(.defaultAccount), in: stores).map(Seen.init)
            return after == before && notesAfter == notes ? .unchanged : .changed
        }
    }

    /// The part of an item that a change is told by: everything but its dates.
    private struct Seen: Equatable, Sendable {
        let attributes: [CredentialAttribute: CredentialAttributeValue]
        let value: CredentialSecret
        let isSynchronizable: Bool

        init(_ item: CredentialItem) {
            (attributes, value, isSynchronizable) = (item.attributes, item.value, item.isSynchronizable)
        }
    }

    /// Takes away what would count before an item that was just stored, or beside it in its store.
    private static func removeOthers(
        of user: String, _ space: CredentialSpace, in stores: ProcessCredentialStores,
        beside store: any CredentialItemStore, isSynchronizable: Bool, isDefault: Bool
    ) async throws(CredentialStoreError) {
        for other in isSynchronizable ? stores.all : [store] {
            let password = space.query(.internetPassword, account: user)
            try await other.removeOther(password, isSynchronizable: isSynchronizable)
            let note = space.query(.defaultAccount)
            if isDefault { try await other.removeOther(note, isSynchronizable: isSynchronizable) }
        }
    }

    /// Removes a user's credential for a space.
    ///
    /// - Parameter includingSynchronizable: whether one that is synchronised goes too, and from every device.
    func remove(
        _ user: String, for space: URLProtectionSpace, includingSynchronizable: Bool
    ) -> Change {
        guard let space = CredentialSpace(space) else { return .unchanged }
        let user = user.precomposedStringWithCanonicalMapping
        return value(.unchanged) { stores async throws(CredentialStoreError) in
            var isRemoved = false
            for store in stores.all {
                for kind in [CredentialItem.Kind.internetPassword, .defaultAccount] {
                    var query = space.query(kind, account: user)
                    if !includingSynchronizable { query.isSynchronizable = false }
                    let removed = try await store.remove(matching: query)
                    isRemoved = isRemoved || !removed.isEmpty
                }
            }
            return isRemoved ? .changed : .unchanged
        }
    }

    // MARK: Support

    /// The items that a query finds, those first that are not synchronised.
    private static func items(
        _ query: CredentialQuery, in stores: ProcessCredentialStores
    ) async throws(CredentialStoreError) -> [CredentialItem] {
        var all: [CredentialItem] = []
        for store in stores.all {
            let found = try await store.items(matching: query)
            for problem in found.problems {
                DangerLog.say(
                    "holdfast: URLCredentialStorage: \(problem)", about: "URLCredentialStorage: \(problem)")
            }
            all += found.items
        }
        return all.filter { !$0.isSynchronizable } + all.filter(\.isSynchronizable)
    }

    private func value<Value: Sendable>(
        _ otherwise: Value,
        _ body: @escaping @Sendable (ProcessCredentialStores) async throws(CredentialStoreError) -> Value
    ) -> Value {
        let (stores, say) = (stores, say)
        let result = StoreThread.shared.value { () async -> Value in
            do throws(CredentialStoreError) { return try await body(try await stores()) } catch {
                say("holdfast: URLCredentialStorage: \(error)", "URLCredentialStorage: \(error)")
                return otherwise
            }
        }
        return result ?? otherwise
    }
}

extension CredentialSpace {
    /// The stores' form of a protection space; nil for protocols and ports that they have no place for.
    init?(_ space: URLProtectionSpace) {
        let asker: Asker? =
            switch (space.isProxy(), space.identity.type?.asciiLowercased()) {
            case (false, "https"): .server
            case (false, "http"): .httpServer
            case (true, NSURLProtectionSpaceHTTPProxy.asciiLowercased()): .httpProxy
            case (true, NSURLProtectionSpaceHTTPSProxy.asciiLowercased()): .httpsProxy
            case (true, NSURLProtectionSpaceSOCKSProxy.asciiLowercased()): .socksProxy
            default: nil
            }
        guard let asker, let port = UInt16(exactly: space.port) else { return nil }
        self.init(
            asker: asker, host: space.host, port: port, realm: space.realm, method: space.authenticationMethod)
    }
}

extension URLCredential {
    /// The credential of a stored password; nil for an item that is none.
    fileprivate convenience init?(_ item: CredentialItem) {
        guard let password = item.passwordCredential else { return nil }
        self.init(
            user: password.user, password: password.password,
            persistence: item.isSynchronizable ? .synchronizable : .permanent)
    }
}
