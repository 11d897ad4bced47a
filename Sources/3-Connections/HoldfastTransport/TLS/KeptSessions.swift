import HoldfastTrust

/// A TLS session that may be resumed, with what its server presented, which is judged anew before it is offered.
struct KeptSession: Sendable {
    /// The longest time in which a server need not show its certificate and prove its key again.
    ///
    /// RFC 8446 §4.6.1: "It is RECOMMENDED that implementations place limits on the total lifetime of such keying
    /// material".
    static let longest = Duration.seconds(2 * 3_600)

    let session: LibrarySession
    let presented: ServerTrust
    /// "1.2" or "1.3".
    let tlsVersion: String?
    let serverName: String?
    /// The number of the handshake that it was given in, or resumed by last.
    var origin: UInt64
    /// When the server proved its certificate's key.
    let provenAt: ContinuousClock.Instant
    /// The moment from which it is not offered any more.
    let end: ContinuousClock.Instant

    /// Keeps a session that was given just now.
    ///
    /// - Parameter provenAt: of a session that came in a resumed handshake, when the first one was.
    init(
        _ session: LibrarySession, presented: ServerTrust, tlsVersion: String?, serverName: String?, origin: UInt64,
        provenAt: ContinuousClock.Instant, at now: ContinuousClock.Instant = .now
    ) {
        (self.session, self.presented, self.tlsVersion) = (session, presented, tlsVersion)
        (self.serverName, self.origin, self.provenAt) = (serverName, origin, provenAt)
        end = min(now.advanced(by: session.lifetime), provenAt.advanced(by: Self.longest))
    }
}

/// The TLS sessions that may be resumed, in memory alone: a few of each server, the newest of all.
///
/// Each is taken out when it is used (RFC 8446 §C.4: "Clients SHOULD NOT reuse a ticket for multiple connections").
/// What keeps them apart is the key: nothing else is looked at.
final class KeptSessions<Key: Hashable & Sendable>: Sendable {
    /// Sessions of one key; of more, the oldest goes.
    static var mostOfKey: Int { 4 }
    /// Sessions of all keys; of more, the one that ends first goes.
    static var most: Int { 256 }
    /// Bytes of certificates, and of what came beside them, of which no session is kept if there are more.
    static var mostPresentedBytes: Int { 64 << 10 }

    private struct State {
        var sessions: [Key: [KeptSession]] = [:]
        var count = 0
        var isClosed = false

        mutating func change(_ key: Key, _ body: (inout [KeptSession]) -> Void) {
            var known = sessions[key] ?? []
            let before = known.count
            body(&known)
            count += known.count - before
            sessions[key] = known.isEmpty ? nil : known
        }

        mutating func makeRoom() {
            let ends = sessions.compactMapValues { $0.map(\.end).min() }
            guard let (key, end) = ends.min(by: { $0.value < $1.value }) else { return }
            change(key) { sessions in
                if let place = sessions.firstIndex(where: { $0.end == end }) { sessions.remove(at: place) }
            }
        }
    }

    private let state = Lock(State())

    /// The number of sessions that are kept.
    var count: Int { state.withLock { $0.count } }

    /// Keeps a session.
    func keep(_ session: KeptSession, for key: Key, at now: ContinuousClock.Instant = .now) {
        guard session.end > now, session.presented.octetCount <= Self.mostPresentedBytes else { return }
        state.withLock { state in
            guard !state.isClosed else { return }
            state.change(key) { sessions in
                sessions.append(session)
                if sessions.count > Self.mostOfKey { sessions.removeFirst() }
            }
            if state.count > Self.most { state.makeRoom() }
        }
    }

    /// Takes the newest session of a key, which nobody else gets then; nil where there is none, or none any more.
    func take(of key: Key, at now: ContinuousClock.Instant = .now) -> KeptSession? {
        state.withLock { state in
            var taken: KeptSession?
            state.change(key) { sessions in
                sessions.removeAll { $0.end <= now }
                taken = sessions.popLast()
            }
            return taken
        }
    }

    /// Drops the sessions of a key that were given in one handshake; nil for all.
    func drop(of key: Key, from origin: UInt64? = nil) {
        state.withLock { $0.change(key) { $0.removeAll { origin == nil || $0.origin == origin } } }
    }

    /// Drops the sessions of the keys that fit.
    func drop(where fits: (Key) -> Bool) {
        state.withLock { state in
            for key in state.sessions.keys where fits(key) { state.change(key) { $0 = [] } }
        }
    }

    /// Drops all, and keeps none any more.
    func close() {
        state.withLock { state in
            state = State()
            state.isClosed = true
        }
    }
}

extension ServerTrust {
    /// Bytes of the certificates and of what came beside them.
    fileprivate var octetCount: Int {
        presented.reduce(0) { $0 + $1.bytes.count } + (stapledOCSP?.count ?? 0)
            + issuersStapledOCSP.reduce(0) { $0 + $1.count } + (signedCertificateTimestamps?.count ?? 0)
    }
}
