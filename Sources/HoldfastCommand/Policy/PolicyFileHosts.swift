import HoldfastPolicy
import HoldfastTracing
import HoldfastTrust

/// The servers that a policy file names one by one: its exact hosts, and what it says of many.
struct PolicyFileHosts {
    /// Patterns that are named where they are passed over.
    private static let mostNamed = 5

    /// In the order of their names, the port of `connectTo` with those that have one of their own.
    let targets: [Target]
    /// The patterns that name no single host.
    let skipped: [HostPattern]

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
            var text = "\(name)"
            if case .ip = name, text.contains(":") { text = "[\(text)]" }
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
    }

    /// Says which patterns are passed over, the first of many by their names.
    func tell() {
        guard !skipped.isEmpty else { return }
        let names = skipped.prefix(Self.mostNamed).map { "\($0)" } + (skipped.count > Self.mostNamed ? ["…"] : [])
        Console.note(PolicySentence.notOneHost(count: skipped.count, patterns: names.joined(separator: ", ")))
    }
}
