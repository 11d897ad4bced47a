/// The choice of the packets that are lost: a function of the seed and of the packet's place, not of time.
///
/// The same seed loses the same packets of the same connections, however the two directions fall between each other.
package struct LossPattern: Sendable {
    package enum Direction: UInt64, Sendable { case fromDialler, fromListener }

    package let share: Double
    package let seed: UInt64

    package init(share: Double, seed: UInt64) {
        self.share = share
        self.seed = seed
    }

    /// Whether a packet is lost.
    ///
    /// - Parameters:
    ///   - packet: Its number in its direction of its connection, from 0. A packet sent again has a new number.
    ///   - connection: The number of the connection (for UDP: of the pair of ports) on this line, from 0.
    package func loses(packet: Int, _ direction: Direction, ofConnection connection: Int) -> Bool {
        var state = seed
        for part in [UInt64(truncatingIfNeeded: connection), direction.rawValue, UInt64(truncatingIfNeeded: packet)] {
            state = Self.mixed(state &+ 0x9E37_79B9_7F4A_7C15 &+ part)
        }
        // The upper 53 bits, as a number from 0 up to but not including 1.
        return Double(state >> 11) * 0x1p-53 < share
    }

    /// The finishing step of SplitMix64: every bit of the result depends on every bit given.
    private static func mixed(_ value: UInt64) -> UInt64 {
        var mixed = value
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
