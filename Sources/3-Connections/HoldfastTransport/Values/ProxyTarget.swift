import HoldfastCrypto
package import HoldfastHTTP

/// A proxy that a request goes through: where it is, what is spoken with it, and what it alone is told.
package struct ProxyTarget: Sendable {
    /// The protocol that is spoken with the proxy; with any of them, what is said to the server goes through a tunnel,
    /// TLS from end to end.
    package enum Kind: Hashable, Sendable {
        /// HTTP/1.1, a tunnel by CONNECT (RFC 9110 §9.3.6).
        case http
        /// HTTP/1.1 within TLS, for which the proxy is judged as servers are.
        case https
        /// SOCKS 5 (RFC 1928); the proxy resolves names.
        case socks5
    }

    package var kind: Kind
    /// A DNS name of A-labels, or an IP literal without brackets.
    package var host: String
    package var port: UInt16
    /// Fields of the CONNECT request, which the server never sees.
    package var fields: [HTTPField] = []
    /// User and password of RFC 1929, for SOCKS; each has 1 to 255 bytes.
    package var user: String?
    package var password: String?
    /// Whether there is a login for it, whether it was told of that or not.
    package var hasLogin = false
    /// The account at the proxy, where ``fields`` prove it in other words each time; nil where the words stay the same.
    package var account: Account?
    /// The digest of the policy by which the proxy's own certificate is judged; empty without TLS.
    package var policyDigest: [UInt8] = []
    /// Whether the handshake with the proxy asks for evidence, as ``TransportRequest/TLS/asksForEvidence``.
    package var asksForEvidence = false
    /// The groups that the handshake with the proxy offers, as ``TransportRequest/TLS/supportedGroups``.
    package var supportedGroups: SupportedGroups?

    package init(kind: Kind, host: String, port: UInt16) {
        self.kind = kind
        self.host = host
        self.port = port
    }

    /// The proxy's part of ``PartitionKey``. A proxy knows whose a tunnel is by what it was told when it was opened,
    /// and by nothing afterwards.
    struct Key: Hashable, Sendable {
        let kind: Kind
        let host: String
        let port: UInt16
        let policyDigest: [UInt8]
        let asksForEvidence: Bool
        let supportedGroups: SupportedGroups?
        /// A digest of all that the proxy is told about who asks; a secret of the process makes it useless to others.
        let credentials: [UInt8]
        let account: Account?
        /// Whether the connection to the proxy is authenticated by NTLM.
        let usesNTLM: Bool
    }

    /// Makes the key that tells connections through the proxy apart.
    ///
    /// - Parameter ntlm: what the connection to the proxy is authenticated with.
    func key(with ntlm: NTLMCredential?) -> Key {
        var hasher = Self.credentialHasher()
        for text in [user, password, ntlm?.user, ntlm?.password] {
            hasher.updateLengthPrefixed([text == nil ? 0 : 1] + Array((text ?? "").utf8))
        }
        for field in fields where account == nil || !field.isNamed(Self.answerField) {
            hasher.updateLengthPrefixed(Array(field.name.utf8))
            hasher.updateLengthPrefixed(Array(field.value.utf8))
        }
        return Key(
            kind: kind, host: host, port: port, policyDigest: policyDigest, asksForEvidence: asksForEvidence,
            supportedGroups: supportedGroups, credentials: hasher.finish(), account: account,
            usesNTLM: ntlm != nil)
    }

    static let answerField = "Proxy-Authorization"
    private static let secret: [UInt8] = (0..<32).map { _ in .random(in: .min ... .max) }

    fileprivate static func credentialHasher() -> SHA256Hasher {
        var hasher = SHA256Hasher()
        hasher.updateLengthPrefixed(secret)
        return hasher
    }

    /// An account that is proven to the proxy in other words each time: the field `Proxy-Authorization` then says
    /// nothing about whose a tunnel is.
    package struct Account: Hashable, Sendable {
        let owner: ConnectionOwner?
        private let password: [UInt8]

        /// An account whose tickets or tokens are good for one connection.
        package init(_ owner: ConnectionOwner) { (self.owner, password) = (owner, []) }

        /// An account that answers by a password and a nonce (RFC 7616). Only a digest is kept.
        package init(user: String, password: String) {
            var hasher = ProxyTarget.credentialHasher()
            for text in [user, password] { hasher.updateLengthPrefixed(Array(text.utf8)) }
            (owner, self.password) = (nil, hasher.finish())
        }
    }
}

extension ProxyTarget: CustomStringConvertible, CustomReflectable {
    /// Protocol, host and port; neither the user and the password nor the fields, which may hold them.
    package var description: String { "\(kind) proxy at \(URLParts.literal(host)):\(port)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension ProxyTarget.Key: CustomStringConvertible, CustomReflectable {
    var description: String { "\(kind) proxy at \(URLParts.literal(host)):\(port)" }
    var customMirror: Mirror { Mirror(self, children: []) }
}
