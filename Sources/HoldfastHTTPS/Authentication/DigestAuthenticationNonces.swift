import Synchronization

/// How often each nonce has been used (RFC 7616 §3.4, `nc`): every number is given out once, in rising order, whichever
/// thread or copy of a session asks.
///
/// Requests that are under way at the same time may still arrive in another order.
package final class DigestAuthenticationNonces: Sendable {
    /// How many nonces are remembered; the one that was used longest ago is forgotten first.
    static let capacity = 64

    private let uses: Mutex<[(nonce: String, count: UInt32)]>

    /// A table that begins with some nonces and the counts that were used last.
    init(_ uses: [(nonce: String, count: UInt32)] = []) { self.uses = Mutex(uses) }

    /// The next count of a nonce, from 1.
    ///
    /// - Throws: ``DigestAuthenticationError/nonceUsedUp`` where eight hexadecimal digits are not enough.
    func next(for nonce: String) throws(DigestAuthenticationError) -> UInt32 {
        let count: UInt32? = uses.withLock { uses in
            let index = uses.firstIndex { $0.nonce == nonce }
            let (count, isOver) = (index.map { uses[$0].count } ?? 0).addingReportingOverflow(1)
            guard !isOver else { return nil }
            if let index { uses.remove(at: index) }
            uses.append((nonce, count))
            if uses.count > Self.capacity { uses.removeFirst() }
            return count
        }
        guard let count else { throw .nonceUsedUp }
        return count
    }
}
