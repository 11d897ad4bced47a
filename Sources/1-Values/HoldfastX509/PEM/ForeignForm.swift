/// A form of a file that is neither PEM nor DER as it stands, and comes near enough to say what it is.
///
/// Nothing is read of such a file: its statement says what it is and where, and the advice how to make of it what is
/// read. One recogniser serves every reader of files.
public enum ForeignForm: Hashable, Sendable {
    /// Base64 without the boundaries of PEM (RFC 7468 §3), and what it encodes.
    case base64(of: EncodedObject.Kind, line: Int)
    /// Base64 of a PEM file, as secrets of Kubernetes are written.
    case base64OfPEM(line: Int)
    /// A JSON Web Key, or a set of them (RFC 7517); the line of its certificates (`x5c`), nil where it has none.
    case jsonWebKey(line: Int?)
    /// A boundary with the two characters `\n` instead of a line break, as out of a JSON text or a variable.
    case escapedLineBreaks(line: Int)
    /// A line that is nearly a boundary, what is wrong with it, and how it should read.
    case boundary(line: Int, BoundaryFault, expected: String)
    /// An HTML page, and its title.
    case page(title: String?)
    /// A key store of Java's own.
    case javaKeyStore(JavaKeyStore)
    /// Octets behind DER: line ends and other white space, or zeros.
    case octetsBehind(EncodedObject.Kind, from: Int, count: Int)
    /// A byte order mark before DER.
    case markBefore(EncodedObject.Kind)
    /// Certificates inside PKCS #7, where certificates are wanted; whether around it is PEM.
    case pkcs7(isPEM: Bool)
    /// Certificates inside PKCS #12, where certificates are wanted.
    case pkcs12

    /// A fault for which a line is no boundary.
    public enum BoundaryFault: Hashable, Sendable {
        /// Characters before it by which mail marks what it quotes.
        case quotedMail
        /// "- " before it, by which OpenPGP protects a dash (RFC 9580 §7.2).
        case openPGP
        /// A mark of comments before it.
        case comment
        /// Other dashes than `-`, as word processors make them.
        case otherDashes
        /// Another number of dashes than five on a side.
        case dashCount
        /// Spaces between its dashes and its words, or more than one between the words.
        case spaces
        /// Small letters.
        case smallLetters
    }

    /// The key stores of Java's own forms.
    public enum JavaKeyStore: String, Hashable, Sendable {
        case jks = "JKS"
        case jceks = "JCEKS"

        /// The four octets with which a file of the form begins.
        fileprivate var magic: [UInt8] {
            switch self {
            case .jks: [0xFE, 0xED, 0xFE, 0xED]
            case .jceks: [0xCE, 0xCE, 0xCE, 0xCE]
            }
        }
    }

    /// Whether certificates were meant: a file of anchors in this form is one that is missing.
    package var isOfCertificates: Bool {
        switch self {
        case .base64(let kind, _), .octetsBehind(let kind, _, _), .markBefore(let kind): kind == .certificate
        case .boundary(_, _, let expected): expected.hasSuffix("CERTIFICATE-----")
        case .base64OfPEM, .escapedLineBreaks, .pkcs7: true
        case .jsonWebKey, .page, .javaKeyStore, .pkcs12: false
        }
    }

    /// Recognises a file of which no block and no DER was read; nil where nothing comes near.
    public init?(of file: [UInt8]) {
        if let store = [JavaKeyStore.jks, .jceks].first(where: { file.starts(with: $0.magic) }) {
            self = .javaKeyStore(store)
        } else if let form = Self.around(der: file) ?? NearBoundary.first(in: file) ?? Self.text(file) {
            self = form
        } else {
            return nil
        }
    }

    /// DER with something before or behind it that is no part of it.
    private static func around(der file: [UInt8]) -> ForeignForm? {
        let mark = file.starts(with: PEMLines.mark) ? PEMLines.mark.count : 0
        var end = mark
        while let element = DERShape.first(of: file[end...]), element.tag == .sequence { end = element.bytes.endIndex }
        guard end > mark, let first = DERShape.first(of: file[mark...]) else { return nil }
        let kind = DERShape.kind(of: first.bytes)
        let rest = file[end...]
        guard kind != .unknown, rest.allSatisfy({ $0 == 0 || PEMLine.isSpace($0) }) else { return nil }
        if mark > 0 { return .markBefore(kind) }
        return rest.isEmpty ? nil : .octetsBehind(kind, from: end, count: rest.count)
    }

    private static func text(_ file: [UInt8]) -> ForeignForm? {
        guard let start = file.firstIndex(where: { !PEMLine.isSpace($0) }) else { return nil }
        switch file[start] {
        case UInt8(ascii: "{"), UInt8(ascii: "["): if let form = webKey(file) { return form }
        case UInt8(ascii: "<"): return page(file[start...])
        default: break
        }
        return base64(file)
    }

    private static func webKey(_ file: [UInt8]) -> ForeignForm? {
        if let place = file.firstRange(of: Array(#""x5c""#.utf8)) {
            return .jsonWebKey(line: 1 + file[..<place.lowerBound].count { $0 == 0x0A })
        }
        return file.firstRange(of: Array(#""kty""#.utf8)) == nil ? nil : .jsonWebKey(line: nil)
    }

    /// Octets of a page that are looked at for the words that begin one, and its title.
    private static let pageBeginning = 4_096
    private static let maximumTitle = 80

    private static func page(_ file: ArraySlice<UInt8>) -> ForeignForm? {
        let beginning = Array(file.prefix(pageBeginning))
        let small = beginning.map(ASCIIText.lowercased)
        guard ["<!doctype html", "<html", "<head", "<body"].contains(where: { small.firstRange(of: $0.utf8) != nil })
        else { return nil }
        guard let opening = small.firstRange(of: "<title>".utf8),
            let closing = small[opening.upperBound...].firstRange(of: "</title>".utf8)
        else { return .page(title: nil) }
        let title = beginning[opening.upperBound..<closing.lowerBound].filter { (0x20...0x7E).contains($0) }
        return .page(title: title.isEmpty ? nil : String(decoding: title.prefix(maximumTitle), as: UTF8.self))
    }

    /// Base64 alone, in lines of any length, in quotes or not; of several values the first.
    private static func base64(_ file: [UInt8]) -> ForeignForm? {
        let frame = Array("\"',[]".utf8)
        var lines = PEMLines(file[...])
        var decoder = Base64.Decoder(capacity: file.count / 4 * 3)
        var first: Int?
        var octets: [UInt8]?
        do throws(Base64Error) {
            while let line = lines.next() {
                let text = line.trimmed.drop { frame.contains($0) }
                guard let end = text.lastIndex(where: { !frame.contains($0) }) else { continue }
                if first == nil { first = line.number }
                try decoder.append(line: text[...end])
                // Padding ends a value.
                if text[end] == UInt8(ascii: "=") { break }
            }
            octets = try decoder.finish()
        } catch {
            return nil
        }
        guard let octets, let first else { return nil }
        if octets.starts(with: "-----BEGIN ".utf8) { return .base64OfPEM(line: first) }
        let kind = DERShape.kind(of: octets[...])
        return kind == .unknown ? nil : .base64(of: kind, line: first)
    }
}
