public import HoldfastCrypto

/// A certificate that could not be made.
public enum AuthorityError: Error, Hashable, Sendable, CustomStringConvertible {
    /// libcrypto refused or failed, for example to sign by an algorithm that is not one for the issuer's key.
    case crypto(CryptoError)
    /// A host name with other characters than ASCII: certificates hold the A-label (RFC 5280 §7.2).
    case nameNotASCII(String)
    /// A name with a colon that is no IPv6 address.
    case malformedAddress(String)

    public var description: String {
        switch self {
        case .crypto(let error): error.description
        case .nameNotASCII(let name): "the name \"\(name)\" is not ASCII: give its A-label (xn--…)"
        case .malformedAddress(let text): "\"\(text)\" is neither a host name nor an IP address"
        }
    }
}
