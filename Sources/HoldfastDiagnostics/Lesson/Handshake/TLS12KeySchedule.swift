package import HoldfastCrypto
import HoldfastX509

/// The keys of TLS 1.2 (RFC 5246 §5, §6.3, §8.1) for suites with SHA-256 and AES-128-GCM (RFC 5288).
package struct TLS12KeySchedule: Sendable {
    let masterSecret: [UInt8]
    let clientKey: [UInt8]
    let serverKey: [UInt8]
    let clientSalt: [UInt8]
    let serverSalt: [UInt8]

    init(preMaster: [UInt8], clientRandom: [UInt8], serverRandom: [UInt8]) throws(CryptoError) {
        let master = try Self.prf(preMaster, "master secret", clientRandom + serverRandom, count: 48)
        let block = try Self.prf(master, "key expansion", serverRandom + clientRandom, count: 40)
        masterSecret = master
        clientKey = Array(block[..<16])
        serverKey = Array(block[16..<32])
        clientSalt = Array(block[32..<36])
        serverSalt = Array(block[36..<40])
    }

    /// The pseudorandom function: P_SHA256 (RFC 5246 §5).
    package static func prf(
        _ secret: [UInt8], _ label: String, _ seed: [UInt8], count: Int
    ) throws(CryptoError) -> [UInt8] {
        let seed = Array(label.utf8) + seed
        var output: [UInt8] = []
        var chained = seed
        while output.count < count {
            chained = try HMAC.authenticate(chained, key: secret, digest: .sha256)
            output += try HMAC.authenticate(chained + seed, key: secret, digest: .sha256)
        }
        return Array(output.prefix(count))
    }

    /// The client's first record of application data, whole; the record numbered 0 was its Finished message.
    func sealFromClient(_ text: [UInt8]) throws(CryptoError) -> [UInt8] {
        let sealed = try AESGCM(key: clientKey).seal(
            text, nonce: clientSalt + Self.sequence, additionalData: Self.additionalData(text.count))
        let body = Self.sequence + sealed
        return [0x17, 0x03, 0x03] + TLSBytes.uint16(body.count) + body
    }

    /// What is in that record; nil where the keys are not the right ones.
    func openFromClient(_ record: [UInt8]) throws(CryptoError) -> [UInt8]? {
        let overhead = 5 + Self.sequence.count + AESGCM.tagCount
        guard record.count >= overhead else { return nil }
        return try AESGCM(key: clientKey).open(
            record[13...], nonce: clientSalt + Array(record[5..<13]),
            additionalData: Self.additionalData(record.count - overhead))
    }

    private static let sequence: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]

    /// RFC 5246 §6.2.3.3: the number of the record, its type and version, and the length of the text.
    private static func additionalData(_ count: Int) -> [UInt8] {
        sequence + [0x17, 0x03, 0x03] + TLSBytes.uint16(count)
    }
}
