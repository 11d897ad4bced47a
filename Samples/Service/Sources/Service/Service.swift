import Holdfast

/// Asks a server again and again, and says how it answers: `Service URL [SECONDS]`, without SECONDS once.
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
        repeat {
            do {
                let response = try await session.data(from: url)
                print("\(url): \(response.status)")
            } catch {
                print("\(url): \(error.trustFailure?.cause.message ?? error.message)")
            }
            if let interval { try await Task.sleep(for: .seconds(interval)) }
        } while interval != nil
        await session.finishTasksAndInvalidate()
    }

    struct UsageError: Error, CustomStringConvertible {
        let description = "usage: Service URL [SECONDS]"
    }
}
