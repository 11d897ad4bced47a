import HoldfastHTTPS
public import HoldfastTrust
public import HoldfastWeb
import Synchronization

/// A handle to where reports of pin failures go, by server; shared, and replaced while the program runs.
///
/// Nobody is told about a server for which it names nothing: there is no default. For a server the most specific
/// pattern counts that is there: the exact name, then the longest domain, and of one domain `*.` before `**.`. An empty
/// list is nobody, whatever a wider pattern says.
public final class PinReportURIs: Sendable {
    private let uris: Mutex<[HostPattern: [HTTPSURL]]>

    /// Makes a handle to report URIs, by pattern of hosts.
    ///
    /// - Parameter uris: `http` URLs are left out, whatever the program allowed for them elsewhere, and so are users
    ///   and passwords of URLs.
    public init(_ uris: [HostPattern: [HTTPSURL]] = [:]) {
        self.uris = Mutex(Self.usable(uris))
    }

    /// The URIs, by pattern.
    public var current: [HostPattern: [HTTPSURL]] { uris.withLock { $0 } }

    /// Puts others in the place of all of these.
    public func replace(with uris: [HostPattern: [HTTPSURL]]) {
        let usable = Self.usable(uris)
        self.uris.withLock { $0 = usable }
    }

    /// The URIs that failures of a server are reported to; empty for nowhere.
    public func uris(for server: ServerName) -> [HTTPSURL] {
        let all = current
        return HostPattern.candidates(for: server).compactMap { all[$0] }.first ?? []
    }

    private static func usable(_ uris: [HostPattern: [HTTPSURL]]) -> [HostPattern: [HTTPSURL]] {
        // Read anew, since a URL carries the permission to go on in the clear, and a password.
        uris.mapValues { $0.compactMap { try? HTTPSURL($0.description) } }
    }
}
