package import HoldfastTrust
package import HoldfastX509

/// An address that may be dialled, and where it comes from.
package struct DialCandidate: Hashable, Sendable {
    package let endpoint: Endpoint
    /// The resolver or rule that named it.
    package let source: String
    package var age: Duration
    package var isStale: Bool
    /// The place among those that came with it, from 1.
    package var rank: Int

    package init(
        endpoint: Endpoint, source: String, age: Duration = .zero, isStale: Bool = false, rank: Int = 1
    ) {
        (self.endpoint, self.source, self.age, self.isStale, self.rank) = (endpoint, source, age, isStale, rank)
    }

    var kind: AddressKind { AddressKind(of: endpoint.address) }
}

extension [DialCandidate] {
    /// In the order in which they are to be tried, each with its rank; those that are poisoned left out.
    package func ranked(by history: AddressHistory, for name: ServerName) -> [DialCandidate] {
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
