import HoldfastX509

/// A host name as people write it, and the A-labels of it (RFC 5891 §5, with the mappings of RFC 5895 §2).
///
/// Letters are made lower case, full-width and half-width forms the usual ones, and letters and marks are composed.
/// What other readers map further (UTS #46), drop, or map by tables of 2003 is refused: there is one reading.
package struct UnicodeLabels {
    private let labels: [Substring.UnicodeScalarView]

    package init(_ host: String) {
        var labels = host.unicodeScalars.split(omittingEmptySubsequences: false, whereSeparator: Self.dots.contains)
        if labels.last?.isEmpty == true { labels.removeLast() }
        self.labels = labels
    }

    /// The name in A-labels, whose grammar is the caller's to check; nil where one of the labels has none.
    ///
    /// It may be another name than is written (``areSpelled``).
    package var name: String? {
        var name: [String] = []
        var (hasSymbols, hasDeviations) = (false, false)
        for label in labels {
            guard let letters = Self.letters(label), let text = Self.aLabel(letters, of: label) else { return nil }
            name.append(text)
            hasSymbols = hasSymbols || !letters.allSatisfy(LabelRules.isLetterOrDigit)
            hasDeviations = hasDeviations || letters.contains(where: LabelRules.isDeviation)
        }
        // libidn2 takes such names by the tables of 2003 alone, which make others of these letters.
        return hasSymbols && hasDeviations ? nil : name.joined(separator: ".")
    }

    /// Whether no label that is written with characters outside ASCII becomes one of ASCII alone, as `１２７`,
    /// `\u{212A}elvin` and `ｘn--bcher-kva` do.
    package var areSpelled: Bool {
        labels.allSatisfy { label in
            label.allSatisfy(\.isASCII) || Self.letters(label)?.allSatisfy(\.isASCII) == false
        }
    }

    /// Whether a name has a label that begins as A-labels do and stands for no letters, for ASCII alone, or for
    /// characters that no U-label has.
    package static func hasMalformed(_ name: String) -> Bool {
        name.split(separator: ".").contains { label in
            guard label.hasPrefix("xn--") else { return false }
            guard let letters = Punycode.decoded(label.utf8.dropFirst(4)) else { return true }
            return letters.allSatisfy(\.isASCII)
                || letters.contains { $0.properties.generalCategory == .control || LabelRules.isUnstable($0) }
        }
    }

    /// The characters of a label, mapped and composed; nil for one that has another text's.
    private static func letters(_ label: Substring.UnicodeScalarView) -> [Unicode.Scalar]? {
        guard !label.isEmpty, label.count <= maximumLength else { return nil }
        var mapped: [Unicode.Scalar] = []
        for scalar in label {
            guard let letters = mapping(scalar) else { return nil }
            mapped += letters
        }
        return CanonicalComposition.composed(mapped)
    }

    private static func aLabel(_ letters: [Unicode.Scalar], of label: Substring.UnicodeScalarView) -> String? {
        let text = String(String.UnicodeScalarView(letters))
        guard !label.allSatisfy(\.isASCII) else { return isASCIILabel(text) ? text : nil }
        guard !letters.allSatisfy(\.isASCII) else { return text }
        guard LabelRules.areLabel(letters), let encoded = Punycode.encoded(letters) else { return nil }
        return "xn--" + encoded
    }

    /// Whether a label may stand beside others that are converted: an A-label has to be one that would be made.
    private static func isASCIILabel(_ label: String) -> Bool {
        guard label.hasPrefix("xn--") else { return !LabelRules.hasHyphensBeforeFifth(Array(label.unicodeScalars)) }
        guard let letters = Punycode.decoded(label.utf8.dropFirst(4)) else { return false }
        return !letters.allSatisfy(\.isASCII) && LabelRules.areLabel(letters)
            && CanonicalComposition.composed(letters) == letters
            && Punycode.encoded(letters) == String(label.dropFirst(4))
    }

    /// The characters that one of a label stands for (RFC 5895 §2); nil for one that is none of a name's.
    private static func mapping(_ scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
        switch scalar.value {
        // Made "ss" by the tables before Unicode 15.1, and "\u{DF}" since; letters that had no lower case before.
        case 0x1E9E, 0x4C0, 0x10A0...0x10C5, 0x2132, 0x2183: return nil
        case 0xFF01...0xFF5E:
            return Unicode.Scalar(scalar.value - 0xFF01 + 0x21).flatMap(mapping)
        case 0xFF66...0xFF9F: return [katakana[Int(scalar.value - 0xFF66)]]
        default: break
        }
        guard LabelRules.isUnstable(scalar) else { return [scalar] }
        let lower = Array(scalar.properties.lowercaseMapping.unicodeScalars)
        if !lower.contains(where: LabelRules.isUnstable) { return lower }
        return separated[scalar] ?? CanonicalComposition.singleton(scalar).map { [$0] }
    }

    /// More than the letters and marks that can become the 63 octets of a label.
    private static let maximumLength = 252

    /// Separators of labels (RFC 3490 §3.1; UTS #46 §4 maps the others to the first).
    private static let dots: [Unicode.Scalar] = [".", "\u{3002}", "\u{FF0E}", "\u{FF61}"]

    /// The half-width forms from U+FF66 on.
    private static let katakana = Array(
        ("ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン"
            + "\u{3099}\u{309A}").unicodeScalars)

    /// The letters of living scripts that are two in Form C (Composition_Exclusion), or in Form KC.
    private static let separated: [Unicode.Scalar: [Unicode.Scalar]] = [
        "\u{958}": ["\u{915}", "\u{93C}"], "\u{959}": ["\u{916}", "\u{93C}"], "\u{95A}": ["\u{917}", "\u{93C}"],
        "\u{95B}": ["\u{91C}", "\u{93C}"], "\u{95C}": ["\u{921}", "\u{93C}"], "\u{95D}": ["\u{922}", "\u{93C}"],
        "\u{95E}": ["\u{92B}", "\u{93C}"], "\u{95F}": ["\u{92F}", "\u{93C}"], "\u{9DC}": ["\u{9A1}", "\u{9BC}"],
        "\u{9DD}": ["\u{9A2}", "\u{9BC}"], "\u{9DF}": ["\u{9AF}", "\u{9BC}"], "\u{A33}": ["\u{A32}", "\u{A3C}"],
        "\u{A36}": ["\u{A38}", "\u{A3C}"], "\u{A59}": ["\u{A16}", "\u{A3C}"], "\u{A5A}": ["\u{A17}", "\u{A3C}"],
        "\u{A5B}": ["\u{A1C}", "\u{A3C}"], "\u{A5E}": ["\u{A2B}", "\u{A3C}"], "\u{B5C}": ["\u{B21}", "\u{B3C}"],
        "\u{B5D}": ["\u{B22}", "\u{B3C}"], "\u{E33}": ["\u{E4D}", "\u{E32}"], "\u{EB3}": ["\u{ECD}", "\u{EB2}"],
        "\u{EDC}": ["\u{EAB}", "\u{E99}"], "\u{EDD}": ["\u{EAB}", "\u{EA1}"],
    ]
}
