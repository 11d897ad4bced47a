import HoldfastCredentials
import HoldfastHTTP
import HoldfastX509

/// The server's, or a proxy's, part of NTLM in the fields of an answer (MS-NTHT §2.2): `NTLM`, or `NTLM` with a
/// CHALLENGE_MESSAGE in Base64.
///
/// libcurl 7.88 and later answers by NTLMv2 where the challenge has the flag of extended session security, others where
/// the server describes itself; else by NTLMv1: whoever stands in the server's place chooses the weaker one, from which
/// the password's hash can be computed. Only a challenge that everybody answers by NTLMv2 passes
/// (``NTLMMessage/isForVersion2(_:)``).
enum NTLMChallenge {
    /// Whether a field has a challenge of NTLM's that cannot be read, or that may be answered by NTLMv1.
    ///
    /// Taken apart at every comma, as libcurl does it, whatever quotes stand around. For libcurl white space is more
    /// than RFC 9110 §5.6.3 has it, down to vertical tabs: nothing that is no visible character is part of a word here,
    /// and control octets, which no field has (§5.5), are not answered at all.
    static func isWeak(_ value: some Collection<UInt8>) -> Bool {
        guard value.allSatisfy({ $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F }) else { return true }
        return challenges(in: value).contains { $0.count > 2 || $0.count == 2 && message(in: $0) == nil }
    }

    static func isWeak(_ value: String) -> Bool { isWeak(Array(value.utf8)) }

    /// Whether one of the fields that ask who is there, of a server or of a proxy, has such a challenge.
    static func isWeak(in fields: [HTTPField]) -> Bool {
        fields.contains { field in names.contains(where: field.isNamed) && isWeak(field.octets) }
    }

    /// The first CHALLENGE_MESSAGE of fields, of which none is weak; nil where there is none.
    static func message(in fields: [HTTPField]) -> [UInt8]? {
        fields.flatMap { challenges(in: $0.octets) }.compactMap(message).first
    }

    /// Whether fields offer a login by NTLM that begins.
    static func isOffered(in fields: [HTTPField]) -> Bool {
        fields.contains { challenges(in: $0.octets).contains { $0.count == 1 } }
    }

    private static let names = ["WWW-Authenticate", "Proxy-Authenticate"]

    /// The words of each challenge of NTLM's.
    private static func challenges<Value: Collection<UInt8>>(in value: Value) -> [[Value.SubSequence]] {
        value.split(separator: UInt8(ascii: ",")).compactMap { element in
            let words = element.split { !(0x21...0x7E).contains($0) }
            return words.first?.map(ASCIIText.lowercased).elementsEqual("ntlm".utf8) == true ? words : nil
        }
    }

    /// The message of a challenge; nil where it has none that may be answered.
    private static func message(in words: [some Collection<UInt8>]) -> [UInt8]? {
        guard words.count == 2, let message = Base64.decode(String(decoding: words[1], as: UTF8.self)),
            NTLMMessage.isForVersion2(message)
        else { return nil }
        return message
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

/// The user and password by which a connection is authenticated by NTLM (MS-NLMP), and the owner that it then has.
///
/// No text form shows user or password.
package struct NTLMCredential: Hashable, Sendable {
    /// A user's name, or `DOMAIN\user`.
    package let user: String
    package let password: String
    /// The connections are this owner's, and nobody else's.
    package let owner: ConnectionOwner

    /// The reason why no connection can be authenticated by NTLM here; nil where it can.
    package static var obstacle: String? {
        guard !TransportEngine.Configuration().usesOwnConnections else { return NTLMExchange.obstacle }
        return Library.knowsNTLM ? nil : "libcurl was built without NTLM"
    }

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

extension TransportError {
    static func weakNTLM(_ asker: TransferSentence.Asker) -> TransportError {
        TransportError(
            .request, .weakNTLM, TransferSentence.weakNTLM(asker: asker),
            advice: TransferAdvice.askForNTLMv2(asker: asker))
    }

    /// The error of a message that could not be made; nil where it was not in time.
    static func login(_ error: NegotiationError, at asker: TransferSentence.Asker) -> TransportError? {
        switch error.cause {
        case .weak: weakNTLM(asker)
        case .late: nil
        case .unavailable:
            TransportError(
                .request, .ntlmUnavailable, TransferSentence.noNTLM(library: error.statement),
                advice: TransferAdvice.installNTLM)
        case .refused:
            TransportError(
                .request, .credentialUnusable, TransferSentence.noNTLM(library: error.statement),
                advice: TransferAdvice.giveUserAndPassword)
        }
    }
}
