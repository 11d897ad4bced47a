public import Foundation
import HoldfastCrypto
import HoldfastX509

/// Signs data with a private key.
///
/// - Parameters:
///   - dataToSign: the message or its digest, as the algorithm says; a digest has to be as long as its kind is.
///   - error: `errSecParam` for an algorithm that the key does not support, a digest of another length, and data or a
///     digest for which the RSA key is too short.
/// - Returns: The signature: RSA's as long as the modulus, ECDSA's in the algorithm's form.
public func SecKeyCreateSignature(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ dataToSign: CFData,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    unsafe KeyError.reporting(to: error) { () throws(KeyError) in
        Data(try key.sign(Array(dataToSign as Data), algorithm)) as CFData
    }
}

/// Whether a signature is the public key's for the data.
///
/// - Parameters:
///   - signedData: the message or its digest, as the algorithm says.
///   - error: `errSecVerifyFailed` for another signature; `errSecParam` for an algorithm that the key does not support
///     and, with ECDSA, a digest of another length than its kind has.
@discardableResult
public func SecKeyVerifySignature(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ signedData: CFData, _ signature: CFData,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
    unsafe KeyError.reporting(to: error) { () throws(KeyError) in
        try key.verify(Array(signature as Data), of: Array(signedData as Data), algorithm)
    } != nil
}

extension SecKey {
    func sign(_ data: [UInt8], _ algorithm: SecKeyAlgorithm) throws(KeyError) -> [UInt8] {
        guard case .signature(let plan) = try plan(algorithm, for: .sign), let privateKey else {
            throw KeyError(errSecParam, "\(algorithm.name) is no signature algorithm")
        }
        let input = try plan.input(data)
        if let digest = plan.digest, input.count != digest.byteCount {
            throw KeyError(errSecParam, "\(input.count) bytes where a digest of \(digest) has \(digest.byteCount)")
        }
        guard let signature = try? signature(of: input, plan.scheme, privateKey) else {
            throw KeyError(errSecParam, "\(algorithm.name): the key cannot sign these data")
        }
        return signature
    }

    private func signature(
        of input: [UInt8], _ scheme: KeySignaturePlan.Scheme, _ privateKey: PrivateKey
    ) throws(CryptoError) -> [UInt8]? {
        guard let overDigest = scheme.overDigest else { return try rawPrivateRSA(input, privateKey) }
        let signature = try overDigest.sign(input, with: privateKey)
        guard case .ecdsa(_, .concatenated) = scheme else { return signature }
        return ECDSASignatureForm.concatenated(signature, size: blockSize)
    }

    func verify(
        _ signature: [UInt8], of data: [UInt8], _ algorithm: SecKeyAlgorithm
    ) throws(KeyError) {
        guard case .signature(let plan) = try plan(algorithm, for: .verify) else {
            throw KeyError(errSecParam, "\(algorithm.name) is no signature algorithm")
        }
        let input = try plan.input(data)
        if case .ecdsa(let digest?, _) = plan.scheme, input.count != digest.byteCount {
            throw KeyError(errSecParam, "\(input.count) bytes where a digest of \(digest) has \(digest.byteCount)")
        }
        guard isValid(signature, of: input, plan.scheme) else {
            throw KeyError(errSecVerifyFailed, "\(algorithm.name): the signature is not the key's for these data")
        }
    }

    private func isValid(_ signature: [UInt8], of input: [UInt8], _ scheme: KeySignaturePlan.Scheme) -> Bool {
        guard let overDigest = scheme.overDigest else {
            guard signature.count == blockSize, let block = padded(input) else { return false }
            return (try? rawRSA(signature)) == block
        }
        guard case .ecdsa(_, .concatenated) = scheme else {
            return overDigest.isValid(signature, of: input, with: publicKey)
        }
        guard let der = ECDSASignatureForm.der(signature, size: blockSize) else { return false }
        return overDigest.isValid(der, of: input, with: publicKey)
    }
}

extension KeySignaturePlan {
    /// The bytes that the key works on: the digest of a message, or the given bytes.
    fileprivate func input(_ data: [UInt8]) throws(KeyError) -> [UInt8] {
        guard hashes, let digest else { return data }
        guard let input = try? Digest.hash(digest, data) else {
            throw KeyError(errSecInternalComponent, "\(digest) could not be computed")
        }
        return input
    }
}

extension KeySignaturePlan.Scheme {
    /// `nil` for RSA's bare power.
    fileprivate var overDigest: DigestSignature? {
        switch self {
        case .rawRSA: nil
        case .pkcs1(let digest): .pkcs1(digest)
        case .pss(let digest): .pss(digest)
        case .ecdsa: .ecdsa
        }
    }
}

/// The two forms of an ECDSA signature, made from one another.
enum ECDSASignatureForm {
    /// `r` and `s` in `size` bytes each (RFC 4754 §7), from DER (RFC 3279 §2.2.3); `nil` for anything else.
    static func concatenated(_ der: [UInt8], size: Int) -> [UInt8]? {
        guard var reader = try? DERReader(der[...]), let content = try? reader.readContent(.sequence), reader.isAtEnd,
            var inner = try? DERReader(content), let r = try? inner.readUnsigned(), let s = try? inner.readUnsigned(),
            inner.isAtEnd, r.count <= size, s.count <= size
        else { return nil }
        return [r, s].flatMap { [UInt8](repeating: 0, count: size - $0.count) + $0 }
    }

    /// DER, from `r` and `s` in `size` bytes each; `nil` for another length.
    static func der(_ concatenated: [UInt8], size: Int) -> [UInt8]? {
        guard concatenated.count == 2 * size else { return nil }
        var writer = DERWriter()
        writer.sequence { inner in
            inner.integer(bytes: concatenated.prefix(size))
            inner.integer(bytes: concatenated.suffix(size))
        }
        return writer.bytes
    }
}
