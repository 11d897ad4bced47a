import CContentCodings
import HoldfastHTTP
import HoldfastX509

/// A content coding that can be undone here (RFC 9110 §8.4.1).
enum ContentCoding: String, CaseIterable {
    case deflate
    case gzip
    case br
    case zstd

    /// A coding by its name, with the names that stand for the same (RFC 9110 §8.4.1.3).
    init?(named name: String) { self.init(rawValue: name == "x-gzip" ? "gzip" : name) }

    /// Whether the library that undoes it is on this machine.
    var isHere: Bool { contentcoding_is_here(inC) != 0 }

    var inC: contentcoding {
        switch self {
        case .deflate: CONTENTCODING_DEFLATE
        case .gzip: CONTENTCODING_GZIP
        case .br: CONTENTCODING_BROTLI
        case .zstd: CONTENTCODING_ZSTD
        }
    }

    /// The value of `Accept-Encoding`: the codings that are here.
    static let accepted = allCases.filter(\.isHere).map(\.rawValue).joined(separator: ", ")

    /// Codings that one body may have had applied, one over the other; more are what nobody sends who means well.
    static let limit = 5

    /// The codings that are undone of a body, as they were applied.
    ///
    /// With one that is not known all of them stay: "If codings are not supported, then return bytes." (WHATWG, Fetch,
    /// "handle content codings"). What is no coding at all, as `UTF-8`, is not known either. `identity` is none (RFC
    /// 9110 §12.5.3), and so is what servers call `none`.
    static func undone(of fields: [HTTPField]) -> [ContentCoding] {
        var codings: [ContentCoding] = []
        // By indices: a copy of each field would be counted.
        for place in fields.indices where fields[place].isNamed("Content-Encoding") {
            for element in FieldGrammar.elements(fields[place].value) {
                let name = element.asciiLowercased()
                if name == "identity" || name == "none" { continue }
                guard let coding = ContentCoding(named: name), coding.isHere else { return [] }
                codings.append(coding)
            }
        }
        return codings
    }
}
