/// What one request carries, and what the answer to it is checked with.
///
/// ``fieldValue`` can be tried against guessed passwords, so that no text form of the value shows it.
package struct DigestAuthorization: Hashable, Sendable {
    /// The value of an `Authorization` or `Proxy-Authorization` field.
    package let fieldValue: String
    /// The realm that it is for.
    package let realm: String
    /// How the response was made.
    package let quality: DigestAuthenticationQuality?
    let response: DigestAuthenticationResponse
    /// Which of the session's challenges it answers.
    let round: Int

    init(
        _ response: DigestAuthenticationResponse, to challenge: DigestAuthenticationChallenge, user: String,
        text: String, round: Int
    ) {
        var parameters = [user, "realm=\(Self.quoted(challenge.realm))", "uri=\(Self.quoted(response.uri))"]
        // RFC 7616 §3.4: opaque and algorithm "must be those supplied in the WWW-Authenticate response header field";
        // §3.4 says too which values are quoted and which are not.
        if let name = challenge.algorithmName { parameters.append("algorithm=\(name)") }
        parameters.append("nonce=\(Self.quoted(response.nonce))")
        if let protection = response.protection {
            parameters.append("nc=\(protection.count)")
            parameters.append("cnonce=\(Self.quoted(protection.clientNonce))")
            parameters.append("qop=\(protection.quality.rawValue)")
        }
        parameters.append("response=\(Self.quoted(text))")
        if let opaque = challenge.opaque { parameters.append("opaque=\(Self.quoted(opaque))") }
        if challenge.wantsUserHash { parameters.append("userhash=true") }
        fieldValue = "Digest " + parameters.joined(separator: ", ")
        realm = challenge.realm
        quality = response.protection?.quality
        self.response = response
        self.round = round
    }

    /// A quoted string (RFC 9110 §5.6.4).
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { result.unicodeScalars.append("\\") }
            result.unicodeScalars.append(scalar)
        }
        return result + "\""
    }

    /// An extended value (RFC 5987 §3.2.1), in UTF-8.
    static func extended(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var result: [UInt8] = []
        for octet in text.utf8 {
            switch octet {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                result.append(octet)
            case _ where "!#$&+-.^_`|~".utf8.contains(octet):
                result.append(octet)
            default:
                result += [UInt8(ascii: "%"), digits[Int(octet >> 4)], digits[Int(octet & 15)]]
            }
        }
        return "UTF-8''" + String(decoding: result, as: UTF8.self)
    }
}

extension DigestAuthorization: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "Digest authorization (hidden)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
