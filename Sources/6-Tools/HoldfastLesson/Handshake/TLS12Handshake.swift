import HoldfastAuthority
package import HoldfastCrypto
import HoldfastX509

/// The key exchange of TLS 1.2 with an ECDHE suite (RFC 8422 §5.4), on P-256, with one record of data.
struct ECDHEKeyExchange: Sendable {
    let clientRandom: [UInt8]
    let serverRandom: [UInt8]
    let clientShare: KeyAgreementKey
    let serverShare: KeyAgreementKey
    let signedContent: AnnotatedBytes
    let signature: [UInt8]
    let record: [UInt8]

    init(identity: Identity, text: [UInt8], _ materials: LessonMaterials) throws {
        clientRandom = try materials.random(32)
        serverRandom = try materials.random(32)
        clientShare = try KeyAgreementKey(.p256, privateKey: Self.number(materials))
        serverShare = try KeyAgreementKey(.p256, privateKey: Self.number(materials))
        var content = AnnotatedBytes()
        content.add(clientRandom, "ClientHello.random", "ClientHello.random")
        content.add(serverRandom, "ServerHello.random", "ServerHello.random")
        content.add(
            [3] + TLSBytes.uint16(Int(serverShare.group.rawValue)), "named_curve: secp256r1", "named_curve：secp256r1")
        content.add(
            TLSBytes.vector8(serverShare.publicValue), "the server's ephemeral public value", "服务器的临时公钥")
        signedContent = content
        signature = try identity.key.sign(content.bytes, algorithm: .ecdsa(.sha256))
        record = try TLS12KeySchedule(
            preMaster: clientShare.sharedSecret(with: serverShare.publicValue), clientRandom: clientRandom,
            serverRandom: serverRandom
        ).sealFromClient(text)
    }

    func keys(sharedSecret: [UInt8]) throws(CryptoError) -> TLS12KeySchedule {
        try TLS12KeySchedule(preMaster: sharedSecret, clientRandom: clientRandom, serverRandom: serverRandom)
    }

    /// A number that is surely below the order, which begins with 32 ones, and not zero.
    private static func number(_ materials: LessonMaterials) throws -> [UInt8] {
        var bytes = try materials.random(32)
        bytes[0] = bytes[0] & 0x7f | 0x40
        return bytes
    }
}

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

    /// Opens that record; nil where the keys are not the right ones.
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
