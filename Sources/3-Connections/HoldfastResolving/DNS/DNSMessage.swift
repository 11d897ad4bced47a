import HoldfastStatements
package import HoldfastX509

/// Messages of the DNS for questions about addresses (RFC 1035 §4, RFC 3596, RFC 6891), as HTTP carries them (RFC
/// 8484).
package enum DNSMessage {
    /// Octets of a message: what its length over TCP can say (RFC 1035 §4.2.2).
    package static let maximumBytes = Int(UInt16.max)
    /// Names from the one that is asked for to the one that has the addresses, without it.
    package static let maximumAliases = 16
    /// Addresses of one name, as many as are taken from the system.
    package static let maximumAddresses = 256

    /// A query for one kind of address.
    ///
    /// Its identifier is 0, so that caches know it again (RFC 8484 §4.1). It is padded to 128 octets or the next
    /// multiple, so that its length says little about the name (RFC 7830, RFC 8467 §4.1).
    package static func query(_ query: ResolverQuery) -> [UInt8] {
        var message: [UInt8] = []
        func add(_ number: UInt16) { message += [UInt8(number >> 8), UInt8(number & 0xff)] }
        // Identifier; recursion desired; one question, one additional record.
        for number: UInt16 in [0, 0x0100, 1, 0, 0, 1] { add(number) }
        message += WireName(query.name).bytes
        for number in [query.kind.recordType, 1] { add(number) }
        // OPT: the root's name, its type, the largest answer over UDP for servers behind the one that is asked, and no
        // extended code, version or flag.
        message.append(0)
        for number: UInt16 in [41, 4096, 0, 0] { add(number) }
        let withEmptyPadding = message.count + 6
        let padding = (128 - withEmptyPadding % 128) % 128
        for number in [UInt16(4 + padding), 12, UInt16(padding)] { add(number) }
        return message + [UInt8](repeating: 0, count: padding)
    }

    /// The addresses that a response gives for the name that was asked for, by its aliases.
    ///
    /// - Returns: no addresses where the name, or the one that it is an alias of, has none of the kind.
    package static func answer(
        in message: [UInt8], to query: ResolverQuery
    ) throws(DNSMessageError) -> DNSMessageAnswer {
        let read: WireAnswer
        do throws(DNSWireError) {
            read = try WireAnswer(message, to: query)
        } catch {
            switch error {
            case .malformed(let fault): throw DNSMessageError(.malformed(fault.statement))
            case .truncated: throw DNSMessageError(.truncated)
            case .failed(let code): throw DNSMessageError(.failed(responseCode: code))
            }
        }
        return try read.answer.get()
    }
}

/// The addresses that a response gives for a name.
package struct DNSMessageAnswer: Hashable, Sendable {
    /// In the response's order.
    package var addresses: [IPAddress]
    /// The shortest time of all records that led to them; where there are none, that of RFC 2308 §5, and nil without
    /// it.
    package var timeToLive: Duration?
}

/// An error for a response that gives no answer.
package struct DNSMessageError: Error, Hashable, Sendable {
    package let reason: ResolverError.Reason
    /// For a name that is not there, how long that may be kept (RFC 2308 §5).
    package let timeToLive: Duration?

    init(_ reason: ResolverError.Reason, timeToLive: Duration? = nil) {
        self.reason = reason
        self.timeToLive = timeToLive
    }
}

/// An error for a message that is no answer.
enum DNSWireError: Error, Hashable, Sendable {
    /// A message that breaks a rule, and which one.
    case malformed(ResolverAnswerSentence)
    case truncated
    /// The server could not read the query, and says so without repeating it.
    case failed(responseCode: Int)

    init(_ fault: ResolverAnswerSentence) { self = .malformed(fault) }
}
