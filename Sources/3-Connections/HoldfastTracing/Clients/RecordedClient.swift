package import HoldfastFacts
package import HoldfastTLS
package import HoldfastX509

/// A client that people use, by what it offers in its ClientHello: recorded of the running program, or what its
/// vendor's pages state.
///
/// The rows are the table `clients` of `Sources/0-C/CTrustFacts/data`.
package struct RecordedClient: Hashable, Sendable {
    /// An extension of the hello, with its content where that is the same in every hello.
    package struct Extension: Hashable, Sendable {
        package let type: ExtensionType
        package let content: [UInt8]?
    }

    /// The name by which it is asked for: `chromium`, `go`, ….
    package let name: String
    /// The program's version.
    package let version: String
    /// The language version of the client's module, for a client that goes by it (Go's GODEBUG defaults).
    package let language: String?
    package let versions: [ProtocolVersion]
    package let suites: [CipherSuite]
    package let groups: [NamedGroup]
    /// The groups for which a share is sent.
    package let keyShares: [NamedGroup]
    package let signatureSchemes: [HandshakeSignatureScheme]
    package let applicationProtocols: [String]
    /// The extensions in their order.
    package let extensions: [Extension]
    /// Whether the order of the extensions is another one each time.
    package let shufflesExtensions: Bool
    /// The content of `trust_anchors`; nil where the client does not send it.
    package let trustAnchors: [UInt8]?
    /// Whether the running program was recorded; where not, nothing is known but what its vendor states.
    package let isRecorded: Bool
    /// The programme whose roots it trusts.
    package let programme: String?
    /// The program's package or the vendor's page.
    package let source: String
    /// The day of which they are.
    package let day: Instant

    /// All clients, in the order of the table.
    ///
    /// - Throws: ``FactError`` where the table is damaged; tests read it.
    package static func all() throws(FactError) -> [RecordedClient] {
        try FactTable.builtIn("clients").rows.map { row throws(FactError) in try RecordedClient(row) }
    }

    /// Reads a row of the table.
    ///
    /// - Throws: ``FactError`` for a number that is none, and for a recorded client without what every hello has.
    package init(_ row: FactRow) throws(FactError) {
        guard let name = row["client"], let version = row["version"] else { throw FactError(line: row.line, .badValue) }
        (self.name, self.version) = (name, version)
        language = row["language"]
        versions = try Self.points(row, "versions")
        suites = try Self.points(row, "suites")
        groups = try Self.points(row, "groups")
        keyShares = try Self.points(row, "keyShares")
        signatureSchemes = try Self.points(row, "signatureSchemes")
        applicationProtocols = row["alpn"].map { $0.split(separator: ",").map(String.init) } ?? []
        extensions = try Self.words(row["extensions"]).map { word throws(FactError) in
            let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let type = ExtensionType(try Self.number(parts[0], at: row.line))
            guard parts.count == 2 else { return Extension(type: type, content: nil) }
            return Extension(type: type, content: try Self.octets(parts[1], at: row.line))
        }
        shufflesExtensions = row["shuffles"] == "yes"
        trustAnchors = try row["trustAnchors"].map { text throws(FactError) in try Self.octets(text[...], at: row.line)
        }
        isRecorded = row["recorded"] == "yes"
        programme = row["programme"]
        (source, day) = (row.source.name, row.source.day)
        guard !isRecorded || !(versions.isEmpty || suites.isEmpty || groups.isEmpty || signatureSchemes.isEmpty) else {
            throw FactError(line: row.line, .badValue)
        }
    }

    /// The signature schemes that it takes in certificates: "If no 'signature_algorithms_cert' extension is present,
    /// then the 'signature_algorithms' extension also applies to signatures appearing in certificates" (RFC 8446
    /// §4.2.3).
    package var certificateSchemes: [HandshakeSignatureScheme] {
        guard let content = extensions.first(where: { $0.type == .signatureAlgorithmsCert })?.content,
            content.count > 2, content.count.isMultiple(of: 2)
        else { return signatureSchemes }
        return stride(from: 2, to: content.count, by: 2).map {
            HandshakeSignatureScheme(UInt16(content[$0]) << 8 | UInt16(content[$0 + 1]))
        }
    }

    /// Whether it offers to verify a certificate that is signed so; of ECDSA whatever the curve, which certificates do
    /// not go by.
    package func takes(_ algorithm: SignatureAlgorithm) -> Bool {
        certificateSchemes.contains { ServerProof.algorithm(of: $0) == algorithm }
    }

    private static func words(_ text: String?) -> [Substring] { text?.split(separator: ",") ?? [] }

    private static func points<Point: CodePoint>(
        _ row: FactRow, _ column: String
    ) throws(FactError) -> [Point] where Point.Number == UInt16 {
        try words(row[column]).map { word throws(FactError) in Point(try number(word, at: row.line)) }
    }

    /// A code point in four digits; any of those that mean nothing (RFC 8701) is written as one word.
    private static func number(_ word: Substring, at line: Int) throws(FactError) -> UInt16 {
        if word == "grease" { return 0x0A0A }
        guard word.utf8.count == 4, let number = UInt16(word, radix: 16) else { throw FactError(line: line, .badValue) }
        return number
    }

    private static func octets(_ text: Substring, at line: Int) throws(FactError) -> [UInt8] {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2) else { throw FactError(line: line, .badValue) }
        return try stride(from: 0, to: digits.count, by: 2).map { at throws(FactError) in
            guard let octet = UInt8(String(decoding: digits[at..<at + 2], as: UTF8.self), radix: 16) else {
                throw FactError(line: line, .badValue)
            }
            return octet
        }
    }
}
