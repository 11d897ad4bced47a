import HoldfastHTTP
import HoldfastStatements
import HoldfastTransport
import HoldfastTrust

/// The body of an answer of a place that a certificate names, read into one buffer.
enum EvidenceBody {
    /// Reads a body to its end.
    ///
    /// One that is to be too long is refused before it comes: by what the server announces, and by the length that the
    /// answer's own outermost element has. Nothing is taken beyond that element.
    ///
    /// - Parameters:
    ///   - limit: bytes.
    ///   - lineEnds: octets of line ends that may stand behind that element.
    static func read(
        _ body: HTTPSBytes, _ fields: [HTTPField], upTo limit: Int, andLineEnds lineEnds: Int
    ) async throws(EvidenceFetchError) -> [UInt8] {
        if let text = fields.first(named: "Content-Length"), let announced = Int(text), announced > limit {
            body.cancel()
            throw EvidenceFetchError(EvidenceSentence.announcesTooMuch(bytes: announced, limit: limit))
        }
        var bytes: [UInt8] = []
        var whole: Int?
        var excess: EvidenceSentence?
        do throws(HTTPSError) {
            for try await piece in body.pieces {
                // A list of some megabytes then grows in place.
                if whole == nil, bytes.count < longestHead {
                    whole = elementLength(Array((bytes + piece).prefix(longestHead)))
                    if let whole, whole <= limit { bytes.reserveCapacity(whole) }
                }
                if let whole, whole > limit {
                    excess = .tooLong(bytes: whole, limit: limit)
                } else if bytes.count + piece.count > limit {
                    excess = .sentTooMuch(limit: limit)
                } else if let whole, bytes.count + piece.count > whole,
                    bytes.count + piece.count > whole + lineEnds
                        || !(bytes + piece).dropFirst(whole).allSatisfy({ $0 == 0x0A || $0 == 0x0D })
                {
                    excess = .sentBeyond(end: whole)
                }
                guard excess == nil else { break }
                bytes += piece
            }
        } catch {
            throw EvidenceFetchError(statement: error.statement)
        }
        if let excess {
            body.cancel()
            throw EvidenceFetchError(excess)
        }
        return bytes
    }

    /// Whether these are the bytes of a PEM file, of which one block at least opens (RFC 7468 §2).
    static func isPEM(_ bytes: [UInt8]) -> Bool {
        bytes.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }.starts(with: "-----BEGIN ".utf8)
    }

    /// Octets of the longest tag and length that are looked at.
    private static let longestHead = 6

    /// The length of the SEQUENCE that begins so, its head included (X.690 §8.1.3); nil for anything else, which is no
    /// answer and is found out when it is read.
    static func elementLength(_ head: [UInt8]) -> Int? {
        guard head.count >= 2, head[0] == 0x30 else { return nil }
        guard head[1] & 0x80 != 0 else { return 2 + Int(head[1]) }
        let count = Int(head[1] & 0x7f)
        guard (1...4).contains(count), head.count >= 2 + count else { return nil }
        return head[2..<2 + count].reduce(0) { $0 << 8 | Int($1) } + 2 + count
    }

    /// The marks by which the place tells whether it has something newer; none that are too long to be kept.
    static func validators(_ fields: [HTTPField]) -> EvidenceValidators {
        func mark(_ name: String) -> String? {
            fields.first(named: name).flatMap { $0.utf8.count <= EvidenceTable.markLimit ? $0 : nil }
        }
        return EvidenceValidators(entityTag: mark("ETag"), lastModified: mark("Last-Modified"))
    }
}
