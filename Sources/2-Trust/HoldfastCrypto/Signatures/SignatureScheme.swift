import COpenSSL
import HoldfastX509

/// A signature algorithm that has been found to be one for a certain key, in libcrypto's terms.
///
/// The only way to libcrypto's signing and checking functions leads through this initializer: algorithm, key type and
/// the key's own parameters are bound there and nowhere else.
struct SignatureScheme {
    private enum Padding {
        case none
        case pkcs1
        case pss(maskGenerationDigest: String, saltLength: Int32)
    }

    /// `nil` for EdDSA and ML-DSA, which hash inside.
    private let digest: String?
    private let padding: Padding

    init?(_ algorithm: SignatureAlgorithm, for key: SubjectPublicKeyInfo.Key) {
        switch (algorithm, key) {
        case (.rsaPKCS1(let digest), .rsa):
            self.init(digest: digest.libraryName, padding: .pkcs1)
        case (.rsaPSS(let parameters), .rsa), (.rsaPSS(let parameters), .rsaPSS(_, nil)):
            self.init(parameters)
        case (.rsaPSS(let parameters), .rsaPSS(_, let bound?)):
            // RFC 4055 §3.3: "the parameters in the signature structure algorithm identifier MUST match the parameters
            // in the key structure algorithm identifier except the saltLength field. The saltLength field in the
            // signature parameters MUST be greater or equal to that in the key parameters field."
            guard parameters.digest == bound.digest, parameters.maskGenerationDigest == bound.maskGenerationDigest,
                parameters.saltLength >= bound.saltLength
            else { return nil }
            self.init(parameters)
        case (.ecdsa(let digest), .ec):
            self.init(digest: digest.libraryName, padding: .none)
        case (.ed25519, .ed25519), (.ed448, .ed448):
            self.init(digest: nil, padding: .none)
        case (.mldsa(let set), .mldsa(let own, _)) where set == own:
            // Pure and without a context, as libcrypto has it by itself (RFC 9881 §3).
            self.init(digest: nil, padding: .none)
        default:
            return nil
        }
    }

    /// DSA, for ``DangerousDSAKey`` alone: no key of the enumeration leads here.
    init(dsa digest: DigestAlgorithm) { self.init(digest: digest.libraryName, padding: .none) }

    private init(digest: String?, padding: Padding) {
        self.digest = digest
        self.padding = padding
    }

    private init?(_ parameters: RSAPSSParameters) {
        // libcrypto gives negative lengths meanings of their own, "whatever the signature has" among them. No key
        // within our limits has room for a longer salt than this.
        guard (0...PublicKey.maximumModulusBits / 8).contains(parameters.saltLength) else { return nil }
        self.init(
            digest: parameters.digest.libraryName,
            padding: .pss(
                maskGenerationDigest: parameters.maskGenerationDigest.libraryName,
                saltLength: Int32(parameters.saltLength)))
    }

    func verify(
        _ signature: ArraySlice<UInt8>, _ message: ArraySlice<UInt8>, with key: borrowing Owned
    ) throws(CryptoError) -> Bool {
        let library = unsafe try LibraryContext.pointer()
        ERR_clear_error()
        let context = unsafe try Owned(EVP_MD_CTX_new(), freedBy: EVP_MD_CTX_free, during: "check a signature")
        return unsafe context.with { context in
            unsafe key.with { key in
                var parameters: OpaquePointer?
                let started = unsafe EVP_DigestVerifyInit_ex(context, &parameters, digest, library, nil, key, nil)
                guard started == 1, unsafe pad(parameters) else { return false }
                return unsafe signature.withContiguousBytes { signature in
                    unsafe message.withContiguousBytes { message in
                        unsafe EVP_DigestVerify(
                            context, signature.baseAddress, signature.count, message.baseAddress, message.count)
                    }
                } == 1
            }
        }
    }

    func sign(_ message: ArraySlice<UInt8>, with key: borrowing Owned) throws(CryptoError) -> [UInt8] {
        let library = unsafe try LibraryContext.pointer()
        ERR_clear_error()
        let context = unsafe try Owned(EVP_MD_CTX_new(), freedBy: EVP_MD_CTX_free, during: "sign")
        return unsafe try context.with { (context) throws(CryptoError) in
            unsafe try key.with { (key) throws(CryptoError) in
                var parameters: OpaquePointer?
                let started = unsafe EVP_DigestSignInit_ex(context, &parameters, digest, library, nil, key, nil)
                guard started == 1, unsafe pad(parameters) else { throw .library("sign") }
                // As much as a signature of the largest key takes; the exact size comes back.
                let size = unsafe EVP_PKEY_get_size(key)
                var signature = [UInt8](repeating: 0, count: max(0, Int(size)))
                var count = signature.count
                let done = unsafe message.withContiguousBytes { message in
                    unsafe EVP_DigestSign(context, &signature, &count, message.baseAddress, message.count)
                }
                guard done == 1, count <= signature.count else { throw .library("sign") }
                return Array(signature.prefix(count))
            }
        }
    }

    private func pad(_ context: OpaquePointer?) -> Bool {
        switch padding {
        case .none: true
        case .pkcs1: unsafe EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1
        case .pss(let maskGenerationDigest, let saltLength):
            unsafe EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PSS_PADDING) == 1
                && EVP_PKEY_CTX_set_rsa_mgf1_md_name(context, maskGenerationDigest, nil) == 1
                && EVP_PKEY_CTX_set_rsa_pss_saltlen(context, saltLength) == 1
        }
    }
}
