import Synchronization

/// Moves bytes between two connections, both ways at once, until both have ended or one has failed.
enum StreamPump {
    /// The end of one direction.
    private enum End {
        /// An end that was meant.
        case whole
        /// The drain takes nothing more; what it has said before that may still be on its way.
        case untaken
        case failed
    }

    /// Joins two connections. An end that one side has meant is told to the other, whose bytes go on; so do those of a
    /// side that takes nothing more, as of a server that has refused what it was being sent, up to their end. A failure
    /// ends both, and so does the task's cancellation.
    static func join(_ one: any ByteStream, _ other: any ByteStream) async {
        await withTaskCancellationHandler {
            await withTaskGroup(of: End.self) { group in
                group.addTask { await move(from: one, to: other) }
                group.addTask { await move(from: other, to: one) }
                var isWhole = true
                for await end in group {
                    if end != .whole { isWhole = false }
                    if end == .failed {
                        one.close()
                        other.close()
                    }
                }
                guard !isWhole else { return }
                one.close()
                other.close()
            }
        } onCancel: {
            one.close()
            other.close()
        }
    }

    /// Moves one direction to its end.
    private static func move(from source: any ByteStream, to drain: any ByteStream) async -> End {
        while true {
            switch await source.next() {
            case .success(.some(let piece)):
                do throws(GateError) { try await drain.write(piece) } catch {
                    return error.kind == .timedOut ? .failed : .untaken
                }
            case .success(.none):
                await drain.endWriting()
                return .whole
            case .failure: return .failed
            }
        }
    }
}

/// A stream whose first piece somebody has begun to wait for already.
final class PrefetchedStream: ByteStream {
    typealias First = Task<Result<[UInt8]?, GateError>, Never>

    private let stream: any ByteStream
    private let first: Mutex<First?>

    init(_ stream: any ByteStream, first: First) {
        self.stream = stream
        self.first = Mutex(first)
    }

    func read() async throws(GateError) -> [UInt8]? {
        guard let first = first.withLock({ $0.take() }) else { return try await stream.read() }
        return try await first.value.get()
    }

    func write(_ bytes: [UInt8]) async throws(GateError) { try await stream.write(bytes) }
    func endWriting() async { await stream.endWriting() }
    func close() { stream.close() }
}
