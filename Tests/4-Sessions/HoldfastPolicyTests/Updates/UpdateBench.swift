import Foundation
import HoldfastCrypto
import HoldfastPins
import HoldfastTrust
import HoldfastX509
import Synchronization

/// The two keys of a program, and updates signed by them.
struct UpdateBench {
    static let moment = Instant(secondsSince1970: 1_795_000_000)  // 2026-11-18T11:06:40Z

    let inUse: PrivateKey
    let keptElsewhere: PrivateKey
    let verifier: PinUpdateVerifier

    init(minimum: UInt64 = 0) throws {
        inUse = try .generate(.ed25519)
        keptElsewhere = try .generate(.ed25519)
        verifier = PinUpdateVerifier(
            keys: try PinUpdateKeys([inUse.subjectPublicKeyInfo, keptElsewhere.subjectPublicKeyInfo]),
            minimumCounter: minimum)
    }

    /// The pins of two keys that are told apart by a number.
    static func pins(_ number: UInt8) throws -> PinSet {
        try PinSet(anywhere: [
            Pin(subject: .publicKey, algorithm: .sha256, digest: Digest.sha256([number, 0])),
            Pin(subject: .publicKey, algorithm: .sha256, digest: Digest.sha256([number, 1])),
        ])
    }

    static let pattern = HostPattern.withSubdomains(DNSName.test)

    static func update(
        _ counter: UInt64, pins number: UInt8 = 1, issued: Instant = moment, days: Int64 = 90
    ) throws -> [UInt8] {
        PinUpdate(
            counter: counter, issued: issued, expires: issued.advanced(byDays: days),
            hosts: [pattern: PinUpdate.Host(pins: .pinned(try pins(number)))]
        ).bytes
    }

    /// Signs whatever it is given, as no signer of ours would.
    static func signature(of update: [UInt8], by keys: PrivateKey...) throws -> [UInt8] {
        let entries = try keys.map { key in
            let name = "sha256/" + Base64.encode(Digest.sha256(key.subjectPublicKeyInfo.bytes))
            let message = Array("holdfast.pin-update/1 signature\u{0}".utf8) + update
            let signature = Base64.encode(try key.sign(message, algorithm: .ed25519))
            return "{\"key\":\"\(name)\",\"signature\":\"\(signature)\"}"
        }
        return Array(
            "{\"schema\":\"holdfast.pin-signature/1\",\"signatures\":[\(entries.joined(separator: ","))]}".utf8)
    }

    func signed(_ update: [UInt8]) throws -> SignedPinUpdate {
        SignedPinUpdate(update: update, signature: try Self.signature(of: update, by: inUse))
    }

    func signed(
        _ counter: UInt64, pins number: UInt8 = 1, issued: Instant = moment, days: Int64 = 90
    ) throws -> SignedPinUpdate {
        try signed(try Self.update(counter, pins: number, issued: issued, days: days))
    }

    /// An update of our schema with another text in one place.
    func signed(replacing text: String, by other: String) throws -> SignedPinUpdate {
        let update = String(decoding: try Self.update(7), as: UTF8.self)
        guard update.contains(text) else { throw Missing(text: text) }
        return try signed(Array(update.replacingOccurrences(of: text, with: other).utf8))
    }

    struct Missing: Error { let text: String }

    /// The word of the refusal; nil where it is taken.
    func refusal(
        _ signed: SignedPinUpdate, after history: PinUpdateHistory = PinUpdateHistory(), at now: Instant = moment
    ) -> PinUpdateFailure? { Self.refusal(verifier, signed, after: history, at: now) }

    static func refusal(
        _ verifier: PinUpdateVerifier, _ signed: SignedPinUpdate, after history: PinUpdateHistory = PinUpdateHistory(),
        at now: Instant = moment
    ) -> PinUpdateFailure? {
        do throws(PinUpdateFailure) {
            _ = try verifier.verify(signed, after: history, at: now)
            return nil
        } catch {
            return error
        }
    }

    /// What is remembered after these were taken at these times.
    func history(_ taken: [(SignedPinUpdate, Instant)]) throws -> PinUpdateHistory {
        var history = PinUpdateHistory()
        for (signed, now) in taken { history = try verifier.verify(signed, after: history, at: now).history }
        return history
    }
}

/// A clock that a test sets.
final class Hands: Sendable {
    private let time: Mutex<Instant>
    init(_ time: Instant = UpdateBench.moment) { self.time = Mutex(time) }
    var now: Instant {
        get { time.withLock { $0 } }
        set { time.withLock { $0 = newValue } }
    }
}
