import HoldfastX509

/// A certificate with a signature that nobody made, for what only looks at fields: it takes no time.
enum UnsignedCertificate {
    private static let validity = Validity(
        notBefore: Time(Instant(secondsSince1970: 1_780_000_000)),
        notAfter: Time(Instant(secondsSince1970: 1_800_000_000)))

    private static let key: [UInt8] = [
        0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00, 0xD7, 0x5A, 0x98, 0x01, 0x82, 0xB1,
        0x0A, 0xB7, 0xD5, 0x4B, 0xFE, 0xD3, 0xC9, 0x64, 0x07, 0x3A, 0x0E, 0xE1, 0x72, 0xF3, 0xDA, 0xA6, 0x23, 0x25,
        0xAF, 0x02, 0x1A, 0x68, 0xF7, 0x07, 0x51, 0x1A,
    ]

    static func make(
        subject: DistinguishedName, issuer: DistinguishedName, _ extensions: [Extension]
    ) throws(Violation) -> Certificate {
        var writer = DERWriter()
        writer.sequence { certificate in
            certificate.sequence { tbs in
                tbs.explicit(0) { $0.value(Version.v3) }
                tbs.integer(1)
                tbs.value(AlgorithmIdentifier(algorithm: .ed25519))
                tbs.value(issuer)
                tbs.value(validity)
                tbs.value(subject)
                tbs.raw(key)
                tbs.explicit(3) { $0.sequenceOf(extensions) }
            }
            certificate.value(AlgorithmIdentifier(algorithm: .ed25519))
            certificate.bitString([UInt8](repeating: 0, count: 64))
        }
        let bytes = writer.bytes
        return try prepared { try Certificate(der: bytes) }
    }

    static func authority(
        named name: DistinguishedName, below issuer: DistinguishedName, _ constraints: NameConstraints?
    ) throws(Violation) -> Certificate {
        var extensions = [Extension(.basicConstraints, isCritical: true, value: BasicConstraints(isCA: true).der)]
        if let constraints { extensions.append(Extension(.nameConstraints, isCritical: true, value: constraints.der)) }
        return try make(subject: name, issuer: issuer, extensions)
    }
}
