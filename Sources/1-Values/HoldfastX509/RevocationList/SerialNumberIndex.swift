/// An index of a list's entries by serial number: a hash table whose buckets are chains of entries.
///
/// The hash is seeded anew in every process, so that nobody can choose serial numbers that all fall into one bucket;
/// entries of one and the same number make a chain, which costs nothing to build.
struct SerialNumberIndex: Sendable {
    /// The mark at the end of a chain.
    private static let end = UInt32.max

    /// The beginning of each entry, in the order of the list.
    private let offsets: [UInt32]
    /// For each entry the one before it in its bucket.
    private let previous: [UInt32]
    /// For each bucket its last entry; their number is a power of two.
    private let buckets: [UInt32]

    /// An index of no entries.
    init() {
        offsets = []
        previous = []
        buckets = []
    }

    struct Builder {
        private var offsets: [UInt32] = []
        private var hashes: [UInt32] = []

        var count: Int { offsets.count }

        mutating func append(_ serialNumber: SerialNumber, at offset: UInt32) {
            offsets.append(offset)
            hashes.append(SerialNumberIndex.hash(serialNumber))
        }

        consuming func finish() -> SerialNumberIndex { SerialNumberIndex(offsets, hashes) }
    }

    private init(_ offsets: [UInt32], _ hashes: [UInt32]) {
        var size = 1
        while size < offsets.count { size <<= 1 }
        var buckets = [UInt32](repeating: Self.end, count: size)
        var previous = [UInt32](repeating: Self.end, count: offsets.count)
        for position in offsets.indices {
            let bucket = Int(hashes[position]) & (size - 1)
            previous[position] = buckets[bucket]
            buckets[bucket] = UInt32(truncatingIfNeeded: position)
        }
        self.offsets = offsets
        self.previous = previous
        self.buckets = buckets
    }

    var count: Int { offsets.count }

    func offset(of position: UInt32) -> UInt32 { offsets[Int(position)] }

    /// The positions of all entries that may have this number, the last one first; others of the same hash are among
    /// them.
    func positions(of serialNumber: SerialNumber) -> some Sequence<UInt32> {
        let first =
            buckets.isEmpty ? Self.end : buckets[Int(Self.hash(serialNumber)) & (buckets.count - 1)]
        return sequence(state: first) { position -> UInt32? in
            guard position != Self.end else { return nil }
            let current = position
            position = previous[Int(current)]
            return current
        }
    }

    /// Eight octets at a time: to hash them one by one takes several times as long.
    private static func hash(_ serialNumber: SerialNumber) -> UInt32 {
        var hasher = Hasher()
        var word: UInt64 = 0
        var count = 0
        for octet in serialNumber.bytes {
            word = word << 8 | UInt64(octet)
            count += 1
            if count & 7 == 0 { hasher.combine(word) }
        }
        hasher.combine(word)
        hasher.combine(count)
        return UInt32(truncatingIfNeeded: hasher.finalize())
    }
}
