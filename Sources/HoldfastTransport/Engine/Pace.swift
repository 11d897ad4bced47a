/// Keeps a partition from turning without a pause while its handshakes wait for their decisions.
///
/// A paused handshake reads nothing from its socket. libcurl 7.88 does not watch such a socket; later versions do, and
/// find it ready for as long as the server has more to say.
struct Pace {
    /// Vain turns in a row that cost nothing: in a burst of handshakes some are.
    private static let free = 16
    private static let longest: Int32 = 16
    private var vainTurns = 0

    /// Milliseconds to wait for the signal alone; nil for none.
    mutating func pause(afterVainTurn isVain: Bool) -> Int32? {
        guard isVain else {
            vainTurns = 0
            return nil
        }
        vainTurns += 1
        guard vainTurns > Self.free else { return nil }
        return min(Int32(1) << min(vainTurns - Self.free - 1, 4), Self.longest)
    }
}
