public import HoldfastX509

/// A store of items that lasts: the one border beneath every face of stored credentials.
///
/// Each call is one transaction. Items that have expired are found by none, and go with one of the next changes.
public protocol CredentialItemStore: Sendable {
    /// The items that a query finds, in the order of their identifiers.
    ///
    /// - Throws: ``CredentialStoreError`` where nothing can be read. A part that cannot is in the result's problems.
    func items(matching query: CredentialQuery) async throws(CredentialStoreError) -> CredentialItems

    /// Stores an item.
    ///
    /// - Returns: The item as it is stored, which may have the identifier and the date of making of another that it
    ///   replaced.
    /// - Throws: ``CredentialStoreError``, `duplicate` and `notFound` by the condition.
    @discardableResult
    func put(_ item: CredentialItem, _ condition: CredentialPutCondition) async throws(CredentialStoreError)
        -> CredentialItem

    /// Removes the items that a query finds.
    ///
    /// - Returns: What was removed.
    @discardableResult
    func remove(matching query: CredentialQuery) async throws(CredentialStoreError) -> [CredentialItem]

    /// The changes after this returns, as far as the store hears of them; each value names what may have changed.
    ///
    /// At most 64 wait for a reader, the newest; a reader that falls behind reads the store anew.
    func changes() async -> AsyncStream<CredentialStoreChange>
}

/// A condition for storing an item.
public enum CredentialPutCondition: Hashable, Sendable {
    /// An item of the same identity, or else of the same identifier, is replaced, and keeps its identifier and its date
    /// of making.
    case always
    /// An item of the same identity is an error (SecItemAdd).
    case absent
    /// The item of the same identifier is replaced; there has to be one, and none of the new identity besides
    /// (SecItemUpdate).
    case present
}

/// The items that were found, and the parts of the store that could not be read.
public struct CredentialItems: Hashable, Sendable {
    /// The most problems that are told of: 100. Whoever can write to a folder makes as many as it has files, and each
    /// may become a line in a log.
    public static let maximumProblemCount = 100

    public var items: [CredentialItem] = []
    /// The parts that could not be read, as far as there are no more than ``maximumProblemCount``; they stay as they
    /// are. Records that were set back come first.
    public var problems: [CredentialStoreProblem] = []

    package init(_ items: [CredentialItem] = [], problems: [CredentialStoreProblem] = []) {
        self.items = items
        self.problems = Array(problems.prefix(Self.maximumProblemCount))
    }
}

/// A change of a store.
public struct CredentialStoreChange: Hashable, Sendable {
    /// The items that are new or were changed, by this process or another.
    public var changed: Set<CredentialItem.ID> = []
    /// The items that are gone.
    public var removed: Set<CredentialItem.ID> = []

    /// A change of these items.
    public init(changed: Set<CredentialItem.ID> = [], removed: Set<CredentialItem.ID> = []) {
        (self.changed, self.removed) = (changed, removed)
    }

    package var isEmpty: Bool { changed.isEmpty && removed.isEmpty }
}

/// A search for items: every member that is given has to hold.
public struct CredentialQuery: Hashable, Sendable {
    /// The classes that are looked for; all but ``CredentialItem/Kind/defaultAccount`` by itself.
    public var kinds: Set<CredentialItem.Kind> = Set(CredentialItem.Kind.allCases).subtracting([.defaultAccount])
    /// The attributes with the values that they must have.
    public var attributes: [CredentialAttribute: CredentialAttributeValue] = [:]
    /// The attributes that must not be there.
    public var absent: Set<CredentialAttribute> = []
    /// The identifiers among which it must be; nil for any.
    public var ids: Set<CredentialItem.ID>?
    /// Whether it must be, or must not be, for synchronised stores; nil for any.
    public var isSynchronizable: Bool?

    /// A search for every item but the notes of who is proposed first.
    public init() {}

    /// A search for items of one class with these attributes.
    public init(
        _ kind: CredentialItem.Kind, attributes: [CredentialAttribute: CredentialAttributeValue] = [:],
        absent: Set<CredentialAttribute> = []
    ) {
        kinds = [kind]
        self.attributes = attributes
        self.absent = absent
    }

    /// A search for one item.
    public init(id: CredentialItem.ID) {
        kinds = Set(CredentialItem.Kind.allCases)
        ids = [id]
    }

    /// Whether an item is found at a time.
    public func matches(_ item: CredentialItem, at now: Instant) -> Bool {
        kinds.contains(item.kind) && !item.isExpired(at: now) && (ids?.contains(item.id) ?? true)
            && (isSynchronizable.map { $0 == item.isSynchronizable } ?? true)
            && attributes.allSatisfy { item.attributes[$0.key] == $0.value }
            && absent.allSatisfy { item.attributes[$0] == nil }
    }
}
