import HoldfastHTTP
import HoldfastHTTPS
import HoldfastPolicy
import HoldfastTracing
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

/// The servers that a policy file names one by one: its exact hosts, and what it says of many.
struct PolicyFileHosts {
    /// Patterns that are named where they are passed over.
    private static let mostNamed = 5

    /// In the order of their names, the port of `connectTo` with those that have one of their own.
    let targets: [Target]
    /// The patterns that name no single host.
    let skipped: [HostPattern]
    /// The patterns of these that match none of the hosts either.
    private let unused: [HostPattern]

    /// Takes the hosts of a document.
    ///
    /// - Throws: a usage error where it names none.
    init(_ document: PolicyDocument, path: String, startTLS: StartTLS?) throws(CommandError) {
        var named: [String] = []
        var skipped: [HostPattern] = []
        for (pattern, host) in document.hosts {
            guard case .host(let name) = pattern else {
                skipped.append(pattern)
                continue
            }
            var text = name.inURL
            if let port = host.connectTo?.serverPort, port != 443 { text += ":\(port)" }
            named.append(text)
        }
        guard !named.isEmpty else {
            throw .usage(PolicySentence.noExactHost(file: path), hint: PolicyAdvice.nameServersBeside)
        }
        var targets: [Target] = []
        for text in named.sorted() { targets.append(try Target(text, startTLS: startTLS)) }
        self.targets = targets
        self.skipped = skipped.sorted { "\($0)" < "\($1)" }
        let matched = document.hostsByPattern
        unused = self.skipped.filter { matched[$0] == nil }
    }

    /// Says which patterns are passed over, the first of many by their names.
    ///
    /// - Parameter namingUnused: whether those are named, too, by which none of the hosts is judged.
    func tell(namingUnused: Bool) {
        guard !skipped.isEmpty else { return }
        Console.note(PolicySentence.notOneHost(count: skipped.count, patterns: Self.names(skipped)))
        guard namingUnused, !unused.isEmpty else { return }
        Console.note(PolicySentence.matchesNoHost(count: unused.count, patterns: Self.names(unused)))
    }

    /// Targets without a port of their own, at the port that `connectTo` of their entries is for.
    ///
    /// - Parameter dial: rules of options, which come first.
    static func placed(
        _ targets: [Target], by document: PolicyDocument, unlessLedBy dial: DialOptions
    ) throws(CommandError) -> [Target] {
        var placed: [Target] = []
        for target in targets {
            guard !target.hasWrittenPort, !dial.leads(target.url),
                let port = document.policy(for: target.url.serverName).connectTo?.serverPort, port != target.url.port
            else {
                placed.append(target)
                continue
            }
            var other = try Target(target.atPort(port), startTLS: target.startTLS)
            other.place = target.place
            placed.append(other)
        }
        return placed
    }

    private static func names(_ patterns: [HostPattern]) -> String {
        (patterns.prefix(mostNamed).map { "\($0)" } + (patterns.count > mostNamed ? ["…"] : []))
            .joined(separator: ", ")
    }
}

extension Target {
    /// Whether a port was written, or a URL, which has one in any case.
    fileprivate var hasWrittenPort: Bool {
        if text.utf8.contains(UInt8(ascii: "/")) { return true }
        if IPAddress(text) != nil { return false }
        return text.hasPrefix("[") ? !text.hasSuffix("]") : text.contains(":")
    }

    /// The server's name or address with another port.
    func atPort(_ port: UInt16) -> String {
        "\(URLParts.literal(url.host)):\(port)"
    }
}
