public import HoldfastCrypto
public import HoldfastTrust
public import HoldfastX509

/// Signs pin updates, for those who publish them.
public struct PinUpdateSigner: Sendable {
    private let keys: [PrivateKey]
    private let publicKeys: PinUpdateKeys

    /// One or both of the program's update keys; the one that is kept elsewhere need not be at hand.
    ///
    /// - Throws: ``PinUpdateKeyError`` for no key, the same key twice, and keys that are not Ed25519.
    public init(_ keys: [PrivateKey]) throws(PinUpdateKeyError) {
        publicKeys = try PinUpdateKeys(checked: keys.map(\.subjectPublicKeyInfo))
        self.keys = keys
    }

    /// An error for an update that was not signed.
    public enum SigningError: Error, Hashable, Sendable, CustomStringConvertible {
        /// Every program would refuse it.
        case refused(PinUpdateFailure)
        case crypto(CryptoError)
    }

    /// Signs the exact bytes of an update, which must be published as they are.
    ///
    /// - Parameters:
    ///   - update: the document, as ``PinUpdate/bytes`` or a file has it.
    ///   - now: the time at which it is to hold.
    ///   - limit: the longest time in days from its issue to its end that the programs allow.
    ///   - suffixes: which domains are public suffixes.
    /// - Returns: the document of the signatures.
    /// - Throws: ``SigningError/refused(_:)`` where a program with no update yet would not take it.
    public func sign(
        _ update: [UInt8], at now: Instant, maximumLifetimeDays limit: Int = 366,
        publicSuffixes suffixes: PublicSuffixes? = nil
    ) throws(SigningError) -> [UInt8] {
        var signatures: [PinSignatureDocument.Signature] = []
        do throws(CryptoError) {
            for key in keys {
                let bytes = try key.sign(PinSignatureDocument.prefix + update, algorithm: .ed25519)
                let name = PinUpdateKeys.name(of: key.subjectPublicKeyInfo)
                signatures.append(PinSignatureDocument.Signature(key: name, bytes: bytes))
            }
        } catch {
            throw .crypto(error)
        }
        let signed = SignedPinUpdate(update: update, signature: PinSignatureDocument(signatures).bytes)
        var verifier = PinUpdateVerifier(keys: publicKeys)
        verifier.maximumLifetimeDays = limit
        verifier.publicSuffixes = suffixes
        do throws(PinUpdateFailure) {
            _ = try verifier.verify(signed, after: PinUpdateHistory(), at: now)
        } catch {
            throw .refused(error)
        }
        return signed.signature
    }
}
