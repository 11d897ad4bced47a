/// One block of a PEM file: a label, headers of the old kind, and the bytes (RFC 7468, RFC 1421).
public struct PEMBlock: Hashable, Sendable {
    /// One header of RFC 1421 §4.4, as `Proc-Type: 4,ENCRYPTED`.
    public struct Header: Hashable, Sendable {
        /// The text before the colon.
        public let name: String
        /// The text after the colon, continuation lines joined.
        public internal(set) var value: String

        /// Makes a header.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The kind of contents by the block's own word, for example `CERTIFICATE`.
    public let label: String
    /// The headers before the data; RFC 7468 has none, encrypted keys of OpenSSL's old form do.
    public let headers: [Header]
    /// The decoded bytes.
    public let contents: [UInt8]
    /// The line of `-----BEGIN`, counted from 1; 0 for a block that was not read.
    public let line: Int

    /// Makes a block to be written.
    ///
    /// - Parameters:
    ///   - label: what it holds, in RFC 7468's words; it is written as it is.
    ///   - headers: headers before the data; mostly none.
    ///   - contents: the bytes.
    public init(label: String, headers: [Header] = [], contents: [UInt8]) {
        self.init(label: label, headers: headers, contents: contents, line: 0)
    }

    init(label: String, headers: [Header], contents: [UInt8], line: Int) {
        self.label = label
        self.headers = headers
        self.contents = contents
        self.line = line
    }

    /// The block as text: 64 characters a line, each line ended by LF (RFC 7468 §2).
    public var encoded: String {
        var text = "-----BEGIN \(label)-----\n"
        for header in headers { text += "\(header.name): \(header.value)\n" }
        if !headers.isEmpty { text += "\n" }
        // 48 bytes make one line of 64 characters.
        for start in stride(from: 0, to: contents.count, by: 48) {
            text += Base64.encode(contents[start..<min(start + 48, contents.count)]) + "\n"
        }
        return text + "-----END \(label)-----\n"
    }
}
