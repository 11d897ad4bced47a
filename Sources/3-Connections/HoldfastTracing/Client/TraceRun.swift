import HoldfastCrypto
import HoldfastEndpoint
import HoldfastStatements
import HoldfastTrust
import HoldfastX509

/// One trace from the SYN to the end, on a thread that may wait.
final class TraceRun {
    let configuration: TraceConfiguration
    let limits: WaitLimits
    var trace: HandshakeTrace
    let engine: TrustEngine
    /// The presented chain and the address at the other end: for the judgement, and for a session to keep.
    var presented: ServerTrust?
    var peerAddress: IPAddress?
    private let addresses: [IPAddress]
    private let lookup: Duration?
    var before: TraceRecorder

    /// Makes the run of one trace.
    ///
    /// - Parameters:
    ///   - addresses: Where to connect; at least one.
    ///   - lookup: What looking them up took; nil where they were given.
    init(
        _ trace: HandshakeTrace, _ configuration: TraceConfiguration, to addresses: [IPAddress], lookup: Duration?,
        engine: TrustEngine, limits: WaitLimits
    ) {
        self.trace = trace
        self.configuration = configuration
        self.addresses = addresses
        self.lookup = lookup
        self.engine = engine
        self.limits = limits
        before = TraceRecorder(clock: limits.clock, limit: configuration.maximumEvents)
    }

    /// Runs it to its end, whatever that is.
    func run() -> HandshakeTrace {
        trace.timing.dns = lookup
        trace.offeredSession = configuration.resuming != nil
        before.add(.addresses(addresses, wereGiven: lookup == nil))
        if configuration.dangerousLegacyProtocols {
            before.add(.note(TraceNote.offersBroken.statement))
        }
        if configuration.dangerousKeyLog {
            before.add(.note(TraceNote.keepsKeys.statement))
        }
        do throws(TraceError) {
            guard configuration.request.count <= TraceConfiguration.maximumRequest else {
                throw .configuration(.requestTooLong(limit: TraceConfiguration.maximumRequest))
            }
            // Before a packet is sent: what is wrong with the configuration is no matter of the server's.
            let tls = try configuration.makeEndpoint()
            let socket = try open()
            let wire = TraceWire(socket, before, maximumBytes: configuration.maximumBytes)
            let session = TraceConversation(self, tls, wire)
            session.run()
            before = session.recorder
            trace.timing.kernelRoundTrip = socket.kernelRoundTrip
            trace.dangerousKeyLog = tls.dangerousKeyLog
            keepSession(of: tls)
        } catch {
            trace.outcome = .failed(error)
            before.addLast(.note(error.statement))
        }
        trace.events = before.events
        trace.timing.total = limits.clock.elapsed
        trace.readEvents(usesExternalPSK: configuration.dangerousPreSharedKey != nil && configuration.resuming == nil)
        return trace
    }

    private func keepSession(of tls: TLSEndpoint) {
        guard let session = tls.takeSession() else { return }
        trace.session = TraceSession(session, presented: presented)
    }

    /// Connects, and has the server change to TLS where it begins otherwise: TLS may begin on what is returned.
    func open() throws(TraceError) -> TraceSocket {
        let (socket, early) = try reach()
        if let startTLS = trace.target.startTLS {
            try speak(startTLS, over: socket, after: early)
        } else if !early.isEmpty {
            throw .spokenEarly
        }
        return socket
    }

    // MARK: TCP

    func connect(to port: UInt16) throws(TraceError) -> TraceSocket {
        var last: TraceSocketError?
        for address in addresses {
            trace.address = address
            before.add(.tcp(.connecting(address, port: port)), by: .client)
            let began = limits.clock.elapsed
            do throws(TraceSocketError) {
                let socket = try TraceSocket.connect(to: address, port: port, limits)
                trace.timing.tcp = limits.clock.elapsed - began
                before.add(.tcp(.connected(localPort: socket.localPort)), by: .server)
                peerAddress = socket.peerAddress
                return socket
            } catch {
                before.add(.tcp(.failed(address, error.statement)))
                last = error
                switch error {
                case .timedOut, .cancelled: throw error.traceError(.connect, limits)
                case .idle, .reset, .system: continue
                }
            }
        }
        guard let last else { throw TraceError(.connect, .noAddress, TraceSentence.noAddress) }
        throw last.traceError(.connect, limits)
    }

    // MARK: Before TLS

    /// Has the server change to TLS.
    ///
    /// - Parameter early: what came of the server already, behind a proxy's answer.
    private func speak(_ kind: StartTLS, over socket: TraceSocket, after early: [UInt8]) throws(TraceError) {
        let began = limits.clock.elapsed
        var conversation = StartTLSConversation(kind, host: trace.target.host)
        var step = conversation.begin()
        if !early.isEmpty {
            before.add(.plaintext(early), by: .server)
            // Where the client speaks first, nobody else may have.
            guard let next = conversation.begin(after: early) else { throw .spokenEarly }
            step = next
        }
        while true {
            guard !before.isFull else { throw .tooManyEvents(.startTLS) }
            switch step {
            case .send(let bytes):
                try write(bytes, to: socket)
                step = .read
            case .sendLast(let bytes):
                try write(bytes, to: socket)
                step = .ready
            case .read: step = conversation.receive(try read(from: socket))
            case .refused(let why):
                throw TraceError(.startTLS, .startTLSRefused, why, advice: TraceAdvice.seeConfiguration)
            case .ready:
                // Nobody may say anything before our ClientHello: it would be taken for what came encrypted.
                guard !socket.hasInput else {
                    _ = try read(from: socket)
                    throw .spokenEarly
                }
                if kind.beginsInClear { trace.timing.startTLS = limits.clock.elapsed - began }
                return
            }
        }
    }

    private func write(_ bytes: [UInt8], to socket: TraceSocket) throws(TraceError) {
        do throws(TraceSocketError) { try socket.write(bytes) } catch {
            throw error.traceError(.startTLS, limits)
        }
        before.add(.plaintext(bytes), by: .client)
    }

    private func read(from socket: TraceSocket) throws(TraceError) -> [UInt8] {
        let bytes: [UInt8]
        do throws(TraceSocketError) { bytes = try socket.read(atMost: 4096) } catch {
            throw error.traceError(.startTLS, limits)
        }
        guard !bytes.isEmpty else {
            before.add(.tcp(.finished), by: .server)
            throw TraceError(.startTLS, .connectionClosed, TraceSentence.closedBeforeTLS)
        }
        before.add(.plaintext(bytes), by: .server)
        return bytes
    }
}
