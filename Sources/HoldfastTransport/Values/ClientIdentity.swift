package import HoldfastCrypto

/// A private key and the certificates by which a client says who it is.
package struct ClientIdentity: Sendable {
    /// DER, the key's own first, then those above it.
    package let certificates: [[UInt8]]
    package let key: PrivateKey
    let material: ClientMaterial

    /// Reads both into libssl.
    ///
    /// - Throws: ``TransportError`` with the code `clientIdentityUnusable`: for certificates that OpenSSL cannot read, and
    ///   a key that is not the first one's.
    package init(certificates: [[UInt8]], key: PrivateKey) throws(TransportError) {
        self.certificates = certificates
        self.key = key
        material = try ClientMaterial(certificates, key)
    }
}
