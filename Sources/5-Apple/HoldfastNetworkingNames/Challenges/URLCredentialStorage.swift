public import Foundation
import FoundationNetworking
import HoldfastX509
import Synchronization

/// A store of credentials by the protection space that they are for (Apple, `URLCredentialStorage`).
///
/// `.none` is never kept, and `.forSession` until the process ends. ``shared`` keeps users' passwords that are
/// `.permanent` or `.synchronizable` in the stores of the process (`ProcessCredentialStores`), as internet passwords
/// that the functions on keychain items find too; a storage of a program's own, or an ephemeral session's, keeps them
/// in memory. So does the shared one what no store has a place for: where there is neither a key nor a Secret Service,
/// which `DangerLog` says once; identities, which are kept as keychain items; other protocols than HTTP's and SOCKS's.
/// What is in memory counts before what lasts.
///
/// In memory at most 1,000 spaces are remembered, and 100 users of each; of more, the one that was set first is
/// forgotten. Safe to use from any thread; a call waits for the store, and where that is the Secret Service perhaps for
/// the user who unlocks it. Every change that is made through the storage posts `NSURLCredentialStorageChanged`, and
/// what changes nothing does not.
///
/// The first credential of a space is its default: as macOS 10.14.5 was seen to do it (swift-corelibs-foundation, pull
/// request 2334: "setting a credential for a protection space, even if it is not through setDefaultCredential(…), sets
/// it as default"). One that is removed leaves the space without a default until the next is set.
open class URLCredentialStorage: NSObject, @unchecked Sendable {
    /// Spaces that are remembered.
    static let spaceLimit = 1_000
    /// Users of one space that are remembered.
    static let userLimit = 100

    private static let sharedStorage = URLCredentialStorage(lasting: .ofProcess)

    /// The process's own.
    open class var shared: URLCredentialStorage { sharedStorage }

    private let state = Mutex(CredentialTable())
    private let lasting: LastingCredentials?

    /// An empty one, that shares nothing with others: what an ephemeral session has.
    public override init() { lasting = nil }

    /// A storage that keeps in stores what is to last.
    init(lasting: LastingCredentials) { self.lasting = lasting }

    /// Whether a call may wait for a store.
    var mayWait: Bool { lasting != nil }

    /// Every credential of a space by its user; nil where there is none.
    open func credentials(for space: URLProtectionSpace) -> [String: URLCredential]? {
        let inMemory = state.withLock { $0[space.identity]?.credentials } ?? [:]
        let all = (lasting?.credentials(for: space) ?? [:]).merging(inMemory) { _, newer in newer }
        return all.isEmpty ? nil : all
    }

    /// Every credential of every space, by their users.
    open var allCredentials: [URLProtectionSpace: [String: URLCredential]] {
        let inMemory = state.withLock { state in
            Dictionary(
                state.entries.filter { !$0.credentials.isEmpty }.map { ($0.space, $0.credentials) },
                uniquingKeysWith: { first, _ in first })
        }
        return (lasting?.all ?? [:]).merging(inMemory) { lasting, inMemory in
            lasting.merging(inMemory) { _, newer in newer }
        }
    }

    /// Keeps a credential for a space, in the place of one of the same user; proposed first where the space has none
    /// that is.
    ///
    /// One without a user, as an identity, can only be a default; one with the persistence `.none` is not kept.
    open func set(_ credential: URLCredential, for space: URLProtectionSpace) {
        keep(credential, for: space, proposingFirst: true)
    }

    /// Keeps a credential for a space.
    ///
    /// - Parameter proposingFirst: whether it becomes the default of a space without one. A session's does not that was
    ///   given for one user by name: who names nobody is not that user.
    func keep(_ credential: URLCredential, for space: URLProtectionSpace, proposingFirst: Bool) {
        guard credential.persistence != .none, let user = credential.user else { return }
        if keepLasting(credential, for: space, isDefault: proposingFirst ? nil : false) { return }
        let proposingFirst = proposingFirst && lasting?.defaultCredential(for: space) == nil
        let hasChanged = state.withLock { state in
            let isKept = state.set(credential, of: user, for: space)
            guard proposingFirst, state[space.identity]?.defaultCredential == nil else { return isKept }
            return state.setDefault(credential, for: space) || isKept
        }
        if hasChanged { postChange() }
    }

    /// Keeps a credential that is to last, and takes what memory has of its user away.
    ///
    /// - Parameter isDefault: whether it is proposed first; nil where it is if the space has none that is.
    /// - Returns: whether it is kept.
    private func keepLasting(_ credential: URLCredential, for space: URLProtectionSpace, isDefault: Bool?) -> Bool {
        guard let lasting, credential.persistence != .forSession, let user = credential.user else { return false }
        let inMemory = state.withLock { $0[space.identity]?.defaultCredential }
        // Who is proposed first in memory stays so unless it is this user, or this user is to be.
        let isDefault = isDefault ?? (inMemory == nil || inMemory?.user == user ? nil : false)
        let change = lasting.keep(credential, for: space, isDefault: inMemory?.user == user ? true : isDefault)
        if change == .notKept { return false }
        let isForgotten = state.withLock { state in
            let isForgotten = state.remove(credential, for: space.identity, includingSynchronizable: true)
            return isDefault == true ? state.removeDefault(of: space.identity) || isForgotten : isForgotten
        }
        if change == .changed || isForgotten { postChange() }
        return true
    }

    /// Forgets the credential of this user for a space.
    ///
    /// Leaves one alone that is `.synchronizable`, since that would take it away from the user's other devices too; see
    /// ``remove(_:for:options:)``.
    open func remove(_ credential: URLCredential, for space: URLProtectionSpace) {
        remove(credential, for: space, options: nil)
    }

    /// Forgets the credential of this user for a space.
    ///
    /// - Parameters:
    ///   - credential: whose user is meant.
    ///   - space: the space.
    ///   - options: `NSURLCredentialStorageRemoveSynchronizableCredentials` with `true`, so that a credential is
    ///     forgotten that is `.synchronizable`.
    open func remove(
        _ credential: URLCredential, for space: URLProtectionSpace, options: [String: AnyObject]? = [:]
    ) {
        let option = options?[NSURLCredentialStorageRemoveSynchronizableCredentials]
        let includesSynchronizable = (option as? NSNumber)?.boolValue ?? (option as? Bool) ?? false
        guard credential.persistence != .synchronizable || includesSynchronizable else { return }
        let hasChanged = state.withLock {
            $0.remove(credential, for: space.identity, includingSynchronizable: includesSynchronizable)
        }
        let change = credential.user.flatMap {
            lasting?.remove($0, for: space, includingSynchronizable: includesSynchronizable)
        }
        if change == .changed || hasChanged { postChange() }
    }

    /// The credential that is proposed first for a space; nil where there is none.
    open func defaultCredential(for space: URLProtectionSpace) -> URLCredential? {
        let entry = state.withLock { $0[space.identity] }
        if let inMemory = entry?.defaultCredential { return inMemory }
        guard let kept = lasting?.defaultCredential(for: space) else { return nil }
        // The same user's in memory is what the process was given since.
        return kept.user.flatMap { entry?.credentials[$0] } ?? kept
    }

    /// Keeps a credential for a space, and proposes it first from now on. One with the persistence `.none` is not kept.
    open func setDefaultCredential(_ credential: URLCredential, for space: URLProtectionSpace) {
        guard credential.persistence != .none else { return }
        if keepLasting(credential, for: space, isDefault: true) { return }
        if state.withLock({ $0.setDefault(credential, for: space) }) { postChange() }
    }

    /// Forgets everything that is in memory, as ``URLSession/reset(completionHandler:)`` asks for. What lasts is the
    /// user's, and other programs' too: it goes by ``remove(_:for:options:)`` alone.
    func removeAll() {
        let hasChanged = state.withLock { state in
            defer { state = CredentialTable() }
            return !state.entries.isEmpty
        }
        if hasChanged { postChange() }
    }

    private func postChange() {
        NotificationCenter.default.post(name: .NSURLCredentialStorageChanged, object: self)
    }
}

/// Credentials by space, the space that was set least recently in front.
private struct CredentialTable {
    struct Entry {
        let space: URLProtectionSpace
        var credentials: [String: URLCredential] = [:]
        /// In the order in which they were set.
        var users: [String] = []
        var defaultCredential: URLCredential?

        var isEmpty: Bool { credentials.isEmpty && defaultCredential == nil }
    }

    private var table = LRUCache<URLProtectionSpace.Identity, Entry>(capacity: URLCredentialStorage.spaceLimit)

    var entries: [Entry] { table.keys.compactMap { table[$0] } }

    subscript(identity: URLProtectionSpace.Identity) -> Entry? { table[identity] }

    /// Keeps a credential of a user for a protection space.
    ///
    /// - Returns: whether anything has changed by it.
    mutating func set(_ credential: URLCredential, of user: String, for space: URLProtectionSpace) -> Bool {
        change(space) { entry in
            let old = entry.credentials.updateValue(credential, forKey: user)
            if old == nil {
                entry.users.append(user)
                if entry.users.count > URLCredentialStorage.userLimit {
                    entry.forget(entry.users[0])
                }
            }
            if entry.defaultCredential?.user == user { entry.defaultCredential = credential }
            return old != credential
        }
    }

    /// Makes a credential the default one of a protection space.
    ///
    /// - Returns: whether anything has changed by it.
    mutating func setDefault(_ credential: URLCredential, for space: URLProtectionSpace) -> Bool {
        let isNew = credential.user.map { set(credential, of: $0, for: space) } ?? false
        return change(space) { entry in
            defer { entry.defaultCredential = credential }
            return isNew || entry.defaultCredential != credential
        }
    }

    mutating func remove(
        _ credential: URLCredential, for identity: URLProtectionSpace.Identity, includingSynchronizable: Bool
    ) -> Bool {
        guard var entry = table[identity] else { return false }
        guard let user = credential.user else {
            guard let kept = entry.defaultCredential, kept.user == nil, kept == credential else { return false }
            entry.defaultCredential = nil
            replace(entry, at: identity)
            return true
        }
        guard let kept = entry.credentials[user], kept.persistence != .synchronizable || includingSynchronizable else {
            return false
        }
        entry.forget(user)
        replace(entry, at: identity)
        return true
    }

    /// Leaves a space without a credential that is proposed first.
    ///
    /// - Returns: whether there was one.
    mutating func removeDefault(of identity: URLProtectionSpace.Identity) -> Bool {
        guard var entry = table[identity], entry.defaultCredential != nil else { return false }
        entry.defaultCredential = nil
        replace(entry, at: identity)
        return true
    }

    private mutating func change(_ space: URLProtectionSpace, _ change: (inout Entry) -> Bool) -> Bool {
        let identity = space.identity
        var entry = table[identity] ?? Entry(space: Self.bare(space))
        defer { table.set(entry, for: identity) }
        return change(&entry)
    }

    private mutating func replace(_ entry: Entry, at identity: URLProtectionSpace.Identity) {
        if entry.isEmpty { table.remove(identity) } else { table.set(entry, for: identity) }
    }

    /// The space without what a server presented, which nobody is to keep alive here.
    private static func bare(_ space: URLProtectionSpace) -> URLProtectionSpace {
        URLProtectionSpace(space.identity, host: space.host)
    }
}

extension CredentialTable.Entry {
    fileprivate mutating func forget(_ user: String) {
        credentials[user] = nil
        users.removeAll { $0 == user }
        if defaultCredential?.user == user { defaultCredential = nil }
    }
}
