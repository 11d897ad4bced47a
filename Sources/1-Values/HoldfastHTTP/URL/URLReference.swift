import HoldfastX509

/// A URL or a relative reference, divided as RFC 3986 §3 and §4.1 say.
///
/// libcurl, Foundation and WHATWG's URL Standard forgive different mistakes: slashes too few or too many, backslashes,
/// a second `@`, a percent-encoded host, numbers in the place of an address. A text that one of them would take for
/// another server's is refused.
struct URLReference {
    /// In lower case (RFC 3986 §6.2.2.1); nil for a reference that is relative.
    let scheme: String?
    /// The server; nil for a reference that stays with the one it is relative to.
    let authority: URLAuthority?
    /// The path as it is written, with what must be encoded encoded, and dot segments as dots (RFC 3986 §6.2.2.2).
    let path: [UInt8]
    /// With its question mark; empty for none.
    let query: String
    /// Without its number sign; nil for none, and for an empty one.
    let fragment: String?
    /// Whether a reference leads nowhere else than to what it is relative to (RFC 3986 §4.4).
    let isSameDocument: Bool

    /// Reads a URL or a reference.
    ///
    /// - Throws: ``URLPartsError`` for what is no URL and no reference, and for what has more than one reading.
    init(_ text: String) throws(URLPartsError) {
        let octets = Array(text.utf8)
        guard octets.count <= Self.maximumLength else { throw URLPartsError(.tooLong(limit: Self.maximumLength)) }
        // Many readers end at a NUL, and lines at the others.
        guard octets.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else {
            throw URLPartsError(.controlCharacter)
        }
        guard octets.first != Self.space, octets.last != Self.space else {
            throw URLPartsError(.spaceAtEdge)
        }
        let end = octets.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? octets.endIndex
        guard !octets[..<end].contains(UInt8(ascii: "\\")) else {
            throw URLPartsError(.backslash)
        }
        let scheme = try Self.scheme(of: octets[..<end])
        self.scheme = scheme.map { String(decoding: $0, as: UTF8.self).asciiLowercased() }
        var start = scheme.map { $0.endIndex + 1 } ?? 0
        if octets[start..<end].starts(with: [Self.slash, Self.slash]) {
            let place = octets[(start + 2)..<end].prefix { $0 != Self.slash }
            authority = try URLAuthority(place)
            start = place.endIndex
        } else if scheme != nil {
            throw URLPartsError(.noSlashes)
        } else {
            authority = nil
        }
        let mark = octets[end...].firstIndex(of: UInt8(ascii: "#")) ?? octets.endIndex
        path = Self.encoded(Self.normalized(octets[start..<end]), Self.encodedInPaths)
        query = Self.text(octets[end..<mark])
        let fragment = Self.text(octets[mark...].dropFirst())
        self.fragment = fragment.isEmpty ? nil : fragment
        isSameDocument = octets.isEmpty || mark == octets.startIndex
    }

    /// As many octets as libcurl's reader takes.
    private static let maximumLength = 8_000_000

    /// RFC 3986 §4.2: "A path segment that contains a colon character … cannot be used as the first segment of a
    /// relative-path reference, as it would be mistaken for a scheme name."
    private static func scheme(of octets: ArraySlice<UInt8>) throws(URLPartsError) -> ArraySlice<UInt8>? {
        let first = octets.prefix { $0 != slash && $0 != UInt8(ascii: ":") }
        guard first.endIndex < octets.endIndex, octets[first.endIndex] != slash else { return nil }
        let isScheme = first.allSatisfy { octet in
            ASCIIText.isLetter(octet)
                || (ASCIIText.isDigit(octet) || "+-.".utf8.contains(octet)) && octet != first.first
        }
        guard isScheme, !first.isEmpty else {
            throw URLPartsError(.colon)
        }
        return first
    }

    /// A path whose dot segments are written as dots: WHATWG's URL Standard takes `%2e` for one, libcurl does not.
    private static func normalized(_ path: ArraySlice<UInt8>) -> [UInt8] {
        guard path.contains(UInt8(ascii: "%")) else { return Array(path) }
        let segments = path.split(separator: slash, omittingEmptySubsequences: false).map { segment -> [UInt8] in
            guard segment.count <= 6 else { return Array(segment) }
            switch String(decoding: segment, as: UTF8.self).asciiLowercased() {
            case "%2e": return Array(".".utf8)
            case "%2e.", ".%2e", "%2e%2e": return Array("..".utf8)
            default: return Array(segment)
            }
        }
        return Array(segments.joined(separator: [slash]))
    }

    /// A query or a fragment.
    private static func text(_ octets: ArraySlice<UInt8>) -> String {
        String(decoding: encoded(octets, encodedInQueries), as: UTF8.self)
    }

    /// A part of a URL with the octets of a set and those outside ASCII encoded, by upper-case digits (RFC 3986 §2.1);
    /// what is encoded already stays as it is.
    private static func encoded(_ octets: some Collection<UInt8>, _ set: [UInt8]) -> [UInt8] {
        PercentEncoding.encoded(octets) { $0 < 0x80 && !set.contains($0) }
    }

    /// The characters that RFC 3986 has no place for in a query and browsers encode there (WHATWG, URL Standard §1.3).
    private static let encodedInQueries = Array(" \"<>".utf8)
    /// The characters that are encoded in a path.
    private static let encodedInPaths = encodedInQueries + Array("^`{}".utf8)
    private static let (slash, space) = (UInt8(ascii: "/"), UInt8(ascii: " "))
}
