import Holdfast
import HoldfastTestBed

/// Two servers of the catalogue, a good one and a bad one, asked by a session of a program that only depends on
/// Holdfast.
@main
enum FromOutside {
    static func main() async throws {
        for name in ["good", "expired"] {
            let server = try TestBed.start(name)
            var configuration = HTTPSSession.Configuration()
            configuration.addresses.dial = [try DialRule(connectTo: server.connectTo)]
            configuration.trust.anchors = .only(try server.anchors.map { try Certificate(der: $0) })
            let session = HTTPSSession(configuration: configuration)
            do {
                let response = try await session.data(from: server.url)
                print("\(name): \(response.status)")
            } catch let error as HTTPSError {
                print("\(name): \(error.trustFailure?.cause.code.rawValue ?? "\(error)")")
            }
            await session.finishTasksAndInvalidate()
        }
    }
}
