import HoldfastResolving
import HoldfastTransport
import HoldfastTrust

extension HTTPSSession {
    /// Who dials for a request; nil where libcurl does.
    func dialler(for request: HTTPSRequest) -> SessionDialler? {
        let (name, port) = (request.url.serverName, request.url.port)
        if let rule = rule(for: request) {
            let fixed = rule.targets.map { target in
                DialCandidate(endpoint: Endpoint(target.address, port: target.port ?? port), source: DialRule.source)
            }
            let resolution = configuration.resolution ?? NameResolution([], cache: nil, history: addressHistory)
            return SessionDialler(name, fixed: fixed.filter(allows), by: resolution)
        }
        guard let resolution = configuration.resolution, case .dns(let host) = name,
            !DialPlan(request.url, configuration).isChosen
        else { return nil }
        return SessionDialler(
            name, finder: AddressFinder(host, port: port, configuration.addressFamily, by: resolution), by: resolution)
    }

    /// Where libcurl is to connect for a request; through a proxy to the best address of the rule for its server.
    func dialTargets(for request: HTTPSRequest) -> DialTargets {
        let (name, port) = (request.url.serverName, request.url.port)
        guard configuration.proxy(for: request.url) != nil, let rule = rule(for: request) else {
            return configuration.dial(to: name)
        }
        let endpoints = rule.targets.map { Endpoint($0.address, port: $0.port ?? port) }
        guard let best = addressHistory.ranked(endpoints, for: name).first ?? endpoints.first else {
            return configuration.dial(to: name)
        }
        return DialTargets(
            connectTo: ["\(URLParts.literal(request.url.host)):\(port):\(best)"], resolve: configuration.resolve)
    }

    /// The first rule for a request's server, its own before the session's.
    func rule(for request: HTTPSRequest) -> DialRule? {
        (request.dial + configuration.dial).first { $0.fits(request.url.serverName, port: request.url.port) }
    }

    private func allows(_ candidate: DialCandidate) -> Bool {
        configuration.addressFamily.contains(candidate.endpoint.address)
    }
}

extension DialRule {
    /// Who names its addresses.
    static let source = "rule"
}

extension TransportRequest {
    /// Lets its connections be dialled.
    ///
    /// - Parameter rule: what the addresses come from; nil for the session's resolvers.
    mutating func lead(by dialler: SessionDialler, under rule: DialRule?) {
        self.dialler = dialler
        dial = DialTargets()
        dialView = rule.map { [$0.description] } ?? []
    }
}
