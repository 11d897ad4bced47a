/// Text of protocols, in which only ASCII's letters have two cases (RFC 4343 for names of DNS, RFC 9110 §5.1 and §5.6.2
/// for fields and tokens).
///
/// Unicode's mapping makes ASCII of other letters: U+212A, the sign of Kelvin, becomes `k`, so that one reader would
/// see `chunked` where another one sees a word that it does not know. Use this for whatever a peer or a file has
/// written, and Swift's own for text that people read.
///
/// All of it is inlinable: other rooms compare by it in loops that strangers make long, and what is generic and not
/// inlinable is not specialised for them.
@usableFromInline
package enum ASCIIText {
    /// Whether octets are the same but for the case of ASCII's letters.
    @inlinable
    package static func equal(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
        left.count == right.count && zip(left, right).allSatisfy { lowercased($0) == lowercased($1) }
    }

    /// An octet, as a small letter where it is one of ASCII's large ones.
    @inlinable
    package static func lowercased(_ octet: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(octet) ? octet | 0x20 : octet
    }

    /// An octet, as a large letter where it is one of ASCII's small ones.
    @inlinable
    package static func uppercased(_ octet: UInt8) -> UInt8 {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(octet) ? octet & ~0x20 : octet
    }

    /// Whether an octet is a letter of ASCII.
    @inlinable
    package static func isLetter(_ octet: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(octet | 0x20)
    }

    /// Whether an octet is a digit of ASCII.
    @inlinable
    package static func isDigit(_ octet: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(octet) }

    /// Whether an octet is a letter or a digit of ASCII.
    @inlinable
    package static func isLetterOrDigit(_ octet: UInt8) -> Bool { isLetter(octet) || isDigit(octet) }
}

extension StringProtocol {
    /// The text with ASCII's letters in lower case, and every other one as it is.
    @inlinable
    package func asciiLowercased() -> String {
        guard utf8.contains(where: { ASCIIText.lowercased($0) != $0 }) else { return String(self) }
        var octets = Array(utf8)
        for place in octets.indices { octets[place] = ASCIIText.lowercased(octets[place]) }
        return String(decoding: octets, as: UTF8.self)
    }

    /// Whether both are the same octets. `==` takes canonically equivalent texts for the same (UAX #15), as U+212A and
    /// `K`; a peer that has written one has not written the other.
    @inlinable
    package func hasOctets(of other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }

    /// The text with ASCII's letters in upper case, and every other one as it is.
    @inlinable
    package func asciiUppercased() -> String {
        guard utf8.contains(where: { ASCIIText.uppercased($0) != $0 }) else { return String(self) }
        var octets = Array(utf8)
        for place in octets.indices { octets[place] = ASCIIText.uppercased(octets[place]) }
        return String(decoding: octets, as: UTF8.self)
    }
}

extension String? {
    /// Whether both are nil, or the same octets.
    @inlinable
    package func hasOctets(of other: String?) -> Bool {
        guard let self, let other else { return self == nil && other == nil }
        return self.hasOctets(of: other)
    }
}
