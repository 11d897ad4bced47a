package import HoldfastAuthority
import HoldfastCrypto
package import HoldfastServing
package import HoldfastX509
import Synchronization

/// A server of an authority's, by plain HTTP: a responder, lists, its own certificate.
package final class AuthorityService: Sendable {
    /// An answer at a path.
    package enum Answer: Sendable {
        case bytes([UInt8])
        /// So many octets, none of which mean anything.
        case noise(Int)
        case status(Int)
        case redirect(to: String)
        /// Nothing, for so long.
        case silence(Duration)
        /// The answer of a function.
        case made(@Sendable (ServerRequest) -> ServerResponse)
    }

    private final class Answers: Sendable {
        let table = Mutex<[String: Answer]>([:])

        func response(to request: ServerRequest) -> ServerResponse {
            let found = table.withLock { table in
                table.filter { request.target.hasPrefix($0.key) }.max { $0.key.count < $1.key.count }?.value
            }
            switch found {
            case nil: return ServerResponse(status: 404, text: "nothing here")
            case .bytes(let bytes): return ServerResponse(body: bytes)
            case .noise(let count): return ServerResponse(body: [UInt8](repeating: 0x30, count: count))
            case .status(let status): return ServerResponse(status: status, text: "not now")
            case .redirect(let place): return .redirect(to: place)
            case .silence(let time):
                ServerThread.pause(time)
                return ServerResponse(status: 503, text: "late")
            case .made(let make): return make(request)
            }
        }
    }

    private let answers = Answers()
    private let server: TLSServer
    private let address: IPAddress

    /// The port.
    package var port: UInt16 { server.port }

    /// Starts to listen; nothing is at any path.
    ///
    /// - Parameters:
    ///   - identity: any one: it is presented to nobody.
    ///   - address: where it listens.
    ///   - port: the port; 0 for one that is free.
    ///   - observer: is told each request, as `GET /path`.
    package init(
        _ identity: Identity, on address: IPAddress = .loopback, port: UInt16 = 0,
        observer: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(TestBedError) {
        var configuration = TLSServerConfiguration(identity)
        configuration.speaksPlainHTTP = true
        self.address = address.dialled
        do throws(ServingError) {
            server = try TLSServer(configuration, on: address, port: port) { [answers] request in
                observer("\(request.method) \(request.target)")
                return answers.response(to: request)
            }
        } catch {
            throw .server(error.statement)
        }
    }

    /// The URL of a path, at a name or an address that leads here; at its own address unless given.
    package func url(_ path: String, host: String? = nil) -> String {
        "http://\(host ?? address.inURL):\(server.port)\(path)"
    }

    /// Puts an answer at all paths that begin so; the longest beginning counts.
    package func serve(_ path: String, _ answer: Answer) { answers.table.withLock { $0[path] = answer } }

    /// Closes every connection.
    package func reset() { server.reset() }

    package func stop() { server.stop() }
}
