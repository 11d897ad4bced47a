import HoldfastHTTPS
import HoldfastJSON
import HoldfastStatements
import HoldfastTransport
public import HoldfastTrust
public import HoldfastWeb
public import HoldfastX509

/// Content of a pin update: other pins for some of a program's hosts, and where their failures are reported. It can say
/// nothing else.
///
/// The document is JSON of the schema `holdfast.pin-update/1`:
///
/// ```json
/// {"schema": "holdfast.pin-update/1", "counter": 7,
///  "issued": "2026-11-22T00:00:00Z", "expires": "2027-05-22T00:00:00Z",
///  "hosts": {"**.example.com": {"pins": {"anywhere": ["sha256/…", "sha256/…"]},
///                               "reportURIs": ["https://reports.example.com/"]}}}
/// ```
///
/// The object `pins` is that of the policy file. A pattern of the update takes the place of the same pattern among the
/// pins that the program was built with; the others stay.
public struct PinUpdate: Hashable, Sendable {
    public static let schema = "holdfast.pin-update/1"
    /// Bytes of an update; 1 MiB.
    public static let maximumBytes = 1 << 20
    /// The most host patterns that an update may have; 5,000.
    public static let maximumHosts = 5_000
    /// URIs for the reports about one host; 10.
    public static let maximumReportURIs = 10
    /// The greatest counter; what every reader of JSON keeps whole (RFC 8259 §6).
    public static let maximumCounter: UInt64 = (1 << 53) - 1

    /// Settings for the servers of one pattern; nil for those that stay as they are.
    public struct Host: Hashable, Sendable {
        public var pins: PinnedHosts.Rule?
        public var reportURIs: [HTTPSURL]?
        /// Labels and order of the pins.
        public var notation: PinNotation

        public init(pins: PinnedHosts.Rule?, reportURIs: [HTTPSURL]? = nil, notation: PinNotation = PinNotation()) {
            (self.pins, self.reportURIs, self.notation) = (pins, reportURIs, notation)
        }
    }

    /// Grows with every update; one that is not greater than the last is not taken.
    public let counter: UInt64
    /// When it was made.
    public let issued: Instant
    /// The first instant at which it no longer holds; the pins are then those that the program was built with.
    public let expires: Instant
    public let hosts: [HostPattern: Host]

    /// An update that is to be signed.
    public init(counter: UInt64, issued: Instant, expires: Instant, hosts: [HostPattern: Host]) {
        (self.counter, self.issued, self.expires, self.hosts) = (counter, issued, expires, hosts)
    }

    /// The document, the same for equal updates.
    public var bytes: [UInt8] {
        let entries = hosts.map { pattern, host in
            var members: [(name: String, value: JSONDraft)] = []
            if let pins = host.pins { members.append(("pins", PinsCodec.draft(of: pins, host.notation))) }
            if let uris = host.reportURIs {
                members.append(("reportURIs", .list(uris.map { .text($0.description) })))
            }
            return (name: pattern.description, value: JSONDraft.members(members))
        }
        let document = JSONDraft.members([
            ("schema", .text(Self.schema)), ("counter", .number(Int(clamping: counter))),
            ("issued", .text(issued.description)), ("expires", .text(expires.description)),
            ("hosts", .members(entries.sorted { $0.name < $1.name })),
        ])
        return Array((document.pretty + "\n").utf8)
    }

    /// The program's pins with this update's in the place of those of the same patterns.
    ///
    /// - Throws: ``PinUpdateFailure``: there would be more patterns than a program may have.
    public func merged(into shipped: PinnedHosts) throws(PinUpdateFailure) -> PinnedHosts {
        let own = hosts.compactMapValues(\.pins)
        do throws(PinnedHostsError) {
            return try PinnedHosts(shipped.rules.merging(own) { $1 }, everywhere: shipped.everywhere)
        } catch {
            throw PinUpdateFailure(.tooManyHosts(limit: PinnedHosts.maximumPatterns))
        }
    }

    /// The program's report URIs with this update's in the place of those of the same patterns.
    public func merged(into shipped: [HostPattern: [HTTPSURL]]) -> [HostPattern: [HTTPSURL]] {
        shipped.merging(hosts.compactMapValues(\.reportURIs)) { $1 }
    }
}

extension PinUpdate {
    private static let names = ["schema", "counter", "issued", "expires", "hosts"]
    private static let hostNames = ["pins", "reportURIs"]

    /// Reads an update whose signature was verified.
    init(_ bytes: [UInt8], publicSuffixes: PublicSuffixes?) throws(PinUpdateFailure) {
        var reader = DocumentReader()
        guard let root = reader.root(of: bytes) else { throw reader.refusal }
        let entries = reader.entries(of: root) ?? []
        let members = Dictionary(entries.map { ($0.name, $0.place) }, uniquingKeysWith: { first, _ in first })
        if let place = members["schema"], let text = reader.text(of: place), text != Self.schema {
            throw PinUpdateFailure(.unknownSchema(JSONText.excerpt(text)))
        }
        try Self.refuseOthers(entries, than: Self.names)
        for name in Self.names where members[name] == nil {
            reader.report(DocumentSentence.missing(name: name), at: root)
        }
        let counter = members["counter"].flatMap { Self.counter(of: $0, &reader) }
        let issued = members["issued"].flatMap { reader.instant(of: $0) }
        let expires = members["expires"].flatMap { reader.instant(of: $0) }
        if let issued, let expires, let place = members["expires"], expires <= issued {
            reader.report(PinsCodecSentence.endsBeforeIssue, at: place)
        }
        let hosts = try members["hosts"].map { (place) throws(PinUpdateFailure) in
            try Self.hosts(of: place, publicSuffixes, &reader)
        }
        guard reader.count == 0, let counter, let issued, let expires, let hosts else { throw reader.refusal }
        self.init(counter: counter, issued: issued, expires: expires, hosts: hosts)
    }

    private static func counter(of place: DocumentPlace, _ reader: inout DocumentReader) -> UInt64? {
        guard let number = reader.number(of: place) else { return nil }
        guard number <= maximumCounter else {
            return reader.refuse(PinsCodecSentence.counter(limit: maximumCounter), at: place)
        }
        return UInt64(number)
    }

    private static func hosts(
        of place: DocumentPlace, _ suffixes: PublicSuffixes?, _ reader: inout DocumentReader
    ) throws(PinUpdateFailure) -> [HostPattern: Host] {
        guard let entries = reader.entries(of: place) else { return [:] }
        guard entries.count <= maximumHosts else {
            reader.report(PinsCodecSentence.tooManyHosts(count: entries.count, limit: maximumHosts), at: place)
            return [:]
        }
        var hosts: [HostPattern: Host] = [:]
        for entry in entries {
            let members = reader.entries(of: entry.place) ?? []
            try refuseOthers(members, than: hostNames)
            var host = Host(pins: nil)
            for member in members {
                if member.name == "pins" {
                    host.pins = PinsCodec.rule(of: member.place, &reader, &host.notation)
                } else {
                    host.reportURIs = uris(of: member.place, &reader)
                }
            }
            if members.isEmpty { reader.report(PinsCodecSentence.nothingSaid, at: entry.label) }
            do throws(HostPatternError) {
                let pattern = try HostPattern(entry.name, publicSuffixes: suffixes)
                if hosts.updateValue(host, forKey: pattern) != nil {
                    reader.report(PinsCodecSentence.repeatedHost, at: entry.label)
                }
            } catch {
                reader.report(error, at: entry.label)
            }
        }
        return hosts
    }

    private static func uris(of place: DocumentPlace, _ reader: inout DocumentReader) -> [HTTPSURL]? {
        guard let items = reader.items(of: place, limit: maximumReportURIs) else { return nil }
        var uris: [HTTPSURL] = []
        for item in items {
            guard let text = reader.text(of: item) else { continue }
            do throws(HTTPSURLError) {
                uris.append(try HTTPSURL(text))
            } catch {
                let shown = JSONText.excerpt(ShownURL.text(of: text))
                reader.report(PinsCodecSentence.noReportURI(shown, error.statement), at: item)
            }
        }
        return uris
    }

    private static func refuseOthers(
        _ entries: [DocumentReader.Entry], than names: [String]
    ) throws(PinUpdateFailure) {
        guard let other = entries.first(where: { !names.contains($0.name) }) else { return }
        throw PinUpdateFailure(
            .forbiddenMember(JSONText.excerpt(other.name), at: other.label.position.description))
    }
}

extension DocumentReader {
    /// The first problem, and how many more there are.
    fileprivate var refusal: PinUpdateFailure {
        let first = problems.first?.wholeStatement ?? PinUpdateSentence.unreadable.statement
        return PinUpdateFailure(
            .malformed(count > 1 ? PinUpdateSentence.andMore(first, count: count - 1).statement : first))
    }
}
