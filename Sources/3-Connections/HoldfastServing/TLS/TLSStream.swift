import HoldfastEndpoint
import HoldfastSystem
import HoldfastTLS

/// The server's end of TLS on one socket: an endpoint, and the loop that moves its bytes; used by one thread.
final class TLSStream {
    /// Bytes that are moved at once.
    private static let pieceLength = 16 << 10

    private let tls: TLSEndpoint
    private let socket: StreamSocket
    private var isBroken = false
    private(set) var ledger = HandshakeLedger()
    /// Bytes that the endpoint has made and the socket has not taken.
    private var unsent: [UInt8] = []
    /// The length of a piece that was encrypted without waiting, and has not gone.
    private var encrypted: Int?

    init(_ context: TLSContext, on socket: StreamSocket) throws(ServingError) {
        do throws(TLSEndpointError) { tls = try TLSEndpoint(context, keepsNotes: true) } catch {
            throw ServingError(.makeConnection, error)
        }
        self.socket = socket
    }

    /// Does the server's part of the first handshake.
    func handshake(until deadline: Deadline) throws(ServingError) {
        _ = try perform(.accept, until: deadline) { $0.handshake() }
    }

    /// Reads application data, at most `count` bytes; nothing at the end of the stream.
    func read(atMost count: Int, until deadline: Deadline) throws(ServingError) -> [UInt8] {
        try perform(.readFromTLS, until: deadline) { $0.read(atMost: count) } ?? []
    }

    /// Writes all of `bytes`.
    func write(_ bytes: [UInt8], until deadline: Deadline) throws(ServingError) {
        guard try perform(.writeToTLS, until: deadline, { $0.write(bytes) }) != nil else {
            throw ServingError(.writeToTLS, .closed)
        }
    }

    /// Sends what the provocation says; the client's answer comes with what is read next.
    ///
    /// - Parameter awaitsCertificate: whether the answer to a demand for a certificate is waited for.
    func provoke(_ kind: Provocation.Kind, awaitsCertificate: Bool, until deadline: Deadline) throws(ServingError) {
        let finished = ledger.finishedReceived
        do throws(TLSEndpointError) { try tls.demand(kind.demand) } catch { throw ServingError(.provoke, error) }
        _ = try perform(.provoke, until: deadline) { $0.handshake() }
        guard case .certificate = kind.demand, awaitsCertificate else { return }
        try awaitFinished(beyond: finished, until: deadline)
    }

    /// Reads until the client has sent one more Finished, which ends its answer to a demand for a certificate (RFC 8446
    /// §4.6.2), or has sent something else, or ends the connection.
    private func awaitFinished(beyond count: Int, until deadline: Deadline) throws(ServingError) {
        while ledger.finishedReceived == count {
            guard case .needsInput = try attempt(.provoke, { $0.advance() }), ledger.finishedReceived == count else {
                return
            }
            try feed(.provoke, until: deadline)
        }
    }

    /// Sends close_notify and waits a moment for the client to close, so that nothing sent is lost to a reset.
    func close() {
        endWriting()
        socket.endWriting()
        let deadline = Deadline.after(.seconds(1))
        while let bytes = try? socket.read(atMost: Self.pieceLength, until: deadline), !bytes.isEmpty {}
    }

    /// Ends the connection at once, with close_notify or without a word.
    func cut(silently: Bool) {
        if silently { isBroken = true }
        close()
    }

    func reset(afterDelivery deadline: Deadline?) throws(ServingError) {
        isBroken = true
        defer { socket.reset() }
        if let deadline { try socket.waitForDelivery(until: deadline) }
    }

    // MARK: Facts

    /// The server name that the client asked for.
    var serverName: String? { tls.serverName }
    var version: TLSVersion? { TLSVersion(rawValue: tls.version.number) }
    /// IANA's name of the cipher suite.
    var cipherSuite: String { tls.suiteName ?? "" }
    /// The application protocol that was agreed on.
    var applicationProtocol: String? { tls.applicationProtocol }
    /// The certificate by which the client has said who it is, DER.
    var clientCertificate: [UInt8]? { tls.peerCertificate }
    var isResumed: Bool { tls.isResumed }

    // MARK: The loop

    /// Repeats a call, and moves bytes as it asks, until it is done or the deadline passes; nil at the client's end.
    private func perform<Value>(
        _ operation: ServingOperation, until deadline: Deadline, _ call: (TLSEndpoint) -> TLSEndpoint.Outcome<Value>
    ) throws(ServingError) -> Value? {
        while true {
            if deadline.hasPassed { isBroken = true }
            try deadline.check(operation)
            let outcome = try attempt(operation, call)
            while try !send(operation) {
                try breaking(operation) { () throws(ServingError) in
                    try socket.wait(for: .writable, until: deadline)
                }
            }
            switch outcome {
            case .done(let value): return value
            case .closed: return nil
            case .needsInput, .needsVerdict, .failed: try feed(operation, until: deadline)
            }
        }
    }

    /// Does what can be done without waiting.
    private func attempt<Value>(
        _ operation: ServingOperation, _ call: (TLSEndpoint) -> TLSEndpoint.Outcome<Value>
    ) throws(ServingError) -> TLSEndpoint.Outcome<Value> {
        let outcome = call(tls)
        ledger.take(tls.takeNotes())
        guard case .failed(let stack) = outcome else { return outcome }
        // Its last word is an alert.
        _ = try? send(operation)
        isBroken = true
        throw ServingError(operation, stack.isEmpty ? .closed : .library, stack: stack)
    }

    /// Sends what the endpoint has made as far as the socket takes it; whether all of it has gone.
    private func send(_ operation: ServingOperation) throws(ServingError) -> Bool {
        while true {
            if unsent.isEmpty { unsent = tls.takeOutput() }
            guard !unsent.isEmpty else { return true }
            let progress = try breaking(operation) { () throws(ServingError) in try socket.writeNow(unsent) }
            guard case .wrote(let count) = progress else { return false }
            unsent.removeFirst(count)
        }
    }

    /// Waits for the client's bytes.
    private func feed(_ operation: ServingOperation, until deadline: Deadline) throws(ServingError) {
        let bytes = try breaking(operation) { () throws(ServingError) in
            try socket.read(atMost: Self.pieceLength, until: deadline)
        }
        take(bytes)
    }

    /// Takes the client's bytes, or its end, where there are any; false where there is nothing yet.
    private func feedNow(_ operation: ServingOperation) throws(ServingError) -> Bool {
        let progress = try breaking(operation) { () throws(ServingError) in
            try socket.readNow(atMost: Self.pieceLength)
        }
        switch progress {
        case .read(let bytes): take(bytes)
        case .ended: take([])
        case .needs, .wrote: return false
        }
        return true
    }

    /// Hands the client's bytes on, or its end.
    private func take(_ bytes: [UInt8]) { if bytes.isEmpty { tls.endInput() } else { tls.feed(bytes) } }

    /// Moves bytes; a connection on which that fails says nothing more.
    private func breaking<Value>(
        _ operation: ServingOperation, _ move: () throws(ServingError) -> Value
    ) throws(ServingError) -> Value {
        do throws(ServingError) { return try move() } catch {
            isBroken = true
            throw error.reason == .closed ? ServingError(operation, .closed) : error
        }
    }
}

extension TLSStream: TunnelEnd {
    var pollDescriptor: Int32? { socket.number }

    func readNow(atMost count: Int) throws(ServingError) -> TunnelProgress {
        while true {
            let outcome = try attempt(.readFromTLS) { $0.read(atMost: count) }
            guard try send(.readFromTLS) else { return .needs(.writable) }
            switch outcome {
            case .done(let bytes): return .read(bytes)
            case .closed: return .ended
            case .needsInput, .needsVerdict, .failed:
                guard try feedNow(.readFromTLS) else { return .needs(.readable) }
            }
        }
    }

    func writeNow(_ bytes: [UInt8]) throws(ServingError) -> TunnelProgress {
        while encrypted == nil {
            switch try attempt(.writeToTLS, { $0.write(bytes) }) {
            case .done: encrypted = bytes.count
            case .closed: return .ended
            case .needsInput, .needsVerdict, .failed:
                guard try feedNow(.writeToTLS) else { return .needs(.readable) }
            }
        }
        guard try send(.writeToTLS) else { return .needs(.writable) }
        defer { encrypted = nil }
        return .wrote(encrypted ?? 0)
    }

    func endWriting() {
        guard !isBroken else { return }
        tls.close()
        _ = try? send(.writeToTLS)
    }
}

extension Provocation.Kind {
    fileprivate var demand: TLSEndpoint.Demand {
        switch self {
        case .renegotiation(let identity): .renegotiation(presenting: identity.map(TLSIdentity.init))
        case .clientCertificate: .certificate(isRequired: false)
        case .requiredClientCertificate: .certificate(isRequired: true)
        case .keyUpdate: .keyUpdate
        }
    }
}
