import HoldfastX509

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

    private struct RequestError: Error {
        let status: Int
        let why: String
        init(_ status: Int, _ why: String) { (self.status, self.why) = (status, why) }
    }

    /// A head that has been read, and the length of the body that it announces.
    private struct Head {
        let method: String
        let target: String
        let minorVersion: Int
        let fields: [ServerField]
        let bodyLength: Int
        var hasToldToContinue = false

        var expectsContinue: Bool {
            minorVersion >= 1
                && fields.contains {
                    $0.name.asciiLowercased() == "expect" && $0.value.asciiLowercased() == "100-continue"
                }
        }
    }

    private let limits: RequestLimits
    private var bytes: [UInt8] = []
    private var head: Head?

    init(_ limits: RequestLimits) { self.limits = limits }

    /// Adds what has come.
    mutating func append(_ more: [UInt8]) { bytes += more }

    /// Takes the bytes behind the last request, which are no request of this reader's any more.
    mutating func takeRest() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }

    /// Reads on. After ``Step/refused(status:why:)`` the reader is of no further use.
    mutating func next() -> Step {
        do throws(RequestError) {
            if head == nil {
                guard let length = try headLength() else { return .needsMore }
                head = try readHead(bytes.prefix(length))
                bytes.removeFirst(length)
            }
            guard let head else { return .needsMore }
            guard bytes.count >= head.bodyLength else {
                guard bytes.isEmpty, !head.hasToldToContinue, head.expectsContinue else { return .needsMore }
                self.head?.hasToldToContinue = true
                return .wantsContinue
            }
            let body = Array(bytes.prefix(head.bodyLength))
            bytes.removeFirst(head.bodyLength)
            self.head = nil
            return .request(
                ServerRequest(
                    method: head.method, target: head.target, minorVersion: head.minorVersion, fields: head.fields,
                    body: body))
        } catch {
            return .refused(status: error.status, why: error.why)
        }
    }

    /// The length of the head, the empty line included; nil while it is not all there.
    private mutating func headLength() throws(RequestError) -> Int? {
        // "A server ... SHOULD ignore at least one empty line (CRLF) received prior to the request-line." (§2.2)
        if bytes.starts(with: [13, 10]) { bytes.removeFirst(2) }
        let end = Array("\r\n\r\n".utf8)
        let searched = bytes.prefix(limits.headBytes)
        if let start = searched.indices.first(where: { searched[$0] == 13 && searched[$0...].starts(with: end) }) {
            return start + end.count
        }
        if bytes.count >= limits.headBytes { throw RequestError(431, "the head is over \(limits.headBytes) bytes") }
        return nil
    }

    private func readHead(_ bytes: ArraySlice<UInt8>) throws(RequestError) -> Head {
        var lines: [ArraySlice<UInt8>] = []
        var rest = bytes
        while let end = rest.firstIndex(of: 13) {
            // "A recipient of such a bare CR MUST consider that element to be invalid or replace each bare CR with SP"
            // (§2.2). A bare LF is a control character, which nothing below takes.
            guard rest[end...].starts(with: [13, 10]) else { throw RequestError(400, "a CR without LF") }
            lines.append(rest[rest.startIndex..<end])
            rest = rest[(end + 2)...]
        }
        guard let first = lines.first else { throw RequestError(400, "no request line") }
        let (method, target, minorVersion) = try readRequestLine(first)
        // The last line is the empty one.
        let fieldLines = lines.dropFirst().dropLast()
        guard fieldLines.count <= limits.fields else { throw RequestError(431, "more than \(limits.fields) fields") }
        var fields: [ServerField] = []
        for line in fieldLines { fields.append(try readField(line)) }
        let hosts = fields.count { $0.name.asciiLowercased() == "host" }
        // "A server MUST respond with a 400 ... to any HTTP/1.1 request message that lacks a Host header field and to
        // any request message that contains more than one" (§3.2).
        guard hosts == 1 || hosts == 0 && minorVersion == 0 else { throw RequestError(400, "\(hosts) Host fields") }
        return Head(
            method: method, target: target, minorVersion: minorVersion, fields: fields,
            bodyLength: try readBodyLength(fields))
    }

    private func readRequestLine(_ line: ArraySlice<UInt8>) throws(RequestError) -> (String, String, Int) {
        let parts = line.split(separator: 32, omittingEmptySubsequences: false)
        guard parts.count == 3, Self.isToken(parts[0]), !parts[1].isEmpty,
            parts[1].allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw RequestError(400, "the request line is malformed") }
        let version = String(decoding: parts[2], as: UTF8.self)
        guard version == "HTTP/1.1" || version == "HTTP/1.0" else { throw RequestError(505, "not HTTP/1.1") }
        return (
            String(decoding: parts[0], as: UTF8.self), String(decoding: parts[1], as: UTF8.self),
            version == "HTTP/1.1" ? 1 : 0
        )
    }

    private func readField(_ line: ArraySlice<UInt8>) throws(RequestError) -> ServerField {
        // Also refuses a folded line and white space before the colon (§5.1, §5.2): neither is part of a token.
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), Self.isToken(line[..<colon]) else {
            throw RequestError(400, "a field without a proper name")
        }
        let value = line[(colon + 1)...]
        guard value.allSatisfy({ $0 == 9 || $0 >= 32 && $0 != 127 }) else {
            throw RequestError(400, "a control character in a field")
        }
        return ServerField(
            String(decoding: line[..<colon], as: UTF8.self),
            Self.trimmed(String(decoding: value, as: UTF8.self)[...]))
    }

    private func readBodyLength(_ fields: [ServerField]) throws(RequestError) -> Int {
        let lengths = fields.filter { $0.name.asciiLowercased() == "content-length" }.map(\.value)
        if fields.contains(where: { $0.name.asciiLowercased() == "transfer-encoding" }) {
            // Both together are how a request is smuggled past a proxy (§6.1).
            throw lengths.isEmpty
                ? RequestError(501, "transfer codings are not implemented")
                : RequestError(400, "both Content-Length and Transfer-Encoding")
        }
        guard let first = lengths.first else { return 0 }
        guard lengths.count == 1, !first.isEmpty, first.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw RequestError(400, "Content-Length is not one number")
        }
        guard let length = Int(first), length <= limits.bodyBytes else {
            throw RequestError(413, "the body is over \(limits.bodyBytes) bytes")
        }
        return length
    }

    /// `token` of RFC 9110 §5.6.2.
    private static func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
        !bytes.isEmpty
            && bytes.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || "!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
    }

    /// Without the optional white space (RFC 9110 §5.6.3) around it.
    static func trimmed(_ text: Substring) -> String {
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        let tail = text.drop(while: isSpace)
        let end = tail.lastIndex { !isSpace($0) }
        return end.map { String(tail[...$0]) } ?? ""
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
