import HoldfastX509

/// The items of a store in memory, with the rules of storing: those of every store that writes all of them at once.
struct ItemTable {
    /// The most items: 10,000; ten times what people's keyrings have.
    static let maximumCount = 10_000

    private(set) var items: [CredentialItem.ID: CredentialItem]

    init(_ items: [CredentialItem] = []) {
        self.items = Dictionary(items.map { ($0.id, $0) }) { first, _ in first }
    }

    func found(by query: CredentialQuery, at now: Instant) -> [CredentialItem] {
        items.values.filter { query.matches($0, at: now) }.sorted { $0.id < $1.id }
    }

    /// Stores an item; what has expired goes first.
    mutating func put(
        _ item: CredentialItem, _ condition: CredentialPutCondition, at now: Instant
    ) throws(CredentialStoreError) -> CredentialItem {
        try item.check()
        items = items.filter { !$0.value.isExpired(at: now) }
        let item = try resolved(item, condition, at: now)
        guard items[item.id] != nil || items.count < Self.maximumCount else {
            throw .tooLarge(.items(count: items.count + 1), limit: Self.maximumCount)
        }
        items[item.id] = item
        return item
    }

    /// The item as it is stored under a condition.
    func resolved(
        _ item: CredentialItem, _ condition: CredentialPutCondition, at now: Instant
    ) throws(CredentialStoreError) -> CredentialItem {
        let same = items.values.first { $0.identity == item.identity && !$0.isExpired(at: now) }
        switch condition {
        case .always:
            guard let old = same ?? items[item.id] else { return item }
            return item.replacing(old, at: now)
        case .absent:
            if let same { throw CredentialStoreError(.duplicate(same.id)) }
            if items[item.id] != nil { throw CredentialStoreError(.duplicate(item.id)) }
            return item
        case .present:
            guard let old = items[item.id], !old.isExpired(at: now) else { throw CredentialStoreError(.notFound) }
            if let same, same.id != item.id { throw CredentialStoreError(.duplicate(same.id)) }
            return item.replacing(old, at: now)
        }
    }

    /// Removes what a query finds, and what has expired besides.
    ///
    /// - Returns: What was found.
    mutating func remove(_ query: CredentialQuery, at now: Instant) -> [CredentialItem] {
        let found = found(by: query, at: now)
        for item in found { items[item.id] = nil }
        items = items.filter { !$0.value.isExpired(at: now) }
        return found
    }
}

extension CredentialItem {
    /// The item in the place of an older one.
    fileprivate func replacing(_ old: CredentialItem, at now: Instant) -> CredentialItem {
        var item = CredentialItem(self, id: old.id)
        item.createdAt = old.createdAt
        // A clock that was set back must not make the change look older than what it replaced.
        item.modifiedAt = max(now, old.modifiedAt)
        return item
    }

    /// A copy with another identifier.
    private init(_ other: CredentialItem, id: ID) {
        self = other
        self.id = id
    }
}
