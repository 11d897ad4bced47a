public import HoldfastX509

/// The kinds of key that can be made.
public enum KeyKind: Hashable, Sendable {
    /// RSA with the exponent 65,537. Weak lengths down to 512 bits can be made, to be refused elsewhere.
    case rsa(bits: Int)
    /// RSA for PSS only, restricted to the parameters if there are any (RFC 4055 §1.2).
    case rsaPSS(bits: Int, RSAPSSParameters?)
    case p256
    case p384
    case p521
    case ed25519
    case ed448
}
