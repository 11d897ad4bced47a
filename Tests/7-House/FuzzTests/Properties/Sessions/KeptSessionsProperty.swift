import HoldfastTrust

@testable import HoldfastTransport
@testable import HoldfastX509

/// Things that are done with the store of TLS sessions, four octets each: what is taken is the newest that was kept for
/// that key, has not ended and was not taken or dropped before; there are no more than four of a key and 256 of all.
func checkKeptSessions(_ bytes: [UInt8]) throws(Violation) {
    let templates = try prepared { try SessionTemplates.shared.get() }
    var (choices, model) = (Choices(bytes), SessionModel(templates))
    while !choices.isAtEnd { try model.step(&choices) }
    for key in 0..<SessionModel.keys { while try model.take(key) {} }
    try expect(model.store.count == 0, "sessions are left of no key")
}

/// Two sessions that a server has given: one for two minutes, and one for a day.
private struct SessionTemplates {
    static let shared = Result { try SessionTemplates() }

    let trust: ServerTrust
    let sessions: [LibrarySession]

    private init() throws {
        let world = try TicketWorld.shared.get()
        trust = try ServerTrust(derChain: [world.certificate])
        sessions = try [120, 86_400].map { seconds in
            let conversation = try TicketConversation(world)
            try conversation.accept()
            // RFC 8446 §4.6.1: lifetime, age_add, nonce, ticket and extensions.
            let body =
                TLSWriter.number(seconds, octets: 4) + [0, 0, 0, 0] + TLSWriter.vector([1], lengthOctets: 1)
                + TLSWriter.vector([1, 2, 3], lengthOctets: 2) + [0, 0]
            try conversation.say(([4] + TLSWriter.vector(body, lengthOctets: 3))[...], by: 1_000)
            guard let session = conversation.handshake.takeSession(), session.lifetime == .seconds(seconds) else {
                throw Violation("no session was given")
            }
            return session
        }
    }
}

/// The store, beside a plain list of what ought to be in it.
private struct SessionModel {
    static let keys = 80

    private struct Row {
        let key: Int
        let origin: UInt64
        let number: Int
        let end: ContinuousClock.Instant
    }

    let store = KeptSessions<Int>()
    private let templates: SessionTemplates
    private var rows: [Row] = []
    private var now = ContinuousClock.now
    private var number = 0
    private var isClosed = false

    init(_ templates: SessionTemplates) { self.templates = templates }

    mutating func step(_ choices: inout Choices) throws(Violation) {
        let (what, key) = (choices.number(below: 16), choices.number(below: Self.keys))
        let (one, other) = (choices.octet(), choices.octet())
        // No two sessions end at once, so that it is known which one goes first.
        now = now.advanced(by: .nanoseconds(1))
        switch what {
        case 0...5: keep(key, origin: UInt64(one & 3), age: Int(other), isLong: Choices.isSet(7, of: one))
        case 6: for key in key..<min(Self.keys, key + Int(one & 31)) { keep(key, origin: 1, age: 0, isLong: true) }
        case 7...11: try take(key)
        case 12: now = now.advanced(by: .seconds(Int(one) * Int(other)))
        case 13:
            let origin = Choices.isSet(0, of: other) ? UInt64(one & 3) : nil
            store.drop(of: key, from: origin)
            rows.removeAll { $0.key == key && (origin == nil || $0.origin == origin) }
        case 14:
            store.drop { $0 % 4 == Int(one & 3) }
            rows.removeAll { $0.key % 4 == Int(one & 3) }
        default:
            guard one == 255, other == 255 else { return }
            store.close()
            (rows, isClosed) = ([], true)
        }
        try expect(store.count == rows.count, "\(store.count) sessions are kept, and not \(rows.count)")
        try expect(store.count <= 256, "too many sessions")
    }

    /// Takes the session of a key that is to be offered; whether there is one.
    @discardableResult mutating func take(_ key: Int) throws(Violation) -> Bool {
        rows.removeAll { $0.key == key && $0.end <= now }
        let place = rows.lastIndex { $0.key == key }
        let wanted = place.map { "\(rows.remove(at: $0).number)" }
        let taken = store.take(of: key, at: now)
        try expect(taken?.serverName == wanted, "\(taken?.serverName ?? "none") is taken, and not \(wanted ?? "none")")
        try expect(taken.map { $0.end > now } ?? true, "it has ended")
        return taken != nil
    }

    /// Keeps a session whose server proved its key so many half minutes ago.
    private mutating func keep(_ key: Int, origin: UInt64, age: Int, isLong: Bool) {
        number += 1
        now = now.advanced(by: .nanoseconds(1))
        let session = KeptSession(
            templates.sessions[isLong ? 1 : 0], presented: templates.trust, tlsVersion: "1.3",
            serverName: "\(number)", origin: origin, provenAt: now.advanced(by: .seconds(-30 * age)), at: now)
        store.keep(session, for: key, at: now)
        guard !isClosed, session.end > now else { return }
        rows.append(Row(key: key, origin: origin, number: number, end: session.end))
        let ofKey = rows.indices.filter { rows[$0].key == key }
        if ofKey.count > 4 { rows.remove(at: ofKey[0]) }
        guard rows.count > 256 else { return }
        if let first = rows.indices.min(by: { rows[$0].end < rows[$1].end }) { rows.remove(at: first) }
    }
}
