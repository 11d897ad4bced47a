import HoldfastFacts
import PeerPrograms
import TestSupport
import Testing

@testable import HoldfastTLS
@testable import HoldfastTracing

/// Numbers and the names that IANA's registries give them.
@Suite(.ownThread) struct CodePointTests {
    @Test(
        "cipher suites that OpenSSL knows by the registry's name have the same name here",
        .enabled(if: OpenSSLServer.exists))
    func cipherSuites() throws {
        let openssl = try OpenSSLCommand()
        let text = try openssl("ciphers -V -stdname ALL:COMPLEMENTOFALL:@SECLEVEL=0")
        var compared = 0
        for line in text.split(separator: "\n") {
            let words = line.split(whereSeparator: \.isWhitespace)
            let numbers = words[0].split(separator: ",").compactMap { UInt16($0.dropFirst(2), radix: 16) }
            guard numbers.count == 2, words.count > 2 else { continue }
            #expect(CipherSuite(numbers[0] << 8 | numbers[1]).name == words[2])
            compared += 1
        }
        #expect(compared > 100)
    }

    /// IANA, TLS Supported Groups: 512 MLKEM512, 513 MLKEM768, 514 MLKEM1024, 4587 SecP256r1MLKEM768, 4588
    /// X25519MLKEM768, 4589 SecP384r1MLKEM1024, 4590 curveSM2MLKEM768.
    @Test("groups by their names, and by which way each brings two sides to a secret")
    func groups() throws {
        let numbers: [(String, UInt16, NamedGroup.Method)] = [
            ("MLKEM512", 0x0200, .encapsulation), ("MLKEM768", 0x0201, .encapsulation),
            ("MLKEM1024", 0x0202, .encapsulation), ("SecP256r1MLKEM768", 0x11EB, .hybrid),
            ("X25519MLKEM768", 0x11EC, .hybrid), ("SecP384r1MLKEM1024", 0x11ED, .hybrid),
            ("curveSM2MLKEM768", 0x11EE, .hybrid), ("x25519", 29, .diffieHellman), ("ffdhe2048", 256, .diffieHellman),
        ]
        for (name, number, method) in numbers {
            let group = try #require(NamedGroup(named: name.lowercased()))
            #expect(group.number == number && group.name == name && group.method == method)
        }
        #expect(NamedGroup(named: "P-256") == .secp256r1 && NamedGroup(named: "prime256v1") == .secp256r1)
        #expect(NamedGroup(named: "") == nil && NamedGroup(named: "X25519 ") == nil && NamedGroup(0x6666).method == nil)
    }

    @Test("RFC 8701 §2: 0x0A0A, 0x1A1A … 0xFAFA are GREASE, and nothing else is")
    func grease() {
        let all = (0...0xFFFF).map { CipherSuite(UInt16($0)) }.filter(\.isGREASE).map(\.number)
        let expected: [UInt16] = (0...15).map { (high: UInt16) -> UInt16 in (high << 4 | 0x0A) * 0x0101 }
        #expect(all == expected)
        #expect(CipherSuite(0x1A1A).name == "GREASE (0x1a1a)" && ExtensionType(0xFAFA).isGREASE)
        #expect(CipherSuite(0x1303).hexadecimal == "0x1303" && CipherSuite(0x0004).hexadecimal == "0x0004")
        #expect(CipherSuite(0x0B0B).name == "0x0b0b" && !ContentType(0x0A).isGREASE)
    }

    @Test(
        "the key exchange that a suite's name says",
        arguments: [
            (0x002F, KeyExchangeMethod.rsa), (0x0003, .rsa), (0x0033, .dheRSA), (0x0034, .dhAnonymous),
            (0xC02B, .ecdheECDSA), (0xC014, .ecdheRSA), (0x00AA, .dhePSK), (0xC0AA, .dhePSK), (0xC035, .ecdhePSK),
            (0x0094, .rsaPSK), (0x008C, .psk), (0x001E, .kerberos), (0xC01D, .srp), (0xC005, .ecdhECDSA),
        ] as [(UInt16, KeyExchangeMethod)])
    func keyExchange(number: UInt16, method: KeyExchangeMethod) {
        #expect(CipherSuite(number).keyExchangeMethod == method, "\(CipherSuite(number))")
        // RFC 8446: "TLS 1.3 … cipher suites have the same structure but do not specify key exchange".
        #expect(CipherSuite(0x1301).keyExchangeMethod == nil && CipherSuite(0x00FF).keyExchangeMethod == nil)
    }

    @Test("every row of the table of numbers is one registry's")
    func everyRow() throws {
        let table = try FactTable.builtIn("tls-numbers")
        #expect(TLSRegistry.allCases.map(\.names.count).reduce(0, +) == table.rows.count)
    }

    @Test("every registered suite with a key exchange in its name has one here")
    func everySuite() {
        let named = TLSRegistry.cipherSuite.names.filter { $0.value.contains("_WITH_") && $0.key != 0 }
        #expect(named.count > 300)
        for (number, name) in named { #expect(CipherSuite(number).keyExchangeMethod != nil, "\(name)") }
    }

    @Test func versions() {
        #expect(ProtocolVersion.tls10.name == "TLS 1.0" && ProtocolVersion(0x0304).name == "TLS 1.3")
        #expect(ProtocolVersion(0x7F1C).name == "TLS 1.3 (draft 28)" && ProtocolVersion(0x0305).name == "0x0305")
        #expect(AlertDescription(48).name == "unknown_ca" && HandshakeType(25).name == "compressed_certificate")
    }
}
