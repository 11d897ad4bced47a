import HoldfastTLS

/// The offer of a ClientHello, in its order (RFC 8446 §4.1.2): a recorded client's, or one that is written to learn
/// what a server takes.
struct HelloOffer: Hashable, Sendable {
    /// The version that stands in front: the highest of a client up to TLS 1.2.
    var legacyVersion = ProtocolVersion.tls12
    /// The versions that a server may choose.
    var versions: [ProtocolVersion]
    var suites: [CipherSuite]
    var groups: [NamedGroup]
    /// The groups for which a share is sent.
    var keyShares: [NamedGroup]
    var signatureSchemes: [HandshakeSignatureScheme]
    var applicationProtocols: [String]
    /// The extensions in their order, with the content of those that are not made of the members above.
    var extensions: [RecordedClient.Extension]
    /// Whether the order of the extensions is another one each time.
    var shufflesExtensions = false
    /// The content of `trust_anchors`; nil where it is not sent.
    var trustAnchors: [UInt8]?
}

extension RecordedClient {
    /// The client's own offer.
    var offer: HelloOffer {
        HelloOffer(
            versions: versions, suites: suites, groups: groups, keyShares: keyShares,
            signatureSchemes: signatureSchemes, applicationProtocols: applicationProtocols, extensions: extensions,
            shufflesExtensions: shufflesExtensions, trustAnchors: trustAnchors)
    }
}
