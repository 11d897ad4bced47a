import HoldfastHTTP

/// One stream of an HTTP/2 session, in both directions.
final class HTTP2Stream {
    var incoming: HTTP2Incoming
    /// The content that goes out; nil where there is none.
    var outgoing: HTTP2Outgoing?
    /// Whether the other side has sent RST_STREAM.
    var isResetByPeer = false

    init(_ limits: HTTP2FieldLimits, hasContent: Bool) {
        incoming = HTTP2Incoming(limits)
        outgoing = hasContent ? HTTP2Outgoing() : nil
    }
}

/// The lists of fields of a stream that come, counted: a request's head, or a response's heads, the interim ones first
/// (RFC 9110 §15.2), and trailers.
struct HTTP2Incoming {
    private let limits: HTTP2FieldLimits
    private var fields: [HTTPField] = []
    /// Octets of the list at hand, and of all lists of the stream.
    private var (bytes, allBytes) = (0, 0)
    private var interims = 0
    private var hasHead = false

    init(_ limits: HTTP2FieldLimits) { self.limits = limits }

    mutating func begin() {
        (fields, bytes) = ([], 0)
        fields.reserveCapacity(16)
    }

    /// Takes a field, and gives its size; nil where there are too many.
    mutating func add(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) -> Int? {
        // White space is no part of a value (RFC 9110 §5.5).
        let value = unsafe UnsafeBufferPointer(rebasing: FieldGrammar.trimmed(value))
        let size = name.count + value.count + limits.fieldOverhead
        bytes += size
        allBytes += size
        guard bytes <= (hasHead ? limits.trailerBytes : limits.listBytes), allBytes <= limits.allBytes,
            fields.count < limits.fields
        else {
            fields = []
            return nil
        }
        unsafe fields.append(HTTPField(String(decoding: name, as: UTF8.self), octets: value))
        return size
    }

    /// Gives the list that has come, at its end; nil where there were too many interim responses.
    mutating func end(isResponse: Bool) -> [HTTPField]? {
        defer { (fields, bytes) = ([], 0) }
        let isInterim =
            isResponse && !hasHead && fields.first?.name == ":status"
            && fields.first?.value.utf8.first == UInt8(ascii: "1")
        guard isInterim else {
            hasHead = true
            return fields
        }
        interims += 1
        return interims <= limits.interimResponses ? fields : nil
    }
}

/// The content of a message that goes out, in the pieces in which it was given.
struct HTTP2Outgoing {
    private var pieces: [ArraySlice<UInt8>] = []
    /// The number of pieces that have gone out, and octets of the next one that have.
    private var (gone, begun) = (0, 0)
    /// Octets that have not gone out.
    private(set) var waiting = 0
    var isEnded = false
    /// Whether nghttp2 has been told that nothing is there.
    var isDeferred = false
    var trailers: [HTTPField] = []

    mutating func append(_ piece: ArraySlice<UInt8>) {
        guard !piece.isEmpty else { return }
        pieces.append(piece)
        waiting += piece.count
    }

    /// Octets in memory, those included that have gone out of a piece of which others wait.
    var held: Int { waiting + begun }

    /// Moves octets from the front, which have to be there.
    mutating func move(_ count: Int, to output: inout [UInt8]) {
        var left = min(count, waiting)
        waiting -= left
        while left > 0, gone < pieces.count {
            let rest = pieces[gone].dropFirst(begun)
            let part = rest.prefix(left)
            output.append(contentsOf: part)
            left -= part.count
            begun += part.count
            guard part.count == rest.count else { break }
            pieces[gone] = []
            (gone, begun) = (gone + 1, 0)
        }
        // Each place is moved once on the average, however long the content is.
        if gone * 2 >= pieces.count {
            pieces.removeFirst(gone)
            gone = 0
        }
    }
}

/// The fields that were handed to nghttp2 and have not gone out: no window holds them back.
struct HTTP2WaitingFields {
    /// Octets of responses, interim ones and trailers.
    private(set) var bytes = 0
    /// Requests that wait, for the connection or for a stream, and their octets.
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
}

extension [HTTPField] {
    /// The size uncompressed, as RFC 9113 §6.5.2 counts it.
    package var http2Size: Int { reduce(0) { $0 + $1.name.utf8.count + $1.octetCount + HTTPField.http2Overhead } }
}
