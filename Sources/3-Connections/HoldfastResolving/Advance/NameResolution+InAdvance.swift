public import HoldfastTrust

extension NameResolution {
    /// Asks for the addresses of names before anybody needs them, so that they are in the cache.
    ///
    /// Only sources whose answers may be kept are asked, one after the other until one knows. What is kept and not
    /// old is not asked for.
    ///
    /// - Parameter atOnce: questions at a time; 8.
    /// - Returns: the names of which no kind of address was found, in their order.
    @discardableResult
    public func resolveInAdvance(
        _ names: [DNSName], kinds: [AddressKind] = AddressKind.allCases, atOnce: Int = 8
    ) async -> [DNSName] {
        guard let cache else { return names }
        let queries = names.flatMap { name in kinds.map { ResolverQuery(name, $0) } }
        let answers = await Self.each(of: queries, atOnce: atOnce) { query in
            await first(query) { query, resolver throws(ResolverError) in
                try await cache.answer(to: query, from: resolver)
            }
        }
        var found: Set<DNSName> = []
        for (query, answer) in answers where answer?.answer?.addresses.isEmpty == false { found.insert(query.name) }
        return names.filter { !found.contains($0) }
    }

    /// Notes that the machine is in another network: see ``ResolverCache/networkChanged()`` and
    /// ``AddressHistory/networkChanged()``.
    public func networkChanged() {
        cache?.networkChanged()
        history.networkChanged()
    }

    /// Notes whenever a monitor tells that the network changed, and asks for a list of names anew.
    ///
    /// - Returns: what has to be held for as long as that is to go on.
    public func follow(_ monitor: NetworkMonitor, askingAnew list: AddressesInAdvance? = nil) -> HandlerObservation {
        monitor.whenChanged {
            networkChanged()
            list?.askAnew()
        }
    }

    /// Asks anew whatever is kept.
    ///
    /// - Returns: for how long each answer may be kept; nil where there is none, or it may not be kept.
    func renew(_ queries: [ResolverQuery], atOnce: Int) async -> [(ResolverQuery, Duration?)] {
        guard let cache else { return [] }
        let answers = await Self.each(of: queries, atOnce: atOnce) { query in
            await first(query) { query, resolver throws(ResolverError) in
                try await cache.renewedAnswer(to: query, from: resolver)
            }
        }
        return answers.map { query, answer in
            (query, answer.flatMap { cache.keptAnswer(to: query, from: $0.resolver)?.remaining })
        }
    }

    /// The first source that knows: that there is no such name is knowledge.
    private func first(
        _ query: ResolverQuery,
        _ ask: (ResolverQuery, any Resolver) async throws(ResolverError) -> ResolverAnswer
    ) async -> (resolver: any Resolver, answer: ResolverAnswer?)? {
        for source in sources where source.serves(query.name) && source.resolver.isCacheable {
            var query = query
            query.timeout = source.timeout
            do throws(ResolverError) {
                return (source.resolver, try await ask(query, source.resolver))
            } catch {
                if error.reason == .noSuchName { return (source.resolver, nil) }
                if error.reason == .cancelled { return nil }
            }
        }
        return nil
    }

    private static func each<Value: Sendable>(
        of queries: [ResolverQuery], atOnce: Int, _ body: @escaping @Sendable (ResolverQuery) async -> Value
    ) async -> [(ResolverQuery, Value)] {
        await withTaskGroup(of: (ResolverQuery, Value).self) { group in
            var waiting = queries.makeIterator()
            for _ in 0..<max(atOnce, 1) {
                guard let query = waiting.next() else { break }
                group.addTask { (query, await body(query)) }
            }
            var done: [(ResolverQuery, Value)] = []
            while let one = await group.next() {
                done.append(one)
                guard !Task.isCancelled, let query = waiting.next() else { continue }
                group.addTask { (query, await body(query)) }
            }
            return done
        }
    }
}
