/// The state of a race between addresses: a state machine without input or output, which ``AddressRace`` drives.
///
/// ``begin()`` first; then each event by its function, such as ``received(_:)`` for new candidates. What they return is
/// to be done in that order.
struct AddressRaceState {
    /// An action of the race.
    enum Action: Hashable {
        /// Dial this, and tell when the attempt of this number has had its time, see ``delayIsOver(of:)`` and
        /// ``stalled(_:)``.
        case dial(DialCandidate, attempt: Int)
        /// Ask for more addresses, and hand them to ``received(_:)``.
        case ask
        /// Nobody answered, and nobody is left.
        case giveUp
    }

    /// The addresses that are left, in the order in which they are dialled.
    private var queue: [DialCandidate]
    /// The addresses that are being dialled.
    private var dialling: [DialCandidate] = []
    /// The number of the newest attempt, from 1.
    private var newest = 0
    private var isAsking = false
    /// Whether there are no more addresses to ask for.
    private var isExhausted = false
    /// Whether the newest attempt has had its time, and the next address is waited for.
    private var isNextDue = false

    /// Makes the state of a race that has not begun.
    ///
    /// - Parameter known: the addresses that there are to begin with.
    init(_ known: [DialCandidate]) { queue = known.interleaved }

    /// Begins the race.
    mutating func begin() -> [Action] { dialNext() + askIfIdle() }

    /// An address answered: the race is won.
    ///
    /// - Returns: the addresses that were being dialled beside it.
    func overtaken(by winner: DialCandidate) -> [DialCandidate] { dialling.filter { $0 != winner } }

    /// An address failed: the next one is dialled at once.
    mutating func failed(_ candidate: DialCandidate) -> [Action] {
        dialling.removeAll { $0 == candidate }
        return dialNext() + askIfIdle()
    }

    /// An attempt has had its time, and the next address is dialled beside it; unless a later attempt has begun
    /// meanwhile, which has a time of its own.
    mutating func delayIsOver(of attempt: Int) -> [Action] {
        guard attempt == newest else { return askIfIdle() }
        isNextDue = true
        return dialNext() + askIfIdle()
    }

    /// An attempt has had so long a time that more addresses are asked for.
    mutating func stalled(_ attempt: Int) -> [Action] { (attempt == newest ? ask() : []) + askIfIdle() }

    /// More addresses have come; nil when there are none.
    mutating func received(_ batch: AddressBatch?) -> [Action] {
        isAsking = false
        guard let batch else {
            isExhausted = true
            return askIfIdle()
        }
        queue = (queue + batch.candidates).interleaved
        let next = dialling.isEmpty || isNextDue ? dialNext() : []
        return next + (batch.announcesMore ? ask() : []) + askIfIdle()
    }

    private mutating func dialNext() -> [Action] {
        guard !queue.isEmpty else { return [] }
        isNextDue = false
        let candidate = queue.removeFirst()
        dialling.append(candidate)
        newest += 1
        return [.dial(candidate, attempt: newest)]
    }

    private mutating func ask() -> [Action] {
        guard !isAsking, !isExhausted else { return [] }
        isAsking = true
        return [.ask]
    }

    /// Asks for more addresses where nothing is dialled and nothing is left, as long as there may be more.
    private mutating func askIfIdle() -> [Action] {
        guard dialling.isEmpty, queue.isEmpty else { return [] }
        return isExhausted ? [.giveUp] : ask()
    }
}

/// Addresses that have come together.
package struct AddressBatch: Sendable {
    package let candidates: [DialCandidate]
    /// Whether more come without anybody being asked anew.
    package let announcesMore: Bool

    package init(candidates: [DialCandidate], announcesMore: Bool) {
        (self.candidates, self.announcesMore) = (candidates, announcesMore)
    }
}
