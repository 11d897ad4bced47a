import HoldfastAuthority
import HoldfastCrypto
import HoldfastServing
import HoldfastX509
import Synchronization

/// What an authority offers beside its certificates, by plain HTTP on loopback: a responder, lists, its own
/// certificate.
final class AuthorityService: Sendable {
    /// What is at a path.
    enum Answer: Sendable {
        case bytes([UInt8])
        /// So many octets, none of which mean anything.
        case noise(Int)
        case status(Int)
        case redirect(to: String)
        /// Nothing, for so long.
        case silence(Duration)
    }

    private final class Answers: Sendable {
        let table = Mutex<[String: Answer]>([:])

        func response(to request: ServerRequest) -> ServerResponse {
            let found = table.withLock { table in table.first { request.target.hasPrefix($0.key) }?.value }
            switch found {
            case nil: return ServerResponse(status: 404, text: "nothing here")
            case .bytes(let bytes): return ServerResponse(body: bytes)
            case .noise(let count): return ServerResponse(body: [UInt8](repeating: 0x30, count: count))
            case .status(let status): return ServerResponse(status: status, text: "not now")
            case .redirect(let place): return .redirect(to: place)
            case .silence(let time):
                ServerThread.pause(time)
                return ServerResponse(status: 503, text: "late")
            }
        }
    }

    private let answers = Answers()
    private let server: TLSServer

    /// Starts to listen; nothing is at any path.
    ///
    /// - Parameter identity: any one: it is presented to nobody.
    init(_ identity: Identity) throws(TestBedError) {
        var configuration = TLSServerConfiguration(identity)
        configuration.speaksPlainHTTP = true
        do throws(ServingError) {
            server = try TLSServer(configuration) { [answers] request in answers.response(to: request) }
        } catch {
            throw .server(error.description)
        }
    }

    /// The URL of a path.
    func url(_ path: String) -> String { "http://127.0.0.1:\(server.port)\(path)" }

    /// Puts an answer at all paths that begin so.
    func serve(_ path: String, _ answer: Answer) { answers.table.withLock { $0[path] = answer } }

    func stop() { server.stop() }
}
