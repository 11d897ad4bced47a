/// What a certificate that issues none is for, by the names that people write.
public enum LeafUsage: String, Hashable, Sendable, CaseIterable {
    /// A TLS server.
    case server
    /// A TLS client.
    case client
    /// The signer of OCSP responses.
    case ocspSigner = "ocsp"
    /// The key of a certificate log.
    case transparencyLog = "ct-log"
}
