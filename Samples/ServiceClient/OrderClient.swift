import Foundation
import Holdfast

struct Order: Codable, Equatable, Sendable {
    var article: String
    var count: Int
}

struct Receipt: Codable, Equatable, Sendable {
    var number: Int
}

/// The client of one service: one session, for as long as the program runs.
struct OrderClient: Sendable {
    let orders: HTTPSURL
    let session: HTTPSSession

    init(_ settings: OrderSettings) throws {
        orders = try HTTPSURL("https://\(settings.host):\(settings.port)/orders")
        session = HTTPSSession(configuration: try settings.configuration())
    }

    /// Places an order. What the server has not acted on is sent again, three times in all.
    func place(_ order: Order) async throws -> Receipt {
        let request = try HTTPSRequest(orders, fields: ["Idempotency-Key: \(UUID())"], json: order)
        var last: HTTPSError?
        for pause in [Duration.zero, .milliseconds(200), .seconds(1)] {
            try await Task.sleep(for: pause)
            do {
                let response = try await session.data(for: request)
                switch response.status {
                case 200, 201: return try JSONDecoder().decode(Receipt.self, from: response.body)
                case 503: last = nil
                default: throw OrderError.refused(response.status, response["Content-Type"])
                }
            } catch let error as HTTPSError where [.name, .connect].contains(error.phase) {
                // Nobody was reached. A server that is not trusted (.certificateRefused) is not asked again.
                last = error
            }
        }
        throw OrderError.unavailable(last)
    }

    /// Lets the orders under way end, within a limit, and closes the connections. Later ones end with `invalidated`.
    func close(within limit: Duration = .seconds(8)) async {
        let alarm = Task { [session] in
            try await Task.sleep(for: limit)
            session.invalidateAndCancel()  // what is under way now ends with `shutDown`
        }
        await session.finishTasksAndInvalidate()
        alarm.cancel()
        for pattern in session.unmatchedPinPatterns { log("no server was asked that the pins of \(pattern) are for") }
    }
}

struct OrderSettings: Sendable {
    var host = "orders.example.com"
    var port = 443
    var folder = "/etc/shop"
    /// The server's key, and one in reserve: `holdfast pin compute` prints them.
    var pins = [
        "sha256/d6qzRu9zOECb90Uez27xWltNsj0e1Md7GkYYkVoZWmM=", "sha256/LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=",
    ]
    var connectTo: String?

    func configuration() throws -> HTTPSSession.Configuration {
        var configuration = HTTPSSession.Configuration()
        // Whom to trust: our own authority, and of what it issues two keys, one of them in reserve.
        configuration.trust.anchors = try TrustAnchors.only(paths: ["\(folder)/ca.pem"])
        let keys = try PinSet(anywhere: Set(pins.map { try Pin($0) }))
        let pattern = try HostPattern(host, publicSuffixes: .system)
        configuration.trust.pins = TrustPins(try PinnedHosts([pattern: .pinned(keys)]))
        // Who we are, told to that server alone.
        configuration.credentials.identity = try Identity(contentsOf: ["\(folder)/client.pem", "\(folder)/client.key"])
        configuration.credentials.identityServers = [try ServerName(host)]
        // Where it is dialled, if not where its name leads; the name stays in everything.
        if let connectTo { configuration.addresses.dial = [try DialRule(connectTo: connectTo)] }
        configuration.timeouts.request = .seconds(60)  // with redirects and the whole response
        configuration.timeouts.idle = .seconds(30)  // in which nothing comes or goes
        configuration.additionalFields = ["Accept: application/json"]
        configuration.observer = OrderLog()
        return configuration
    }
}

struct OrderLog: SessionObserver {
    func session(_ event: SessionEvent) {
        if case .warned = event { log("\(event)") }
    }

    func session(finished metrics: TaskMetrics) {
        for part in metrics.transactions {
            log("\(part.method) \(part.url): \(part.status.map { "\($0)" } ?? "no answer")")
        }
    }
}

enum OrderError: Error, CustomStringConvertible {
    case refused(Int, String?)
    /// Three times nobody was reached, or the server was not able: then there is no error.
    case unavailable(HTTPSError?)

    var description: String {
        switch self {
        case .refused(let status, let type): "the server answered \(status) with \(type ?? "no content")"
        case .unavailable(let error): error.map(line) ?? "the server answered 503"
        }
    }
}

/// An error in a line: what went wrong, and what to do.
func line(about error: any Error) -> String {
    let advice = (error as? any LocalizedError)?.recoverySuggestion
    return "\(error)" + (advice.map { "; \($0)" } ?? "")
}

/// Standard error holds nothing back, as standard output does where it is no terminal.
func log(_ line: String) { FileHandle.standardError.write(Data("\(line)\n".utf8)) }
