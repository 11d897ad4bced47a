/// Messages of NTLM (MS-NLMP §2.2.1), as far as they tell by which version of the protocol somebody answers.
///
/// An answer by version 1 lets whoever has chosen the challenge compute the password's hash from it.
package enum NTLMMessage {
    private static let signature = Array("NTLMSSP\0".utf8)

    /// Flags of §2.2.2.5.
    private enum Flag {
        static let unicode: UInt32 = 1 << 0
        static let oem: UInt32 = 1 << 1
        static let extendedSessionSecurity: UInt32 = 1 << 19
        static let targetInformation: UInt32 = 1 << 23
    }

    /// Whether a CHALLENGE_MESSAGE (§2.2.1.2) can be read, and is answered by version 2 by everybody: it has extended
    /// session security, and the server describes itself.
    ///
    /// libcurl 7.88 and later look at the first, others at the second. gss-ntlmssp looks at neither, and takes whatever
    /// stands in its environment; what a proper server has is asked for all the same. Readers of challenges have had
    /// their overflows (CVE-2023-25563 and the four after it): lengths and places are looked at before one reads them.
    package static func isForVersion2(_ challenge: [UInt8]) -> Bool {
        guard type(of: challenge, atLeast: 48) == 2, challenge.count <= 16 << 10, payload(12, of: challenge) != nil,
            let description = payload(40, of: challenge)
        else { return false }
        let flags = number(challenge[20..<24])
        return flags & Flag.extendedSessionSecurity != 0 && flags & Flag.targetInformation != 0
            && isDescription(description)
    }

    /// Whether octets are a sequence of AV_PAIR (§2.2.2.1): an identifier, a length, so many octets; up to the one with
    /// the identifier 0.
    private static func isDescription(_ octets: ArraySlice<UInt8>) -> Bool {
        var rest = octets
        while rest.count >= 4 {
            let (name, length) = (number(rest.prefix(2)), Int(number(rest.dropFirst(2).prefix(2))))
            guard name != 0 else { return length == 0 }
            guard length <= rest.count - 4 else { return false }
            rest = rest.dropFirst(4 + length)
        }
        return false
    }

    /// The challenge as one with one character set: where both are said, "the choice of character set encoding MUST be
    /// Unicode" (§2.2.2.5, of the flags A and B). gss-ntlmssp takes that for a broken challenge.
    static func withOneCharacterSet(_ challenge: [UInt8]) -> [UInt8] {
        guard type(of: challenge, atLeast: 24) == 2, challenge[20] & UInt8(Flag.unicode) != 0 else { return challenge }
        var challenge = challenge
        challenge[20] &= ~UInt8(Flag.oem)
        return challenge
    }

    /// Whether names are said in Unicode in answer to a challenge. Else they are in the OEM character set (§2.2.2.5),
    /// of which nobody says which it is, and gss-ntlmssp takes UTF-8 for it.
    static func isInUnicode(_ challenge: [UInt8]) -> Bool {
        type(of: challenge, atLeast: 24) == 2 && challenge[20] & UInt8(Flag.unicode) != 0
    }

    /// Whether a message is a NEGOTIATE_MESSAGE (§2.2.1.1), which has nothing of the password's.
    static func isNegotiation(_ message: [UInt8]) -> Bool { type(of: message, atLeast: 32) == 1 }

    /// Whether an AUTHENTICATE_MESSAGE (§2.2.1.3) has an NTLMv2_RESPONSE (§2.2.2.8), 16 octets of proof and the two
    /// versions in front of what is proven, and no response besides that could be another one's.
    ///
    /// An NTLM_RESPONSE, of version 1, has 24 octets (§2.2.2.6). The response of LAN Manager is left out, or 24 zeros
    /// (§3.1.5.1.2).
    static func isByVersion2(_ answer: [UInt8]) -> Bool {
        guard type(of: answer, atLeast: 64) == 3, let lanManager = payload(12, of: answer),
            let response = payload(20, of: answer), response.count >= 16 + 28, lanManager.allSatisfy({ $0 == 0 })
        else { return false }
        return response.dropFirst(16).prefix(2).elementsEqual([1, 1])
    }

    /// The type of a message of so many octets at least; nil for none of NTLM's.
    private static func type(of message: [UInt8], atLeast count: Int) -> UInt32? {
        guard message.count >= count, message.starts(with: signature) else { return nil }
        return number(message[8..<12])
    }

    /// The octets that fields of a length, a second one and an offset lead to.
    private static func payload(_ place: Int, of message: [UInt8]) -> ArraySlice<UInt8>? {
        let (length, offset) = (Int(number(message[place..<place + 2])), Int(number(message[place + 4..<place + 8])))
        guard offset <= message.count, length <= message.count - offset else { return nil }
        return message[offset..<offset + length]
    }

    /// Little-endian.
    private static func number(_ octets: ArraySlice<UInt8>) -> UInt32 {
        octets.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}
