package import HoldfastCrypto
package import HoldfastTrust
public import HoldfastX509

/// The account that a provider is asked with; no text form of the value shows the secret.
public struct ProviderAccount: Hashable, Sendable {
    /// The account's number or name, which is no secret: it stands in URLs, and in ``Resolver/identifier``.
    public var account: String
    /// The secret that signs, or stands for, the account; empty for none.
    public var secret: String
    /// The region that is asked for; nil for the provider's choice.
    public var region: String?
    /// The address of the client for which answers are wanted, since they are often of servers near the client; nil for
    /// the one that asks.
    public var clientAddress: IPAddress?

    public init(_ account: String = "", secret: String = "", region: String? = nil, clientAddress: IPAddress? = nil) {
        self.account = account
        self.secret = secret
        self.region = region
        self.clientAddress = clientAddress
    }
}

extension ProviderAccount: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "account \(account) (secret hidden)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["account": account]) }
}

/// The URL of a question, and what of it is secret.
package struct ProviderRequest: Hashable, Sendable {
    package let url: String
    /// The texts that nobody is shown.
    package let secrets: [String]

    /// Makes the URL of a question about a host.
    ///
    /// - Parameters:
    ///   - server: host and port as URLs write them.
    ///   - nonce: 32 hexadecimal digits.
    /// - Throws: ``CryptoError`` where libcrypto lacks the digest.
    package init(
        _ description: ProviderDescription, server: String, account: ProviderAccount, host: DNSName, kind: String,
        at now: Instant, nonce: String
    ) throws(CryptoError) {
        var values: [ProviderTemplate.Place: String] = [
            .server: server, .host: host.text, .kind: kind, .account: account.account, .secret: account.secret,
            .time: "\(now.secondsSince1970)", .expiry: "\(now.secondsSince1970 + description.validity)", .nonce: nonce,
        ]
        values[.region] = account.region
        values[.clientAddress] = account.clientAddress.map { "\($0)" }
        var secrets = [account.secret]
        if let signature = description.signature {
            let digest = try Self.digest(of: signature.text.filled(values), signature.algorithm, key: account.secret)
            let text = HexString.encode(digest)
            values[.signature] = text
            secrets.append(text)
        }
        var url = description.url.filled(values, ProviderTemplate.percentEncoded)
        for place in [ProviderTemplate.Place.region, .clientAddress] where values[place] != nil {
            url += description.optional[place]?.filled(values, ProviderTemplate.percentEncoded) ?? ""
        }
        self.url = url
        self.secrets = secrets + secrets.map(ProviderTemplate.percentEncoded)
    }

    private static func digest(
        of text: String, _ algorithm: ProviderDescription.Algorithm, key: String
    ) throws(CryptoError) -> [UInt8] {
        switch algorithm {
        case .md5: try HTTPDigest.md5.hash(text.utf8)
        case .sha256: Digest.sha256(text.utf8)
        case .hmacSHA256: try HMAC.authenticate(text.utf8, key: Array(key.utf8), digest: .sha256)
        }
    }
}
