import HoldfastAuthority
import HoldfastCrypto
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
