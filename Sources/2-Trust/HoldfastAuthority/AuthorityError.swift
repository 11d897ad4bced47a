public import HoldfastCrypto
public import HoldfastStatements
public import HoldfastX509

/// A certificate, a request or another signed thing that could not be made.
public enum AuthorityError: Error, Hashable, Sendable {
    /// libcrypto refused or failed, for example to sign by an algorithm that is not one for the issuer's key.
    case crypto(CryptoError)
    /// A host name with other characters than ASCII: certificates hold the A-label (RFC 5280 §7.2).
    case nameNotASCII(String)
    /// A name with a colon that is no IPv6 address.
    case malformedAddress(String)
    /// An alternative name that is not of the form of its kind.
    case malformedName(String, expected: ExpectedName)
    /// A distinguished name that cannot be read, or breaks a bound of RFC 5280 appendix A.1.
    case malformedSubject(String, reason: SubjectFault)
    /// A value that was made or read and is not what it should be, with the place.
    case malformed(DERError)
    /// A request without the signature of the key that it is for.
    case requestNotSigned
    /// A request for a key that no certificate should be issued for, with what is wrong.
    case requestedKeyRefused(Statement)
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

    /// The form that an alternative name should have.
    public enum ExpectedName: Hashable, Sendable {
        case domain
        case network
        /// A network whose length is up to so many bits.
        case networkLength(bits: Int)
        case hostName
        case mailAddress
        case uri
        case ipAddress
    }

    /// A fault in the text of a distinguished name.
    public enum SubjectFault: Hashable, Sendable {
        case empty(attribute: String)
        case country
        case tooLong(attribute: String, limit: Int)
        case withoutEquals
        case unknownAttribute(String)
        case hexadecimal
        case nothingAfter(String)
        case notUTF8
        case backslashAtEnd
        case backslashBefore(String)
    }
}
