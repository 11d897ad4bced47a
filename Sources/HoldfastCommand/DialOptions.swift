import HoldfastHTTPS
import HoldfastResolving
import HoldfastTrust
import HoldfastX509

/// Where to connect, and how long to wait: the options shared by all commands that connect.
struct DialOptions: Sendable {
    private(set) var connectTo: [String]
    /// Those of ``connectTo`` that lead to addresses: one rule for a host and port, with all of its addresses in order.
    let rules: [DialRule]
    let resolve: [String]
    let timeout: Duration
    /// Which addresses are dialled.
    let family: HTTPSSession.AddressFamily
    /// What connections go through.
    let proxy: Proxy?
    /// Who is asked for addresses; nil for the system.
    let resolution: NameResolution?
    let sendsServerName: Bool

    static let defaultTimeout = Duration.seconds(30)

    /// - Parameter resolvers: whom `--resolver` names; nil to read the option.
    init(_ invocation: Invocation, resolvers: ResolverOptions? = nil) throws(CommandFailure) {
        let family = try Self.family(invocation)
        self.family = family
        let mappings = try invocation.values(.connectTo).map { text throws(CommandFailure) in
            try ConnectToMapping(text, parts: Self.parts(text))
        }
        for case let place? in mappings.map(\.place) { try Self.allow(place, in: family, as: "--connect-to: ") }
        connectTo = mappings.map(\.description)
        rules = try ConnectToMapping.rules(of: mappings)
        resolve = try invocation.values(.resolve).map { text throws(CommandFailure) in
            guard let parts = Self.parts(text), parts.count == 3, let host = Self.host(parts[0]),
                Self.isPort(parts[1]), let addresses = Self.addresses(parts[2])
            else {
                throw .usage(
                    "--resolve: \(Wording.quoted(text)) is not HOST:PORT:ADDR[,ADDR]",
                    hint: "for example www.example.com:443:127.0.0.1; IPv6 in brackets")
            }
            // libcurl would ask the resolver instead where it finds none of the family.
            let dialled = addresses.filter { family.contains($0) }
            guard !dialled.isEmpty else {
                throw .usage(
                    "--resolve: \(Wording.quoted(text)) has no \(Self.name(of: family)) address",
                    hint: "leave \(Self.option(of: family)) out, or name another address")
            }
            return "\(host):\(parts[1]):" + dialled.map(Self.literal).joined(separator: ",")
        }
        timeout = try Self.timeout(invocation.value(.timeout))
        proxy = try Self.proxy(invocation.value(.proxy))
        if let resolvers {
            resolution = resolvers.resolution
        } else {
            resolution = try ResolverOptions(invocation).resolution
        }
        sendsServerName = !invocation.has(.noSNI)
        if proxy != nil, resolution != nil {
            throw .usage(
                "--proxy excludes --resolver",
                hint: "the proxy resolves the name and chooses the address; leave one of them out")
        }
    }

    /// The same options, and after them where a policy file maps the server to.
    func adding(_ settings: HTTPSSession.ServerSettings) -> DialOptions {
        var options = self
        options.connectTo += settings.connectTo
        return options
    }

    /// A session's settings with these options; the policy is for the caller to set.
    func configuration(at: Instant?) -> HTTPSSession.Configuration {
        var configuration = HTTPSSession.Configuration()
        configuration.connectTo = connectTo
        configuration.resolve = resolve
        configuration.dial = rules
        configuration.resolution = resolution
        configuration.sendsServerName = sendsServerName
        configuration.timeout = timeout
        configuration.addressFamily = family
        configuration.proxy = proxy
        if let at { configuration.clock = { at } }
        return configuration
    }

    private static func proxy(_ text: String?) throws(CommandFailure) -> Proxy? {
        guard let text else { return nil }
        do throws(ProxyError) {
            return try Proxy(text)
        } catch {
            // The text may hold a password.
            throw .usage("--proxy: \(error)", hint: "for example http://proxy.example.com:8080")
        }
    }

    static func timeout(_ text: String?) throws(CommandFailure) -> Duration {
        guard let text else { return defaultTimeout }
        guard let seconds = Double(text), seconds.isFinite, seconds > 0, seconds <= 86_400 else {
            throw .usage(
                "--timeout: \(Wording.quoted(text)) is no number of seconds",
                hint: "write a number above 0, such as 2.5")
        }
        return .milliseconds(Int64((seconds * 1000).rounded(.up)))
    }

    /// The parts between colons; colons in brackets do not part. nil where a bracket stays open.
    private static func parts(_ text: String) -> [Substring]? {
        var parts: [Substring] = []
        var start = text.startIndex
        var isBracketed = false
        for index in text.indices {
            switch text[index] {
            case "[": isBracketed = true
            case "]": isBracketed = false
            case ":" where !isBracketed:
                parts.append(text[start..<index])
                start = text.index(after: index)
            default: break
            }
        }
        parts.append(text[start...])
        return isBracketed ? nil : parts
    }

    /// A host as URLs have it: A-labels, or an address, with brackets where it is an IPv6 one.
    private static func host(_ text: Substring) -> String? { (try? HostName.parse(String(text))).map(literal) }

    private static func isPort(_ text: Substring) -> Bool { (UInt16(text) ?? 0) != 0 }

    private static func addresses(_ text: Substring) -> [IPAddress]? {
        var addresses: [IPAddress] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let isBracketed = part.hasPrefix("[") && part.hasSuffix("]")
            guard let address = IPAddress(isBracketed ? part.dropFirst().dropLast() : part),
                (address.bytes.count == 16) == isBracketed
            else { return nil }
            addresses.append(address)
        }
        return addresses
    }

    static func literal(_ address: IPAddress) -> String {
        address.bytes.count == 4 ? address.description : "[\(address)]"
    }

    static func literal(_ name: ServerName) -> String {
        switch name {
        case .dns(let name): name.text
        case .ip(let address): literal(address)
        }
    }
}

extension DialOptions {
    /// The port that a target is dialled at: that of `--connect-to` where it is for the target, else its own.
    func port(of target: Target) -> UInt16 { places(of: target).first?.port ?? target.url.port }

    /// Where `--connect-to` leads for a target, in the options' order: hosts as URLs have them, and ports.
    ///
    /// The first that fits, and those for the very same host and port; an empty host or port fits every one in front, and
    /// is the target's own behind.
    func places(of target: Target) -> [(host: String, port: UInt16)] {
        let (host, port) = (Self.literal(target.url.serverName), target.url.port)
        let entries = connectTo.compactMap { text in Self.parts(text).flatMap { $0.count == 4 ? $0 : nil } }
        guard
            let first = entries.first(where: { parts in
                (parts[0].isEmpty || parts[0] == host) && (parts[1].isEmpty || UInt16(parts[1]) == port)
            })
        else { return [] }
        return entries.filter { $0[..<2] == first[..<2] }.map { parts in
            (parts[2].isEmpty ? host : String(parts[2]), UInt16(parts[3]) ?? port)
        }
    }

    /// Whether `--resolve` has the addresses of a host, as URLs have it, and port.
    func hasAddresses(of host: String, port: UInt16) -> Bool {
        resolve.contains { $0.hasPrefix("\(host):\(port):") }
    }

    /// Says which of `--connect-to` and `--resolve` lead no server anywhere: a mistyped name or port has no effect.
    ///
    /// - Parameter urls: the servers that are asked for, or were.
    func complainOfUnused(for urls: [HTTPSURL]) {
        var servers = Set(urls.map { "\(Self.literal($0.serverName)):\($0.port)" })
        let unused = connectTo.filter { text in Self.parts(text).map { !servers.contains(Self.source($0)) } ?? true }
        // Where a server is led to a name, that name may have addresses.
        for parts in connectTo.compactMap(Self.parts) where servers.contains(Self.source(parts)) {
            servers.insert(parts.suffix(2).joined(separator: ":"))
        }
        let unresolved = resolve.filter { text in Self.parts(text).map { !servers.contains(Self.source($0)) } ?? true }
        for (option, texts) in [(CommandOption.connectTo, unused), (.resolve, unresolved)] {
            for text in texts {
                Console.complain(
                    "\(option.name) \(Wording.quoted(text)) fits no server that is asked for",
                    hint: "compare host and port; without a port a server's is 443")
            }
        }
    }

    /// Host and port of what an option is about.
    private static func source(_ parts: [Substring]) -> String { parts.prefix(2).joined(separator: ":") }

    /// Whether an option says something about addresses.
    var saysAddresses: Bool {
        !connectTo.isEmpty || !resolve.isEmpty || family != .any || resolution != nil
    }

    /// Refuses a target that is an address of the family that is not dialled, unless it is dialled elsewhere.
    func allow(_ target: Target) throws(CommandFailure) {
        guard case .ip(let address) = target.url.serverName else { return }
        guard places(of: target).allSatisfy({ $0.host == Self.literal(address) }) else { return }
        try Self.allow(.ip(address), in: family, as: "")
    }

    private static func allow(
        _ place: ServerName, in family: HTTPSSession.AddressFamily, as option: String
    ) throws(CommandFailure) {
        guard case .ip(let address) = place, !family.contains(address) else { return }
        throw .usage(
            "\(option)'\(address)' is no \(name(of: family)) address, and \(self.option(of: family)) dials no others",
            hint: "leave \(self.option(of: family)) out")
    }

    private static func family(_ invocation: Invocation) throws(CommandFailure) -> HTTPSSession.AddressFamily {
        switch (invocation.has(.ipv4), invocation.has(.ipv6)) {
        case (true, true): throw .usage("-4 excludes -6", hint: "leave both out to dial either kind of address")
        case (true, false): return .ipv4
        case (false, true): return .ipv6
        case (false, false): return .any
        }
    }

    private static func name(of family: HTTPSSession.AddressFamily) -> String { family == .ipv6 ? "IPv6" : "IPv4" }

    private static func option(of family: HTTPSSession.AddressFamily) -> String { family == .ipv6 ? "-6" : "-4" }
}
