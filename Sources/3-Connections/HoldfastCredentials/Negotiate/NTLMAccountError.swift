package import HoldfastStatements

/// A reason why an account cannot log in by NTLM here; it holds nothing of the account's.
package enum NTLMAccountError: Error, Hashable, Sendable {
    case noName
    /// Text that no scheme takes.
    case unusable(PasswordCredentialError)
    /// More octets, in upper case, than an account may have here.
    case long(limit: Int)
    /// A letter of the user's name that Windows and the mechanism do not write alike in upper case.
    case upperCase
}

extension NTLMAccountError: Sentence {
    package static let topic = "ntlmAccount"

    package var words: LocalizedText {
        switch self {
        case .noName: LocalizedText("NTLM takes a user's name", "NTLM 要求用户名")
        case .unusable(let error): error.words
        case .long(let limit):
            LocalizedText(
                "NTLM takes a user and a domain of at most \(limit) bytes in upper case here",
                "此处的 NTLM 只接受大写形式不超过 \(limit) 字节的用户名与域名")
        case .upperCase:
            LocalizedText(
                "NTLM proves a user by the name in upper case, and of a letter of this one Windows and the mechanism"
                    + " here make two",
                "NTLM 以大写的用户名作证明，而此名称中有一个字母的大写形式，Windows 与此处的机制写法不同")
        }
    }
}

extension NTLMExchange {
    /// The most octets, in upper case, of a user with its domain.
    ///
    /// More than accounts have: a name of DNS has 255 octets at most (RFC 1035 §2.3.4), a user's name at a logon far
    /// fewer. What is longer than any name is not handed on, whatever the mechanism makes of it.
    static let mostOctets = 480

    /// Checks that an account can log in.
    ///
    /// The proof is made of the user's name in upper case (MS-NLMP §3.3.2, NTOWFv2): for Windows each UTF-16 code point
    /// by a table (MS-UCODEREF §3.1.5.3) of letters of Unicode 5.1 that are each other's in both cases; for gss-ntlmssp
    /// by all of Unicode's rules, as SS for ß and Σ for ς. A server would take the one for a wrong password of the
    /// other.
    package static func check(_ account: PasswordCredential) throws(NTLMAccountError) {
        let scalars = account.user.unicodeScalars
        guard !scalars.isEmpty else { throw .noName }
        do throws(PasswordCredentialError) { try account.check() } catch { throw .unusable(error) }
        let octets = scalars.reduce(0) { $0 + max($1.utf8.count, $1.properties.uppercaseMapping.utf8.count) }
        guard octets <= mostOctets else { throw .long(limit: mostOctets) }
        let domainEnd = scalars.firstIndex(of: #"\"#) ?? scalars.firstIndex(of: "/") ?? scalars.startIndex
        guard scalars[domainEnd...].allSatisfy(\.hasCertainUpperCase) else { throw .upperCase }
    }
}

extension Unicode.Scalar {
    /// Whether Windows and Unicode's own rules write it in upper case in one way.
    fileprivate var hasCertainUpperCase: Bool {
        guard !isASCII else { return true }
        let upper = properties.uppercaseMapping.unicodeScalars
        guard let letter = upper.first, upper.count == 1 else { return false }
        if letter == self { return true }
        return value <= 0xFFFF && letter.properties.lowercaseMapping.unicodeScalars.elementsEqual([self])
            && isKnownToWindows && letter.isKnownToWindows
    }

    private var isKnownToWindows: Bool { properties.age.map { ($0.major, $0.minor) <= (5, 1) } ?? false }
}
