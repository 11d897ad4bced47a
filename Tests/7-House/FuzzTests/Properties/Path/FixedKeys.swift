import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509

/// Authorities whose keys are written down and whose signatures have no chance in them (Ed25519), so that an input
/// means the same in every run.
enum FixedKeys {
    static let moment = Instant(secondsSince1970: 1_790_000_000)

    /// PKCS #8 of an Ed25519 key (RFC 8410 §7), up to the 32 octets that are the key.
    private static let prefix: [UInt8] = [
        0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
    ]

    static func key(_ number: UInt8) throws -> PrivateKey {
        try PrivateKey(der: prefix + [UInt8](repeating: number &+ 1, count: 32))
    }

    /// A self-signed authority.
    static func root(_ name: String, key number: UInt8) throws -> CertificateAuthority {
        var template = CertificateTemplate.root(name: name, at: moment)
        template.serialNumber = SerialNumber(UInt64(number) + 1_000)
        return CertificateAuthority(try Identity.selfSigned(template, key: key(number)))
    }
}
