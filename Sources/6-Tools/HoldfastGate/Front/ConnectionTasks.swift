/// Ends a connection if something takes too long.
enum ClosingLimit {
    /// Carries something out within a time; the connection is closed when it has passed.
    static func within<Result>(
        _ time: Duration, closing stream: any ByteStream, isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws(GateError) -> Result
    ) async throws(GateError) -> Result {
        let timer = Task {
            guard (try? await Task.sleep(for: time)) != nil else { return }
            stream.close()
        }
        defer { timer.cancel() }
        return try await body()
    }
}

/// Work on a task of its own.
///
/// A task keeps the most memory that its calls have ever needed until it ends: the judgement of a server, which takes a
/// moment, would cost a connection of hours some 40 KB.
enum OwnTask {
    static func run<Value: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let task = Task { () -> Result<Value, Failure> in
            do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
        }
        return try await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }.get()
    }
}
