import HoldfastX509

/// Reads chunks (RFC 9112 §7.1) of a stream that comes in pieces, and says what of them goes on.
///
/// Extensions of chunks are dropped: nobody has a meaning for them, and lenient readers of them have let requests be
/// smuggled.
package struct ChunkReader: Sendable {
    private enum Place: Hashable {
        case size
        case data(Int)
        case dataEnd
        case trailers
        case ended
    }

    private var place = Place.size
    /// The bytes of a line, or of all trailers, that have come.
    private var read: [UInt8] = []
    private var lineStart = 0
    private let reader: HeadReader
    /// The trailers (RFC 9110 §6.5), once the end has come.
    package private(set) var trailers: [HTTPField] = []

    package init(_ reader: HeadReader) { self.reader = reader }

    package var hasEnded: Bool { place == .ended }

    /// Takes bytes; those that are content come back, and what is behind the end is left.
    package mutating func take(_ bytes: inout ArraySlice<UInt8>) throws(MessageError) -> ArraySlice<UInt8>? {
        while place != .ended, let byte = bytes.first {
            if case .data(let left) = place {
                let piece = bytes.prefix(left)
                bytes = bytes.dropFirst(piece.count)
                place = piece.count == left ? .dataEnd : .data(left - piece.count)
                return piece
            }
            bytes.removeFirst()
            read.append(byte)
            switch place {
            case .size:
                guard read.count <= reader.limits.chunkLineBytes else { throw MessageError(400, .longChunkSize) }
                guard byte == 10 else { continue }
                let size = try size()
                begin(size == 0 ? .trailers : .data(size))
            case .dataEnd:
                guard [13, 10].starts(with: read) || takesLF && byte == 10 else {
                    throw MessageError(400, .endlessChunk)
                }
                if byte == 10 { begin(.size) }
            case .trailers:
                guard read.count <= reader.limits.trailerBytes else { throw MessageError(431, .longTrailers) }
                guard byte == 10 else { continue }
                let line = try withoutEnd(read[lineStart...])
                guard line.isEmpty else {
                    lineStart = read.count
                    continue
                }
                trailers = try reader.fields(read[..<lineStart]).filter(Self.mayFollow)
                begin(.ended)
            case .data, .ended: return nil
            }
        }
        return nil
    }

    private mutating func begin(_ next: Place) {
        (place, lineStart) = (next, 0)
        read.removeAll(keepingCapacity: true)
    }

    private var takesLF: Bool { reader.leniency.contains(.bareLF) }

    private func withoutEnd(_ line: ArraySlice<UInt8>) throws(MessageError) -> ArraySlice<UInt8> {
        guard line.suffix(2) == [13, 10] else {
            guard takesLF else { throw MessageError(400, .bareLF) }
            return line.dropLast()
        }
        return line.dropLast(2)
    }

    private func size() throws(MessageError) -> Int {
        let text = try withoutEnd(read[...])
        let digits = text.prefix { byte in
            (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
        }
        var rest = text.dropFirst(digits.count)
        if reader.leniency.contains(.spaceInChunks) { rest = rest.drop(while: FieldGrammar.isSpace) }
        guard (1...15).contains(digits.count), rest.isEmpty || rest.first == 59, FieldGrammar.isValue(rest),
            let size = Int(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw MessageError(400, .chunkSize) }
        return size
    }

    /// Whether a field may follow a message: those that say where it ends, to whom it goes and how it is read may not
    /// (RFC 9110 §6.5.1).
    package static func mayFollow(_ field: HTTPField) -> Bool {
        ![
            "content-length", "transfer-encoding", "host", "connection", "authorization", "proxy-authorization",
            "content-encoding", "content-type", "content-range", "trailer", "set-cookie", "te", "upgrade",
        ].contains(field.name.asciiLowercased())
    }

    /// A piece of content as a chunk; it must not be empty, which would be the end.
    package static func written(_ piece: ArraySlice<UInt8>) -> [UInt8] {
        Array(String(piece.count, radix: 16).utf8) + [13, 10] + piece + [13, 10]
    }

    /// The last chunk, with the fields that follow.
    package static func end(_ trailers: [HTTPField]) -> [UInt8] {
        var bytes: [UInt8] = [48, 13, 10]
        for field in trailers { field.write(to: &bytes) }
        return bytes + [13, 10]
    }
}

/// Reads the content of one message out of a stream that comes in pieces (RFC 9112 §6.3).
package struct ContentReader: Sendable {
    private enum Way {
        case length(Int)
        case chunks(ChunkReader)
        /// To the end of the connection; whether it has come.
        case connection(hasEnded: Bool)
    }

    private var way: Way

    /// Makes a reader of the content.
    ///
    /// - Parameter reader: reads what follows chunks.
    package init(_ framing: MessageFraming, _ reader: HeadReader) {
        way =
            switch framing {
            case .none: .length(0)
            case .length(let length): .length(length)
            case .chunked: .chunks(ChunkReader(reader))
            case .connection: .connection(hasEnded: false)
            }
    }

    package var hasEnded: Bool {
        switch way {
        case .length(let left): left == 0
        case .chunks(let reader): reader.hasEnded
        case .connection(let hasEnded): hasEnded
        }
    }

    /// The fields that followed chunks, once the end has come.
    package var trailers: [HTTPField] { if case .chunks(let reader) = way { reader.trailers } else { [] } }

    /// Takes bytes; those that are content come back, and what is behind the end is left.
    package mutating func take(_ bytes: inout ArraySlice<UInt8>) throws(MessageError) -> ArraySlice<UInt8>? {
        switch way {
        case .length(let left):
            let piece = bytes.prefix(left)
            bytes = bytes.dropFirst(piece.count)
            way = .length(left - piece.count)
            return piece
        case .chunks(var reader):
            way = .length(0)
            defer { way = .chunks(reader) }
            return try reader.take(&bytes)
        case .connection:
            defer { bytes = bytes[bytes.endIndex...] }
            return bytes
        }
    }

    /// Takes note that the connection has ended; throws where the content has not.
    package mutating func endOfConnection() throws(MessageError) {
        if case .connection = way { way = .connection(hasEnded: true) }
        guard hasEnded else { throw MessageError(400, .breaksOff) }
    }
}
