import HoldfastCredentials
import HoldfastResolving
public import HoldfastTransport
import HoldfastTrust
public import HoldfastWeb
public import HoldfastX509

extension HTTPSSession {
    /// The plan for where a request's connections go, but for a proxy.
    func dialPlan(for request: HTTPSRequest) -> DialPlan {
        let name = request.url.serverName
        return DialPlan(name, port: request.url.port, by: configuration.dialRules(for: name, after: request.dial))
    }

    /// The plan of a request's connections where a rule makes it; nil where none does.
    func dialRule(for request: HTTPSRequest) -> DialPlan? {
        let name = request.url.serverName
        let rules = configuration.dialRules(for: name, after: request.dial)
        guard !rules.isEmpty else { return nil }
        let plan = DialPlan(name, port: request.url.port, by: rules)
        return plan.isChosen ? plan : nil
    }

    /// The dialler of a request's connections; nil where the transport dials.
    func dialler(for request: HTTPSRequest) -> SessionDialler? {
        let plan = dialPlan(for: request)
        let name = request.url.serverName
        if plan.isChosen, let endpoints = plan.endpoints {
            let fixed = endpoints.map { DialCandidate(endpoint: $0, source: DialRule.source) }
            let resolution =
                configuration.addresses.resolution ?? NameResolution([], cache: nil, history: addressHistory)
            return SessionDialler(
                name, fixed: fixed.filter(allows), to: plan, by: resolution,
                permitting: configuration.addresses.permits)
        }
        guard let resolution = configuration.addresses.resolution, case .dns(let host) = plan.host else { return nil }
        let finder = AddressFinder(
            host, port: plan.port, configuration.addresses.family.kinds, proving: name, by: resolution)
        return SessionDialler(
            name, finder: finder, to: plan, by: resolution, permitting: configuration.addresses.permits)
    }

    /// The places that are connected to for a request; through a proxy to the best address of the rule for its
    /// server.
    func dialTargets(for request: HTTPSRequest) -> DialTargets {
        let plan = dialPlan(for: request)
        var targets = DialTargets()
        if plan.isChosen {
            let best = plan.endpoints.flatMap { endpoints in
                addressHistory.ranked(endpoints, for: request.url.serverName).first ?? endpoints.first
            }
            targets.place = best.map { DialTargets.Place($0) } ?? DialTargets.Place(plan.host, port: plan.port)
        }
        if let proxy = configuration.proxy(for: request.url) { targets.proxyAddresses = addresses(of: proxy) }
        return targets
    }

    /// The addresses that the session's resolvers have for a proxy's name; nil where none is asked: without a proxy,
    /// without resolvers, and where a rule or the proxy's own host says the address.
    ///
    /// Whoever names resolvers wants nobody else asked, for the proxy's name either. The server's name is the proxy's
    /// to resolve.
    ///
    /// - Throws: ``TransportError`` of the code `couldNotResolveProxy` where they have none, and of `timedOut` or
    ///   `cancelled` where they have not answered before the request ended.
    func proxyAddresses(for url: HTTPSURL, within limit: TimeLimit) async throws(TransportError) -> [IPAddress]? {
        guard let resolution = configuration.addresses.resolution, let proxy = proxy(for: url),
            case .dns(let name) = proxy.serverName, addresses(of: proxy) == nil
        else { return nil }
        let finder = AddressFinder(name, port: proxy.port, configuration.addresses.family.kinds, by: resolution)
        let found = await withDeadline(
            .now.advanced(by: limit.remaining),
            { () async -> [IPAddress] in
                // The first source that has any is enough.
                while let batch = await finder.next() {
                    if !batch.candidates.isEmpty { return batch.candidates.map(\.endpoint.address) }
                }
                return []
            })
        guard let found else {
            guard !Task.isCancelled else { throw .cancelled(.name) }
            throw TransportError(
                .name, .timedOut, ProxySentence.lateLookup(name: "\(name)"), advice: ProxyAdvice.checkResolvers)
        }
        guard !found.isEmpty else {
            let said = await finder.problems.map(\.description)
            throw TransportError(
                .name, .couldNotResolveProxy, ProxySentence.noAddress(name: "\(name)", reasons: said),
                advice: ProxyAdvice.checkResolvers)
        }
        // In one order: connections by the same addresses are shared.
        return NameLookup.sorted(found)
    }

    /// The addresses that the first rule for a proxy's host and port has at that port; nil where there is none.
    private func addresses(of proxy: Proxy) -> [IPAddress]? {
        let rules = configuration.addresses.dial.filter { $0.host == proxy.serverName }
        let plan = DialPlan(proxy.serverName, port: proxy.port, by: rules)
        guard plan.isChosen else { return nil }
        return plan.endpoints?.filter { $0.port == proxy.port && configuration.addresses.family.contains($0.address) }
            .map(\.address)
    }

    private func allows(_ candidate: DialCandidate) -> Bool {
        configuration.addresses.family.contains(candidate.endpoint.address)
    }
}

extension DialRule {
    /// The name of the source of its addresses.
    static let source = "rule"
}

extension TransportRequest {
    /// Lets its connections be dialled.
    mutating func lead(by dialler: SessionDialler) {
        connection.dialler = dialler
        connection.dial = DialTargets()
        if dialler.plan.isChosen {
            connection.dial.place = DialTargets.Place(dialler.plan.host, port: dialler.plan.port)
        }
        connection.dialView = dialler.plan.endpoints ?? []
    }
}

/// Every address of a server by itself: a name leads to one of several, and which one is the luck of the moment.
extension HTTPSSession {
    /// The addresses that a server is reached at by this session's settings.
    ///
    /// Those of ``Configuration/Addresses/dial`` where a rule says so, the URL's own where it has an address, those of
    /// all sources of ``Configuration/Addresses/resolution``, else all that the system's resolver knows, A and AAAA,
    /// also those that this machine has no way to. IPv4 comes first, each kind in ascending order, none twice; 256 at
    /// most.
    ///
    /// - Parameters:
    ///   - url: the server; only host and port are used.
    ///   - timeout: for the lookup; nil for the session's limit.
    /// - Throws: ``HTTPSError`` of the phase `name` where there is none of the session's
    ///   ``Configuration/Addresses/family``.
    public func addresses(of url: HTTPSURL, timeout: Duration? = nil) async throws(HTTPSError) -> [IPAddress] {
        let (family, timeout) = (configuration.addresses.family, timeout ?? configuration.timeouts.request)
        do throws(TransportError) {
            let request = HTTPSRequest(url)
            if let dialler = dialler(for: request) {
                let found = await dialler.everything(within: timeout)
                let sorted = NameLookup.sorted(found.addresses)
                guard !sorted.isEmpty else { throw found.error }
                return Array(sorted.prefix(NameLookup.maximumAddresses))
            }
            let host = dialPlan(for: request).host
            guard case .ip(let literal) = host else {
                return try await NameLookup.addresses(
                    of: host.description, family: family.forTransport, timeout: timeout)
            }
            return try await NameLookup.addresses(
                of: host.description, family: family.forTransport, timeout: timeout
            ) { _, _ in .success([literal].filter(family.contains)) }
        } catch {
            throw HTTPSError(error).of(url)
        }
    }

    /// The port that a server is dialled at by this session's settings.
    package func dialledPort(of url: HTTPSURL) -> UInt16 { dialPlan(for: HTTPSRequest(url)).port }

    /// Judges the server at one of its addresses, as ``verify(_:timeout:)`` does; name, server name and identity to be
    /// proven stay those of the URL.
    ///
    /// - Parameters:
    ///   - address: where to connect, at the port that the session's settings lead to.
    ///   - timeout: for connection and handshake together; nil for the session's limit.
    public func verify(
        _ url: HTTPSURL, at address: IPAddress, timeout: Duration? = nil
    ) async throws(HTTPSError) -> ConnectionRecord {
        try await handshake(
            with: url, within: timeout ?? configuration.timeouts.request,
            at: DialTargets(place: DialTargets.Place(.ip(address), port: dialledPort(of: url))))
    }
}

extension HTTPSSession.AddressFamily {
    var forTransport: TransportRequest.AddressFamily {
        switch self {
        case .any: .any
        case .ipv4: .ipv4
        case .ipv6: .ipv6
        }
    }

    /// The kinds of addresses that are asked for, in their order.
    var kinds: [AddressKind] {
        switch self {
        case .any: [.ipv6, .ipv4]
        case .ipv4: [.ipv4]
        case .ipv6: [.ipv6]
        }
    }

    /// Whether an address is of this kind.
    public func contains(_ address: IPAddress) -> Bool {
        switch self {
        case .any: true
        case .ipv4: address.bytes.count == 4
        case .ipv6: address.bytes.count == 16
        }
    }
}

extension HTTPSSession.Configuration {
    /// All rules for a server, in the order in which they count.
    func dialRules(for name: ServerName, after own: [DialRule] = []) -> [DialRule] {
        let others = serverSettings(name).dial
        // Most sessions have none: nothing is put together then.
        return own.isEmpty && others.isEmpty ? addresses.dial : own + addresses.dial + others
    }
}
