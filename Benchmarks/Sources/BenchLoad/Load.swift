/// A load that a client is measured under.
public enum Load: String, Sendable, CaseIterable {
    /// New connections, one request each, one after the other or 32 at a time.
    case connect1, connect32
    /// Requests on connections that are kept, one after the other or 32 at a time.
    case request1, request32
    /// Messages of 1 KiB that a WebSocket sends back, one after the other, on one connection or on 32.
    case echo1, echo32
    /// One large file.
    case download
    /// The first request of a new session, in a process that has sent others.
    case firstResponse
    /// One request, and the process ends.
    case process
    /// So many requests on one connection, of which one's allocations are counted.
    case count

    /// The requests or messages that are under way at a time.
    public var concurrency: Int {
        switch self {
        case .connect32, .request32, .echo32: 32
        case .connect1, .request1, .echo1, .download, .firstResponse, .process, .count: 1
        }
    }

    /// The octets of a message that is sent back.
    public static let messageLength = 1 << 10
}

/// An invocation of a client: `PROGRAM LOAD h1|h2 URL ANCHORS SECONDS`; `count` has a number of requests for the
/// seconds.
public struct Invocation: Sendable {
    public let load: Load
    /// Whether HTTP/2 is offered; servers of this benchmark that offer it take nothing else.
    public let isHTTP2: Bool
    public let url: String
    /// The PEM file of what is trusted.
    public let anchors: String
    /// How long the load lasts.
    public let duration: Duration
    /// How many requests are counted.
    public let times: Int

    /// - Throws: ``Usage`` where an argument is missing, or is none.
    public init(_ arguments: [String]) throws {
        guard arguments.count == 6, let load = Load(rawValue: arguments[1]), ["h1", "h2"].contains(arguments[2]),
            let amount = Double(arguments[5]), (0...1e6).contains(amount)
        else { throw Usage() }
        self.load = load
        isHTTP2 = arguments[2] == "h2"
        url = arguments[3]
        anchors = arguments[4]
        duration = .seconds(amount)
        times = Int(amount)
    }
}

/// The arguments that a client takes.
public struct Usage: Error, CustomStringConvertible {
    public let description: String

    public init() {
        let loads = Load.allCases.map(\.rawValue).joined(separator: "|")
        description = "usage: PROGRAM \(loads) h1|h2 URL ANCHORS SECONDS"
    }
}
