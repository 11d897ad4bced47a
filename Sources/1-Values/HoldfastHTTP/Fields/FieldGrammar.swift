import HoldfastX509

/// The parts that values of header fields are made of (RFC 9110 §5.5, §5.6), as octets.
///
/// Inlinable, as ``ASCIIText`` is: other rooms ask in loops that strangers make long.
@usableFromInline
package enum FieldGrammar {
    /// Whether an octet is a `tchar`: a letter, a digit, or one of ``!#$%&'*+-.^_`|~`` (§5.6.2).
    @inlinable
    package static func isTokenOctet(_ octet: UInt8) -> Bool {
        switch octet {
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x30...0x39, 0x41...0x5A, 0x5E...0x7A, 0x7C, 0x7E: true
        default: false
        }
    }

    /// Whether octets are a `token` (§5.6.2).
    @inlinable
    package static func isToken(_ octets: some Collection<UInt8>) -> Bool {
        !octets.isEmpty && octets.allSatisfy(isTokenOctet)
    }

    /// Whether octets may stand in a value: §5.5 has "CR, LF, or NUL" be "invalid and dangerous", and no other control
    /// but the tabulator has a meaning.
    @inlinable
    package static func isValue(_ octets: some Collection<UInt8>) -> Bool {
        octets.allSatisfy { $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F }
    }

    /// Whether an octet is white space: a space or a tabulator (§5.6.3).
    @inlinable
    package static func isSpace(_ octet: UInt8) -> Bool { octet == 0x20 || octet == 0x09 }

    /// Octets without the white space around them (§5.6.3).
    @inlinable
    package static func trimmed<Octets: BidirectionalCollection<UInt8>>(_ octets: Octets) -> Octets.SubSequence {
        let begun = octets.drop(while: isSpace)
        guard let last = begun.lastIndex(where: { !isSpace($0) }) else { return begun }
        return begun[...last]
    }

    /// The elements of a list, without the white space around them; empty ones are none (§5.6.1).
    ///
    /// Quotes are no part of this grammar: it is for lists of tokens.
    package static func elements(_ value: String) -> [String] {
        value.utf8.split(separator: UInt8(ascii: ",")).compactMap { element in
            let element = trimmed(element)
            return element.isEmpty ? nil : String(decoding: element, as: UTF8.self)
        }
    }

    /// The number that digits alone are: of one to so many of them.
    package static func number(_ text: some StringProtocol, digits: ClosedRange<Int> = 1...15) -> Int? {
        guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }
}
