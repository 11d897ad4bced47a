package import HoldfastCrypto
import HoldfastX509

/// The key schedule of TLS 1.3 (RFC 8446 §7.1) for suites with SHA-256.
package struct TLS13KeySchedule: Sendable {
    /// Bytes of a secret.
    static let count = 32

    package let earlySecret: [UInt8]
    /// `Derive-Secret(Early Secret, "derived", "")`: what the next step takes as its salt.
    package let derivedFromEarly: [UInt8]
    package let handshakeSecret: [UInt8]
    package let derivedFromHandshake: [UInt8]
    package let masterSecret: [UInt8]

    /// Derives the first secrets of the key schedule (RFC 8446 §7.1).
    ///
    /// - Parameters:
    ///   - preSharedKey: of a resumed session; nil stands for zeros.
    ///   - sharedSecret: of the ephemeral key agreement.
    package init(preSharedKey: [UInt8]? = nil, sharedSecret: [UInt8]) throws(CryptoError) {
        let zeros = [UInt8](repeating: 0, count: Self.count)
        earlySecret = try HKDF.extract(.sha256, salt: zeros, secret: preSharedKey ?? zeros)
        derivedFromEarly = try Self.derive(earlySecret, "derived", transcript: [])
        handshakeSecret = try HKDF.extract(.sha256, salt: derivedFromEarly, secret: sharedSecret)
        derivedFromHandshake = try Self.derive(handshakeSecret, "derived", transcript: [])
        masterSecret = try HKDF.extract(.sha256, salt: derivedFromHandshake, secret: zeros)
    }

    /// HKDF-Expand-Label.
    package static func expand(
        _ secret: [UInt8], _ label: String, context: [UInt8], count: Int
    ) throws(CryptoError) -> [UInt8] {
        let name = Array("tls13 ".utf8) + Array(label.utf8)
        let info = TLSBytes.uint16(count) + TLSBytes.vector8(name) + TLSBytes.vector8(context)
        return try HKDF.expand(.sha256, key: secret, info: info, count: count)
    }

    /// Derive-Secret over the messages up to here.
    package static func derive(_ secret: [UInt8], _ label: String, transcript: [UInt8]) throws(CryptoError) -> [UInt8] {
        try expand(secret, label, context: Digest.sha256(transcript), count: count)
    }

    /// The `verify_data` of a Finished message (RFC 8446 §4.4.4), also a PSK binder's.
    package static func finished(_ secret: [UInt8], transcript: [UInt8]) throws(CryptoError) -> [UInt8] {
        let key = try expand(secret, "finished", context: [], count: count)
        return try HMAC.authenticate(Digest.sha256(transcript), key: key, digest: .sha256)
    }
}

/// Key and nonce of one direction, with AES-128-GCM (RFC 8446 §5.2, §5.3, §7.3).
package struct TLS13TrafficKey: Sendable {
    package let key: [UInt8]
    package let iv: [UInt8]

    package init(_ secret: [UInt8]) throws(CryptoError) {
        key = try TLS13KeySchedule.expand(secret, "key", context: [], count: 16)
        iv = try TLS13KeySchedule.expand(secret, "iv", context: [], count: AESGCM.nonceCount)
    }

    /// A whole record as it goes over the wire, the first one under this key.
    package func seal(_ content: [UInt8], type: UInt8) throws(CryptoError) -> [UInt8] {
        let inner = content + [type]
        let header = [0x17, 0x03, 0x03] + TLSBytes.uint16(inner.count + AESGCM.tagCount)
        return header + (try AESGCM(key: key).seal(inner, nonce: iv, additionalData: header))
    }

    /// Opens a record: its content without the type, or nil where the key is not the right one.
    package func open(_ record: [UInt8]) throws(CryptoError) -> [UInt8]? {
        guard record.count > 5,
            let inner = try AESGCM(key: key).open(record.dropFirst(5), nonce: iv, additionalData: record.prefix(5)),
            let end = inner.lastIndex(where: { $0 != 0 })
        else { return nil }
        return Array(inner[..<end])
    }
}

/// Numbers and lists as TLS writes them (RFC 8446 §3).
enum TLSBytes {
    static func uint16(_ number: Int) -> [UInt8] { [UInt8(number >> 8 & 0xff), UInt8(number & 0xff)] }
    static func uint24(_ number: Int) -> [UInt8] { [UInt8(number >> 16 & 0xff)] + uint16(number & 0xffff) }
    static func vector8(_ bytes: [UInt8]) -> [UInt8] { [UInt8(truncatingIfNeeded: bytes.count)] + bytes }
    static func vector16(_ bytes: [UInt8]) -> [UInt8] { uint16(bytes.count) + bytes }
    static func vector24(_ bytes: [UInt8]) -> [UInt8] { uint24(bytes.count) + bytes }
    static func `extension`(_ type: Int, _ bytes: [UInt8]) -> [UInt8] { uint16(type) + vector16(bytes) }
    static func message(_ type: UInt8, _ body: [UInt8]) -> [UInt8] { [type] + vector24(body) }
}
