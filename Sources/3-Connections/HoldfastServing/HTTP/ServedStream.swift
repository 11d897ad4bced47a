import HoldfastSystem

/// A stream from which requests are read and to which answers are written; used by one thread.
protocol ServedStream: AnyObject {
    /// Reads at most `count` bytes; nothing at the end of the stream.
    func read(atMost count: Int, until deadline: Deadline) throws(ServingError) -> [UInt8]
    /// Writes all of `bytes`.
    func write(_ bytes: [UInt8], until deadline: Deadline) throws(ServingError)
    /// Ends it, so that nothing sent is lost.
    func close()
    /// Ends it at once, with TLS's last word where there is one, or without.
    func cut(silently: Bool)
    /// Ends it by a reset, whatever of the client's was not read.
    ///
    /// - Parameter deadline: the end of waiting until the client's system has what was sent; nil for no such wait.
    func reset(afterDelivery deadline: Deadline?) throws(ServingError)
    /// Sends what a provocation says; nothing where there is no TLS.
    func provoke(_ kind: Provocation.Kind, awaitsCertificate: Bool, until deadline: Deadline) throws(ServingError)
    /// The certificate by which the client has said who it is, DER.
    var clientCertificate: [UInt8]? { get }
}

extension ServedStream {
    func provoke(_ kind: Provocation.Kind, awaitsCertificate: Bool, until deadline: Deadline) throws(ServingError) {}
}

extension TLSStream: ServedStream {}

/// A connection without TLS.
final class PlainStream: ServedStream {
    private let socket: StreamSocket

    init(_ socket: StreamSocket) { self.socket = socket }

    var clientCertificate: [UInt8]? { nil }

    func read(atMost count: Int, until deadline: Deadline) throws(ServingError) -> [UInt8] {
        try socket.read(atMost: count, until: deadline)
    }

    func write(_ bytes: [UInt8], until deadline: Deadline) throws(ServingError) {
        try socket.write(bytes, until: deadline)
    }

    func close() {
        socket.endWriting()
        let deadline = Deadline.after(.seconds(1))
        while let bytes = try? socket.read(atMost: 16 << 10, until: deadline), !bytes.isEmpty {}
    }

    func cut(silently: Bool) { close() }

    func reset(afterDelivery deadline: Deadline?) throws(ServingError) {
        defer { socket.reset() }
        if let deadline { try socket.waitForDelivery(until: deadline) }
    }
}
