import HoldfastCredentials
import HoldfastCrypto
import HoldfastX509

/// The formulas of RFC 7616 §3.4, for one request and the answer to it.
///
/// The hash of the password is in it, which is as good as the password within its realm: no text form shows it.
struct DigestAuthenticationResponse: Hashable, Sendable {
    /// What goes into a response only where there is a `qop`.
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

    /// - Parameters:
    ///   - session: the first nonces of both sides, for algorithms with `-sess`.
    init(
        _ challenge: DigestAuthenticationChallenge, nonce: String, uri: String, credential: PasswordCredential,
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
        _ credential: PasswordCredential, _ challenge: DigestAuthenticationChallenge
    ) throws(CryptoError) -> String {
        try hex(challenge.algorithm.hash, "\(credential.user):\(challenge.realm)")
    }

    private static func hex(_ hash: HTTPDigest, _ text: String) throws(CryptoError) -> String {
        HexString.encode(try hash.hash(text.utf8))
    }
}

extension DigestAuthenticationResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String { "Digest response (hidden)" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: []) }
}
