public import HoldfastX509

/// Private keys with their certificates in one file, mostly under a passphrase (PKCS #12, RFC 7292).
///
/// Written as OpenSSL 3, Java and GnuTLS read it: keys and certificates encrypted as ``KeyEncryption`` says, and an
/// HMAC-SHA256 over all. Read: that and the older ways (RC2, RC4, triple DES), as far as libcrypto's providers go.
public struct PKCS12: Sendable {
    /// A private key, and what is said of it.
    public struct Key: Sendable {
        /// The key.
        public var key: PrivateKey
        /// A name for people, which Java calls alias; `nil` where there is none.
        public var friendlyName: String?
        /// An identifier that the key and its certificate have in common; `nil` where there is none.
        public var localKeyID: [UInt8]?
        /// The encryption that it was read under, its own or that of the part of the file in which it stood; `nil` for
        /// a key that was not encrypted (a keyBag, RFC 7292 §4.2.1), and for one that was not read of a file.
        public internal(set) var encryptionAlgorithm: AlgorithmIdentifier?

        /// Describes a key.
        public init(_ key: PrivateKey, friendlyName: String? = nil, localKeyID: [UInt8]? = nil) {
            self.key = key
            self.friendlyName = friendlyName
            self.localKeyID = localKeyID
        }
    }

    /// A certificate, and what is said of it.
    public struct CertificateEntry: Hashable, Sendable {
        /// The certificate (DER), not read.
        public var certificate: [UInt8]
        /// A name for people; `nil` where there is none.
        public var friendlyName: String?
        /// An identifier that the certificate and its key have in common; `nil` where there is none.
        public var localKeyID: [UInt8]?

        /// Describes a certificate.
        public init(_ certificate: [UInt8], friendlyName: String? = nil, localKeyID: [UInt8]? = nil) {
            self.certificate = certificate
            self.friendlyName = friendlyName
            self.localKeyID = localKeyID
        }
    }

    /// The most bytes that are read: one MiB, as for certificates. A key with its chain takes some 10,000.
    public static let maximumByteCount = DERLimits.default.maximumBytes

    /// The private keys, in the order of the file.
    public var keys: [Key]
    /// The certificates, in the order of the file.
    public var certificates: [CertificateEntry]
    /// Other contents of a file, which are not read here, as revocation lists: the identifiers of their types.
    public internal(set) var others: [ObjectIdentifier] = []

    /// Describes a file to be written.
    public init(keys: [Key], certificates: [CertificateEntry]) {
        self.keys = keys
        self.certificates = certificates
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: the file, DER or BER.
    ///   - passphrase: for one that has any; `nil` tries a file without, or with an empty one.
    /// - Throws: ``CryptoError``. Its reason is `passphraseNeeded` or `wrongPassphrase`; `unsupportedEncryption` for
    ///   ciphers and check sums that are not there, and files signed instead; `tooMuchWork` and `tooLarge` at the
    ///   limits; `malformedContainer` for a file that is damaged or none.
    public init(_ bytes: some Collection<UInt8>, passphrase: Passphrase?) throws(CryptoError) {
        let operation = "read PKCS #12"
        guard bytes.count <= Self.maximumByteCount else {
            throw CryptoError(operation, reason: .tooLarge(bytes: bytes.count, limit: Self.maximumByteCount))
        }
        let file = Array(bytes)
        if let passphrase, !passphrase.isEmpty {
            var reader = PKCS12Reader(.given(passphrase))
            self = try reader.read(file)
            return
        }
        // RFC 7292 appendix B.1 gives an empty passphrase two bytes; some tools write none for it.
        do throws(CryptoError) {
            var reader = PKCS12Reader(.given(Passphrase(bytes: EmptyCollection())))
            self = try reader.read(file)
        } catch {
            guard error.reason == .wrongPassphrase else { throw error }
            do throws(CryptoError) {
                var reader = PKCS12Reader(.none)
                self = try reader.read(file)
            } catch {
                guard error.reason == .wrongPassphrase, passphrase == nil else { throw error }
                throw CryptoError(operation, reason: .passphraseNeeded)
            }
        }
    }
}
