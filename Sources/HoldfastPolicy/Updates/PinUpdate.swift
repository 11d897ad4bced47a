public import HoldfastHTTPS
public import HoldfastTrust
public import HoldfastX509

/// What an update says: other pins for some of a program's hosts, and where their failures are reported. It can say
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
    /// Patterns of an update; 5,000.
    public static let maximumHosts = 5_000
    /// URIs for the reports about one host; 10.
    public static let maximumReportURIs = 10
    /// The greatest counter; what every reader of JSON keeps whole (RFC 8259 §6).
    public static let maximumCounter: UInt64 = (1 << 53) - 1

    /// What is said about the servers of a pattern; nil for what stays as it is.
    public struct Host: Hashable, Sendable {
        public var pins: PinnedHosts.Rule?
        public var reportURIs: [HTTPSURL]?

        public init(pins: PinnedHosts.Rule?, reportURIs: [HTTPSURL]? = nil) {
            (self.pins, self.reportURIs) = (pins, reportURIs)
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
            if let pins = host.pins { members.append(("pins", PinsCodec.draft(of: pins))) }
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
    /// - Throws: ``PinUpdateRefusal``: there would be more patterns than a program may have.
    public func merged(into shipped: PinnedHosts) throws(PinUpdateRefusal) -> PinnedHosts {
        let own = hosts.compactMapValues(\.pins)
        do throws(PinnedHostsError) {
            return try PinnedHosts(shipped.rules.merging(own) { $1 }, everywhere: shipped.everywhere)
        } catch {
            throw PinUpdateRefusal(.tooManyHosts(limit: PinnedHosts.maximumPatterns))
        }
    }

    /// The program's report URIs with this update's in the place of those of the same patterns.
    public func merged(into shipped: [HostPattern: [HTTPSURL]]) -> [HostPattern: [HTTPSURL]] {
        shipped.merging(hosts.compactMapValues(\.reportURIs)) { $1 }
    }
}
