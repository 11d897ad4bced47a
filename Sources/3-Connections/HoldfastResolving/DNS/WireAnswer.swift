import HoldfastX509

/// Follows a response from the name that was asked for to its addresses (RFC 1034 §3.6.2, §4.3.2).
///
/// Only records of that name and of those that it is an alias of count; what a server adds about others is nobody's
/// word.
struct WireAnswer {
    let answer: Result<DNSMessageAnswer, DNSMessageError>

    init(_ message: [UInt8], to query: ResolverQuery) throws(DNSWireError) {
        let start = WireName(query.name)
        let response = try WireResponse(message, to: start, type: query.kind.recordType)
        guard response.responseCode == 0 || response.responseCode == 3 else {
            throw .failed(responseCode: response.responseCode)
        }
        let (end, shortest) = try Self.follow(start, in: response)
        var addresses: [IPAddress] = []
        var time = shortest
        for record in response.answers where record.name == end && record.type == query.kind.recordType {
            guard case .address(let bytes) = record.contents, let address = IPAddress(bytes: bytes) else { continue }
            addresses.append(address)
            time = min(time, record.timeToLive)
        }
        guard addresses.count <= DNSMessage.maximumAddresses else {
            throw .malformed(.tooManyAddresses(limit: DNSMessage.maximumAddresses))
        }
        guard addresses.isEmpty else {
            guard response.responseCode == 0 else { throw .malformed(.addressesOfNoName) }
            answer = .success(DNSMessageAnswer(addresses: addresses, timeToLive: .seconds(Int64(time))))
            return
        }
        let absent = Self.absence(of: end, in: response).map { Duration.seconds(Int64(min($0, shortest))) }
        answer =
            response.responseCode == 3
            ? .failure(DNSMessageError(.noSuchName, timeToLive: absent))
            : .success(DNSMessageAnswer(addresses: [], timeToLive: absent))
    }

    /// The name at the end of the aliases, and the shortest time of those on the way.
    private static func follow(
        _ start: WireName, in response: WireResponse
    ) throws(DNSWireError) -> (end: WireName, shortest: UInt32) {
        var aliases: [WireName: (target: WireName, time: UInt32)] = [:]
        var others: Set<WireName> = []
        for record in response.answers {
            switch record.contents {
            case .alias(let target):
                let known = aliases[record.name]
                // RFC 2181 §10.1: a name is the alias of one other.
                guard known.map({ $0.target == target }) ?? true else {
                    throw .malformed(.aliasOfTwo)
                }
                aliases[record.name] = (target, min(known?.time ?? .max, record.timeToLive))
            case .address: others.insert(record.name)
            default: break
            }
        }
        var (name, shortest) = (start, UInt32.max)
        for _ in 0...DNSMessage.maximumAliases {
            guard let alias = aliases[name] else { return (name, shortest) }
            // RFC 1034 §3.6.2: an alias has no other data.
            guard !others.contains(name) else { throw .malformed(.aliasWithAddresses) }
            (name, shortest) = (alias.target, min(shortest, alias.time))
        }
        throw .malformed(.circle(limit: DNSMessage.maximumAliases))
    }

    /// The time for which it may be kept that something is missing: by the authority of a zone that the name is in (RFC
    /// 2308 §5).
    private static func absence(of name: WireName, in response: WireResponse) -> UInt32? {
        var shortest: UInt32?
        for record in response.authorities {
            guard case .authority(let minimum) = record.contents, record.name.isAncestorOrSelf(of: name) else {
                continue
            }
            shortest = min(shortest ?? .max, min(record.timeToLive, minimum))
        }
        return shortest
    }
}
