public import HoldfastTrust
import HoldfastX509

/// What a file says about pins, as it stands there: read, and not yet believed.
///
/// ``read(_:as:)`` reads any of the formats, ``pins(publicSuffixes:)`` makes pins of it that a program can use, and
/// ``PinLint`` says what is wrong with it.
public struct PinFile: Hashable, Sendable {
    /// What is said about the servers of one pattern.
    public struct Entry: Hashable, Sendable {
        /// A pattern as ``HostPattern`` writes it; empty for every server, which only curl says.
        public let pattern: String
        /// Where it stands in the file.
        public let place: String
        /// Whether the servers are not pinned, whatever a wider pattern says.
        public var isExcluded = false
        public var pins: [WrittenPin] = []
        public var enforcement = PinSet.Enforcement.enforce
        public var expiry: PinExpiry?
        /// Whether the file itself says that no backup is wanted.
        public var waivesBackup = false
        /// Where failures are reported to.
        public var reportURIs: [String] = []
        /// The least version of TLS, `1.2` or `1.3`; nil where nothing is said.
        public var minimumTLS: String?

        init(_ pattern: String, at place: String) { (self.pattern, self.place) = (pattern, place) }

        /// Whether it says anything about pins.
        public var isAboutPins: Bool { isExcluded || !pins.isEmpty }
    }

    public let format: PinFormat
    public var entries: [Entry]
    /// What stands there and could not be taken over, or only in other words.
    public var notes: [PinNote]

    /// Of a policy file: what its strict reader refuses.
    public internal(set) var problems: [DocumentProblem] = []

    init(_ format: PinFormat, entries: [Entry] = [], notes: [PinNote] = []) {
        (self.format, self.entries, self.notes) = (format, entries, notes)
    }

    /// Bytes that a file may have: as many as a policy file.
    public static let sizeLimit = PolicyDocument.maximumBytes
}

/// Pins on their way from one format into another.
public struct ExchangedPins: Hashable, Sendable {
    public var hosts: PinnedHosts
    /// Where failures are reported to, by pattern.
    public var reportURIs: [HostPattern: [String]]
    /// The least version of TLS by pattern, `1.2` or `1.3`.
    public var minimumTLS: [HostPattern: String]

    public init(
        _ hosts: PinnedHosts, reportURIs: [HostPattern: [String]] = [:], minimumTLS: [HostPattern: String] = [:]
    ) {
        (self.hosts, self.reportURIs, self.minimumTLS) = (hosts, reportURIs, minimumTLS)
    }

    /// Every pattern that anything is said about, in the order in which files are written.
    var patterns: [HostPattern] {
        let all = Set(hosts.rules.keys).union(reportURIs.keys).union(minimumTLS.keys)
        return all.sorted { ($0.domainText, $0.width) < ($1.domainText, $1.width) }
    }
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

/// Why a file gives no pins.
public struct PinFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where in the file; empty for the whole of it.
    public let place: String
    /// A clause.
    public let reason: String

    init(_ reason: String, at place: String = "") { (self.place, self.reason) = (place, reason) }

    public var description: String { place.isEmpty ? reason : "\(place): \(reason)" }
}
