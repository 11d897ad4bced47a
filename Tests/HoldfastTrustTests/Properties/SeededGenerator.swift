/// Numbers that are the same at every run (SplitMix64), so that what fails fails again.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    /// True once in so many times.
    mutating func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

    /// One of several.
    mutating func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: values.indices, using: &self)] }
}

/// The orders of a list: all of them for a short one, seeded ones and the reverse for a longer one.
func orders<Value>(of list: [Value], seed: UInt64, atMost count: Int = 24) -> [[Value]] {
    if list.count <= 3 { return permutations(of: list) }
    var generator = SeededGenerator(seed)
    return [Array(list.reversed())] + (1..<count).map { _ in list.shuffled(using: &generator) }
}

private func permutations<Value>(of list: [Value]) -> [[Value]] {
    guard list.count > 1 else { return [list] }
    return list.indices.flatMap { index in
        var rest = list
        let first = rest.remove(at: index)
        return permutations(of: rest).map { [first] + $0 }
    }
}
