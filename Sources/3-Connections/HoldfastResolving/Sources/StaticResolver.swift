public import HoldfastTrust
public import HoldfastX509

/// Answers from a list that the program has.
///
/// Of several patterns that match a name the most specific one counts. A name that none matches is not there
/// (``ResolverError/Reason/noSuchName``), so that the next source is asked.
public struct StaticResolver: Resolver {
    public let name: String
    /// Has the whole list in it.
    public let identifier: String
    public var isCacheable: Bool { false }
    private let entries: [HostPattern: [IPAddress]]

    /// Makes a resolver that answers from a list of names and their addresses.
    ///
    /// - Parameters:
    ///   - entries: addresses of both kinds, in the order in which they are to be dialled. Patterns that are addresses
    ///     match no name.
    ///   - name: what people know the list by.
    public init(_ entries: [HostPattern: [IPAddress]], name: String = "static") {
        self.entries = entries
        self.name = name
        let lines = entries.map { entry in
            "\(entry.key)=" + entry.value.map { "\($0)" }.joined(separator: ",")
        }
        identifier = "static:" + lines.sorted().joined(separator: ";")
    }

    /// A list of whole names.
    public init(_ entries: [DNSName: [IPAddress]], name: String = "static") {
        self.init(
            Dictionary(uniqueKeysWithValues: entries.map { (HostPattern.host(.dns($0.key)), $0.value) }), name: name)
    }

    public func resolve(_ query: ResolverQuery) async throws(ResolverError) -> ResolverAnswer {
        for pattern in HostPattern.candidates(for: .dns(query.name)) {
            guard let addresses = entries[pattern] else { continue }
            return ResolverAnswer(addresses.filter { AddressKind(of: $0) == query.kind }, from: name)
        }
        throw ResolverError(.noSuchName, from: name)
    }
}
