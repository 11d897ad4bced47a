public import HoldfastCrypto
public import HoldfastX509

/// A certificate, a request or another signed thing that could not be made.
public enum AuthorityError: Error, Hashable, Sendable, CustomStringConvertible {
    /// libcrypto refused or failed, for example to sign by an algorithm that is not one for the issuer's key.
    case crypto(CryptoError)
    /// A host name with other characters than ASCII: certificates hold the A-label (RFC 5280 §7.2).
    case nameNotASCII(String)
    /// A name with a colon that is no IPv6 address.
    case malformedAddress(String)
    /// An alternative name that is not of the form of its kind.
    case malformedName(String, expected: String)
    /// A distinguished name that cannot be read, or breaks a bound of RFC 5280 appendix A.1.
    case malformedSubject(String, reason: String)
    /// A value that was made or read and is not what it should be, with the place.
    case malformed(DERError)
    /// A request without the signature of the key that it is for.
    case requestNotSigned
    /// A request for a key that no certificate should be issued for, with what is wrong.
    case requestedKeyRefused(String)
    /// A server's certificate without a name.
    case noNames
    /// No certificate among those given has the key.
    case noCertificateForKey
    /// A file without a private key.
    case noPrivateKey
    /// A file of several private keys, none of them chosen; their names.
    case severalPrivateKeys([String])
    /// A key that a log of certificates may not have (RFC 6962 §2.1.4).
    case notALogKey(String)
    /// A certificate shown to a log that is no precertificate (RFC 6962 §3.1).
    case notAPrecertificate

    public var description: String {
        switch self {
        case .crypto(let error): error.description
        case .nameNotASCII(let name): "the name \"\(name)\" is not ASCII: give its A-label (xn--…)"
        case .malformedAddress(let text): "\"\(text)\" is neither a host name nor an IP address"
        case .malformedName(let text, let expected): "\"\(text)\" is not \(expected)"
        case .malformedSubject(let text, let reason): "the name \"\(text)\" cannot be used: \(reason)"
        case .malformed(let error): error.description
        case .requestNotSigned:
            "the request is not signed by the key that it asks a certificate for, or by a broken algorithm"
        case .requestedKeyRefused(let reason): "no certificate is issued for the requested key: \(reason)"
        case .noNames: "a server's certificate needs a name or an address"
        case .noCertificateForKey: "none of the certificates has the private key's public half"
        case .noPrivateKey: "there is no private key in it"
        case .severalPrivateKeys(let names):
            "there are several private keys in it, choose one: \(names.joined(separator: ", "))"
        case .notALogKey(let type):
            "a key of the kind \(type) is not one for a log: RFC 6962 has P-256, or RSA of 2048 bits at least"
        case .notAPrecertificate: "it has no critical poison extension, as a precertificate must"
        }
    }
}
