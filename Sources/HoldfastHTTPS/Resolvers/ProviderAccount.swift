public import HoldfastTrust

/// Who asks a provider; no text form of the value shows the secret.
public struct ProviderAccount: Hashable, Sendable {
    /// The account's number or name, which is no secret: it stands in URLs, and in ``Resolver/identifier``.
    public var account: String
    /// What signs, or stands for, the account; empty for none.
    public var secret: String
    /// The region that is asked for; nil for the provider's choice.
    public var region: String?
    /// Whose addresses are wanted: answers are often of servers near the client. Nil for who asks.
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
