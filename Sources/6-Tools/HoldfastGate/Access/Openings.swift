/// The connections that have not said yet what they want, of which one makes room where there are too many.
struct Openings {
    private var own: [UInt64: FrontSocket] = [:]
    /// The connections of other users of this machine, of other machines, and of whom nobody can tell.
    private var others: [UInt64: FrontSocket] = [:]

    var count: Int { own.count + others.count }

    /// Adds a connection; numbers count them.
    mutating func add(_ socket: FrontSocket, _ number: UInt64, isOwn: Bool) {
        if isOwn { own[number] = socket } else { others[number] = socket }
    }

    mutating func remove(_ number: UInt64) {
        own[number] = nil
        others[number] = nil
    }

    /// Closes the oldest connection, another user's before one of the gate's own; false where there is none that makes
    /// room for this one.
    ///
    /// - Parameter isOwn: whether the one that comes is of the gate's own user: others push none of those out.
    mutating func makeRoom(forOwn isOwn: Bool) -> Bool {
        if let oldest = others.keys.min() {
            others.removeValue(forKey: oldest)?.close()
            return true
        }
        guard isOwn, let oldest = own.keys.min() else { return false }
        own.removeValue(forKey: oldest)?.close()
        return true
    }
}
