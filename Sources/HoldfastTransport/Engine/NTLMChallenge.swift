import HoldfastX509

/// Looks at the server's part of NTLM before libcurl answers it.
///
/// libcurl answers by NTLMv2 where the server describes itself, and falls back to NTLMv1 where it does not: whoever
/// stands in the server's place chooses the weaker one, from which the password's hash can be computed. The lengths and
/// bits are those that libcurl goes by (MS-NLMP §2.2.1.2).
enum NTLMChallenge {
    private static let signature = Array("NTLMSSP\0".utf8)
    /// `NTLMSSP_NEGOTIATE_TARGET_INFO`.
    private static let targetInformation: UInt32 = 0x0080_0000

    /// Whether a field has a challenge of NTLM's that cannot be read, or that would be answered by NTLMv1.
    ///
    /// Taken apart at every comma, as libcurl does it, whatever quotes stand around.
    static func isWeak(_ value: String) -> Bool {
        value.split(separator: ",").contains { element in
            let words = element.split { $0 == " " || $0 == "\t" }
            guard words.count > 1, words[0].lowercased() == "ntlm" else { return false }
            return !describesItself(words[1])
        }
    }

    private static func describesItself(_ text: Substring) -> Bool {
        guard let message = Base64.decode(text), message.count >= 48, message.starts(with: signature),
            number(message[8..<12]) == 2
        else { return false }
        return number(message[20..<24]) & targetInformation != 0 && number(message[40..<42]) != 0
    }

    /// Little-endian.
    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}
