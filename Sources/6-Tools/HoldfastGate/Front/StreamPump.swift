import Synchronization

/// Moves bytes between two connections, both ways at once, until both have ended or one has failed.
enum StreamPump {
    /// Joins two connections. An end that one side has meant is told to the other, whose bytes go on; a failure ends
    /// both, and so does the task's cancellation.
    static func join(_ one: any ByteStream, _ other: any ByteStream) async {
        await withTaskCancellationHandler {
            await withTaskGroup(of: Bool.self) { group in
                group.addTask { await move(from: one, to: other) }
                group.addTask { await move(from: other, to: one) }
                for await isWhole in group where !isWhole {
                    one.close()
                    other.close()
                }
            }
        } onCancel: {
            one.close()
            other.close()
        }
    }

    /// Moves one direction to its end; false where it failed.
    private static func move(from source: any ByteStream, to drain: any ByteStream) async -> Bool {
        do throws(GateError) {
            while let piece = try await source.read() { try await drain.write(piece) }
            await drain.endWriting()
            return true
        } catch {
            return false
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
