import HoldfastDiagnostics
import HoldfastHTTPS
import HoldfastResolving
import HoldfastTransport
import HoldfastTrust

/// Why there is no address to connect to.
struct AddressFailure: Error, Sendable {
    let report: FailureReport

    init(_ error: HTTPSError) { report = FailureReport(error) }

    /// No source has an address; what the last one that failed said.
    init(noAddressOf name: DNSName, _ errors: [ResolverError]) {
        let telling = errors.last { $0.reason != .noSuchName } ?? errors.last
        let isTimeout = !errors.isEmpty && errors.allSatisfy { $0.reason == .timedOut }
        report = FailureReport(
            phase: .name, code: isTimeout ? "timedOut" : telling?.code ?? "noAddress",
            message: "no resolver has an address of \(name)" + (telling.map { ": \($0)" } ?? ""),
            hint: telling?.hint ?? "check the spelling, or ask another resolver", exitCode: isTimeout ? 7 : 3)
    }
}

/// All addresses of a target by the options, for what connects to each by itself: `--connect-to` first, then `--resolve`,
/// then whom `--resolver` names, and the system where none is named.
struct TargetAddresses: Sendable {
    private let dial: DialOptions
    private let session: HTTPSSession

    init(_ dial: DialOptions, session: HTTPSSession) {
        self.dial = dial
        self.session = session
    }

    /// At least one; all of them at ``DialOptions/port(of:)``.
    func addresses(of target: Target) async throws(AddressFailure) -> [IPAddress] {
        let places = dial.places(of: target)
        let port = dial.port(of: target)
        let mapped = places.filter { $0.port == port }.compactMap { IPAddress(Self.bare($0.host)) }
        if !mapped.isEmpty { return mapped }
        let host = places.first?.host ?? DialOptions.literal(target.url.serverName)
        if let resolution = dial.resolution, !dial.hasAddresses(of: host, port: port), let name = try? DNSName(host) {
            return try await asked(resolution, name)
        }
        do throws(HTTPSError) { return try await session.addresses(of: target.url) } catch {
            throw AddressFailure(error)
        }
    }

    /// The answer of the first source that has one, and the system's as the policy says.
    private func asked(_ resolution: NameResolution, _ name: DNSName) async throws(AddressFailure) -> [IPAddress] {
        var sources = resolution.sources.filter { $0.serves(name) }
        var errors: [ResolverError] = []
        if resolution.systemFallback != .never {
            sources.append(NameResolution.Source(SystemResolver(), timeout: ResolverOptions.defaultTimeout))
        }
        var found: [IPAddress] = []
        for (index, source) in sources.enumerated() {
            let isSystemBeside = resolution.systemFallback == .parallel && index == sources.count - 1
            guard found.isEmpty || isSystemBeside else { continue }
            let answers = await Self.ask(source, name, dial.family)
            for answer in answers {
                switch answer {
                case .success(let addresses): found += addresses.filter { !found.contains($0) }
                case .failure(let error): errors.append(error)
                }
            }
        }
        guard !found.isEmpty else { throw AddressFailure(noAddressOf: name, errors) }
        return found
    }

    /// Both kinds at once, IPv4 first.
    private static func ask(
        _ source: NameResolution.Source, _ name: DNSName, _ family: HTTPSSession.AddressFamily
    ) async -> [Result<[IPAddress], ResolverError>] {
        let kinds: [AddressKind] =
            switch family {
            case .any: [.ipv4, .ipv6]
            case .ipv4: [.ipv4]
            case .ipv6: [.ipv6]
            }
        var answers: [Int: Result<[IPAddress], ResolverError>] = [:]
        let finished = Parallel.map(kinds, atOnce: kinds.count) { kind -> Result<[IPAddress], ResolverError> in
            do throws(ResolverError) {
                let query = ResolverQuery(name, kind, timeout: source.timeout)
                return .success(try await source.resolver.resolve(query).addresses)
            } catch {
                return .failure(error)
            }
        }
        for await (index, answer) in finished { answers[index] = answer }
        return kinds.indices.compactMap { answers[$0] }
    }

    private static func bare(_ host: String) -> String {
        host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    }
}
