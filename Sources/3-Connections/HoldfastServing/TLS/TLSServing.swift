import HoldfastEndpoint
import HoldfastSystem

/// One connection of a ``TLSServer``: handshake, requests, answers, provocation, end.
struct TLSServing: Sendable {
    private let configuration: TLSServerConfiguration
    private let number: Int
    private let monitor: Monitor<ServerCounters>
    private let handler: @Sendable (ServerRequest) -> ServerResponse

    init(
        _ configuration: TLSServerConfiguration, number: Int, monitor: Monitor<ServerCounters>,
        handler: @escaping @Sendable (ServerRequest) -> ServerResponse
    ) {
        self.configuration = configuration
        self.number = number
        self.monitor = monitor
        self.handler = handler
    }

    func serve(_ socket: StreamSocket, _ context: TLSContext) {
        var ledger = HandshakeLedger()
        monitor.count(socket) { () throws(ServingError) in
            if configuration.speaksPlainHTTP {
                let stream = PlainStream(socket)
                defer { stream.close() }
                var facts = ConnectionFacts()
                facts.number = number
                try answer(over: stream, facts) { _ throws(ServingError) in }
            } else {
                let stream = try TLSStream(context, on: socket)
                defer {
                    stream.close()
                    ledger = stream.ledger
                }
                try converse(over: stream)
            }
        } atEnd: { counters in
            counters.alertsReceived += ledger.alertsReceived
            counters.laterHandshakesCompleted += max(0, ledger.finishedReceived - 1)
            counters.keyUpdatesReceived += ledger.keyUpdatesReceived
        }
    }

    private func converse(over stream: TLSStream) throws(ServingError) {
        do throws(ServingError) {
            try stream.handshake(until: .after(configuration.handshakeTimeout))
        } catch {
            monitor.change { $0.serverNames.append(stream.serverName) }
            throw error
        }
        let facts = ConnectionFacts(
            number: number, serverName: stream.serverName, version: stream.version, cipherSuite: stream.cipherSuite,
            applicationProtocol: stream.applicationProtocol, isResumed: stream.isResumed)
        monitor.change {
            $0.serverNames.append(facts.serverName)
            $0.handshakesCompleted += 1
            $0.handshakesResumed += facts.isResumed ? 1 : 0
        }
        try provoke(stream, .afterHandshake)
        try answer(over: stream, facts) { moment throws(ServingError) in try provoke(stream, moment) }
    }

    /// Reads requests and answers them.
    ///
    /// - Parameter provoke: done at the moments of the first answer.
    private func answer(
        over stream: any ServedStream, _ facts: ConnectionFacts,
        provoke: (Provocation.Moment) throws(ServingError) -> Void
    ) throws(ServingError) {
        if let conversation = configuration.conversation {
            return try conversation(TLSConversation(stream, facts, patience: configuration.idleTimeout))
        }
        var reader = RequestReader(configuration.requestLimits)
        var isFirst = true
        while var request = try readRequest(from: stream, with: &reader, facts) {
            if isFirst {
                try provoke(.beforeResponse)
                request.connection.clientCertificate = stream.clientCertificate
            }
            let response = handler(request)
            try stream.write(response.encoded(for: request), until: .after(configuration.idleTimeout))
            if isFirst { try provoke(.afterResponse) }
            isFirst = false
            if response.closesConnection || !request.keepsAlive { return }
        }
    }

    /// The next request; nil at the end of the stream. What is no request is answered and is an error.
    private func readRequest(
        from stream: any ServedStream, with reader: inout RequestReader, _ facts: ConnectionFacts
    ) throws(ServingError) -> ServerRequest? {
        let deadline = Deadline.after(configuration.idleTimeout)
        while true {
            switch reader.next() {
            case .request(var request):
                request.connection = facts
                request.connection.clientCertificate = stream.clientCertificate
                monitor.change { $0.requestsReceived += 1 }
                return request
            case .refused(let status, let why):
                monitor.change { $0.requestsRefused += 1 }
                try stream.write(ServerResponse(status: status, text: why + "\n").encodedClosing, until: deadline)
                throw ServingError(.readRequest, .malformed(why))
            case .wantsContinue:
                try stream.write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), until: deadline)
            case .needsMore:
                let bytes = try stream.read(atMost: 16 << 10, until: deadline)
                guard !bytes.isEmpty else { return nil }
                monitor.change { $0.applicationBytesReceived += bytes.count }
                reader.append(bytes)
            }
        }
    }

    private func provoke(_ stream: TLSStream, _ moment: Provocation.Moment) throws(ServingError) {
        guard let provocation = configuration.provocation, provocation.moment == moment else { return }
        try stream.provoke(
            provocation.kind, awaitsCertificate: moment == .beforeResponse, until: .after(configuration.idleTimeout))
        monitor.change { $0.provocationsSent += 1 }
    }
}
