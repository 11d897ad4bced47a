import HoldfastEndpoint
import HoldfastHTTP
import HoldfastSystem
import HoldfastX509

/// One connection of a ``ProxyServer``: what the client asks, and the tunnel that it gets.
struct ProxyServing: Sendable {
    let configuration: ProxyConfiguration
    let number: Int
    let monitor: Monitor<ProxyCounters>
    /// The sockets to servers, by the connection that they are for, so that stopping the proxy ends them.
    private let tunnels: Monitor<[Int: StreamSocket]>

    init(
        _ configuration: ProxyConfiguration, number: Int, monitor: Monitor<ProxyCounters>,
        tunnels: Monitor<[Int: StreamSocket]>
    ) {
        self.configuration = configuration
        self.number = number
        self.monitor = monitor
        self.tunnels = tunnels
    }

    func serve(_ socket: StreamSocket, _ context: TLSContext?) throws(ServingError) {
        switch configuration.kind {
        case .http: try converse(over: socket)
        case .socks5: try speakSOCKS(over: socket)
        case .https(let tls):
            guard let context else { return }
            let stream = try TLSStream(context, on: socket)
            defer {
                stream.close()
                monitor.change { $0.alertsReceived += stream.ledger.alertsReceived }
            }
            try stream.handshake(until: .after(tls.handshakeTimeout))
            monitor.change {
                $0.handshakesCompleted += 1
                $0.serverNames.append(stream.serverName)
            }
            try converse(over: stream)
        }
    }

    /// Reads requests until one of them gets its tunnel.
    private func converse(over client: some TunnelEnd) throws(ServingError) {
        var reader = RequestReader(configuration.requestLimits)
        while let request = try readRequest(from: client, with: &reader) {
            let deadline = Deadline.after(configuration.idleTimeout)
            var visit = ProxyVisit(connection: number, target: request.target)
            visit.requestLine = "\(request.method) \(request.target) HTTP/1.\(request.minorVersion)"
            visit.fields = request.fields
            var refusal = configuration.refusal(request)
            if request.method != "CONNECT" {
                refusal = ServerResponse(status: 405, fields: [HTTPField("Allow", "CONNECT")])
            }
            var server: StreamSocket?
            if refusal == nil {
                server = connect(to: request.target)
                if server == nil { refusal = ServerResponse(status: 502, text: "no way to \(request.target)\n") }
            }
            visit.answer = refusal?.status ?? 200
            note(visit)
            guard let server else {
                guard let refusal else { return }
                try client.write(refusal.encoded(for: request), until: deadline)
                if refusal.closesConnection || !request.keepsAlive { return }
                continue
            }
            try client.write(Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8), until: deadline)
            return try lead(client, to: server, first: reader.takeRest())
        }
    }

    private func readRequest(
        from client: some TunnelEnd, with reader: inout RequestReader
    ) throws(ServingError) -> ServerRequest? {
        let deadline = Deadline.after(configuration.idleTimeout)
        while true {
            switch reader.next() {
            case .request(let request): return request
            case .refused(let status, let why):
                try client.write(ServerResponse(status: status, text: why + "\n").encodedClosing, until: deadline)
                throw ServingError(.readProxyRequest, .malformed(why))
            case .wantsContinue: try client.write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), until: deadline)
            case .needsMore:
                let bytes = try client.read(atMost: 16 << 10, until: deadline)
                guard !bytes.isEmpty else { return nil }
                monitor.change { $0.bytesReceived += bytes.count }
                reader.append(bytes)
            }
        }
    }

    // MARK: What both kinds do

    func note(_ visit: ProxyVisit) { monitor.change { $0.visits.append(visit) } }

    /// A connection to where the target leads; nil where it leads nowhere, or nobody listens there.
    func connect(to target: String) -> StreamSocket? {
        guard let port = configuration.routes[target.asciiLowercased()],
            let socket = try? StreamSocket.connected(toLoopback: port)
        else { return nil }
        tunnels.change { $0[number] = socket }
        return socket
    }

    /// Carries bytes both ways until either side has ended.
    func lead(
        _ client: some TunnelEnd, to server: StreamSocket, first: [UInt8] = []
    ) throws(ServingError) {
        monitor.change { $0.tunnels += 1 }
        try TunnelCarrier.carry(between: client, and: server, first: first, silence: configuration.idleTimeout) {
            up, down in
            monitor.change {
                $0.bytesToServers += up
                $0.bytesToClients += down
            }
        }
    }
}
