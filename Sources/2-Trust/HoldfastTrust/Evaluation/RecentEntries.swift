/// A table that keeps its last entries, up to a number; the oldest goes first.
package struct RecentEntries<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let capacity: Int
    private var byKey: [Key: Value] = [:]
    private var order: [Key] = []
    private var oldest = 0

    package init(capacity: Int) { self.capacity = capacity }

    package subscript(key: Key) -> Value? { byKey[key] }

    /// Adds an entry, or puts it in the place of the one that has its key.
    package mutating func insert(_ value: Value, for key: Key) {
        guard byKey.updateValue(value, forKey: key) == nil else { return }
        if order.count < capacity {
            order.append(key)
        } else {
            byKey[order[oldest]] = nil
            order[oldest] = key
            oldest = (oldest + 1) % capacity
        }
    }

    /// Takes an entry out. One that comes in under its key again may go as early as this one would have.
    package mutating func remove(_ key: Key) { byKey[key] = nil }
}
