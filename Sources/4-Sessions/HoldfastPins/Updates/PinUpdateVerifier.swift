import HoldfastCrypto
public import HoldfastTrust
public import HoldfastX509

/// The two documents of an update, as they were received; nothing of them is believed.
public struct SignedPinUpdate: Hashable, Sendable {
    public let update: [UInt8]
    public let signature: [UInt8]

    public init(update: [UInt8], signature: [UInt8]) { (self.update, self.signature) = (update, signature) }
}

/// An update that was found to be signed, current and not older than what was taken before; only a verifier makes one.
public struct VerifiedPinUpdate: Hashable, Sendable {
    public let update: PinUpdate
    /// The documents that it was read from.
    public let signed: SignedPinUpdate
    /// Whether it is the one that was taken last.
    public let isUnchanged: Bool
    /// The history to keep once it is taken.
    public let history: PinUpdateHistory

    // Not public: the verifier alone makes it.
    init(_ update: PinUpdate, _ signed: SignedPinUpdate, isUnchanged: Bool, history: PinUpdateHistory) {
        (self.update, self.signed, self.isUnchanged, self.history) = (update, signed, isUnchanged, history)
    }
}

/// Decides whether a pin update may be taken: who has signed it, whether it is newer, and whether it holds now.
public struct PinUpdateVerifier: Sendable {
    /// The keys that may sign.
    public var keys: PinUpdateKeys
    /// The counter below which nothing is taken, whatever the disk says: that of the pins which the program was built
    /// with.
    public var minimumCounter: UInt64
    /// The longest time in days from an update's issue to its end; 366. It bounds how long somebody who holds later
    /// updates back can keep a program at an old one.
    public var maximumLifetimeDays = 366
    /// Seconds by which the clock may be behind that of the machine that signs; 300.
    public var clockTolerance: Int64 = 300
    /// The list of public suffixes, for the wildcards of an update; nil where no list is at hand.
    public var publicSuffixes: PublicSuffixes?

    public init(keys: PinUpdateKeys, minimumCounter: UInt64 = 0) {
        (self.keys, self.minimumCounter) = (keys, minimumCounter)
    }

    /// Judges an update.
    ///
    /// The signature comes first: of what nobody has signed, not a byte is read.
    ///
    /// - Parameters:
    ///   - history: what was taken before.
    ///   - now: the time by the machine's clock. Whether the update has ended is judged by the later one of this and
    ///     the latest time that the history knows.
    /// - Throws: ``PinUpdateFailure`` saying which check it fails; the first one, in the order of its cases.
    public func verify(
        _ signed: SignedPinUpdate, after history: PinUpdateHistory, at now: Instant
    ) throws(PinUpdateFailure) -> VerifiedPinUpdate {
        let update = try read(signed)
        guard update.counter >= minimumCounter else {
            throw PinUpdateFailure(.belowMinimum(update.counter, minimum: minimumCounter))
        }
        let digest = Digest.sha256(signed.update[...])
        try checkOrder(PinUpdateHistory.Entry(counter: update.counter, digest: digest), history)
        try checkTimes(update, history.latest, now)
        return VerifiedPinUpdate(
            update, signed, isUnchanged: history.last?.digest == digest,
            history: history.taking(update, digest: digest, at: now))
    }

    /// Reads an update that one of the keys has signed, whenever that was.
    func read(_ signed: SignedPinUpdate) throws(PinUpdateFailure) -> PinUpdate {
        guard signed.update.count <= PinUpdate.maximumBytes else {
            throw PinUpdateFailure(.tooLarge(.update, limit: PinUpdate.maximumBytes))
        }
        try PinSignatureDocument(signed.signature).verify(signed.update, by: keys)
        return try PinUpdate(signed.update, publicSuffixes: publicSuffixes)
    }

    private func checkOrder(_ entry: PinUpdateHistory.Entry, _ history: PinUpdateHistory) throws(PinUpdateFailure) {
        guard let last = history.last else { return }
        if entry.counter == last.counter {
            guard entry.digest == last.digest else { throw PinUpdateFailure(.equivocation(entry.counter)) }
        } else if entry.counter < last.counter {
            throw PinUpdateFailure(
                history.entries.contains(entry)
                    ? .replay(entry.counter, last: last.counter) : .rollback(entry.counter, last: last.counter))
        }
    }

    private func checkTimes(_ update: PinUpdate, _ latest: Instant?, _ now: Instant) throws(PinUpdateFailure) {
        let limit = Int64(maximumLifetimeDays) * 86_400
        guard update.expires.seconds(since: update.issued) <= limit else {
            let days = Int(update.expires.seconds(since: update.issued) / 86_400)
            throw PinUpdateFailure(.lifetimeTooLong(days: days, limit: maximumLifetimeDays))
        }
        let known = max(now, latest ?? now)
        guard update.issued <= known.advanced(bySeconds: clockTolerance) else {
            throw PinUpdateFailure(.notYetValid(issued: update.issued, at: known))
        }
        guard known >= update.expires else { return }
        throw PinUpdateFailure(
            now >= update.expires
                ? .expired(update.expires, at: now) : .clockSetBack(at: now, latest: known, expires: update.expires))
    }
}
