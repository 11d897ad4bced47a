/// Reads PEM files as they are met: several blocks, text around them, any line ends, old headers (RFC 7468, RFC 1421).
public enum PEM {
    /// The blocks of a file, in their order; text outside blocks is passed over.
    ///
    /// Accepted beyond RFC 7468's strict form: a byte order mark (UTF-16 too), LF, CRLF and CR in one file, white
    /// space around lines and inside the data, lines of any length, headers, an `END` and the next `BEGIN` on one line.
    ///
    /// - Parameter bytes: the file.
    /// - Returns: the blocks; none where no line begins one.
    /// - Throws: ``PEMError`` for whatever was meant as a block and is none. RFC 7468 §2 would have a parser skip
    ///   characters that are not Base64; here they are an error, since skipping hides damage.
    public static func blocks(in bytes: ArraySlice<UInt8>) throws(PEMError) -> [PEMBlock] {
        var lines = PEMLines(bytes)
        var blocks: [PEMBlock] = []
        while let line = lines.next() {
            switch try PEMBoundary(line) {
            case nil: continue
            case .end(let label, _): throw PEMError(reason: .endWithoutBegin(label: label), line: line.number)
            case .begin(let label):
                var begin = PEMLines.Begin(label: label, line: line.number)
                // As `cat` leaves it when a file does not end with a line break.
                while let next = try readBlock(begin, &lines, into: &blocks) { begin = next }
            }
        }
        return blocks
    }

    /// Reads a block up to its end; returns the beginning of the next one where it stands on the same line.
    private static func readBlock(
        _ begin: PEMLines.Begin, _ lines: inout PEMLines, into blocks: inout [PEMBlock]
    ) throws(PEMError) -> PEMLines.Begin? {
        var headers: [PEMBlock.Header] = []
        var isInHeaders = true
        var decoder = Base64.Decoder()
        var lastDataLine = begin.line
        while let line = lines.next() {
            switch try PEMBoundary(line) {
            case .begin: throw PEMError(reason: .nestedBegin(label: begin.label), line: line.number)
            case .end(let label, let next):
                guard label == begin.label else {
                    throw PEMError(reason: .labelMismatch(begin: begin.label, end: label), line: line.number)
                }
                let contents = try base64(lastDataLine) { () throws(Base64Error) in
                    try decoder.finish()
                }
                guard !contents.isEmpty else {
                    throw PEMError(reason: .emptyBlock(label: label), line: begin.line)
                }
                blocks.append(PEMBlock(label: label, headers: headers, contents: contents, line: begin.line))
                return next.map { PEMLines.Begin(label: $0, line: line.number) }
            case nil: break
            }
            if isInHeaders {
                isInHeaders = line.readHeader(into: &headers)
                if isInHeaders || line.isBlank { continue }
            }
            if !line.isBlank { lastDataLine = line.number }
            try base64(line.number) { () throws(Base64Error) in try decoder.append(line: line.text) }
        }
        throw PEMError(reason: .missingEnd(label: begin.label), line: begin.line)
    }

    private static func base64<Value>(
        _ line: Int, _ body: () throws(Base64Error) -> Value
    ) throws(PEMError) -> Value {
        do throws(Base64Error) {
            return try body()
        } catch {
            throw PEMError(reason: .invalidBase64(error), line: line)
        }
    }
}
