import HoldfastResolving
import HoldfastTransport
import HoldfastTrust

extension HTTPSSession {
    /// Where a request's connections go, but for a proxy.
    func dialPlan(for request: HTTPSRequest) -> DialPlan {
        let name = request.url.serverName
        return DialPlan(name, port: request.url.port, by: configuration.dialRules(for: name, after: request.dial))
    }

    /// The dialler of a request's connections; nil where libcurl dials.
    func dialler(for request: HTTPSRequest) -> SessionDialler? {
        let plan = dialPlan(for: request)
        let name = request.url.serverName
        if plan.isChosen, let endpoints = plan.endpoints {
            let fixed = endpoints.map { DialCandidate(endpoint: $0, source: DialRule.source) }
            let resolution =
                configuration.addresses.resolution ?? NameResolution([], cache: nil, history: addressHistory)
            return SessionDialler(name, fixed: fixed.filter(allows), to: plan, by: resolution)
        }
        guard let resolution = configuration.addresses.resolution, case .dns(let host) = plan.host else { return nil }
        let finder = AddressFinder(
            host, port: plan.port, configuration.addresses.family, proving: name, by: resolution)
        return SessionDialler(name, finder: finder, to: plan, by: resolution)
    }

    /// Where libcurl is to connect for a request; through a proxy to the best address of the rule for its server.
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
    /// Who names its addresses.
    static let source = "rule"
}

extension TransportRequest {
    /// Lets its connections be dialled.
    mutating func lead(by dialler: SessionDialler) {
        self.dialler = dialler
        dial = DialTargets()
        if dialler.plan.isChosen { dial.place = DialTargets.Place(dialler.plan.host, port: dialler.plan.port) }
        dialView = dialler.plan.endpoints ?? []
    }
}
