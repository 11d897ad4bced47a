import HoldfastAuthority
import HoldfastServing

/// The service by which other programs put servers of the test bed back between two tests, and fetch what they need.
///
/// It speaks plain HTTP. `POST /reset` puts every server back, `POST /reset/NAME` one of them, and each file is had by
/// `GET`. It stops when it is let go.
public final class LabControl: Sendable {
    /// File that is handed out.
    public struct File: Hashable, Sendable {
        /// Path in the URL, without the slash in front.
        public let path: String
        /// Media type.
        public let type: String
        public let bytes: [UInt8]

        public init(_ path: String, type: String, _ bytes: [UInt8]) {
            (self.path, self.type, self.bytes) = (path, type, bytes)
        }
    }

    private let service: AuthorityService

    /// Starts the service.
    ///
    /// - Parameters:
    ///   - authority: Any one: it presents no certificate.
    ///   - place: Where it listens.
    ///   - resets: How each server is put back, by its name.
    /// - Throws: ``TestBedError`` where the port is taken.
    public init(
        of authority: TestAuthority, at place: LabPlace = .loopback, files: [File] = [],
        resets: [String: @Sendable () -> Void]
    ) throws(TestBedError) {
        service = try AuthorityService(authority.root.identity, on: place.listening, port: place.port)
        service.serve("/", .made { Self.answer($0, files, resets) })
    }

    /// The URL of the service, as this machine reaches it.
    public var url: String { service.url("/") }

    /// Closes the port.
    public func stop() { service.stop() }

    private static func answer(
        _ request: ServerRequest, _ files: [File], _ resets: [String: @Sendable () -> Void]
    ) -> ServerResponse {
        let path = request.target.dropFirst()
        if let file = files.first(where: { $0.path == path }) {
            guard request.method == "GET" || request.method == "HEAD" else { return refusal(allowing: "GET") }
            return ServerResponse(fields: [ServerField("Content-Type", file.type)], body: file.bytes)
        }
        guard path == "reset" || path.hasPrefix("reset/") else {
            let lines = ["POST /reset", "POST /reset/NAME"] + files.map { "GET /\($0.path)" }
            return ServerResponse(status: path.isEmpty ? 200 : 404, text: lines.joined(separator: "\n") + "\n")
        }
        guard request.method == "POST" else { return refusal(allowing: "POST") }
        guard path != "reset" else {
            for reset in resets.values { reset() }
            return ServerResponse(text: "reset: \(resets.count)\n")
        }
        let name = String(path.dropFirst("reset/".count))
        guard let reset = resets[name] else { return ServerResponse(status: 404, text: "no such server is running\n") }
        reset()
        return ServerResponse(text: "reset: \(name)\n")
    }

    private static func refusal(allowing method: String) -> ServerResponse {
        var response = ServerResponse(status: 405, text: "\(method) is expected here\n")
        response.fields.append(ServerField("Allow", method))
        return response
    }
}
