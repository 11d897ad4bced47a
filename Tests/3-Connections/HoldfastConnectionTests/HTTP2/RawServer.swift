import HoldfastConnection
import HoldfastHTTP
import TestSupport
import Testing

/// A server that says frames as a test has them, and no others.
final class RawServer {
    let client: HTTP2Connection
    var heard: [HTTP2Connection.Event] = []
    /// The frames that the client has sent.
    var frames: [Frame] = []

    init(_ limits: HTTP2Limits = HTTP2Limits(), settings: [Frame] = [Frame(type: Frame.settings)]) throws {
        client = try #require(HTTP2Connection(limits))
        for frame in settings { say(frame) }
    }

    /// Begins an exchange, and gives its stream.
    @discardableResult
    func begin(_ request: ExchangeRequest = .get, headBytes: Int = 64 << 10) throws -> Int32 {
        let stream = try #require(client.begin(request, limits: MessageLimits(headBytes: headBytes, fields: 1_000)))
        listen()
        return stream
    }

    func say(_ frames: Frame...) { say(frames.flatMap(\.bytes)) }

    func say(_ bytes: [UInt8]) {
        client.receive(bytes[...])
        heard += client.takeEvents()
        listen()
    }

    func listen() {
        frames += Frame.all(in: client.takeOutput())
        heard += client.takeEvents()
    }

    func events(_ stream: Int32 = 1) -> [ExchangeEvent] { heard.filter { $0.stream == stream }.map(\.event) }

    func fault(_ stream: Int32 = 1) -> ExchangeFault? { events(stream).fault }

    /// The code of the RST_STREAM with which the client has ended a stream.
    func reset(_ stream: UInt32 = 1) -> UInt32? {
        frames.first { $0.type == Frame.reset && $0.stream == stream }?.payload.reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The code of the GOAWAY with which the client has ended the connection (RFC 9113 §6.8).
    var goAway: UInt32? {
        frames.first { $0.type == Frame.goAway }?.payload.dropFirst(4).prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }
}
