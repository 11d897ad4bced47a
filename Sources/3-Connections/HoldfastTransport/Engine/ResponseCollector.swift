import HoldfastHTTP
import HoldfastX509

/// Puts a response together from the pieces that libcurl hands over, within limits.
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
    private let maximumFields: Int
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
    init(keepsBody: Bool = true, maximumBody: Int, maximumFields: Int) {
        self.keepsBody = keepsBody
        self.maximumBody = maximumBody
        self.maximumFields = maximumFields
    }

    /// Whether a final status line has come.
    var hasBegun: Bool { status >= 200 }

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

    /// Whether only the connection's end tells where the body ends (RFC 9112 §6.3, item 8).
    var endsWithConnection: Bool {
        httpVersion.hasPrefix("1") && status != 204 && status != 304 && fields.first(named: "Content-Length") == nil
            && fields.first(named: "Transfer-Encoding")?.asciiLowercased().hasSuffix("chunked") != true
    }

    /// Whether `Content-Length`, where it stands, is one number: libcurl takes the last of two.
    private var hasLengthOrNone: Bool {
        do throws(MessageError) {
            _ = try MessageFraming.length(in: fields, .lenient)
            return true
        } catch {
            return false
        }
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

    /// Takes one line of the head or of the trailers, as libcurl passes them; false ends the transfer.
    mutating func appendLine(_ bytes: UnsafeRawBufferPointer) -> Bool {
        fieldBytes += bytes.count
        guard fieldBytes <= maximumFields else {
            overflow = .fields
            return false
        }
        let line = unsafe Self.line(bytes)
        if unsafe line.isEmpty {
            guard isPastFields || status < 200 || hasLengthOrNone else {
                overflow = .lengths
                return false
            }
            guard status != 101 else {
                overflow = .upgrade
                return false
            }
            // Interim responses (RFC 9110 §15.2) are followed by another head.
            isPastFields = status >= 200
        } else if unsafe !isPastFields && line.starts(with: "HTTP/".utf8) {
            unsafe begin(line)
        } else if unsafe line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t") {
            unsafe unfold(Self.text(line))
        } else if let field = unsafe Self.field(line) {
            if isPastFields { trailers.append(field) } else { fields.append(field) }
        }
        return true
    }

    /// Takes a status line (RFC 9112 §4): `HTTP/`, the version, the status, a reason that nobody needs.
    private mutating func begin(_ line: UnsafeRawBufferPointer) {
        let version = unsafe line.dropFirst(5).prefix { $0 != UInt8(ascii: " ") }
        let digits = unsafe line[version.endIndex...].drop(while: FieldGrammar.isSpace)
            .prefix { $0 != UInt8(ascii: " ") }
        unsafe httpVersion = String(decoding: version, as: UTF8.self)
        status = unsafe Int(String(decoding: digits, as: UTF8.self)) ?? 0
        fields.removeAll(keepingCapacity: true)
        fields.reserveCapacity(16)
    }

    /// RFC 9112 §5.2: a folded line is read as one with spaces instead of the break.
    private mutating func unfold(_ line: String) {
        let addition = " " + line.drop { $0 == " " || $0 == "\t" }
        if isPastFields, let last = trailers.popLast() {
            trailers.append(HTTPField(last.name, last.value + addition))
        } else if !isPastFields, let last = fields.popLast() {
            fields.append(HTTPField(last.name, last.value + addition))
        }
    }

    private static func field(_ line: UnsafeRawBufferPointer) -> HTTPField? {
        // As octets: a mark behind a colon or a space is no part of it, as it would be of a character.
        guard let colon = unsafe line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let value = unsafe FieldGrammar.trimmed(line[(colon + 1)...])
        return unsafe HTTPField(
            text(UnsafeRawBufferPointer(rebasing: line[..<colon])),
            octets: UnsafeRawBufferPointer(rebasing: value))
    }

    /// Without the line's end.
    private static func line(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        var count = bytes.count
        while count > 0, unsafe bytes[count - 1] == UInt8(ascii: "\n") || bytes[count - 1] == UInt8(ascii: "\r") {
            count -= 1
        }
        return unsafe UnsafeRawBufferPointer(rebasing: bytes[..<count])
    }

    /// Octets that are no UTF-8 are taken for ISO 8859-1 (RFC 9110 §5.5).
    private static func text(_ line: UnsafeRawBufferPointer) -> String {
        if let text = unsafe String(validating: line, as: UTF8.self) { return text }
        return unsafe String(String.UnicodeScalarView(line.map { Unicode.Scalar($0) }))
    }
}
