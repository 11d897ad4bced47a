import HoldfastCredentials
import HoldfastHTTP
import HoldfastX509

/// The server's, or a proxy's, part of NTLM in the fields of an answer (MS-NTHT §2.2): `NTLM`, or `NTLM` with a
/// CHALLENGE_MESSAGE in Base64.
///
/// Some answer by NTLMv2 where the challenge has the flag of extended session security, others where the server
/// describes itself; else by NTLMv1: whoever stands in the server's place chooses the weaker one, from which the
/// password's hash can be computed. Only a challenge that everybody answers by NTLMv2 passes
/// (``NTLMMessage/isForVersion2(_:)``).
enum NTLMChallenge {
    /// Whether a field has a challenge of NTLM's that cannot be read, or that may be answered by NTLMv1.
    ///
    /// Taken apart at every comma, whatever quotes stand around. For some readers white space is more than RFC 9110
    /// §5.6.3 has it, down to vertical tabs: nothing that is no visible character is part of a word here, and control
    /// octets, which no field has (§5.5), are not answered at all.
    static func isWeak(_ value: some Collection<UInt8>) -> Bool {
        guard value.allSatisfy({ $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F }) else { return true }
        return challenges(in: value).contains { $0.count > 2 || $0.count == 2 && message(in: $0) == nil }
    }

    static func isWeak(_ value: String) -> Bool { isWeak(Array(value.utf8)) }

    /// Whether one of the fields that ask who is there, of a server or of a proxy, has such a challenge.
    static func isWeak(in fields: [HTTPField]) -> Bool {
        fields.contains { field in names.contains(where: field.isNamed) && isWeak(field.octets) }
    }

    /// The first CHALLENGE_MESSAGE in the fields of a party, of which none is weak; nil where there is none.
    static func message(in fields: [HTTPField], of party: ClientLogin.Party) -> [UInt8]? {
        fields.all(name(of: party)).flatMap { challenges(in: $0.octets) }.compactMap(message).first
    }

    /// Whether the fields of a party offer a login by NTLM that begins.
    static func isOffered(in fields: [HTTPField], of party: ClientLogin.Party) -> Bool {
        fields.all(name(of: party)).contains { challenges(in: $0.octets).contains { $0.count == 1 } }
    }

    private static let names = [name(of: .server), name(of: .proxy)]

    /// The name of the field in which a party asks (RFC 9110 §11.6.1, §11.7.1).
    ///
    /// Text that reads as a challenge may stand in others too, as where a server repeats what it was told.
    private static func name(of party: ClientLogin.Party) -> String {
        switch party {
        case .server: "WWW-Authenticate"
        case .proxy: "Proxy-Authenticate"
        }
    }

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
