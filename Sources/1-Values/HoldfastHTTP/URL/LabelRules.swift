/// The rules for the characters of a U-label (RFC 5891 §5.4), as far as a label of a URL has to keep them.
///
/// Beyond letters and digits (RFC 5892) symbols are taken, as in `i❤.example`, which UTS #46 takes: they stand for
/// themselves in every reader.
enum LabelRules {
    /// Whether characters, mapped and composed, make up a label of which an A-label may be made.
    static func areLabel(_ scalars: [Unicode.Scalar]) -> Bool {
        guard let first = scalars.first, let last = scalars.last, first != "-", last != "-", !isMark(first) else {
            return false
        }
        return !hasHyphensBeforeFifth(scalars) && scalars.allSatisfy(isAllowed) && joinersStandWell(scalars)
            && isInOneDirection(scalars)
    }

    /// RFC 5891 §4.2.3.1: a label "MUST NOT contain "--" (two consecutive hyphens) in the third and fourth character
    /// positions".
    static func hasHyphensBeforeFifth(_ scalars: some Collection<Unicode.Scalar>) -> Bool {
        scalars.dropFirst(2).prefix(2).elementsEqual(["-", "-"])
    }

    /// Whether another text stands for a character, as the figure for a figure in a circle. RFC 5892 §2.2 has these as
    /// "cp != NFKC(casefold(NFKC(cp)))", and §3 disallows them, as those that are ignored (§2.3).
    static func isUnstable(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.changesWhenNFKCCaseFolded && !stable.contains(scalar)
    }

    /// The exceptions among them (RFC 5892 §2.6), and the joiners (§2.8).
    private static let stable: [Unicode.Scalar] = ["\u{DF}", "\u{3C2}", "\u{200C}", "\u{200D}"]

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        guard !scalar.isASCII else { return isLetterOrDigit(scalar) || scalar == "_" }
        guard !stable.contains(scalar) else { return true }
        guard !isUnstable(scalar) else { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator, .lineSeparator,
            .paragraphSeparator:
            return false
        default: return !disallowed.contains { $0.contains(scalar.value) }
        }
    }

    /// Disallowed by UTS #46 one by one: what describes ideographs, the soft hyphen of Mongolian, and what stands for
    /// an object or an unknown character.
    private static let disallowed: [ClosedRange<UInt32>] = [
        0x1806...0x1806, 0x2FF0...0x2FFF, 0x31EF...0x31EF, 0xFFFC...0xFFFD,
    ]

    /// Whether a character is one of IDNA2008's (PVALID or with a contextual rule, RFC 5892 §3), which symbols are not.
    static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .lowercaseLetter, .otherLetter, .modifierLetter, .decimalNumber, .nonspacingMark, .spacingMark:
            return !noLetters.contains { $0.contains(scalar.value) }
        default: return scalar == "-" || isJoiner(scalar)
        }
    }

    /// The letters that are disallowed by their blocks: jamo (RFC 5892 §2.9), marks for symbols (§2.5), and exceptions
    /// (§2.6).
    private static let noLetters: [ClosedRange<UInt32>] = [
        0x640...0x640, 0x7FA...0x7FA, 0x1100...0x11FF, 0x20D0...0x20FF, 0x302E...0x302F, 0x3031...0x3035,
        0x303B...0x303B, 0xA960...0xA97F, 0xD7B0...0xD7FF,
    ]

    /// Whether tables of 2003 make another letter of one, or drop it (the deviations of UTS #46 §4).
    static func isDeviation(_ scalar: Unicode.Scalar) -> Bool { stable.contains(scalar) }

    /// RFC 5891 §4.2.3.2: a label "MUST NOT begin with a combining mark".
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }
}

// MARK: Joiners (RFC 5892 Appendix A.1, A.2)

extension LabelRules {
    private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool { scalar == "\u{200C}" || scalar == "\u{200D}" }

    /// A joiner stands behind a virama, or, one that separates, between letters of Arabic that would join.
    private static func joinersStandWell(_ scalars: [Unicode.Scalar]) -> Bool {
        scalars.indices.allSatisfy { index in
            guard isJoiner(scalars[index]) else { return true }
            guard index > 0 else { return false }
            if scalars[index - 1].properties.canonicalCombiningClass == .virama { return true }
            let before = scalars[..<index].last { !isTransparent($0) }
            let after = scalars[(index + 1)...].first { !isTransparent($0) }
            guard scalars[index] == "\u{200C}", let before, let after else { return false }
            return joinsOnBothSides(before) && (joinsOnBothSides(after) || joinsToTheRight(after))
        }
    }

    private static func isTransparent(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .nonspacingMark
    }

    /// Joining_Type=D of The Unicode Standard §9.2, of the blocks of Arabic.
    private static func joinsOnBothSides(_ scalar: Unicode.Scalar) -> Bool {
        arabicLetters.contains { $0.contains(scalar.value) } && scalar.properties.generalCategory == .otherLetter
            && !joinsToTheRight(scalar) && !standAlone.contains(scalar.value)
    }

    /// Joining_Type=R.
    private static func joinsToTheRight(_ scalar: Unicode.Scalar) -> Bool {
        rightJoining.contains { $0.contains(scalar.value) }
    }

    private static let arabicLetters: [ClosedRange<UInt32>] = [
        0x620...0x64A, 0x66E...0x6D3, 0x6FA...0x6FF, 0x750...0x77F, 0x886...0x886, 0x889...0x88D, 0x8A0...0x8C8,
    ]
    private static let standAlone: [UInt32] = [0x621, 0x674, 0x8AD]
    private static let rightJoining: [ClosedRange<UInt32>] = [
        0x622...0x625, 0x627...0x627, 0x629...0x629, 0x62F...0x632, 0x648...0x648, 0x671...0x673, 0x675...0x677,
        0x688...0x699, 0x6C0...0x6C0, 0x6C3...0x6CB, 0x6CD...0x6CD, 0x6CF...0x6CF, 0x6D2...0x6D3, 0x6D5...0x6D5,
        0x6EE...0x6EF, 0x759...0x75B, 0x76B...0x76C, 0x771...0x771, 0x773...0x774, 0x778...0x779, 0x870...0x882,
        0x88E...0x88E, 0x8AA...0x8AC, 0x8AE...0x8AE, 0x8B1...0x8B2, 0x8B9...0x8B9,
    ]
}

// MARK: Directions (RFC 5893)

extension LabelRules {
    /// The directions of characters that decide about a label (Bidi_Class of UAX #9).
    private enum Direction { case leftToRight, rightToLeft, number, arabicNumber, mark, neutral }

    /// RFC 5893 §2: a label with a character from right to left begins with one, has none from left to right, numbers
    /// of one kind only, and ends in a letter or a number, behind which marks may stand.
    private static func isInOneDirection(_ scalars: [Unicode.Scalar]) -> Bool {
        let directions = scalars.map(direction)
        guard directions.contains(where: { $0 == .rightToLeft || $0 == .arabicNumber }) else { return true }
        let end = directions.last { $0 != .mark }
        return directions.first == .rightToLeft && !directions.contains(.leftToRight)
            && (end == .rightToLeft || end == .number || end == .arabicNumber)
            && !(directions.contains(.number) && directions.contains(.arabicNumber))
    }

    private static func direction(_ scalar: Unicode.Scalar) -> Direction {
        switch scalar.value {
        case 0x30...0x39, 0x6F0...0x6F9: return .number
        case 0x660...0x669, 0x10D30...0x10D39: return .arabicNumber
        default: break
        }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return .mark
        case .uppercaseLetter, .lowercaseLetter, .otherLetter, .modifierLetter, .decimalNumber, .letterNumber,
            .spacingMark, .titlecaseLetter, .otherNumber:
            return isRightToLeft(scalar) ? .rightToLeft : .leftToRight
        default: return isRightToLeft(scalar) ? .rightToLeft : .neutral
        }
    }

    /// The blocks that The Unicode Standard keeps for scripts from right to left.
    private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
}
