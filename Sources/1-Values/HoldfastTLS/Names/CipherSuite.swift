/// A cipher suite (RFC 8446 appendix B.4, RFC 5246 appendix A.5, and the registry).
public struct CipherSuite: CodePoint {
    public let number: UInt16
    public init(_ number: UInt16) { self.number = number }

    /// "The client can renegotiate securely", which is no suite (RFC 5746 §3.3).
    public static let emptyRenegotiationInfo = CipherSuite(0x00FF)
    /// "I fell back to an older version", which is no suite (RFC 7507 §4).
    public static let fallback = CipherSuite(0x5600)

    public var registeredName: String? { TLSRegistry.cipherSuite.name(of: number) }

    /// The numbers that have a name in the registry, by their order there.
    package static let registered = TLSRegistry.cipherSuite.names.keys.sorted().map { CipherSuite($0) }

    /// The method by which the keys are agreed on in TLS 1.2 and before, where the suite says so; nil for TLS 1.3's,
    /// whose suites leave it open, and for numbers that are not registered.
    public var keyExchangeMethod: KeyExchangeMethod? {
        guard let registeredName, let range = registeredName.firstRange(of: "_WITH_") else { return nil }
        let method = String(registeredName[..<range.lowerBound].dropFirst(4))
        return KeyExchangeMethod(rawValue: method.replacing("_EXPORT", with: "").replacing("PSK_DHE", with: "DHE_PSK"))
    }
}

/// A method by which client and server of TLS 1.2 and before come to a common pre-master secret, as cipher suites name
/// it.
public enum KeyExchangeMethod: String, Hashable, Sendable {
    case rsa = "RSA"
    case dhDSS = "DH_DSS"
    case dhRSA = "DH_RSA"
    case dheDSS = "DHE_DSS"
    case dheRSA = "DHE_RSA"
    case dhAnonymous = "DH_anon"
    case ecdhECDSA = "ECDH_ECDSA"
    case ecdhRSA = "ECDH_RSA"
    case ecdheECDSA = "ECDHE_ECDSA"
    case ecdheRSA = "ECDHE_RSA"
    case ecdhAnonymous = "ECDH_anon"
    case psk = "PSK"
    case dhePSK = "DHE_PSK"
    case rsaPSK = "RSA_PSK"
    case ecdhePSK = "ECDHE_PSK"
    case srp = "SRP_SHA"
    case srpRSA = "SRP_SHA_RSA"
    case srpDSS = "SRP_SHA_DSS"
    case kerberos = "KRB5"
    case eccPassword = "ECCPWD"
    case gost = "GOSTR341112_256"

    /// Whether a pre-shared key goes into the pre-master secret (RFC 4279, RFC 5489).
    public var usesPSK: Bool { [.psk, .dhePSK, .rsaPSK, .ecdhePSK].contains(self) }
    /// Whether Diffie-Hellman values over a finite field are exchanged.
    public var usesFiniteField: Bool { [.dhDSS, .dhRSA, .dheDSS, .dheRSA, .dhAnonymous, .dhePSK].contains(self) }
    /// Whether points of an elliptic curve are exchanged.
    public var usesCurve: Bool {
        [.ecdhECDSA, .ecdhRSA, .ecdheECDSA, .ecdheRSA, .ecdhAnonymous, .ecdhePSK].contains(self)
    }
    /// Whether the server signs its half of the exchange, so that its message ends with a signature.
    public var signsParameters: Bool { [.dheDSS, .dheRSA, .ecdheECDSA, .ecdheRSA].contains(self) }
}
