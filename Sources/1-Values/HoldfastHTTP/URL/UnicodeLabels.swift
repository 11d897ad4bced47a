/// A host name as people write it, to be held against the A-labels that libcurl has made of it.
///
/// libcurl converts by UTS #46, which makes other characters of some, and drops some; where that fails, it tries again
/// by the rules of 2003, which drop more. WHATWG's URL Standard and Foundation do not.
package struct UnicodeLabels {
    private let labels: [Substring.UnicodeScalarView]

    package init(_ host: String) {
        var labels = host.unicodeScalars.split(omittingEmptySubsequences: false, whereSeparator: Self.dots.contains)
        if labels.last?.isEmpty == true { labels.removeLast() }
        self.labels = labels
    }

    /// Whether a name is this one: of as many labels, those in ASCII the same, and of the others an A-label each that
    /// holds every character about which readers differ.
    package func areSpelled(_ name: String) -> Bool {
        let others = name.split(separator: ".")
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

    /// Whether a name has a label that begins as A-labels do and stands for no letters, for ASCII alone, or for
    /// characters that no U-label has.
    package static func hasMalformed(_ name: String) -> Bool {
        name.split(separator: ".").contains { label in
            guard label.hasPrefix("xn--") else { return false }
            guard let letters = Punycode.decoded(label.utf8.dropFirst(4)) else { return true }
            return letters.allSatisfy(\.isASCII) || letters.contains(where: isDisallowed)
        }
    }

    /// Whether a character is in no U-label: a control character, or one that another text stands for, as the figure
    /// for a figure in a circle. RFC 5892 §2.2 has these as "cp != NFKC(casefold(NFKC(cp)))", and §3 disallows them, as
    /// those that are ignored (§2.3).
    private static func isDisallowed(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control
            || scalar.properties.changesWhenNFKCCaseFolded && !allowed.contains(scalar)
    }

    /// The exceptions among them (RFC 5892 §2.6), and the joiners (§2.8).
    private static let allowed: [Unicode.Scalar] = ["\u{DF}", "\u{3C2}", "\u{200C}", "\u{200D}"]

    /// Separators of labels (RFC 3490 §3.1; UTS #46 §4 maps the others to the first).
    private static let dots: [Unicode.Scalar] = [".", "\u{3002}", "\u{FF0E}", "\u{FF61}"]

    /// Characters that one version of IDNA keeps and another one replaces or drops (UTS #46 §1.4).
    private static func isDoubtful(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\u{DF}" || scalar == "\u{3C2}" || scalar.properties.isDefaultIgnorableCodePoint
    }
}

/// The encoding of A-labels (RFC 3492).
package enum Punycode {
    private static let (base, tMin, tMax, skew, damp) = (36, 1, 26, 38, 700)
    private static let (firstBias, firstCode) = (72, 0x80)

    /// The characters that a label stands for, without its `xn--` (§6.2); nil where it is none.
    ///
    /// Its length is that of a label, 63 octets; the work is bounded by its square.
    package static func decoded(_ octets: some BidirectionalCollection<UInt8>) -> [Unicode.Scalar]? {
        guard octets.count <= 63 else { return nil }
        var scalars: [Unicode.Scalar] = []
        var rest = Array(octets)[...]
        if let hyphen = rest.lastIndex(of: UInt8(ascii: "-")) {
            scalars = rest[..<hyphen].map { Unicode.Scalar($0) }
            rest = rest[(hyphen + 1)...]
        }
        guard scalars.allSatisfy(\.isASCII) else { return nil }
        var (code, index, bias) = (firstCode, 0, firstBias)
        while !rest.isEmpty {
            let old = index
            var (weight, k) = (1, base)
            while true {
                guard let octet = rest.popFirst(), let digit = digit(octet) else { return nil }
                index += digit * weight
                let threshold = min(max(k - bias, tMin), tMax)
                if digit < threshold { break }
                weight *= base - threshold
                k += base
                // Beyond any character, at any place of a label.
                guard weight < 1 << 32, index < 1 << 32 else { return nil }
            }
            let count = scalars.count + 1
            bias = adapted(index - old, count, isFirst: old == 0)
            code += index / count
            index %= count
            guard let value = UInt32(exactly: code), let scalar = Unicode.Scalar(value) else { return nil }
            scalars.insert(scalar, at: index)
            index += 1
        }
        return scalars
    }

    /// §6.1.
    private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / damp : delta / 2
        delta += delta / count
        var k = 0
        while delta > (base - tMin) * tMax / 2 {
            delta /= base - tMin
            k += base
        }
        return k + (base - tMin + 1) * delta / (delta + skew)
    }

    private static func digit(_ octet: UInt8) -> Int? {
        switch octet {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(octet - UInt8(ascii: "a"))
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(octet - UInt8(ascii: "A"))
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(octet - UInt8(ascii: "0")) + 26
        default: nil
        }
    }
}
