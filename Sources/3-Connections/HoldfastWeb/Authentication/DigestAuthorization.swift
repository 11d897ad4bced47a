import HoldfastCredentials
import HoldfastCrypto
import HoldfastHTTP
import HoldfastX509
import Synchronization

/// The `Authorization` of one request, with the values that the answer to it is checked with.
///
/// ``fieldValue`` can be tried against guessed passwords, so that no text form of the value shows it.
package struct DigestAuthorization: Hashable, Sendable {
    /// The value of an `Authorization` or `Proxy-Authorization` field.
    package let fieldValue: String
    /// The realm that it is for.
    package let realm: String
    /// The quality of protection that the response was made with.
    package let quality: DigestAuthenticationQuality?
    let response: DigestResponse
    /// The number of the session's challenge that it answers.
    let round: Int

    init(
        _ response: DigestResponse, to challenge: DigestChallenge, user: String,
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
        let result = PercentEncoding.encoded(text.utf8) { octet in
            ASCIIText.isLetterOrDigit(octet) || "!#$&+-.^_`|~".utf8.contains(octet)
        }
        return "UTF-8''" + String(decoding: result, as: UTF8.self)
    }
}

extension DigestAuthorization: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "Digest authorization (hidden)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The formulas of RFC 7616 §3.4, for one request and the answer to it.
///
/// The hash of the password is in it, which is as good as the password within its realm: no text form shows it.
struct DigestResponse: Hashable, Sendable {
    /// The parts of a response that are there with a `qop` only.
    struct Protection: Hashable, Sendable {
        let quality: DigestAuthenticationQuality
        /// Eight hexadecimal digits.
        let count: String
        let clientNonce: String
    }

    private let hash: HTTPDigest
    private let hashedA1: String
    let nonce: String
    let uri: String
    /// Nil for a server of RFC 2069.
    let protection: Protection?

    /// Makes the response to a challenge.
    ///
    /// - Parameters:
    ///   - session: the first nonces of both sides, for algorithms with `-sess`.
    init(
        _ challenge: DigestChallenge, nonce: String, uri: String, credential: PasswordCredential,
        session: (nonce: String, clientNonce: String)?, protection: Protection?
    ) throws(CryptoError) {
        hash = challenge.algorithm.hash
        self.nonce = nonce
        self.uri = uri
        self.protection = protection
        // §3.4.2
        var hashed = try Self.hex(hash, "\(credential.user):\(challenge.realm):\(credential.password)")
        if let session { hashed = try Self.hex(hash, "\(hashed):\(session.nonce):\(session.clientNonce)") }
        hashedA1 = hashed
    }

    /// The value of `response` (§3.4.1).
    ///
    /// - Parameter body: what `auth-int` protects; not looked at otherwise.
    func request(method: String, body: [UInt8]) throws(CryptoError) -> String { try digest(method, body) }

    /// The value of `rspauth` that only a server that knows the password can send (§3.5): as `response`, with an empty
    /// method.
    func answer(body: [UInt8]) throws(CryptoError) -> String { try digest("", body) }

    private func digest(_ method: String, _ body: [UInt8]) throws(CryptoError) -> String {
        // §3.4.3
        var a2 = "\(method):\(uri)"
        if protection?.quality == .integrity { a2 += ":" + HexString.encode(try hash.hash(body)) }
        let hashedA2 = try Self.hex(hash, a2)
        guard let protection else { return try Self.hex(hash, "\(hashedA1):\(nonce):\(hashedA2)") }
        let middle = "\(protection.count):\(protection.clientNonce):\(protection.quality.rawValue)"
        return try Self.hex(hash, "\(hashedA1):\(nonce):\(middle):\(hashedA2)")
    }

    /// The value of `username` where the server wants the name hashed (§3.4.4).
    static func userHash(
        _ credential: PasswordCredential, _ challenge: DigestChallenge
    ) throws(CryptoError) -> String {
        try hex(challenge.algorithm.hash, "\(credential.user):\(challenge.realm)")
    }

    private static func hex(_ hash: HTTPDigest, _ text: String) throws(CryptoError) -> String {
        HexString.encode(try hash.hash(text.utf8))
    }
}

extension DigestResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String { "Digest response (hidden)" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: []) }
}

/// Counts of how often each nonce has been used (RFC 7616 §3.4, `nc`): every number is given out once, in rising order,
/// whichever thread or copy of a session asks.
///
/// Requests that are under way at the same time may still arrive in another order.
package final class DigestAuthenticationNonces: Sendable {
    /// The number of nonces that are remembered; the one that was used longest ago is forgotten first.
    static let capacity = 64

    private let uses: Mutex<LRUCache<String, UInt32>>

    /// A table that begins with some nonces and the counts that were used last.
    init(_ uses: [(nonce: String, count: UInt32)] = []) {
        var table = LRUCache<String, UInt32>(capacity: Self.capacity)
        for (nonce, count) in uses { table.set(count, for: nonce) }
        self.uses = Mutex(table)
    }

    /// The next count of a nonce, from 1.
    ///
    /// - Throws: ``DigestAuthenticationError/nonceUsedUp`` where eight hexadecimal digits are not enough.
    func next(for nonce: String) throws(DigestAuthenticationError) -> UInt32 {
        let count: UInt32? = uses.withLock { uses in
            let (count, isOver) = (uses[nonce] ?? 0).addingReportingOverflow(1)
            guard !isOver else { return nil }
            uses.set(count, for: nonce)
            return count
        }
        guard let count else { throw .nonceUsedUp }
        return count
    }
}
