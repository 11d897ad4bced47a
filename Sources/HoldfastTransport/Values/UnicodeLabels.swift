import HoldfastTrust

/// A host name as people write it, to be held against the A-labels that libcurl has made of it.
///
/// libcurl converts by UTS #46, which makes other characters of some, and drops some; where that fails, it tries again by
/// the rules of 2003, which drop more. WHATWG's URL Standard and Foundation do not.
struct UnicodeLabels {
    private let labels: [Substring.UnicodeScalarView]

    init(_ host: String) {
        var labels = host.unicodeScalars.split(omittingEmptySubsequences: false, whereSeparator: Self.dots.contains)
        if labels.last?.isEmpty == true { labels.removeLast() }
        self.labels = labels
    }

    /// Whether a name is this one: of as many labels, those in ASCII the same, and of the others an A-label each that
    /// holds every character about which readers differ.
    func areSpelled(_ name: DNSName) -> Bool {
        let others = name.text.split(separator: ".")
        return labels.count == others.count
            && zip(labels, others).allSatisfy { label, other in
                let written = String(Substring(label)).lowercased()
                // Before it is made lower case: that of U+212A, the Kelvin sign, is the ASCII letter k.
                if label.allSatisfy(\.isASCII) { return written == other }
                // Made "ss" by the tables before Unicode 15.1, and "\u{DF}" since: two names, by the age of libidn2.
                guard !label.contains("\u{1E9E}") else { return false }
                guard other.hasPrefix("xn--"), let letters = Punycode.decoded(other.utf8.dropFirst(4)) else {
                    return false
                }
                return written.unicodeScalars.filter(Self.isDoubtful).elementsEqual(letters.filter(Self.isDoubtful))
            }
    }

    /// What separates labels (RFC 3490 §3.1; UTS #46 §4 maps the others to the first).
    private static let dots: [Unicode.Scalar] = [".", "\u{3002}", "\u{FF0E}", "\u{FF61}"]

    /// Characters that one version of IDNA keeps and another one replaces or drops (UTS #46 §1.4).
    private static func isDoubtful(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\u{DF}" || scalar == "\u{3C2}" || scalar.properties.isDefaultIgnorableCodePoint
    }
}
