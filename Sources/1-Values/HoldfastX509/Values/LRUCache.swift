/// A dictionary of bounded size that evicts the least recently used entry first.
///
/// Where nobody asks with ``value(for:)``, that is the entry that was set first. Every operation but a copy takes
/// constant time, however many entries there are.
@usableFromInline
package struct LRUCache<Key: Hashable, Value> {
    @usableFromInline
    struct Slot {
        @usableFromInline let key: Key
        @usableFromInline var value: Value
        /// The slots used just before and just after; -1 at the ends.
        @usableFromInline var older: Int
        @usableFromInline var newer: Int

        @inlinable
        init(key: Key, value: Value, older: Int, newer: Int) {
            (self.key, self.value, self.older, self.newer) = (key, value, older, newer)
        }
    }

    /// Entries kept; one at least.
    @usableFromInline package let capacity: Int
    @usableFromInline var slots: [Slot?] = []
    @usableFromInline var free: [Int] = []
    @usableFromInline var places: [Key: Int] = [:]
    @usableFromInline var oldest = -1
    @usableFromInline var newest = -1

    @inlinable
    package init(capacity: Int) { self.capacity = max(capacity, 1) }

    @inlinable package var count: Int { places.count }
    @inlinable package var isEmpty: Bool { places.isEmpty }

    /// The keys, from the least to the most recently used.
    @inlinable package var keys: [Key] {
        var keys: [Key] = []
        var index = oldest
        while index >= 0, let slot = slots[index] {
            keys.append(slot.key)
            index = slot.newer
        }
        return keys
    }

    /// The value of a key, without counting as a use.
    @inlinable package subscript(key: Key) -> Value? { places[key].flatMap { slots[$0]?.value } }

    /// The value of a key; counts as a use.
    @inlinable
    package mutating func value(for key: Key) -> Value? {
        guard let index = places[key] else { return nil }
        unlink(index)
        append(index)
        return slots[index]?.value
    }

    /// Keeps a value; counts as a use.
    ///
    /// - Returns: what had to go for it.
    @inlinable
    @discardableResult
    package mutating func set(_ value: Value, for key: Key) -> (key: Key, value: Value)? {
        if let index = places[key] {
            slots[index]?.value = value
            unlink(index)
            append(index)
            return nil
        }
        let evicted = places.count >= capacity ? removeOldest() : nil
        let slot = Slot(key: key, value: value, older: -1, newer: -1)
        let index: Int
        if let reused = free.popLast() {
            index = reused
            slots[index] = slot
        } else {
            index = slots.count
            slots.append(slot)
        }
        places[key] = index
        append(index)
        return evicted
    }

    /// Changes a value in place, or a new one where there is none; counts as a use.
    ///
    /// - Returns: what the change gives, and what had to go.
    @inlinable
    package mutating func update<Result>(
        _ key: Key, default initial: @autoclosure () -> Value, _ change: (inout Value) -> Result
    ) -> (Result, evicted: (key: Key, value: Value)?) {
        var value = value(for: key) ?? initial()
        let result = change(&value)
        return (result, set(value, for: key))
    }

    @inlinable
    @discardableResult
    package mutating func remove(_ key: Key) -> Value? {
        guard let index = places.removeValue(forKey: key) else { return nil }
        unlink(index)
        let value = slots[index]?.value
        slots[index] = nil
        free.append(index)
        return value
    }

    @inlinable
    mutating func removeOldest() -> (key: Key, value: Value)? {
        guard oldest >= 0, let slot = slots[oldest] else { return nil }
        remove(slot.key)
        return (slot.key, slot.value)
    }

    @inlinable
    package mutating func removeAll() { self = Self(capacity: capacity) }

    /// Changes every value, in no order and without a use; what is given back as nil goes.
    @inlinable
    package mutating func mapInPlace(_ change: (Key, Value) -> Value?) {
        for (key, index) in places {
            guard let slot = slots[index] else { continue }
            if let value = change(key, slot.value) {
                slots[index]?.value = value
            } else {
                remove(key)
            }
        }
    }

    @inlinable
    mutating func unlink(_ index: Int) {
        guard let slot = slots[index] else { return }
        if slot.older >= 0 { slots[slot.older]?.newer = slot.newer } else { oldest = slot.newer }
        if slot.newer >= 0 { slots[slot.newer]?.older = slot.older } else { newest = slot.older }
        slots[index]?.older = -1
        slots[index]?.newer = -1
    }

    @inlinable
    mutating func append(_ index: Int) {
        slots[index]?.older = newest
        slots[index]?.newer = -1
        if newest >= 0 { slots[newest]?.newer = index } else { oldest = index }
        newest = index
    }
}

extension LRUCache.Slot: Sendable where Key: Sendable, Value: Sendable {}
extension LRUCache: Sendable where Key: Sendable, Value: Sendable {}
