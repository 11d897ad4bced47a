/// The server's half of the key exchange, in TLS 1.2 and before (RFC 5246 §7.4.3, RFC 8422 §5.4, RFC 4279 §2).
public struct ServerKeyExchange: Hashable, Sendable {
    /// What is exchanged.
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

    init(_ reader: inout WireReader, in context: HandshakeContext) throws(WireError) {
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
    /// Of a key exchange known by name only.
    case other([UInt8])

    init(_ reader: inout WireReader, in context: HandshakeContext) throws(WireError) {
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
