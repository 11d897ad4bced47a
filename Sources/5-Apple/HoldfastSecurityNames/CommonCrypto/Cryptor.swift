import HoldfastCrypto

/// The object behind a `CCCryptorRef`: encryption or decryption in pieces, for one thread at a time.
final class Cryptor {
    private let cipher: BlockCipher
    private let mode: BlockCipher.Mode
    private let blockCount: Int
    private let isEncrypting: Bool
    private let isPadded: Bool
    /// Bytes that came and did not go out yet.
    private var waiting = 0
    /// The last bytes, once they are known: a caller without enough room for them asks again.
    private var end: [UInt8]?
    private var isFinished = false

    /// A cipher, or the status that says why there is none.
    static func make(
        _ operation: CCOperation, _ mode: BlockCipher.Mode, _ algorithm: CCAlgorithm, isPadded: Bool, key: [UInt8],
        initialVector: (Int) -> [UInt8]
    ) -> (Cryptor?, CCCryptorStatus) {
        guard Int(operation) == kCCEncrypt || Int(operation) == kCCDecrypt else { return (nil, status(kCCParamError)) }
        let known: BlockCipher.Algorithm
        switch Int(algorithm) {
        case kCCAlgorithmAES: known = .aes
        case kCCAlgorithm3DES: known = .tripleDES
        case kCCAlgorithmDES...kCCAlgorithmBlowfish: return (nil, status(kCCUnimplemented))
        default: return (nil, status(kCCParamError))
        }
        guard known.keyByteCounts.contains(key.count) else { return (nil, status(kCCKeySizeError)) }
        let isPadded = isPadded && !mode.isStream
        let isEncrypting = Int(operation) == kCCEncrypt
        guard
            let cipher = try? BlockCipher(
                known, mode, key: key, initialVector: initialVector(known.blockByteCount), isEncrypting: isEncrypting,
                isPadded: isPadded)
        else { return (nil, status(kCCUnimplemented)) }
        let cryptor = Cryptor(cipher, mode, known.blockByteCount, isEncrypting: isEncrypting, isPadded: isPadded)
        return (cryptor, status(kCCSuccess))
    }

    private init(
        _ cipher: BlockCipher, _ mode: BlockCipher.Mode, _ blockCount: Int, isEncrypting: Bool, isPadded: Bool
    ) {
        (self.cipher, self.mode, self.blockCount) = (cipher, mode, blockCount)
        (self.isEncrypting, self.isPadded) = (isEncrypting, isPadded)
    }

    /// The most bytes that an update with `count` more bytes gives, and the end behind it.
    func outputCount(_ count: Int, isFinal: Bool) -> Int {
        let (sum, isTooLarge) = waiting.addingReportingOverflow(max(0, count))
        let total = isTooLarge ? Int.max - blockCount : min(sum, Int.max - blockCount)
        if mode.isStream { return total }
        let blocks = total / blockCount * blockCount
        if isFinal { return isEncrypting && isPadded ? blocks + blockCount : blocks }
        // The last block may be padding: it waits until it is known to be the last one.
        let isHeld = !isEncrypting && isPadded && total > 0 && blocks == total
        return isHeld ? blocks - blockCount : blocks
    }

    /// Takes `bytes`, and gives what is ready.
    func update(_ bytes: [UInt8]) -> ([UInt8], CCCryptorStatus) {
        guard !isFinished else { return ([], status(kCCCallSequenceError)) }
        guard let output = try? cipher.update(bytes) else { return ([], status(kCCUnspecifiedError)) }
        waiting += bytes.count - output.count
        return (output, status(kCCSuccess))
    }

    /// Gives the last bytes, again and again until ``forgetEnd()``.
    func finish() -> ([UInt8], CCCryptorStatus) {
        if let end { return (end, status(kCCSuccess)) }
        guard !isFinished else { return ([], status(kCCCallSequenceError)) }
        isFinished = true
        if !mode.isStream, !(isEncrypting && isPadded), waiting % blockCount != 0 {
            return ([], status(kCCAlignmentError))
        }
        guard let bytes = cipher.finish() else { return ([], status(kCCDecodeError)) }
        end = bytes
        return (bytes, status(kCCSuccess))
    }

    /// Drops the last bytes, which the caller has.
    func forgetEnd() {
        end?.wipe()
        end = nil
    }

    /// Begins anew with the same key.
    func restart(initialVector: (Int) -> [UInt8]) -> CCCryptorStatus {
        guard mode == .cbc || mode == .ctr else { return status(kCCUnimplemented) }
        do throws(CryptoError) { try cipher.restart(initialVector: initialVector(blockCount)) } catch {
            return status(kCCUnspecifiedError)
        }
        forgetEnd()
        (waiting, isFinished) = (0, false)
        return status(kCCSuccess)
    }
}

/// One of Apple's numbers as a result.
func status(_ number: Int) -> CCCryptorStatus { CCCryptorStatus(truncatingIfNeeded: number) }

extension BlockCipher.Mode {
    /// The modes that are here, by Apple's numbers.
    static let byNumber: [Int: BlockCipher.Mode] = [
        kCCModeECB: .ecb, kCCModeCBC: .cbc, kCCModeCFB: .cfb, kCCModeCFB8: .cfb8, kCCModeOFB: .ofb, kCCModeCTR: .ctr,
    ]
}
