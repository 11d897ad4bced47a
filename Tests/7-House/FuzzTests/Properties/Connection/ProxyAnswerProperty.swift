@testable import HoldfastConnection
@testable import HoldfastHTTP

/// Octets of a proxy, behind a choice of its protocol: in pieces of any size the same dialogue; no login that was not
/// asked for; what is behind the dialogue's end is the server's, all of it, and changes nothing.
func checkProxyAnswer(_ bytes: [UInt8]) throws(Violation) {
    var choices = Choices(bytes)
    let (kind, size) = (choices.number(below: 6), choices.number(below: 16) + 1)
    let octets = bytes.dropFirst(2)
    let (whole, parts) = (ProxyTalk(kind, octets, by: octets.count + 1), ProxyTalk(kind, octets, by: size))
    try expect(whole.state == parts.state, "pieces change what comes of it: \(whole.state), \(parts.state)")
    // Where all of it comes before the first word, nothing is left to be said.
    let isOpen = if case .open = whole.state { true } else { false }
    try expect(
        isOpen ? parts.said.starts(with: whole.said) : whole.said == parts.said, "pieces change what is said")
    try expect(whole.questions <= ProxyTalk.limits.rounds + 1, "\(whole.questions) questions")
    try expect(parts.logins <= (kind == 5 ? 1 : parts.questions), "a login that nobody asked for")
    guard case .open(_, let rest) = whole.state else { return }
    try expect(octets.suffix(rest.count).elementsEqual(rest), "what is the server's is not the end of what came")
}

/// A dialogue with a proxy that says so and so, in pieces of a size; each question is answered at once.
private struct ProxyTalk {
    static let limits = ProxyLimits(headOctets: 200, fields: 8, contentOctets: 64, rounds: 3)
    private static let secret = "c2VjcmV0"

    /// The octets that went out.
    private(set) var said: [UInt8]
    /// The end, without a difference by pieces: all that is the server's is its rest.
    private(set) var state: ProxyState
    private(set) var questions = 0

    /// How often the login went out.
    var logins: Int { String(decoding: said, as: UTF8.self).split(separator: Self.secret).count - 1 }

    init(_ kind: Int, _ octets: ArraySlice<UInt8>, by size: Int) {
        let language: ProxyProtocol =
            switch kind {
            case 0: .socks4(user: "me")
            case 1: .socks4a(user: "me")
            case 2: .socks5(nil)
            case 5: .socks5(SOCKSLogin(user: "me", password: Self.secret))
            default: .http([])
            }
        let target = TunnelTarget(host: kind == 0 ? "192.0.2.1" : "a.test", port: 443)
        var dialogue = language.dialogue(to: target, Self.limits)
        said = dialogue.takeOutput()
        var (left, behind) = (octets, [UInt8]())
        while !left.isEmpty {
            if case .open = dialogue.state {
                behind = Array(left)
                break
            }
            dialogue.receive(left.prefix(size))
            left = left.dropFirst(size)
            while case .asked(let question) = dialogue.state, question.keepsConnection {
                questions += 1
                dialogue.answer([HTTPField("Proxy-Authorization", "Basic \(Self.secret)")])
            }
            said += dialogue.takeOutput()
        }
        let before = dialogue.state
        dialogue.receiveEnd()
        switch dialogue.state {
        case .open(let head, let rest): state = .open(head: head, rest: rest + behind)
        case .failed(.closed), .asked: state = dialogue.state
        case .failed, .waits: state = before
        }
    }
}
