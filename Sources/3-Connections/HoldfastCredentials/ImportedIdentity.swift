public import HoldfastAuthority
public import HoldfastCrypto
import HoldfastX509

/// A private key with its certificates, as a PKCS #12 file held them; in memory only.
public struct ImportedIdentity: Sendable {
    /// The key, its certificate, and what is presented after it.
    public let identity: Identity
    /// A name for people, which Java calls alias; nil where the file has none.
    public let label: String?
    /// The identifier by which the file ties the key to its certificate; nil where it has none.
    public let localKeyID: [UInt8]?
    /// The certificates from the key's own upwards (DER), with the one at the top where the file holds it.
    public let chain: [[UInt8]]

    /// Every key of a file that has a certificate there, in the order of the file.
    ///
    /// - Parameters:
    ///   - bytes: a PKCS #12 file (RFC 7292), DER or BER, at most `PKCS12.maximumByteCount`.
    ///   - passphrase: for a file that has any; nil tries without, and with an empty one.
    /// - Throws: `CryptoError`, as reading the file does. A key without a certificate is no identity, and left out.
    public static func all(
        inPKCS12 bytes: some Collection<UInt8>, passphrase: Passphrase?
    ) throws(CryptoError) -> [ImportedIdentity] {
        let file = try PKCS12(bytes, passphrase: passphrase)
        return file.keys.compactMap { ImportedIdentity($0, among: file.certificates.map(\.certificate)) }
    }

    private init?(_ key: PKCS12.Key, among certificates: [[UInt8]]) {
        guard let identity = try? Identity(key: key.key, certificates: certificates) else { return nil }
        self.identity = identity
        label = key.friendlyName
        localKeyID = key.localKeyID
        chain = identity.chain + (Self.root(of: identity, among: certificates).map { [$0] } ?? [])
    }

    /// The self-issued certificate that stands above the others; found by name, since it is only shown.
    private static func root(of identity: Identity, among certificates: [[UInt8]]) -> [UInt8]? {
        guard let last = identity.chain.last.flatMap({ try? Certificate(der: $0) }), !last.isSelfIssued else {
            return nil
        }
        return certificates.first { bytes in
            guard let certificate = try? Certificate(der: bytes) else { return false }
            return certificate.isSelfIssued && certificate.subject.matches(last.issuer)
        }
    }
}
