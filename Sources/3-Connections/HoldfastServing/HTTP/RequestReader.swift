import HoldfastHTTP
import HoldfastStatements

/// Reads HTTP/1.1 requests out of a stream of bytes (RFC 9112), refusing whatever could be read in two ways.
///
/// Pure: bytes go in, steps come out. Bodies have a Content-Length; a transfer coding is answered with 501.
struct RequestReader {
    /// The next thing to do.
    enum Step: Sendable {
        /// More bytes are needed.
        case needsMore
        /// The client waits for a 100 before it sends the body (RFC 9110 §10.1.1); reported once a request.
        case wantsContinue
        /// A whole request.
        case request(ServerRequest)
        /// Not a request, or too long: answer with this status, and close.
        case refused(status: Int, why: String)
    }

    private let limits: RequestLimits
    private let reader: HeadReader
    private var scanner: HeadScanner
    private var bytes: [UInt8] = []
    /// A head that has been read, and the length of the body that it announces.
    private var (head, bodyLength): (RequestHead?, Int) = (nil, 0)
    private var hasToldToContinue = false

    init(_ limits: RequestLimits) {
        self.limits = limits
        reader = HeadReader(.asSent, MessageLimits(headBytes: limits.headBytes, fields: limits.fields))
        scanner = HeadScanner(reader)
    }

    /// Adds what has come.
    mutating func append(_ more: [UInt8]) { bytes += more }

    /// Takes the bytes behind the last request, which are no request of this reader's any more.
    mutating func takeRest() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }

    /// Reads on. After ``Step/refused(status:why:)`` the reader is of no further use.
    mutating func next() -> Step {
        do throws(MessageError) {
            if head == nil, let refusal = try readHead() { return refusal }
            guard let head else { return .needsMore }
            guard bytes.count >= bodyLength else {
                guard bytes.isEmpty, !hasToldToContinue, head.expectsContinue else { return .needsMore }
                hasToldToContinue = true
                return .wantsContinue
            }
            let body = Array(bytes.prefix(bodyLength))
            bytes.removeFirst(bodyLength)
            (self.head, hasToldToContinue) = (nil, false)
            return .request(ServerRequest(head, body: body))
        } catch {
            return .refused(status: error.status, why: error.statement.english)
        }
    }

    /// Reads a head, where it is all there; gives the refusal of one whose body is not read.
    private mutating func readHead() throws(MessageError) -> Step? {
        guard let length = try scanner.length(of: bytes[...]) else { return nil }
        let head = try reader.request(bytes.prefix(length))
        bytes.removeFirst(length)
        scanner = HeadScanner(reader)
        switch try MessageFraming(of: head, .asSent) {
        case .none, .connection: bodyLength = 0
        case .length(let length) where length <= limits.bodyBytes: bodyLength = length
        case .length: return .refused(status: 413, why: "the body is over \(limits.bodyBytes) bytes")
        case .chunked: return .refused(status: 501, why: "transfer codings are not implemented")
        }
        self.head = head
        return nil
    }
}

/// The limits of what a server reads of a request before it refuses.
package struct RequestLimits: Hashable, Sendable {
    /// Bytes of request line and fields; 16 KiB, what Apache and nginx allow in all within a factor of two.
    package var headBytes = 16 << 10
    /// Number of fields; 100, as Apache's LimitRequestFields.
    package var fields = 100
    /// Bytes of the body; 16 MiB.
    package var bodyBytes = 16 << 20

    package init() {}
}
