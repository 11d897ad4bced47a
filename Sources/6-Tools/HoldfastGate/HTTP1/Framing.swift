import HoldfastX509

/// The place where a message's content ends (RFC 9112 §6.3).
enum Framing: Hashable, Sendable {
    case none
    case length(Int)
    case chunked
    /// With the connection: of responses alone.
    case connection

    /// The framing of a request.
    ///
    /// - Throws: ``MessageError`` for one that says two things, or something that not everybody understands.
    init(of head: RequestHead) throws(MessageError) {
        let declared = try Self.declared(head.fields, isHTTP11: head.minorVersion == 1)
        self = declared ?? .none
    }

    /// The framing of a response to a request of a method.
    init(of head: ResponseHead, to method: String) throws(MessageError) {
        // RFC 9110 §6.4.1: these have no content whatever their fields say.
        if method == "HEAD" || (100...199).contains(head.status) || [204, 304].contains(head.status) {
            self = .none
            return
        }
        do throws(MessageError) {
            self = try Self.declared(head.fields, isHTTP11: head.minorVersion == 1) ?? .connection
        } catch {
            throw MessageError(502, statement: error.statement)
        }
    }

    private static func declared(_ fields: [MessageField], isHTTP11: Bool) throws(MessageError) -> Framing? {
        let lengths = fields.all("content-length")
        let codings = fields.all("transfer-encoding")
        guard codings.isEmpty else {
            // RFC 9112 §6.1: both together "might indicate an attempt to perform request smuggling", and so does one of
            // a sender that is too old for it. What is no more than `chunked` could end elsewhere for somebody else.
            guard lengths.isEmpty else { throw MessageError(400, .twoLengths) }
            guard isHTTP11 else { throw MessageError(400, .codingInHTTP10) }
            guard codings.count == 1, codings[0].text.asciiLowercased() == "chunked" else {
                throw MessageError(501, .otherCoding)
            }
            return .chunked
        }
        guard let first = lengths.first else { return nil }
        // §6.3: a list of equal numbers could be taken for one; nobody sends it in good faith.
        guard lengths.count == 1, (1...18).contains(first.value.count),
            first.value.allSatisfy({ (0x30...0x39).contains($0) }), let length = Int(first.text)
        else { throw MessageError(400, .contentLength) }
        return .length(length)
    }
}

/// Reads chunks (RFC 9112 §7.1) of a stream that comes in pieces, strictly, and says what of them goes on.
///
/// Extensions of chunks are dropped: nobody has a meaning for them, and lenient readers of them have let requests be
/// smuggled.
struct ChunkReader: Sendable {
    /// Bytes of a line that says a chunk's size, with its extensions.
    static let maximumLine = 256

    private enum State: Hashable {
        case size([UInt8])
        case data(Int)
        case dataEnd([UInt8])
        case trailers([UInt8])
        case ended
    }

    private var state = State.size([])
    private let reader: HeadReader
    /// The trailers (RFC 9110 §6.5), once the end has come.
    private(set) var trailers: [MessageField] = []

    init(_ limits: GateLimits) { reader = HeadReader(limits: limits) }

    var hasEnded: Bool { state == .ended }

    /// Takes bytes; those that are content come back, and what is behind the end is left.
    mutating func take(_ bytes: inout ArraySlice<UInt8>) throws(MessageError) -> ArraySlice<UInt8>? {
        while let byte = bytes.first {
            switch state {
            case .size(var line):
                bytes.removeFirst()
                line.append(byte)
                guard line.count <= Self.maximumLine else { throw MessageError(400, .longChunkSize) }
                guard byte == 10 else {
                    state = .size(line)
                    continue
                }
                let size = try Self.size(of: line)
                state = size == 0 ? .trailers([]) : .data(size)
            case .data(let left):
                let piece = bytes.prefix(left)
                bytes = bytes.dropFirst(piece.count)
                state = piece.count == left ? .dataEnd([]) : .data(left - piece.count)
                return piece
            case .dataEnd(var end):
                bytes.removeFirst()
                end.append(byte)
                guard [13, 10].starts(with: end) else { throw MessageError(400, .endlessChunk) }
                state = end.count == 2 ? .size([]) : .dataEnd(end)
            case .trailers(var read):
                bytes.removeFirst()
                read.append(byte)
                guard read.count <= reader.limits.trailerBytes else { throw MessageError(431, .longTrailers) }
                guard byte == 10 else {
                    state = .trailers(read)
                    continue
                }
                guard read.suffix(2) == [13, 10] else { throw MessageError(400, .bareLF) }
                if read == [13, 10] || read.suffix(4) == [13, 10, 13, 10] {
                    trailers = try reader.fields(read.dropLast(2)).filter(Self.mayFollow)
                    state = .ended
                    return nil
                }
                state = .trailers(read)
            case .ended: return nil
            }
        }
        return nil
    }

    /// Whether a field may follow a message: those that say where it ends, to whom it goes and how it is read may not
    /// (RFC 9110 §6.5.1).
    private static func mayFollow(_ field: MessageField) -> Bool {
        ![
            "content-length", "transfer-encoding", "host", "connection", "authorization", "proxy-authorization",
            "content-encoding", "content-type", "content-range", "trailer", "set-cookie", "te", "upgrade",
        ].contains(field.name.asciiLowercased())
    }

    private static func size(of line: [UInt8]) throws(MessageError) -> Int {
        guard line.suffix(2) == [13, 10] else { throw MessageError(400, .bareLF) }
        let text = line.dropLast(2)
        let digits = text.prefix { byte in
            (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
        }
        let rest = text.dropFirst(digits.count)
        guard (1...15).contains(digits.count), rest.isEmpty || rest.first == 59, MessageField.isValue(rest),
            let size = Int(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw MessageError(400, .chunkSize) }
        return size
    }

    /// A piece of content as a chunk.
    static func written(_ piece: ArraySlice<UInt8>) -> [UInt8] {
        Array(String(piece.count, radix: 16).utf8) + [13, 10] + piece + [13, 10]
    }

    /// The last chunk, with the fields that follow.
    static func end(_ trailers: [MessageField]) -> [UInt8] {
        var bytes: [UInt8] = [48, 13, 10]
        for field in trailers { bytes += Array(field.name.utf8) + [58, 32] + field.value + [13, 10] }
        return bytes + [13, 10]
    }
}
