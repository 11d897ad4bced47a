import HoldfastResolving
import HoldfastTrust
import HoldfastX509

/// An address that may be dialled, and where it comes from.
struct DialCandidate: Hashable, Sendable {
    let endpoint: Endpoint
    /// The resolver or rule that named it.
    let source: String
    var age = Duration.zero
    var isStale = false
    /// The place among those that came with it, from 1.
    var rank = 1

    var kind: AddressKind { AddressKind(of: endpoint.address) }
}

extension [DialCandidate] {
    /// In the order in which they are to be tried, each with its rank; those that are poisoned left out.
    func ranked(by history: AddressHistory, for name: ServerName) -> [DialCandidate] {
        let order = history.ranked(map(\.endpoint), for: name)
        return order.enumerated().compactMap { place, endpoint in
            var candidate = first { $0.endpoint == endpoint }
            candidate?.rank = place + 1
            return candidate
        }
    }

    /// In turn of each kind of address, beginning with that of the first (RFC 8305 §4, with one of a kind at a time).
    var interleaved: [DialCandidate] {
        guard let first = first?.kind else { return [] }
        var own = filter { $0.kind == first }[...]
        var others = filter { $0.kind != first }[...]
        var result: [DialCandidate] = []
        while !own.isEmpty || !others.isEmpty {
            if let next = own.popFirst() { result.append(next) }
            if let next = others.popFirst() { result.append(next) }
        }
        return result
    }
}
