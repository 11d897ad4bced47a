import HoldfastCredentials
import HoldfastHTTP
import HoldfastX509

/// Looks at the server's part of NTLM before libcurl answers it.
///
/// libcurl 7.88 and later answers by NTLMv2 where the challenge has the flag of extended session security, others where
/// the server describes itself; else by NTLMv1: whoever stands in the server's place chooses the weaker one, from which
/// the password's hash can be computed. Only a challenge that every libcurl answers by NTLMv2 passes
/// (``NTLMMessage/isForVersion2(_:)``).
enum NTLMChallenge {
    /// Whether a field has a challenge of NTLM's that cannot be read, or that may be answered by NTLMv1.
    ///
    /// Taken apart at every comma, as libcurl does it, whatever quotes stand around. For libcurl white space is more
    /// than RFC 9110 §5.6.3 has it, down to vertical tabs: nothing that is no visible character is part of a word here,
    /// and control octets, which no field has (§5.5), are not answered at all.
    static func isWeak(_ value: some Collection<UInt8>) -> Bool {
        guard value.allSatisfy({ $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F }) else { return true }
        return value.split(separator: UInt8(ascii: ",")).contains { element in
            let words = element.split { !(0x21...0x7E).contains($0) }
            guard words.count > 1, words[0].map(ASCIIText.lowercased).elementsEqual("ntlm".utf8) else { return false }
            return words.count > 2 || !isForVersion2(words[1])
        }
    }

    static func isWeak(_ value: String) -> Bool { isWeak(Array(value.utf8)) }

    private static func isForVersion2(_ text: some Collection<UInt8>) -> Bool {
        Base64.decode(String(decoding: text, as: UTF8.self)).map(NTLMMessage.isForVersion2) ?? false
    }
}

/// Watches the lines of heads, as libcurl passes them, for what it would answer by NTLM: of a server or of a proxy,
/// under any status.
struct NTLMWatch {
    private static let names = ["www-authenticate", "proxy-authenticate"].map { Array($0.utf8) }
    private var isInChallenge = false

    /// Whether libcurl may act on a line.
    ///
    /// Some versions read a folded line (RFC 9112 §5.2) as part of the field before it, others as nothing: a folded
    /// challenge is not answered.
    mutating func mayBeAnswered(_ line: some Collection<UInt8>) -> Bool {
        if let first = line.first, first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") { return !isInChallenge }
        isInChallenge = false
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return true }
        let name = line[..<colon].filter(FieldGrammar.isTokenOctet).map(ASCIIText.lowercased)
        guard Self.names.contains(name) else { return true }
        isInChallenge = true
        return !NTLMChallenge.isWeak(Self.withoutEnd(line[line.index(after: colon)...]))
    }

    private static func withoutEnd(_ value: some Collection<UInt8>) -> [UInt8] {
        var value = Array(value)
        if value.last == UInt8(ascii: "\n") { value.removeLast() }
        if value.last == UInt8(ascii: "\r") { value.removeLast() }
        return value
    }
}

/// The user and password by which libcurl authenticates a connection by NTLM (MS-NLMP), and the owner that the
/// connection then has.
///
/// No text form shows user or password.
package struct NTLMCredential: Hashable, Sendable {
    /// A user's name, or `DOMAIN\user`.
    package let user: String
    package let password: String
    /// The connections are this owner's, and nobody else's.
    package let owner: ConnectionOwner

    /// Whether the libcurl that is used here knows NTLM.
    package static var isAvailable: Bool { Library.knowsNTLM }

    /// Nil for a user or a password beyond printable ASCII: libcurl would hash other characters than the server does.
    package init?(user: String, password: String, owner: ConnectionOwner) {
        guard !user.isEmpty, (user + password).utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7f }) else { return nil }
        self.user = user
        self.password = password
        self.owner = owner
    }
}

extension NTLMCredential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "user and password for NTLM (hidden)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
