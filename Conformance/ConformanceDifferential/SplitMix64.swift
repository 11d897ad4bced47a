/// A small generator of numbers from a seed: the same seed gives the same numbers on every machine.
///
/// Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators" (OOPSLA 2014). Nothing secret comes from it.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// The generator of one case: cases do not depend on those before them, and one can be made alone.
    init(seed: UInt64, case number: Int) {
        var outer = SplitMix64(seed: seed)
        self.init(seed: outer.next() ^ (UInt64(truncatingIfNeeded: number) &* 0xD1B5_4A32_D192_ED03))
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// One of these, each as likely. Unlike `randomElement` it is the same in every version of the standard library.
    mutating func pick<Element>(_ first: Element, _ others: Element...) -> Element {
        let index = Int(next() % UInt64(others.count + 1))
        return index == 0 ? first : others[index - 1]
    }

    /// A number below `bound`.
    mutating func below(_ bound: Int) -> Int { bound > 0 ? Int(next() % UInt64(bound)) : 0 }
}
