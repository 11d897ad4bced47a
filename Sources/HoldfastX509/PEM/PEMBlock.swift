/// One block of a PEM file: a label, headers of the old kind, and the bytes (RFC 7468).
public struct PEMBlock: Hashable, Sendable {
    /// One header line of RFC 1421, such as `Proc-Type: 4,ENCRYPTED`.
    public struct Header: Hashable, Sendable {
        public let name: String
        public let value: String
    }

    /// What the block says it holds, for example `CERTIFICATE`.
    public let label: String
    /// The headers before the data; RFC 7468 has none, encrypted keys of the old form do.
    public let headers: [Header]
    /// The decoded bytes.
    public let contents: [UInt8]
    /// The line of `-----BEGIN`, counted from 1; 0 for a block that was not read.
    public let line: Int

    /// A block to be written.
    public init(label: String, contents: [UInt8]) {
        self.init(label: label, headers: [], contents: contents, line: 0)
    }

    init(label: String, headers: [Header], contents: [UInt8], line: Int) {
        self.label = label
        self.headers = headers
        self.contents = contents
        self.line = line
    }

    /// The block as text: lines of 64 characters, each ended by LF.
    public var encoded: String {
        var text = "-----BEGIN \(label)-----\n"
        for header in headers { text += "\(header.name): \(header.value)\n" }
        if !headers.isEmpty { text += "\n" }
        var rest = Base64.encode(contents)[...]
        while !rest.isEmpty {
            text += rest.prefix(64) + "\n"
            rest = rest.dropFirst(64)
        }
        return text + "-----END \(label)-----\n"
    }
}
