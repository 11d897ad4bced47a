import HoldfastX509
import Testing

/// RFC 5280 §4.2.2.1 (caIssuers): "a single DER encoded certificate … or a collection of certificates in a BER or DER
/// encoded 'certs-only' CMS message"; RFC 5652 §5.1 has its form.
@Suite("Certificates as authorities offer them")
struct CertificateBundleTests {
    /// Stands for a certificate: nothing inside of one is looked at here.
    private static func element(_ number: UInt8) -> [UInt8] { [0x30, 0x03, 0x02, 0x01, number] }

    /// - Parameters:
    ///   - elements: nil for a message without the field.
    ///   - rest: what follows it: revocation lists, and signers.
    private static func message(
        _ elements: [[UInt8]]?, type: ObjectIdentifier = .pkcs7SignedData, rest: [UInt8] = [0x31, 0x00]
    ) -> [UInt8] {
        var writer = DERWriter()
        writer.sequence { info in
            info.oid(type)
            info.explicit(0) { content in
                content.sequence { data in
                    data.raw([0x02, 0x01, 0x01, 0x31, 0x00])
                    data.sequence { $0.oid(.pkcs7Data) }
                    if let elements {
                        data.explicit(0) { list in for element in elements { list.raw(element) } }
                    }
                    data.raw(rest)
                }
            }
        }
        return writer.bytes
    }

    @Test("one certificate is itself")
    func one() throws {
        let der: [UInt8] = [0x30, 0x05, 0x30, 0x03, 0x02, 0x01, 0x07]
        #expect(try CertificateBundle(der: der).certificates == [der])
    }

    @Test("a message's certificates, in the order in which they are there; lists and signers are passed over")
    func message() throws {
        let two = [Self.element(2), Self.element(1)]
        #expect(try CertificateBundle(der: Self.message(two)).certificates == two)
        #expect(try CertificateBundle(der: Self.message(two, rest: [0xA1, 0x00, 0x31, 0x00])).certificates == two)
        #expect(try CertificateBundle(der: Self.message([])).certificates.isEmpty)
        #expect(try CertificateBundle(der: Self.message(nil)).certificates.isEmpty)
    }

    @Test("no more certificates than 32")
    func count() throws {
        let most = (1...32).map { Self.element($0) }
        #expect(try CertificateBundle(der: Self.message(most)).certificates.count == 32)
        #expect(throws: DERError.self) { try CertificateBundle(der: Self.message(most + [Self.element(33)])) }
    }

    @Test("what is neither is refused: another content type, more behind the end, less than it says, a page")
    func refused() {
        let good = Self.message([Self.element(1)])
        for der in [
            Self.message([Self.element(1)], type: .pkcs7Data), good + [0], Array(good.dropLast()), [], [0x30],
            Array("<html></html>".utf8), [0x04, 0x00],
        ] as [[UInt8]] {
            #expect(throws: DERError.self) { try CertificateBundle(der: der) }
        }
    }
}
