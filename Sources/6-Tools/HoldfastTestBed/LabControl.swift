import HoldfastAuthority
import HoldfastHTTP
import HoldfastServing
import HoldfastX509

/// The service by which other programs put servers of the test bed back between two tests, and fetch what they need.
///
/// It speaks plain HTTP. `POST /reset` puts every server back, `POST /reset/NAME` one of them, and each file is had by
/// `GET`. It stops when it is let go.
///
/// It is for programs: what a browser sends for a page of another origin (`Origin`, `Sec-Fetch-Site`) resets nothing,
/// and `Host` has to be an address, or a name that nobody can register, so that no name of somebody else's leads a
/// browser here (DNS rebinding).
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
        guard isOwn(request["Host"] ?? "") else {
            return ServerResponse(status: 421, text: "ask by the address of this machine\n")
        }
        let path = request.target.dropFirst()
        if let file = files.first(where: { $0.path == path }) {
            guard request.method == "GET" || request.method == "HEAD" else { return refusal(allowing: "GET") }
            return ServerResponse(fields: [HTTPField("Content-Type", file.type)], body: file.bytes)
        }
        guard path == "reset" || path.hasPrefix("reset/") else {
            let lines = ["POST /reset", "POST /reset/NAME"] + files.map { "GET /\($0.path)" }
            return ServerResponse(status: path.isEmpty ? 200 : 404, text: lines.joined(separator: "\n") + "\n")
        }
        guard request.method == "POST" else { return refusal(allowing: "POST") }
        let site = request["Sec-Fetch-Site"]
        guard request["Origin"] == nil, site == nil || site == "none" else {
            return ServerResponse(status: 403, text: "no page resets servers\n")
        }
        guard path != "reset" else {
            for reset in resets.values { reset() }
            return ServerResponse(text: "reset: \(resets.count)\n")
        }
        let name = String(path.dropFirst("reset/".count))
        guard let reset = resets[name] else { return ServerResponse(status: 404, text: "no such server is running\n") }
        reset()
        return ServerResponse(text: "reset: \(name)\n")
    }

    /// Whether a value of Host names no place that somebody else could have given a name: an address, a name without a
    /// dot, one of the lab's own, or one below a domain that is for local use (RFC 6761, RFC 6762, RFC 8375; ICANN has
    /// kept `internal` so).
    static func isOwn(_ host: String) -> Bool {
        let end = host.last == "]" ? host.endIndex : host.lastIndex(of: ":") ?? host.endIndex
        let name = host[..<end]
        if name.hasPrefix("["), name.hasSuffix("]") { return IPAddress(name.dropFirst().dropLast()) != nil }
        if IPAddress(name) != nil { return true }
        let lowered = name.asciiLowercased()
        let labels = lowered.split(separator: ".", omittingEmptySubsequences: false)
        guard !labels.contains(where: \.isEmpty), let last = labels.last else { return false }
        return labels.count == 1 || ["localhost", "local", "internal"].contains(last)
            || [".holdfast.test", ".home.arpa"].contains { lowered.hasSuffix($0) }
    }

    private static func refusal(allowing method: String) -> ServerResponse {
        var response = ServerResponse(status: 405, text: "\(method) is expected here\n")
        response.fields.append(HTTPField("Allow", method))
        return response
    }
}
