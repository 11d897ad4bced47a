/// Composes letters and their marks into Unicode's Normalization Form C (UAX #15), of which A-labels are made (RFC 5891
/// §5.2).
///
/// Swift's standard library compares texts in that form and shows it to nobody. What is composed here is held against
/// it: it is the same text, in that form, or nothing.
enum CanonicalComposition {
    /// The characters in Form C; nil for a sequence that nobody writes, as of a letter that is composed already and
    /// that would have to be taken apart.
    static func composed(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar]? {
        guard !isNormalized(scalars) else { return scalars }
        var result: [Unicode.Scalar] = []
        var starter: Int?
        var last: Unicode.CanonicalCombiningClass = .notReordered
        for scalar in ordered(scalars) {
            let own = scalar.properties.canonicalCombiningClass
            if let starter, result.count == starter + 1 || last != .notReordered && last < own,
                let composite = composite(result[starter], scalar)
            {
                result[starter] = composite
                continue
            }
            if own == .notReordered { starter = result.count }
            last = own
            result.append(scalar)
        }
        return isNormalized(result) && text(result) == text(scalars) ? result : nil
    }

    /// The one character that a character stands for (a singleton decomposition); nil for none.
    static func singleton(_ scalar: Unicode.Scalar) -> Unicode.Scalar? { composites[String(scalar)] }

    /// Marks in the order of their classes.
    private static func ordered(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var result: [Unicode.Scalar] = []
        var marks: [Unicode.Scalar] = []
        func flush() {
            // The sort of Swift's standard library keeps the order of equals.
            result += marks.sorted { $0.properties.canonicalCombiningClass < $1.properties.canonicalCombiningClass }
            marks = []
        }
        for scalar in scalars {
            if scalar.properties.canonicalCombiningClass == .notReordered {
                flush()
                result.append(scalar)
            } else {
                marks.append(scalar)
            }
        }
        flush()
        return result
    }

    private static func composite(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Unicode.Scalar? {
        hangul(first, second) ?? composites[text([first, second])]
    }

    /// The Unicode Standard §3.12: syllables of Hangul are composed by arithmetic.
    private static func hangul(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Unicode.Scalar? {
        switch (first.value, second.value) {
        case (0x1100...0x1112, 0x1161...0x1175):
            Unicode.Scalar(0xAC00 + ((first.value - 0x1100) * 21 + second.value - 0x1161) * 28)
        case (0xAC00...0xD7A3, 0x11A8...0x11C2) where (first.value - 0xAC00) % 28 == 0:
            Unicode.Scalar(first.value + second.value - 0x11A7)
        default: nil
        }
    }

    /// The letters of the blocks in which there are composed ones. Texts are equal as keys where they are canonically
    /// equivalent, so that a letter and its mark find the composed one.
    private static let composites: [String: Unicode.Scalar] = {
        var composites: [String: Unicode.Scalar] = [:]
        for range: ClosedRange<UInt32> in [
            0xC0...0x4FF, 0x620...0x6FF, 0x900...0x1FFF, 0x3040...0x30FF, 0x11000...0x119FF,
        ] {
            for scalar in range.compactMap(Unicode.Scalar.init) where !scalar.properties.changesWhenNFKCCaseFolded {
                composites[String(scalar)] = scalar
            }
        }
        return composites
    }()

    private static func isNormalized(_ scalars: [Unicode.Scalar]) -> Bool {
        let text = text(scalars)
        var span = text.utf8Span
        return span.checkForNFC(quickCheck: false)
    }

    private static func text(_ scalars: [Unicode.Scalar]) -> String { String(String.UnicodeScalarView(scalars)) }
}
