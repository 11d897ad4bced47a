/// A document about many verdicts whose pieces are made as these come, and put together at the end: what is kept in
/// memory does not grow with their number.
///
/// Whoever writes it appends each piece to its part, on the disk or in memory, and writes the segments at the end.
package protocol StreamedDocument {
    /// Makes the pieces of one verdict.
    mutating func add(_ report: VerdictReport) -> [DocumentPiece]

    /// The whole document, in order.
    var segments: [DocumentSegment] { get }
}

/// A document that also tells of the targets that a scan's list has no longer.
package protocol DifferenceDocument: StreamedDocument {
    /// Makes the pieces of one difference.
    mutating func add(_ difference: ScanDifferenceReport) -> [DocumentPiece]
}

/// A piece of a document that is appended to one of its parts.
package struct DocumentPiece: Hashable, Sendable {
    /// The part, from 0.
    package let part: Int
    package let text: String

    package init(_ part: Int, _ text: String) { (self.part, self.text) = (part, text) }
}

/// A section of a document when it is put together.
package enum DocumentSegment: Hashable, Sendable {
    case text(String)
    /// A part as a whole.
    case part(Int)
    /// Octets of a part.
    case octets(Range<Int>, part: Int)
}

extension StreamedDocument {
    /// The document about some verdicts, put together in memory.
    func whole(of reports: [VerdictReport]) -> String {
        var document = self
        var parts: [Int: [UInt8]] = [:]
        for report in reports {
            for piece in document.add(report) { parts[piece.part, default: []] += Array(piece.text.utf8) }
        }
        return document.segments.map { segment in
            switch segment {
            case .text(let text): text
            case .part(let part): String(decoding: parts[part] ?? [], as: UTF8.self)
            case .octets(let range, let part): String(decoding: (parts[part] ?? [])[range], as: UTF8.self)
            }
        }.joined()
    }
}
