import HoldfastEndpoint
import Synchronization

/// The server's end of TLS with one client, over a stream of bytes.
///
/// One task reads, and one writes; what either makes the endpoint send goes out in the order in which it was made.
final class FrontTLS: ByteStream {
    /// Bytes that are moved at once.
    private static let pieceLength = 64 << 10

    private let stream: any ByteStream
    private let endpoint: Mutex<TLSEndpoint>
    private let turn = AsyncTurn()

    /// Does the server's part of a handshake.
    ///
    /// - Parameter begun: bytes of the client's that were read already: its ClientHello, and what came behind it.
    init(_ context: TLSContext, over stream: any ByteStream, begun: [UInt8]) async throws(GateError) {
        self.stream = stream
        do throws(TLSEndpointError) { endpoint = Mutex(try TLSEndpoint(context)) } catch {
            throw GateError(.makeConnection, error)
        }
        endpoint.withLock { $0.feed(begun) }
        while true {
            let outcome = endpoint.withLock { $0.handshake() }
            try await flush()
            switch outcome {
            case .done: return
            case .needsInput: try await feed()
            case .closed, .needsVerdict: throw GateError(.client, .handshakeEnded)
            case .failed(let stack): throw .library(.acceptClient, stack)
            }
        }
    }

    func read() async throws(GateError) -> [UInt8]? {
        while true {
            let (outcome, hasOutput) = endpoint.withLock { ($0.read(atMost: Self.pieceLength), $0.hasOutput) }
            switch outcome {
            case .done(let bytes):
                if hasOutput { try await flush() }
                return bytes.trimmed
            case .needsInput:
                if hasOutput { try await flush() }
                try await feed()
            case .closed: return nil
            case .needsVerdict: throw GateError(.client, .failed)
            case .failed(let stack):
                try? await flush()
                throw .library(.readFromClient, stack)
            }
        }
    }

    func write(_ bytes: [UInt8]) async throws(GateError) {
        switch endpoint.withLock({ $0.write(bytes) }) {
        case .done: try await flush()
        case .failed(let stack): throw .library(.writeToClient, stack)
        case .needsInput, .needsVerdict, .closed: throw .library(.writeToClient, [])
        }
    }

    func endWriting() async {
        endpoint.withLock { $0.close() }
        try? await flush()
    }

    func close() { stream.close() }

    /// Hands what has come to the endpoint; an end without close_notify is one that the client has not meant.
    private func feed() async throws(GateError) {
        guard let piece = try await stream.read() else { throw GateError(.client, .endedSilently) }
        endpoint.withLock { $0.feed(piece) }
    }

    /// Sends what the endpoint has made.
    private func flush() async throws(GateError) {
        await turn.take()
        defer { turn.give() }
        while true {
            let piece = endpoint.withLock { $0.takeOutput(atMost: Self.pieceLength) }
            guard !piece.isEmpty else { return }
            try await stream.write(piece)
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
