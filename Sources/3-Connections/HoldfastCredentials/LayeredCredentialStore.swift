public import HoldfastCrypto
import HoldfastTrust
public import HoldfastX509

/// A store of passwords that keeps each as long as its persistence says: in memory for the session, and in stores that
/// last for what is permanent or synchronised.
///
/// What the session was given counts before what is permanent, and that before what is synchronised. A store that fails
/// has nothing to propose and keeps nothing: the failure is told, and what was to be kept stays in memory.
public final class LayeredCredentialStore: CredentialStore {
    private let session = MemoryCredentialStore()
    /// The store of what is permanent; nil where there is none, so that it stays in memory.
    public let permanent: (any CredentialItemStore)?
    /// The store of what is synchronised; nil where there is none, so that it is permanent at most.
    public let synchronizable: (any CredentialItemStore)?
    private let failed: @Sendable (CredentialStoreError) -> Void
    private let now: @Sendable () -> Instant

    /// Puts a store together.
    ///
    /// - Parameters:
    ///   - permanent: where permanent credentials are kept; nil keeps them in memory, and says so once on `DangerLog`.
    ///   - synchronizable: where synchronised ones are kept; nil keeps them with the permanent ones.
    ///   - failed: told of each failure of a store; says it on `DangerLog`, once a process, where it is nil.
    ///   - now: the clock by which credentials are dated and expire.
    public init(
        permanent: (any CredentialItemStore)?, synchronizable: (any CredentialItemStore)? = nil,
        failed: (@Sendable (CredentialStoreError) -> Void)? = nil,
        now: @escaping @Sendable () -> Instant = SystemClock.now
    ) {
        self.permanent = permanent
        self.synchronizable = synchronizable
        self.failed =
            failed ?? { error in DangerLog.say("holdfast: credentials: \(error)", about: "credentials: \(error)") }
        self.now = now
    }

    private var lasting: [any CredentialItemStore] { [permanent, synchronizable].compactMap(\.self) }

    public func defaultCredential(for space: CredentialSpace) async -> PasswordCredential? {
        if let credential = await session.defaultCredential(for: space) { return credential }
        for store in lasting {
            let note = await items { () throws(CredentialStoreError) in try await store.defaultAccount(for: space) }
                .first
            // A note may outlast the password: that may have expired.
            guard let user = note?.attributes[.account]?.text, let found = await credential(of: user, for: space) else {
                continue
            }
            return found
        }
        return nil
    }

    public func credential(of user: String, for space: CredentialSpace) async -> PasswordCredential? {
        if let credential = await session.credential(of: user, for: space) { return credential }
        for store in lasting {
            let found = await items { () throws(CredentialStoreError) in try await store.passwords(for: space, of: user)
            }
            if let credential = found.compactMap(\.passwordCredential).first { return credential }
        }
        return nil
    }

    /// Every credential of a space, by user.
    public func credentials(for space: CredentialSpace) async -> [String: PasswordCredential] {
        var all: [String: PasswordCredential] = [:]
        for store in lasting.reversed() {
            let found = await items { () throws(CredentialStoreError) in try await store.passwords(for: space) }
            for credential in found.compactMap(\.passwordCredential) { all[credential.user] = credential }
        }
        return all.merging(await session.credentials(for: space)) { _, newer in newer }
    }

    /// Keeps a credential for the session.
    public func set(_ credential: PasswordCredential, for space: CredentialSpace, isDefault: Bool) async {
        await session.set(credential, for: space, isDefault: isDefault)
    }

    public func set(
        _ credential: PasswordCredential, for space: CredentialSpace, persistence: CredentialPersistence,
        isDefault: Bool
    ) async {
        await set(credential, for: space, persistence: persistence, isDefault: isDefault, expiresAt: nil)
    }

    /// Keeps a credential for as long as a persistence says, and until a time at most.
    ///
    /// - Parameter expiresAt: the time from which on a store that lasts counts it as removed; nil for none.
    public func set(
        _ credential: PasswordCredential, for space: CredentialSpace, persistence: CredentialPersistence,
        isDefault: Bool, expiresAt: Instant?
    ) async {
        let store: (any CredentialItemStore)?
        switch persistence {
        case .none: return
        case .forSession: return await session.set(credential, for: space, isDefault: isDefault)
        case .permanent: store = permanent
        case .synchronizable: store = synchronizable ?? permanent
        }
        guard let store else {
            DangerLog.say(
                "holdfast: credentials: there is no key for a file and no Secret Service: what is to be permanent ends "
                    + "with the process", about: "credentials that are not permanent")
            return await session.set(credential, for: space, isDefault: isDefault)
        }
        do throws(CredentialStoreError) {
            try await store.keep(
                credential, for: space, at: now(), expiresAt: expiresAt, isDefault: isDefault,
                isSynchronizable: persistence == .synchronizable)
        } catch {
            failed(error)
            return await session.set(credential, for: space, isDefault: isDefault)
        }
        // What the session was given before would hide it.
        await forget(
            credential.user, space, inSessionAndBesides: store, isDefault: isDefault,
            isSynchronizable: persistence == .synchronizable)
    }

    public func remove(_ credential: PasswordCredential, for space: CredentialSpace) async {
        await session.remove(credential, for: space)
        for store in lasting {
            do throws(CredentialStoreError) {
                try await store.forget(user: credential.user, for: space)
            } catch {
                failed(error)
            }
        }
    }

    /// Takes away what would count before a credential that was just stored.
    private func forget(
        _ user: String, _ space: CredentialSpace, inSessionAndBesides kept: any CredentialItemStore, isDefault: Bool,
        isSynchronizable: Bool
    ) async {
        let wasDefault = await session.defaultCredential(for: space)?.user
        await session.remove(PasswordCredential(user: user, password: ""), for: space)
        if isDefault, let wasDefault, wasDefault != user,
            let other = await session.credential(of: wasDefault, for: space)
        {
            // The other stays, and is the default no longer.
            await session.remove(other, for: space)
            await session.set(other, for: space, isDefault: false)
        }
        do throws(CredentialStoreError) {
            // Beside a synchronised item a store may hold one of the same user that is not, and another way round.
            try await kept.removeOther(
                space.query(.internetPassword, account: user), isSynchronizable: isSynchronizable)
            if isDefault {
                try await kept.removeOther(space.query(.defaultAccount), isSynchronizable: isSynchronizable)
            }
            guard let permanent, let synchronizable, kept as AnyObject === synchronizable as AnyObject else { return }
            try await permanent.remove(matching: space.query(.internetPassword, account: user))
            if isDefault { try await permanent.remove(matching: space.query(.defaultAccount)) }
        } catch {
            failed(error)
        }
    }

    private func items(
        _ read: () async throws(CredentialStoreError) -> CredentialItems
    ) async -> [CredentialItem] {
        do throws(CredentialStoreError) {
            let found = try await read()
            for problem in found.problems { failed(problem.error) }
            return found.items
        } catch {
            failed(error)
            return []
        }
    }
}
