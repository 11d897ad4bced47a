/// Numbers that are the same at every run, so that what fails fails again.
///
/// SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators").
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(_ seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    package mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    /// A number from 0 up to but not including a bound; 0 where nothing is below it.
    package mutating func below(_ bound: Int) -> Int { bound < 1 ? 0 : Int.random(in: 0..<bound, using: &self) }

    /// True once in so many times.
    package mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

    /// One of several, of which there is at least one.
    package mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

    package mutating func octets(_ count: ClosedRange<Int>) -> [UInt8] {
        (0..<number(count)).map { _ in UInt8.random(in: .min ... .max, using: &self) }
    }
}
