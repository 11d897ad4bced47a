import COpenSSL
import COpenSSLShims
import HoldfastCrypto
import Synchronization

/// The server's end of TLS with one client, over a stream of bytes: libssl reads and writes memory, and nothing of it
/// waits.
///
/// One task reads, and one writes; what either makes libssl send goes out in the order in which it was made.
final class FrontTLS: ByteStream {
    /// Bytes that are read at once.
    private static let pieceLength = 64 << 10

    private let stream: any ByteStream
    private let machine: Mutex<TLSMachine>
    private let turn = AsyncTurn()

    /// Does the server's part of a handshake.
    ///
    /// - Parameter begun: bytes of the client's that were read already: its ClientHello, and what came behind it.
    init(_ context: FrontContext, over stream: any ByteStream, begun: [UInt8]) async throws(GateError) {
        self.stream = stream
        machine = Mutex(try TLSMachine(context))
        guard machine.withLock({ $0.take(begun) }) else { throw .library(.readHello) }
        while true {
            let step = machine.withLock { $0.accept() }
            try await flush()
            switch step {
            case .done: return
            case .needsBytes: try await feed()
            case .ended, .bytes: throw GateError(.client, .handshakeEnded)
            case .failed(let error): throw error
            }
        }
    }

    func read() async throws(GateError) -> [UInt8]? {
        while true {
            let step = machine.withLock { $0.read(atMost: Self.pieceLength) }
            switch step {
            case .bytes(let bytes):
                if machine.withLock({ $0.hasOutput }) { try await flush() }
                return bytes
            case .needsBytes, .done:
                if machine.withLock({ $0.hasOutput }) { try await flush() }
                try await feed()
            case .ended: return nil
            case .failed(let error):
                try? await flush()
                throw error
            }
        }
    }

    func write(_ bytes: [UInt8]) async throws(GateError) {
        guard !bytes.isEmpty else { return }
        guard machine.withLock({ $0.write(bytes) }) else { throw .library(.writeToClient) }
        try await flush()
    }

    func endWriting() async {
        machine.withLock { $0.endWriting() }
        try? await flush()
    }

    func close() { stream.close() }

    /// Hands what has come to libssl; an end without close_notify is one that the client has not meant.
    private func feed() async throws(GateError) {
        guard let piece = try await stream.read() else {
            throw GateError(.client, .endedSilently)
        }
        guard machine.withLock({ $0.take(piece) }) else { throw .library(.readFromClient) }
    }

    /// Sends what libssl has made.
    private func flush() async throws(GateError) {
        await turn.take()
        defer { turn.give() }
        while true {
            let piece = machine.withLock { $0.output(atMost: Self.pieceLength) }
            guard !piece.isEmpty else { return }
            try await stream.write(piece)
        }
    }
}

/// An `SSL` between two memory BIOs, and its one owner.
@safe struct TLSMachine: ~Copyable, @unchecked Sendable {
    /// The outcomes of one call.
    enum Step: Sendable {
        case done
        case bytes([UInt8])
        case needsBytes
        /// The client has said that it sends nothing more.
        case ended
        case failed(GateError)
    }

    private let connection: OpaquePointer
    private let incoming: OpaquePointer
    private let outgoing: OpaquePointer
    /// Keeps what the protocol is chosen by.
    private let context: FrontContext
    private var isBroken = false

    init(_ context: FrontContext) throws(GateError) {
        ERR_clear_error()
        guard let connection = unsafe context.makeConnection() else { throw .library(.makeConnection) }
        var (incoming, outgoing): (OpaquePointer?, OpaquePointer?) = (nil, nil)
        guard unsafe shim_SSL_set_memory(connection, &incoming, &outgoing) == 1, let incoming = unsafe incoming,
            let outgoing = unsafe outgoing
        else {
            unsafe SSL_free(connection)
            throw .library(.makeConnection)
        }
        unsafe (self.connection, self.incoming, self.outgoing) = unsafe (connection, incoming, outgoing)
        self.context = context
        unsafe SSL_set_accept_state(connection)
    }

    deinit { unsafe SSL_free(connection) }

    /// Takes bytes of the client's.
    mutating func take(_ bytes: [UInt8]) -> Bool {
        unsafe bytes.isEmpty || BIO_write(incoming, bytes, Int32(bytes.count)) == Int32(bytes.count)
    }

    mutating func accept() -> Step {
        ERR_clear_error()
        let result = unsafe SSL_do_handshake(connection)
        return result == 1 ? .done : obstacle(result, .acceptClient)
    }

    mutating func read(atMost count: Int) -> Step {
        guard !isBroken else { return .failed(GateError(.client, .failed)) }
        ERR_clear_error()
        var result: Int32 = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            // A call gives one record at most.
            while filled < buffer.count {
                var got = 0
                result = unsafe SSL_read_ex(
                    connection, buffer.baseAddress.map { unsafe $0 + filled }, count - filled, &got)
                guard result == 1 else { return }
                filled += got
            }
        }
        return bytes.isEmpty ? obstacle(result, .readFromClient) : .bytes(bytes.trimmed)
    }

    /// Encrypts bytes: all of them, since memory takes them.
    mutating func write(_ bytes: [UInt8]) -> Bool {
        guard !isBroken else { return false }
        ERR_clear_error()
        var written = 0
        return unsafe SSL_write_ex(connection, bytes, bytes.count, &written) == 1 && written == bytes.count
    }

    mutating func endWriting() {
        guard !isBroken else { return }
        ERR_clear_error()
        _ = unsafe SSL_shutdown(connection)
        ERR_clear_error()
    }

    var hasOutput: Bool { unsafe shim_BIO_pending(outgoing) > 0 }

    /// Takes what is to go to the client.
    mutating func output(atMost limit: Int) -> [UInt8] {
        let count = unsafe min(limit, shim_BIO_pending(outgoing))
        guard count > 0 else { return [] }
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = unsafe Int(max(0, BIO_read(outgoing, buffer.baseAddress, Int32(count))))
        }
    }

    private mutating func obstacle(_ result: Int32, _ operation: GateOperation) -> Step {
        switch unsafe SSL_get_error(connection, result) {
        case SSL_ERROR_WANT_READ: return .needsBytes
        case SSL_ERROR_ZERO_RETURN: return .ended
        default:
            isBroken = true
            return .failed(.library(operation))
        }
    }
}

/// Lets one task after the other do something that must not be done by two at once.
final class AsyncTurn: Sendable {
    private struct State {
        var isTaken = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Waits for the turn; each is given back by ``give()``.
    func take() async {
        await withCheckedContinuation { continuation in
            let isMine = state.withLock { state in
                guard state.isTaken else {
                    state.isTaken = true
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if isMine { continuation.resume() }
        }
    }

    func give() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.isTaken = false
            return nil
        }
        next?.resume()
    }
}
