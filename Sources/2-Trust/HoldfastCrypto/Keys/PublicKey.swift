import COpenSSL
package import HoldfastX509

/// A public key that signatures can be checked with, made from what a certificate says.
///
/// Making one takes some microseconds and refuses what could be used to stall or fool a check; it does not judge
/// whether the key is strong enough, nor whether RSA's modulus has the right factors, which cannot be seen.
package final class PublicKey: Sendable {
    /// The longest RSA modulus that is computed with, in bits.
    ///
    /// A check takes time with the square of the length, and a certificate may hold as long a key as fits its bytes:
    /// CVE-2023-29409 was a TLS client kept busy by such keys, and ended by this limit. Public certificate authorities
    /// use up to 4,096.
    package static let maximumModulusBits = 8192

    /// The bytes of the longest RSA public exponent that is computed with: below 2^32.
    ///
    /// The time of a check grows with the exponent's length; in use are 65,537, 3 and little else.
    package static let maximumExponentBytes = 4

    /// The SubjectPublicKeyInfo that the key was made from.
    package let subjectPublicKeyInfo: SubjectPublicKeyInfo

    let handle: Owned

    /// The key that `info` describes.
    ///
    /// - Throws: ``CryptoError``: for a key of another type than RSA, RSA-PSS, P-256, P-384, P-521, Ed25519, Ed448 and
    ///   ML-DSA, and for one of ML-DSA where libcrypto does not have it (``MLDSA/isInLibrary``); for an RSA key past
    ///   ``maximumModulusBits`` or ``maximumExponentBytes`` or with an even modulus or exponent, before anything is
    ///   computed; for a point that is not on its curve.
    package init(_ info: SubjectPublicKeyInfo) throws(CryptoError) {
        handle =
            switch info.key {
            case .rsa(let key), .rsaPSS(let key, _): try KeyMaker.rsa(key)
            case .ec(let curve, let point): try KeyMaker.ellipticCurve(curve, point: point)
            case .ed25519(let bytes): try KeyMaker.raw("ED25519", bytes, count: 32)
            case .ed448(let bytes): try KeyMaker.raw("ED448", bytes, count: 57)
            case .mldsa(let set, let bytes):
                try KeyMaker.raw(of: set, bytes)
            case .unknown: throw CryptoError(KeyMaker.operation, reason: .unsupportedKey(info.algorithm.keyKind))
            }
        subjectPublicKeyInfo = info
    }

    /// Whether `signature` is this key's signature of `message` by `algorithm`.
    ///
    /// The algorithm has to be one for the key's type, and for a key of the type RSA-PSS that states its parameters
    /// one that keeps to them (RFC 4055 §3.3); any other gives `false`. Digests are not judged here: MD5 and SHA-1
    /// verify, so that a rule can name the weakness instead of a bad signature.
    ///
    /// - Parameters:
    ///   - signature: The signature's bytes: of RSA as long as the modulus, of ECDSA the DER of `ECDSA-Sig-Value`
    ///     (RFC 3279 §2.2.3), of Ed25519 and Ed448 64 and 114 bytes (RFC 8032), of ML-DSA
    ///     ``MLDSA/signatureByteCount`` bytes (FIPS 204).
    ///   - message: What was signed, not its digest.
    ///   - algorithm: The algorithm that the signature's maker named.
    package func isValidSignature(
        _ signature: ArraySlice<UInt8>, for message: ArraySlice<UInt8>, algorithm: SignatureAlgorithm
    ) -> Bool {
        guard let scheme = SignatureScheme(algorithm, for: subjectPublicKeyInfo.key) else { return false }
        // Whatever libcrypto has to say about a wrong signature must not be found by the next reader of the queue.
        defer { ERR_clear_error() }
        return (try? scheme.verify(signature, message, with: handle)) ?? false
    }

    /// Whether `signature`, as it stands in a certificate, is this key's signature of `message` by `algorithm`.
    ///
    /// Every algorithm known here makes whole bytes, so a bit string with unused bits is no signature.
    package func isValidSignature(
        _ signature: BitString, for message: ArraySlice<UInt8>, algorithm: SignatureAlgorithm
    ) -> Bool {
        signature.unusedBits == 0 && isValidSignature(signature.bytes, for: message, algorithm: algorithm)
    }
}

extension PublicKey {
    /// The point of a key on a curve in uncompressed form, `04`, X and Y (SEC 1 §2.3.3), also where the certificate
    /// has it compressed; `nil` for a key of another type.
    package var uncompressedPoint: [UInt8]? {
        guard case .ec(let curve, let point) = subjectPublicKeyInfo.key else { return nil }
        guard point.first != 0x04 else { return Array(point) }
        ERR_clear_error()
        defer { ERR_clear_error() }
        let size = curve.coordinateByteCount
        guard let x = coordinate(OSSL_PKEY_PARAM_EC_PUB_X, size), let y = coordinate(OSSL_PKEY_PARAM_EC_PUB_Y, size)
        else { return nil }
        return [0x04] + x + y
    }

    private func coordinate(_ name: String, _ count: Int) -> [UInt8]? {
        unsafe handle.with { key in
            var number: OpaquePointer?
            guard unsafe EVP_PKEY_get_bn_param(key, name, &number) == 1 else { return nil }
            defer { unsafe BN_free(number) }
            var bytes = [UInt8](repeating: 0, count: count)
            return unsafe BN_bn2binpad(number, &bytes, Int32(count)) == Int32(count) ? bytes : nil
        }
    }
}

extension Certificate {
    /// Whether another certificate's subject is named as the issuer, and its key made the signature. Whether it may
    /// issue certificates is not asked.
    package func isSigned(by issuer: Certificate) -> Bool {
        guard self.issuer.matches(issuer.subject), let key = try? PublicKey(issuer.subjectPublicKeyInfo) else {
            return false
        }
        return key.isValidSignature(signature, for: tbsBytes, algorithm: signatureAlgorithm)
    }
}

extension CertificationRequest {
    /// Whether the key that is to be certified has signed the request: the proof that whoever made it holds the key
    /// (RFC 2986 §3 note 2).
    ///
    /// MD5 and SHA-1 do not count, though they would verify: whoever finds a collision could show a request that the
    /// key's holder never signed.
    package var isSignedByItsKey: Bool {
        switch signatureAlgorithm.digest {
        case .md5, .sha1: false
        default: signatureVerifies ?? false
        }
    }

    /// Whether the signature is one by the key that is to be certified, over whatever digest; `nil` where that was not
    /// checked, since the key or the algorithm is of a kind that is not supported.
    package var signatureVerifies: Bool? {
        if case .unknown = signatureAlgorithm { return nil }
        do throws(CryptoError) {
            return try PublicKey(subjectPublicKeyInfo).isValidSignature(
                signature, for: certificationRequestInfo.bytes, algorithm: signatureAlgorithm)
        } catch {
            return error.reason.isNotSupported ? nil : false
        }
    }
}
