/// The leniency with which messages of HTTP/1.1 are read: what RFC 9112 lets a recipient take or refuse, a member each.
///
/// | | strict | lenient | as sent |
/// |-|-|-|-|
/// | a LF alone ends a line (§2.2) | | × | |
/// | an empty line before the first one is passed over (§2.2) | | × | × |
/// | a folded line goes on with the one before it (§5.2) | | × | |
/// | white space before a colon is dropped, and so is a line that is no field (§5.1) | | × | |
/// | control characters but NUL, CR and LF are taken (RFC 9110 §5.5) | | × | |
/// | several lengths that are equal are one (§6.3) | | × | |
/// | chunks count where a length stands beside them (§6.1) | | × | |
/// | HTTP/1.0 has chunks, too (§6.1) | | × | × |
/// | white space is taken behind the size of a chunk (§7.1.1) | | × | |
/// | more white space than one space is taken between the parts of a status line (§4) | | × | |
/// | the transfer coding `identity` is none, as it was in RFC 2616 §3.6 | | × | |
/// | a length beyond all numbers is one that is over every limit | | | × |
package struct MessageLeniency: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    static let bareLF = MessageLeniency(rawValue: 1 << 0)
    static let emptyLine = MessageLeniency(rawValue: 1 << 1)
    static let foldedLines = MessageLeniency(rawValue: 1 << 2)
    static let otherLines = MessageLeniency(rawValue: 1 << 3)
    static let controls = MessageLeniency(rawValue: 1 << 4)
    static let equalLengths = MessageLeniency(rawValue: 1 << 5)
    static let codingBesideLength = MessageLeniency(rawValue: 1 << 6)
    static let codingInHTTP10 = MessageLeniency(rawValue: 1 << 7)
    static let spaceInChunks = MessageLeniency(rawValue: 1 << 8)
    static let longLengths = MessageLeniency(rawValue: 1 << 9)
    static let otherSpaces = MessageLeniency(rawValue: 1 << 10)
    static let identityCoding = MessageLeniency(rawValue: 1 << 11)

    /// For whoever hands messages on: whatever two readers could take for two things is refused, since the next one on
    /// the way may read it in another way. That is how requests are smuggled (RFC 9112 §11.2).
    package static let strict: MessageLeniency = []

    /// For a client, which is the last to read: what servers and proxies send in good faith is understood.
    package static let lenient: MessageLeniency = [
        .bareLF, .emptyLine, .foldedLines, .otherLines, .controls, .equalLengths, .codingBesideLength, .codingInHTTP10,
        .spaceInChunks, .otherSpaces, .identityCoding,
    ]

    /// For a server that looks at what a client sends: as strict as can be, but with an answer for each thing.
    package static let asSent: MessageLeniency = [.emptyLine, .codingInHTTP10, .longLengths]
}

/// The limits of what is read of a message before it is refused.
package struct MessageLimits: Hashable, Sendable {
    /// Bytes of the first line and the fields.
    package var headBytes: Int
    /// Number of fields.
    package var fields: Int
    /// Bytes of the fields that follow the content.
    package var trailerBytes: Int
    /// Bytes of a line that says a chunk's size, with its extensions.
    package var chunkLineBytes: Int

    package init(headBytes: Int, fields: Int, trailerBytes: Int = 8 << 10, chunkLineBytes: Int = 256) {
        (self.headBytes, self.fields) = (headBytes, fields)
        (self.trailerBytes, self.chunkLineBytes) = (trailerBytes, chunkLineBytes)
    }
}
