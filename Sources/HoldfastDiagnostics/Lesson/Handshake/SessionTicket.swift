import HoldfastCrypto
import HoldfastX509

/// A session ticket as a server may make it (RFC 8446 §4.6.1, RFC 5077 §4): the pre-shared key, sealed for the server
/// alone.
struct SessionTicket: Sendable {
    let preSharedKey: [UInt8]
    let ticket: [UInt8]
    /// The server's own; no client ever has it.
    private let ticketKey: [UInt8]

    init(for handshake: TLS13Handshake, _ materials: LessonMaterials) throws {
        preSharedKey = try handshake.preSharedKey(nonce: [0, 0])
        ticketKey = try materials.random(32)
        let nonce = try materials.random(AESGCM.nonceCount)
        ticket = nonce + (try AESGCM(key: ticketKey).seal(preSharedKey, nonce: nonce))
    }

    /// What the server finds when the ticket comes back.
    func preSharedKeyAtServer() throws -> [UInt8]? {
        try AESGCM(key: ticketKey).open(
            ticket.dropFirst(AESGCM.nonceCount), nonce: Array(ticket.prefix(AESGCM.nonceCount)))
    }
}

/// The private number of a key on a curve (RFC 5915 §3, inside of RFC 5208 §5).
enum CertificateKeyScalar {
    static func of(_ key: PrivateKey) throws -> [UInt8] {
        var reader = try DERReader(key.pkcs8DER[...])
        var info = try DERReader(reader.readContent(.sequence))
        _ = try info.readAny()
        _ = try info.readAny()
        var wrapped = try DERReader(info.readContent(.octetString))
        var inner = try DERReader(wrapped.readContent(.sequence))
        _ = try inner.readAny()
        return Array(try inner.readContent(.octetString))
    }
}
