import HoldfastX509

/// The server's half of the key exchange, in TLS 1.2 and before (RFC 5246 §7.4.3, RFC 8422 §5.4, RFC 4279 §2).
public struct ServerKeyExchange: Hashable, Sendable {
    /// The parameters of the exchange.
    public enum Parameters: Hashable, Sendable {
        /// A named curve and the server's point on it.
        case namedCurve(NamedGroup, point: [UInt8])
        /// The prime, the generator and the server's public value.
        case finiteField(prime: [UInt8], generator: [UInt8], publicValue: [UInt8])
        /// Only the hint that follows.
        case none
        /// A form that nobody uses any more (explicit curves, RSA export), or of a key exchange known by name only.
        case other([UInt8])
    }

    public let parameters: Parameters
    /// Helps the client to choose a pre-shared key; nil where there is none in the exchange.
    public let pskIdentityHint: [UInt8]?
    /// Over both randoms and the parameters; nil where the exchange is not signed, or its form not known.
    public let signature: HandshakeSignature?

    init(_ reader: inout MessageReader, in context: HandshakeContext) throws(WireError) {
        guard let method = context.cipherSuite?.keyExchangeMethod,
            method.usesCurve || method.usesFiniteField || method.usesPSK
        else {
            (parameters, pskIdentityHint, signature) = (.other(Array(reader.rest())), nil, nil)
            return
        }
        pskIdentityHint =
            method.usesPSK ? Array(try reader.vector(lengthOctets: 2, "psk_identity_hint")) : nil
        if method.usesCurve {
            let type = try reader.uint8("curve_type")
            // 3 is named_curve; RFC 8422 §5.4 took the others away.
            guard type == 3 else {
                (parameters, signature) = (.other([type] + reader.rest()), nil)
                return
            }
            let group = NamedGroup(try reader.uint16("namedcurve"))
            parameters = .namedCurve(group, point: Array(try reader.vector(lengthOctets: 1, "point", atLeast: 1)))
        } else if method.usesFiniteField {
            parameters = .finiteField(
                prime: Array(try reader.vector(lengthOctets: 2, "dh_p", atLeast: 1)),
                generator: Array(try reader.vector(lengthOctets: 2, "dh_g", atLeast: 1)),
                publicValue: Array(try reader.vector(lengthOctets: 2, "dh_Ys", atLeast: 1)))
        } else {
            parameters = .none
        }
        signature =
            method.signsParameters
            ? try HandshakeSignature(&reader, namesScheme: context.namesSignatureSchemes) : nil
    }

    /// The size of the prime in bits; nil for exchanges without one.
    public var primeBits: Int? {
        guard case .finiteField(let prime, _, _) = parameters else { return nil }
        let digits = prime.drop { $0 == 0 }
        guard let first = digits.first else { return 0 }
        return digits.count * 8 - first.leadingZeroBitCount
    }
}

/// The client's half of the key exchange, in TLS 1.2 and before (RFC 5246 §7.4.7, RFC 8422 §5.7, RFC 4279 §2).
public enum ClientKeyExchange: Hashable, Sendable {
    /// The pre-master secret, encrypted to the server's certificate.
    case rsa(encryptedPreMasterSecret: [UInt8])
    /// The client's public value.
    case finiteField(publicValue: [UInt8])
    /// The client's point.
    case curve(point: [UInt8])
    /// The name of a pre-shared key, and what comes after it.
    case psk(identity: [UInt8], rest: [UInt8])
    /// The bytes of a key exchange that is known by name only.
    case other([UInt8])

    init(_ reader: inout MessageReader, in context: HandshakeContext) throws(WireError) {
        guard let method = context.cipherSuite?.keyExchangeMethod else {
            self = .other(Array(reader.rest()))
            return
        }
        if method.usesPSK {
            let identity = Array(try reader.vector(lengthOctets: 2, "psk_identity"))
            self = .psk(identity: identity, rest: Array(reader.rest()))
        } else if method == .rsa {
            // SSL 3.0 has no length in front.
            self = .rsa(
                encryptedPreMasterSecret: context.version == .ssl30
                    ? Array(reader.rest()) : Array(try reader.vector(lengthOctets: 2, "EncryptedPreMasterSecret")))
        } else if method.usesFiniteField {
            // Empty where the client's value stands in its certificate.
            self = .finiteField(
                publicValue: reader.isAtEnd ? [] : Array(try reader.vector(lengthOctets: 2, "dh_Yc")))
        } else if method.usesCurve {
            self = .curve(point: reader.isAtEnd ? [] : Array(try reader.vector(lengthOctets: 1, "ecdh_Yc")))
        } else {
            self = .other(Array(reader.rest()))
        }
    }
}

/// A ticket by which a session can be resumed (RFC 8446 §4.6.1, RFC 5077 §3.3).
public struct NewSessionTicket: Hashable, Sendable {
    /// Seconds; in TLS 1.2 a hint, and 0 for none.
    public let lifetime: UInt32
    /// Hides the ticket's age; TLS 1.3.
    public let ageAdd: UInt32?
    /// TLS 1.3.
    public let nonce: [UInt8]
    public let ticket: [UInt8]
    /// TLS 1.3.
    public let extensions: [HelloExtension]

    init(_ reader: inout MessageReader, isTLS13: Bool) throws(WireError) {
        lifetime = try reader.uint32("ticket_lifetime")
        ageAdd = isTLS13 ? try reader.uint32("ticket_age_add") : nil
        nonce = isTLS13 ? Array(try reader.vector(lengthOctets: 1, "ticket_nonce")) : []
        // TLS 1.2: "if the server … does not want to give one, it sends a zero-length ticket" (RFC 5077 §3.3).
        ticket = Array(try reader.vector(lengthOctets: 2, "ticket", atLeast: isTLS13 ? 1 : 0))
        extensions = isTLS13 ? try HelloExtension.list(&reader, in: .newSessionTicket) : []
    }
}
