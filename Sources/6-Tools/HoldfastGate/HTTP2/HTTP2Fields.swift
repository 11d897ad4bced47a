import HoldfastHTTP

/// The messages of a stream that come, counted: DATA has windows (RFC 9113 §5.2), and fields have none.
///
/// A request's head or trailers, or a response's heads, the interim ones first (RFC 9110 §15.2).
struct HTTP2Incoming {
    private var fields: [HTTPField] = []
    /// Bytes of the head at hand, and of all heads of the stream.
    private var (bytes, allBytes) = (0, 0)
    private var interims = 0
    private var hasHead = false

    mutating func begin() { (fields, bytes) = ([], 0) }

    /// Takes a field; false where there are too many, each of which is dropped then.
    mutating func add(_ field: HTTPField, _ limits: GateLimits) -> Bool {
        bytes += field.http2Size
        allBytes += field.http2Size
        guard bytes <= (hasHead ? limits.trailerBytes : limits.headBytes), allBytes <= limits.responseHeadBytes,
            fields.count < limits.fields
        else {
            fields = []
            return false
        }
        fields.append(field)
        return true
    }

    /// Gives the fields that have come, at their end; nil where there were too many interim responses.
    mutating func end(isResponse: Bool, _ limits: GateLimits) -> [HTTPField]? {
        defer { begin() }
        let isInterim = isResponse && !hasHead && fields.one(":status")?.utf8.first == UInt8(ascii: "1")
        guard isInterim else {
            hasHead = true
            return fields
        }
        interims += 1
        return interims <= limits.interimResponses ? fields : nil
    }
}

/// The content of a message that goes out.
struct HTTP2Outgoing {
    private(set) var bytes: [UInt8] = []
    private(set) var start = 0
    var isEnded = false
    var isDeferred = false
    var trailers: [HTTPField] = []

    var waiting: Int { bytes.count - start }

    /// Adds content, in the place of what has gone out where that is the half at least: a stream that never runs dry
    /// takes no more memory for it, and each byte is moved once on the average.
    mutating func append(_ more: [UInt8]) {
        if start > 0, start >= waiting {
            bytes.removeFirst(start)
            start = 0
        }
        bytes += more
    }

    /// Counts bytes that have gone out.
    mutating func take(_ count: Int) {
        start += count
        guard start == bytes.count else { return }
        (bytes, start) = ([], 0)
    }
}

/// The fields that were handed to nghttp2 and have not gone out: no window holds them back.
struct HTTP2WaitingFields {
    /// Bytes of responses, interim ones and trailers.
    private(set) var bytes = 0
    /// Requests that wait, for the connection or for a stream, and their bytes.
    private(set) var (requests, requestBytes) = (0, 0)

    mutating func add(_ size: Int, isRequest: Bool) { count(size, by: 1, isRequest) }

    mutating func remove(_ size: Int, isRequest: Bool) { count(-size, by: -1, isRequest) }

    private mutating func count(_ size: Int, by number: Int, _ isRequest: Bool) {
        if isRequest { (requests, requestBytes) = (requests + number, requestBytes + size) } else { bytes += size }
    }
}

extension HTTPField {
    /// RFC 9113 §6.5.2: "an overhead of 32 octets for each field".
    static let http2Overhead = 32

    /// The size uncompressed, as RFC 9113 §6.5.2 counts it.
    var http2Size: Int { name.utf8.count + octetCount + Self.http2Overhead }
}

extension [HTTPField] {
    var http2Size: Int { reduce(0) { $0 + $1.http2Size } }
}
