import HoldfastTrust

@testable import HoldfastTLS
@testable import HoldfastTransport

/// A size, and octets that a server of TLS 1.3 sends as handshake messages behind its handshake, in records of that
/// size: no more sessions are kept than tickets were sent, nor than four, and none of a connection that an alert has
/// ended; each is the judged server's, for a limited time and for one connection; and one whose ticket the
/// server does not know leads to a handshake in which the server is judged.
func checkTickets(_ bytes: [UInt8]) throws(Violation) {
    guard let first = bytes.first else { return }
    let octets = bytes.dropFirst()
    let world = try prepared { try TicketWorld.shared.get() }
    let conversation = try prepared { try TicketConversation(world) }
    try prepared {
        try conversation.accept()
        try conversation.say(octets, by: (Int(first) + 1) * 64)
    }
    let isSpoiled = conversation.handshake.isSpoiled
    var sessions: [LibrarySession] = []
    while let session = conversation.handshake.takeSession() { sessions.append(session) }
    try expect(sessions.count <= min(4, tickets(in: octets)), "\(sessions.count) sessions are kept")
    try expect(!isSpoiled || sessions.isEmpty, "sessions of a connection that an alert has ended")
    for session in sessions { try check(session, of: world) }
    guard let newest = sessions.first else { return }
    let next = try prepared { try TicketConversation(world, offering: newest) }
    try expect(next.handshake.isWaiting && !next.handshake.isAccepted, "nobody judges a server that knows no ticket")
    try expect(!next.handshake.facts.isResumed, "a session is resumed that the server does not know")
}

/// The number of messages with a ticket, whatever is in them: libssl passes over unknown extensions that come twice.
private func tickets(in octets: ArraySlice<UInt8>) -> Int {
    var (stream, count) = (HandshakeStream(), 0)
    for octet in octets {
        guard let messages = try? stream.append([octet]) else { break }
        count += messages.count { $0.first == HandshakeType.newSessionTicket.number }
    }
    return count
}

private func check(_ session: LibrarySession, of world: TicketWorld) throws(Violation) {
    try expect((.zero ... .seconds(604_800)).contains(session.lifetime), "it is offered for \(session.lifetime)")
    try expect(session.hasKey(world.key[...]) && !session.hasKey(world.key.dropLast()), "it is another server's")
    let (now, trust) = (ContinuousClock.now, try prepared { try ServerTrust(derChain: [world.certificate]) })
    let kept = KeptSession(
        session, presented: trust, tlsVersion: "1.3", serverName: nil, origin: 1, provenAt: now, at: now)
    try expect(kept.end <= now.advanced(by: KeptSession.longest), "it is offered for too long")
    let store = KeptSessions<Int>()
    store.keep(kept, for: 1, at: now)
    try expect(store.take(of: 2, at: now) == nil, "it is offered elsewhere")
    let taken = store.take(of: 1, at: now)
    try expect((taken != nil) == (session.lifetime > .zero), "it is kept without time, or not with it")
    try expect(store.take(of: 1, at: now) == nil, "it is offered twice")
}
