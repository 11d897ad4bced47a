import HoldfastHTTP
import HoldfastX509

/// Puts a response together from the pieces that come, within limits.
struct ResponseCollector {
    enum Overflow {
        case body
        case fields
        /// Lengths that contradict each other, or are none.
        case lengths
        /// A switch to another protocol, which is never asked for.
        case upgrade
        /// A body that is not in the codings that it is said to be in (RFC 9110 §8.4).
        case coding
    }

    private(set) var status = 0
    private(set) var httpVersion = ""
    private(set) var fields: [HTTPField] = []
    private(set) var trailers: [HTTPField] = []
    private(set) var body: [UInt8] = []
    /// Bytes of the body that have come.
    private(set) var bodyCount = 0
    /// The reason to refuse the response; nil as long as there is none.
    private(set) var overflow: Overflow?
    private var keepsBody: Bool
    private let maximumBody: Int
    /// Bytes of all header lines that have come.
    private(set) var fieldBytes = 0
    private var isPastFields = false
    private var decoding = Decoding.unknown

    /// The way in which the body is decoded.
    private enum Decoding {
        /// Nothing of it has come yet.
        case unknown
        case none
        case by(ContentDecoder)
    }

    /// Makes a collector of one response.
    ///
    /// - Parameter keepsBody: false where pieces of the body go on elsewhere and are counted only.
    init(keepsBody: Bool = true, maximumBody: Int) {
        self.keepsBody = keepsBody
        self.maximumBody = maximumBody
    }

    /// Whether a final status line has come; that of a switch of protocols is one.
    var hasBegun: Bool { status == 101 || status >= 200 }

    /// Whether the head of the final response has come to its end.
    var isHeadComplete: Bool { isPastFields && hasBegun }

    /// Takes the head of the final response, whole.
    ///
    /// - Parameter version: of HTTP, as ``TransportResponse/httpVersion`` has it.
    mutating func begin(_ head: ResponseHead, version: String) {
        (status, httpVersion, fields, isPastFields) = (head.status, version, head.fields, true)
    }

    /// Takes the fields behind the body.
    mutating func end(with fields: [HTTPField]) { trailers = fields }

    /// Takes note of the octets of all heads and trailers so far.
    mutating func count(fieldBytes: Int) { self.fieldBytes = fieldBytes }

    /// The length that `Content-Length` announces of a body that is handed over as it comes; nil where it announces
    /// none.
    var expectedBodyCount: Int? {
        guard ContentCoding.undone(of: fields).isEmpty else { return nil }
        return fields.first(named: "Content-Length").flatMap { Int($0) }
    }

    /// Forgets what came: it was an answer in between, and its successor follows. The limit of all fields stays.
    mutating func beginAgain() {
        status = 0
        fields.removeAll()
        trailers.removeAll()
        body.removeAll()
        bodyCount = 0
        isPastFields = false
        decoding = .unknown
    }

    /// The decoder of the body that comes; nil where it is handed over as it comes.
    mutating func decoder() -> ContentDecoder? {
        switch decoding {
        case .none: return nil
        case .by(let decoder): return decoder
        case .unknown:
            let codings = ContentCoding.undone(of: fields)
            guard !codings.isEmpty else {
                decoding = .none
                return nil
            }
            let decoder = ContentDecoder(codings)
            decoding = .by(decoder)
            return decoder
        }
    }

    /// Whether the body that comes is decoded.
    var isDecoded: Bool { if case .by = decoding { true } else { false } }

    /// Notes that the body is longer than what is read.
    mutating func refuseBody() { overflow = .body }

    /// Notes that the body is not in its codings.
    mutating func refuseCoding() { overflow = .coding }

    /// Takes a piece of the body; false ends the transfer.
    mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        isPastFields = true
        guard bytes.count <= maximumBody - bodyCount else {
            overflow = .body
            return false
        }
        bodyCount += bytes.count
        if keepsBody { unsafe body.append(contentsOf: bytes) }
        return true
    }

    /// Gives up what has come of the body, and counts from now on what goes on elsewhere.
    mutating func letGoOfBody() -> [UInt8] {
        keepsBody = false
        defer { body = [] }
        return body
    }
}
