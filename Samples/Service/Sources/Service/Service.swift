import Dispatch
import Foundation
import Holdfast

/// Asks a server again and again, and says how it answers: `Service URL [SECONDS]`, without SECONDS once. Asked to end,
/// it lets the request under way end first.
///
/// A server that is refused has been sent nothing.
@main
enum Service {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count > 1 else { throw UsageError() }
        let url = try HTTPSURL(arguments[1])
        let interval = arguments.count > 2 ? Int(arguments[2]) : nil
        let session = HTTPSSession()
        let work = Task { await ask(url, every: interval, in: session) }
        // The first process of a container is not ended by a signal that it does not handle.
        let signals = [SIGTERM, SIGINT].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { work.cancel() }
            source.activate()
            return source
        }
        await work.value
        await session.finishTasksAndInvalidate()
        for source in signals { source.cancel() }
    }

    private static func ask(_ url: HTTPSURL, every interval: Int?, in session: HTTPSSession) async {
        repeat {
            // A task of its own: the end that is asked for comes after the answer.
            print(await Task { await answer(of: url, in: session) }.value)
            if let interval { try? await Task.sleep(for: .seconds(interval)) }
        } while interval != nil && !Task.isCancelled
    }

    private static func answer(of url: HTTPSURL, in session: HTTPSSession) async -> String {
        do {
            return "\(url): \(try await session.data(from: url).status)"
        } catch {
            return "\(url): \(error.trustFailure?.cause.message ?? error.message)"
        }
    }

    struct UsageError: Error, CustomStringConvertible {
        let description = "usage: Service URL [SECONDS]"
    }
}
