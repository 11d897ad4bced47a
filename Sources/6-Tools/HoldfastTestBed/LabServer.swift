import HoldfastHTTP
import HoldfastServing
import HoldfastStatements
import HoldfastSystem
public import HoldfastX509

/// A server of the catalogue that is listening, on 127.0.0.1 unless it is told otherwise, and everything that is needed
/// to judge it.
///
/// It stops when it is let go, and when ``stop()`` is called.
public final class LabServer: Sendable {
    /// The entry of the catalogue, with the verdict that is expected of a judge.
    public let entry: BadServer
    /// The port that it listens on.
    public let port: UInt16
    /// The address by which this machine reaches it.
    public let address: String
    /// When it is to be judged; nil for now.
    public let at: Instant?
    /// The anchors to judge it by, and no others (DER).
    public let anchors: [[UInt8]]
    /// The certificates that it sends, the leaf first (DER, or what it sends in DER's place); nil where it sends none,
    /// and where the expected verdict is not about them.
    public let chain: [[UInt8]]?
    /// The list of logs of certificates to judge it by, JSON as Google and Apple publish theirs; nil where no logs are
    /// asked about.
    public let logList: String?
    /// The file with ``anchorsPEM``, where the server was started in a ``Lab``.
    public let anchorsFile: String?
    /// The file with ``chainPEM``, where the server was started in a ``Lab`` and sends a chain.
    public let chainFile: String?
    /// The file with ``logList``, where the server was started in a ``Lab`` and has one.
    public let logListFile: String?

    /// Arguments of `holdfast check` that the server needs besides target, anchors and connection: those of its entry,
    /// the file with its list of logs, and the way to its proxy.
    public let arguments: [String]

    private let running: Running
    private let proxy: ProxyServer?
    private let service: AuthorityService?
    private let place: LabPlace

    private enum Running: Sendable {
        case tls(TLSServer)
        case raw(RawServer)
    }

    init(_ entry: BadServer, _ staging: Staging, at moment: Instant, _ place: LabPlace) throws(TestBedError) {
        self.entry = entry
        at = entry.judgedAfter.map(moment.advanced(bySeconds:))
        anchors = staging.anchors
        chain = staging.chain
        logList = staging.logList
        service = staging.service
        (anchorsFile, chainFile, logListFile) = (nil, nil, nil)
        // A proxy leads to servers on loopback; other machines reach the proxy.
        let own = staging.proxy == nil ? place.listening : .loopback
        self.place = place
        address = own.dialled.description
        let page = "\(entry.name)\n\(entry.story)\n"
        do throws(ServingError) {
            switch staging.server {
            case .tls(let configuration):
                let server = try TLSServer(configuration, on: own, port: place.port) { _ in ServerResponse(text: page) }
                (running, port) = (.tls(server), server.port)
            case .raw(let serve):
                let server = try RawServer(on: own, port: place.port, serve: serve)
                (running, port) = (.raw(server), server.port)
            }
            var way: [String] = []
            if let identity = staging.proxy {
                let routes = ["127.0.0.1:\(port)": port]
                let proxy = try ProxyServer(
                    ProxyConfiguration(.https(TLSServerConfiguration(identity)), routes: routes), on: place.listening,
                    port: place.otherPort)
                way = Self.way(to: proxy, at: place.dialled)
                self.proxy = proxy
            } else {
                proxy = nil
            }
            arguments = entry.arguments + way
        } catch {
            throw .server(TestBedServerSentence.server(name: entry.name, error.statement).statement)
        }
    }

    /// Adds the files that a lab has written for a running server.
    init(_ server: LabServer, anchorsFile: String, chainFile: String?, logListFile: String?) {
        entry = server.entry
        port = server.port
        address = server.address
        place = server.place
        at = server.at
        anchors = server.anchors
        chain = server.chain
        self.anchorsFile = anchorsFile
        self.chainFile = chainFile
        logList = server.logList
        self.logListFile = logListFile
        running = server.running
        proxy = server.proxy
        service = server.service
        arguments = server.arguments + (logListFile.map { ["--ct-logs", $0] } ?? [])
    }

    /// The host name of every proxy of the catalogue.
    static let proxyHost = "proxy.holdfast.test"

    private static func way(to proxy: ProxyServer, at address: String) -> [String] {
        [
            "--proxy", "https://\(proxyHost):\(proxy.port)", "--resolve",
            "\(proxyHost):\(proxy.port):\(URLParts.literal(address))",
        ]
    }

    /// The name in the catalogue.
    public var name: String { entry.name }
    /// The defect, or why it is none, in one sentence.
    public var story: String { entry.story }
    /// The host name under which it is to be judged.
    public var host: String { entry.host }
    /// The URL, with a host name that leads to this machine by ``connectTo`` only.
    public var url: String { "https://\(hostInURL):\(port)/" }
    /// The detour to this server, as `holdfast check --connect-to` and `curl --connect-to` take it:
    /// `host:port:127.0.0.1:port`, or with the address that it listens on.
    public var connectTo: String { "\(hostInURL):\(port):\(URLParts.literal(address)):\(port)" }
    /// The line of a hosts file for the name that clients look up: its own, or its proxy's; nil for an address.
    var hostsLine: String? {
        if proxy != nil { return "\(place.dialled) \(Self.proxyHost)" }
        let isAddress = host.contains(":") || host.allSatisfy { $0 == "." || $0.isNumber }
        return isAddress ? nil : "\(address) \(host)"
    }
    /// The port that a client dials: the proxy's, where there is one.
    package var dialledPort: UInt16 { proxy?.port ?? port }

    /// ``connectTo`` and ``arguments`` for clients that dial this machine at another address than 127.0.0.1; behind a
    /// proxy that is the proxy's alone.
    package func way(at address: String) -> (connectTo: String, arguments: [String]) {
        guard let proxy else { return ("\(hostInURL):\(port):\(address):\(port)", arguments) }
        let place = "\(Self.proxyHost):\(proxy.port):"
        return (connectTo, arguments.map { $0.hasPrefix(place) ? place + address : $0 })
    }

    /// ``anchors`` as PEM.
    public var anchorsPEM: String { Self.pem(anchors) }
    /// ``chain`` as PEM. What it holds need not be a certificate.
    public var chainPEM: String? { chain.map(Self.pem) }

    /// The number of connections that the server has accepted.
    public var connections: Int {
        switch running {
        case .tls(let server): server.counters.connections
        case .raw(let server): server.counters.connections
        }
    }

    /// The number of TLS handshakes that were completed with the server.
    public var handshakesCompleted: Int { counters.handshakesCompleted }

    /// Bytes of application data that have reached the server: none, where a client has refused it in time.
    ///
    /// A client may be done before the server: ``becomesIdle(afterAtLeast:upTo:)`` first, or
    /// ``waitUntilIdle(afterAtLeast:upTo:)``.
    public var applicationBytesReceived: Int { counters.applicationBytesReceived }

    /// The number of whole HTTP requests that have reached the server through TLS.
    public var requestsReceived: Int { counters.requestsReceived }

    /// Waits until every connection has ended, and says whether that was in time; holds no thread of Swift's pool.
    ///
    /// - Parameters:
    ///   - count: How many connections must have come before.
    ///   - duration: The longest to wait.
    public func becomesIdle(afterAtLeast count: Int = 1, upTo duration: Duration = .seconds(10)) async -> Bool {
        await SystemThread.value { self.waitUntilIdle(afterAtLeast: count, upTo: duration) }
    }

    /// Waits as ``becomesIdle(afterAtLeast:upTo:)`` does, and holds the calling thread meanwhile. Async tests share few
    /// threads.
    public func waitUntilIdle(afterAtLeast count: Int = 1, upTo duration: Duration = .seconds(10)) -> Bool {
        switch running {
        case .tls(let server): server.waitUntilIdle(afterAtLeast: count, upTo: duration)
        case .raw(let server): server.wait(upTo: duration) { $0.connections >= count && $0.openConnections == 0 }
        }
    }

    /// Puts the server back as it was when it had been started: every connection is closed, and what it has counted is
    /// zero. Port and certificates stay.
    public func reset() {
        proxy?.reset()
        service?.reset()
        switch running {
        case .tls(let server): server.reset()
        case .raw(let server): server.reset()
        }
    }

    /// Closes the port and every connection, and waits until the server's threads are done.
    public func stop() {
        proxy?.stop()
        service?.stop()
        switch running {
        case .tls(let server): server.stop()
        case .raw(let server): server.stop()
        }
    }

    /// An IPv6 address stands in brackets (RFC 3986 §3.2.2).
    private var hostInURL: String { URLParts.literal(host) }

    private var counters: ServerCounters {
        switch running {
        case .tls(let server): server.counters
        case .raw: ServerCounters()
        }
    }

    private static func pem(_ certificates: [[UInt8]]) -> String {
        certificates.map { PEMBlock(label: "CERTIFICATE", contents: $0).encoded }.joined()
    }
}
