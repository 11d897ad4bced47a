import HoldfastX509

/// A CertificateRequest: the server wants a certificate of the client (RFC 8446 §4.3.2, RFC 5246 §7.4.4, RFC 4346
/// §7.4.4).
public struct CertificateRequest: Hashable, Sendable {
    /// Kinds of keys (1 rsa_sign, 2 dss_sign, 64 ecdsa_sign); before TLS 1.3.
    public let certificateTypes: [UInt8]
    /// The signature schemes that the client may use; TLS 1.2 and later.
    public let signatureAlgorithms: [HandshakeSignatureScheme]
    /// The names of the authorities that are accepted, DER; none means any.
    public let authorities: [[UInt8]]
    /// TLS 1.3; empty during the handshake.
    public let requestContext: [UInt8]
    /// TLS 1.3, the two above included.
    public let extensions: [HelloExtension]

    init(_ reader: inout MessageReader, in context: HandshakeContext) throws(WireError) {
        if context.isTLS13 {
            certificateTypes = []
            requestContext = Array(try reader.vector(lengthOctets: 1, "certificate_request_context"))
            extensions = try HelloExtension.list(&reader, in: .certificateRequest)
            var schemes: [HandshakeSignatureScheme] = []
            var names: [[UInt8]] = []
            for one in extensions {
                if case .signatureAlgorithms(let list) = one.content { schemes = list }
                if case .certificateAuthorities(let list) = one.content { names = list }
            }
            (signatureAlgorithms, authorities) = (schemes, names)
            return
        }
        (requestContext, extensions) = ([], [])
        certificateTypes = try reader.numbers(lengthOctets: 1, octets: 1, "certificate_types", atLeast: 1)
            .map { UInt8(truncatingIfNeeded: $0) }
        signatureAlgorithms =
            context.namesSignatureSchemes
            ? try reader.numbers(lengthOctets: 2, octets: 2, "supported_signature_algorithms", atLeast: 2)
                .map { HandshakeSignatureScheme(UInt16(truncatingIfNeeded: $0)) } : []
        authorities = try reader.list(lengthOctets: 2, "certificate_authorities") {
            (one: inout MessageReader) throws(WireError) in
            Array(try one.vector(lengthOctets: 2, "DistinguishedName", atLeast: 1))
        }
    }
}

/// A signature over the handshake, or over a server's half of the key exchange.
public struct HandshakeSignature: Hashable, Sendable {
    /// The algorithm of the signature; nil before TLS 1.2, where the key decides.
    public let scheme: HandshakeSignatureScheme?
    public let signature: [UInt8]

    init(_ reader: inout MessageReader, namesScheme: Bool) throws(WireError) {
        scheme = namesScheme ? HandshakeSignatureScheme(try reader.uint16("algorithm")) : nil
        signature = Array(try reader.vector(lengthOctets: 2, "signature"))
    }
}
