public import NIOSSL

extension TLSConfiguration {
    /// A client's configuration whose servers are judged by a ``ServerJudge``.
    ///
    /// NIOSSL reads no anchors of its own for it and compares no names: both are the judge's. TLS 1.2 is the least.
    public static func clientWithJudge() -> TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        configuration.leaveVerdicts(isOptional: false)
        return configuration
    }

    /// A server's configuration whose clients are judged by a ``ClientJudge``.
    ///
    /// - Parameters:
    ///   - chain: the server's certificates, its own first.
    ///   - key: its private key.
    ///   - isOptional: whether clients without a certificate are let in as well; one with a certificate that is refused
    ///     is not.
    public static func serverWithJudge(
        certificateChain chain: [NIOSSLCertificateSource], privateKey key: NIOSSLPrivateKeySource,
        isOptional: Bool = false
    ) -> TLSConfiguration {
        var configuration = TLSConfiguration.makeServerConfiguration(certificateChain: chain, privateKey: key)
        configuration.minimumTLSVersion = .tlsv12
        configuration.leaveVerdicts(isOptional: isOptional)
        return configuration
    }

    private mutating func leaveVerdicts(isOptional: Bool) {
        // Never `.none`: NIOSSL asks no callback then.
        certificateVerification = isOptional ? .optionalVerification : .noHostnameVerification
        trustRoots = .certificates([])
        verifySignatureAlgorithms = Self.signatureAlgorithms
    }

    /// The algorithms by which a peer may sign its part of the handshake: BoringSSL's own, with Ed25519, which it
    /// offers only where it is told to, and without SHA-1 (RFC 9155).
    private static let signatureAlgorithms: [SignatureAlgorithm] = [
        .ecdsaSecp256R1Sha256, .rsaPssRsaeSha256, .rsaPkcs1Sha256, .ecdsaSecp384R1Sha384, .rsaPssRsaeSha384,
        .rsaPkcs1Sha384, .ecdsaSecp521R1Sha512, .rsaPssRsaeSha512, .rsaPkcs1Sha512, .ed25519,
    ]
}

/// An error for a set-up in which a judge would not be asked, or not alone.
public enum JudgeContextError: Error, Hashable, Sendable {
    /// `certificateVerification` is `.none`: NIOSSL then asks no callback, and everybody is let in.
    case verifiesNobody
    /// `certificateVerification` is `.optionalVerification` in a client: a server without a certificate is let in.
    case serverMayShowNothing
    /// `certificateVerification` is `.fullVerification` in a server: NIOSSL compares the names of clients with their
    /// addresses.
    case comparesClientsWithAddresses
    /// Handlers are added on the channel's event loop alone.
    case notOnEventLoop
}
