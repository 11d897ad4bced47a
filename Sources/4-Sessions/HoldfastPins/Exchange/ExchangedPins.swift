public import HoldfastTrust
import HoldfastX509

/// Pins on their way from one format into another.
public struct ExchangedPins: Hashable, Sendable {
    public var hosts: PinnedHosts
    /// The URIs that failures are reported to, by pattern.
    public var reportURIs: [HostPattern: [String]]
    /// The least version of TLS by pattern, `1.2` or `1.3`.
    public var minimumTLS: [HostPattern: String]
    /// Labels and order of the pins, by pattern.
    public var notations: [HostPattern: PinNotation] = [:]
    /// Comments by pattern, and by the member of a policy file that they are in: empty for the entry itself, `pins`.
    public var comments: [HostPattern: [String: String]] = [:]
    /// The comment of the file as a whole; nil for none.
    public var comment: String?

    public init(
        _ hosts: PinnedHosts, reportURIs: [HostPattern: [String]] = [:], minimumTLS: [HostPattern: String] = [:]
    ) {
        (self.hosts, self.reportURIs, self.minimumTLS) = (hosts, reportURIs, minimumTLS)
    }

    /// Every pattern that anything is said about, in the order in which files are written.
    var patterns: [HostPattern] {
        let all = Set(hosts.rules.keys).union(reportURIs.keys).union(minimumTLS.keys).union(comments.keys)
        return all.sorted { ($0.domainText, $0.width) < ($1.domainText, $1.width) }
    }

    func notation(_ pattern: HostPattern?) -> PinNotation { pattern.flatMap { notations[$0] } ?? PinNotation() }

}

extension ExchangedPins {
    /// The rules without those that `**.` of the same domain says too, for formats that know a domain once.
    var simplified: [HostPattern: PinnedHosts.Rule] {
        hosts.rules.filter { pattern, rule in
            switch pattern {
            case .host(.dns(let name)), .oneLabelBelow(let name): hosts.rules[.withSubdomains(name)] != rule
            case .host(.ip), .withSubdomains: true
            }
        }
    }

    /// The note on servers that are taken out here, where a file that cannot say so pins them by another pattern; nil
    /// where no pins of it reach them.
    ///
    /// - Parameters:
    ///   - excluded: a pattern without pins of its own.
    ///   - written: patterns, as the other program takes them, whose pins it enforces.
    static func stillPinned(_ excluded: HostPattern, by written: [HostPattern]) -> PinNote? {
        written.filter { $0.meets(excluded) }.map { "\($0)" }.min()
            .map { PinNote(.stillPinned, .stillPinned(by: $0), at: "\(excluded)") }
    }
}

extension HostPattern {
    /// The name without its wildcard.
    var domainText: String { domain?.text ?? description }

    fileprivate var width: Int {
        switch self {
        case .host: 0
        case .oneLabelBelow: 1
        case .withSubdomains: 2
        }
    }
}

extension ExchangedPins {
    /// Choices that some formats ask for.
    public struct WritingOptions: Sendable {
        /// The group that pins of the group `anywhere` are written to in Apple's format, which has none for the whole
        /// chain: `.leaf` or `.authorities`; nil to leave them out.
        public var anywhereAs: PinSet.Group?
        /// The server that curl is to connect to; nil where there are pins of one pattern alone.
        public var host: ServerName?
        /// The list of public suffixes, by which a name that another program refuses is told; nil where no list is at
        /// hand: reserved top-level domains and single labels are told even then.
        public var publicSuffixes: PublicSuffixes?
        /// Whether property lists are written in their binary form.
        public var isBinary = false

        public init() {}
    }

    /// The file's bytes in a format, and what it does not say.
    ///
    /// Pins that only report are never written where they would refuse, and nothing is left out without a note. A file
    /// with a note that is a loss (``PinNote/isLoss``) leaves servers unpinned, pins those that are excluded, or ends
    /// the program that reads it: look before you use it.
    ///
    /// - Throws: ``PinFileError`` where curl can say none of it.
    public func written(
        as format: PinFormat, _ options: WritingOptions = WritingOptions()
    ) throws(PinFileError) -> (bytes: [UInt8], notes: [PinNote]) {
        var notes = unsaid(in: format, isBinary: options.isBinary)
        switch format {
        case .policy: return (Array(PolicyPins.text(self, &notes).utf8), notes)
        case .trustKit:
            return (
                try Self.bytes(TrustKitPins.plist(self, publicSuffixes: options.publicSuffixes, &notes), options), notes
            )
        case .pinnedDomains:
            return (try Self.bytes(ApplePins.plist(self, anywhereAs: options.anywhereAs, &notes), options), notes)
        case .android: return (Array(AndroidPins.xml(self, &notes).utf8), notes)
        case .okHttp: return (Array(OkHttpPins.source(self, &notes).utf8), notes)
        case .curl:
            let (place, set) = try setForOneServer(options.host)
            let option = try CurlPins.option(set?.set, notation(set?.pattern), of: place, &notes)
            return (Array((option + "\n").utf8), notes)
        }
    }

    /// Notes on statements that no file of a format can make.
    private func unsaid(in format: PinFormat, isBinary: Bool) -> [PinNote] {
        var notes: [PinNote] = []
        if format != .policy {
            if comment != nil { notes.add(.cannotExpress, .comment, at: "the file") }
            for pattern in patterns where comments[pattern] != nil {
                notes.add(.cannotExpress, .comment, at: "\(pattern)")
            }
        }
        if format == .curl || isBinary {
            for pattern in patterns where notation(pattern).labels.isEmpty == false {
                notes.add(.cannotExpress, .labels, at: "\(pattern)")
            }
        }
        // curl says it where it has one server's pins to say.
        guard format != .curl else { return notes }
        if hosts.everywhere != nil { notes.add(.unpinned, .everyServer, at: "every server") }
        if [.android, .okHttp, .trustKit].contains(format) {
            for pattern in patterns where minimumTLS[pattern] != nil {
                notes.add(.cannotExpress, .leastTLS, at: "\(pattern)")
            }
        }
        return notes
    }

    private func setForOneServer(
        _ host: ServerName?
    ) throws(PinFileError) -> (place: String, set: (set: PinSet, pattern: HostPattern?)?) {
        if let host {
            if let pattern = HostPattern.candidates(for: host).first(where: { hosts.rules[$0] != nil }),
                hosts.rules[pattern] == .excluded
            {
                throw PinFileError(.excluded(by: "\(pattern)"), at: "\(host)")
            }
            return ("\(host)", hosts.duty(for: host).map { ($0.set, $0.pattern) })
        }
        if let set = hosts.everywhere, hosts.rules.isEmpty { return ("every server", (set, nil)) }
        let pinned = hosts.rules.filter { $0.value != .excluded }
        guard pinned.count == 1, hosts.everywhere == nil, let (pattern, rule) = pinned.first else {
            throw PinFileError(.whichServer)
        }
        return ("\(pattern)", rule.set.map { ($0, pattern) })
    }

    private static func bytes(
        _ value: PropertyListValue, _ options: WritingOptions
    ) throws(PinFileError) -> [UInt8] {
        guard options.isBinary else { return Array(value.xml.utf8) }
        do { return try value.binary() } catch { throw PinFileError(.notWritten("\(error)")) }
    }
}
