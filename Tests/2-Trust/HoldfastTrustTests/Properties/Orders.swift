import TestSupport

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
