/// Puts a response together from the pieces that libcurl hands over, within limits.
struct ResponseCollector {
    enum Overflow {
        case body
        case fields
    }

    private(set) var status = 0
    private(set) var httpVersion = ""
    private(set) var fields: [HTTPField] = []
    private(set) var trailers: [HTTPField] = []
    private(set) var body: [UInt8] = []
    /// Bytes of the body that have come.
    private(set) var bodyCount = 0
    /// What was too much.
    private(set) var overflow: Overflow?
    private let keepsBody: Bool
    private let maximumBody: Int
    private let maximumFields: Int
    /// Bytes of all header lines that have come.
    private(set) var fieldBytes = 0
    private var isPastFields = false

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

    /// What `Content-Length` announces of a body that comes as it is; nil where nothing is said.
    var expectedBodyCount: Int? {
        guard fields.first(named: "Content-Encoding") == nil else { return nil }
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
    }

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

    /// Takes one line of the head or of the trailers, as libcurl passes them; false ends the transfer.
    mutating func appendLine(_ bytes: UnsafeRawBufferPointer) -> Bool {
        fieldBytes += bytes.count
        guard fieldBytes <= maximumFields else {
            overflow = .fields
            return false
        }
        let line = unsafe Self.text(bytes)
        if line.isEmpty {
            // Interim responses (RFC 9110 §15.2) are followed by another head.
            isPastFields = status >= 200
        } else if !isPastFields, line.hasPrefix("HTTP/") {
            begin(line)
        } else if line.first == " " || line.first == "\t" {
            unfold(line)
        } else if let field = Self.field(line) {
            if isPastFields { trailers.append(field) } else { fields.append(field) }
        }
        return true
    }

    private mutating func begin(_ line: String) {
        let parts = line.split(separator: " ", maxSplits: 2)
        httpVersion = String(parts[0].dropFirst(5))
        status = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        fields.removeAll()
    }

    /// RFC 9112 §5.2: a folded line is read as one with spaces instead of the break.
    private mutating func unfold(_ line: String) {
        let addition = " " + line.drop { $0 == " " || $0 == "\t" }
        if isPastFields, let last = trailers.popLast() {
            trailers.append(HTTPField(received: last.name, value: last.value + addition))
        } else if !isPastFields, let last = fields.popLast() {
            fields.append(HTTPField(received: last.name, value: last.value + addition))
        }
    }

    private static func field(_ line: String) -> HTTPField? {
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        let value = line[line.index(after: colon)...].drop(while: isSpace)
        let end = value.lastIndex { !isSpace($0) }.map { value.index(after: $0) } ?? value.startIndex
        return HTTPField(received: String(line[..<colon]), value: String(value[..<end]))
    }

    /// Without the line's end. Octets that are no UTF-8 are taken for ISO 8859-1 (RFC 9110 §5.5).
    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        var line = unsafe Array(bytes)
        while line.last == UInt8(ascii: "\n") || line.last == UInt8(ascii: "\r") { line.removeLast() }
        if let text = String(validating: line, as: UTF8.self) { return text }
        return String(String.UnicodeScalarView(line.map { Unicode.Scalar($0) }))
    }
}
