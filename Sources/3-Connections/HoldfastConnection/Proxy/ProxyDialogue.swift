package import HoldfastHTTP

/// The client's side of what is said over one connection to a proxy, before the connection leads to a server.
///
/// Octets go in by ``receive(_:)`` and ``receiveEnd()``, come out by ``takeOutput()``, and ``state`` says how it stands
/// after each. Nothing waits, and nothing is sent that was not asked for.
package protocol ProxyDialogue: Sendable {
    var state: ProxyState { get }
    /// Hands out the octets that are to be sent, once.
    mutating func takeOutput() -> [UInt8]
    /// Hands out the heads of the interim answers that have come, once.
    mutating func takeInterim() -> [ResponseHead]
    /// Takes octets of the proxy's. Behind the end of the dialogue there is nothing to take: they are the server's.
    mutating func receive(_ octets: ArraySlice<UInt8>)
    /// Takes note that the proxy sends nothing more.
    mutating func receiveEnd()
    /// Asks once more over the same connection, with other fields, for which ``ProxyState/asked(_:)`` waits.
    mutating func answer(_ fields: [HTTPField])
}

extension ProxyDialogue {
    /// Protocols that ask nothing have nothing to answer.
    package mutating func answer(_ fields: [HTTPField]) {}

    /// Protocols other than HTTP have no answers before the last one.
    package mutating func takeInterim() -> [ResponseHead] { [] }
}

/// The state of a dialogue with a proxy.
package enum ProxyState: Hashable, Sendable {
    /// The proxy has the word.
    case waits
    /// The proxy asks who wants the connection: answer, or give it up.
    case asked(ProxyQuestion)
    /// The connection leads to the server, and of what was to be said to the proxy nothing is left.
    ///
    /// - Parameters:
    ///   - head: the proxy's answer; nil for SOCKS.
    ///   - rest: the octets that came behind it, which are the server's.
    case open(head: ResponseHead?, rest: [UInt8])
    /// There is no connection to the server, nor will there be one over this connection.
    case failed(ProxyFault)
}

/// The question of a proxy of HTTP who wants a tunnel (RFC 9110 §15.5.8).
package struct ProxyQuestion: Hashable, Sendable {
    package let head: ResponseHead
    /// Whether the answer may go over the same connection. Schemes whose login takes several rounds need that.
    package let keepsConnection: Bool

    /// The fields with the challenges (RFC 9110 §11.7.1).
    package var challenges: [HTTPField] { head.fields.all("Proxy-Authenticate") }
}

/// The limits of what a proxy may say.
package struct ProxyLimits: Hashable, Sendable {
    /// Octets of one answer's head, those of the interim ones before it included.
    package var headOctets: Int
    /// Fields of one head.
    package var fields: Int
    /// Octets of the content of a 407 that are read for the sake of the connection.
    package var contentOctets: Int
    /// Answers to 407 over one connection. NTLM takes two, SPNEGO seldom more than four.
    package var rounds: Int

    package init(headOctets: Int = 64 << 10, fields: Int = 1_000, contentOctets: Int = 256 << 10, rounds: Int = 16) {
        (self.headOctets, self.fields, self.contentOctets) = (headOctets, fields, contentOctets)
        self.rounds = rounds
    }
}
