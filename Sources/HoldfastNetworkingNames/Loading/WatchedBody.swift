import Foundation
import FoundationNetworking
import HoldfastCredentials

/// A body that somebody else reads, whose end ends a task.
final class WatchedBody: BodyReader {
    private let body: any BodyReader
    private let run: TaskRun
    private let ended: FirstAnswer<(any Error)?>
    private let onRelease: Release

    /// Lets the task end when nobody reads any longer.
    private final class Release: Sendable {
        let ended: FirstAnswer<(any Error)?>

        init(_ ended: FirstAnswer<(any Error)?>) { self.ended = ended }

        deinit { ended.give(CancellationError()) }
    }

    init(_ body: any BodyReader, of run: TaskRun) {
        self.body = body
        self.run = run
        ended = FirstAnswer()
        onRelease = Release(ended)
    }

    func next() async throws -> Data? {
        do {
            let piece = try await run.next(of: body)
            if piece == nil { ended.give(nil) }
            return piece
        } catch {
            let failure = run.failure(of: error)
            ended.give(failure)
            throw failure
        }
    }

    func cancel() {
        body.cancel()
        ended.give(CancellationError())
    }

    /// What ends the wait for the reader; holds neither the body nor this.
    var end: @Sendable () async -> (any Error)? {
        let ended = ended
        return {
            await withTaskCancellationHandler {
                await ended.wait()
            } onCancel: {
                ended.give(CancellationError())
            }
        }
    }
}
