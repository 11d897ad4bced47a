import HoldfastX509
import TestSupport
import Testing

/// RFC 5280 §4.2.1.3 and §4.2.1.12: what a key is for.
@Suite struct KeyUsageTests {
    @Test func bits() {
        for row in [
            ExtensionRow<KeyUsage>("server", "03 02 05 A0", [.digitalSignature, .keyEncipherment]),
            ExtensionRow<KeyUsage>("CA", "03 02 01 06", [.keyCertSign, .cRLSign]),
            ExtensionRow<KeyUsage>("first", "03 02 07 80", .digitalSignature),
            ExtensionRow<KeyUsage>("eighth", "03 02 00 01", .encipherOnly),
            ExtensionRow<KeyUsage>("ninth", "03 03 07 00 80", .decipherOnly),
            ExtensionRow<KeyUsage>("none", "03 01 00", []),
        ] { row.check() }
        #expect(KeyUsage([.keyCertSign, .cRLSign]).description == "keyCertSign, cRLSign")
        #expect(KeyUsage().description == "none")
    }

    /// X.690 §11.2.2 forbids trailing zero bits of named bits; issuers write them.
    @Test func trailingZerosAreReadAndNotWritten() throws {
        for bytes in ["03 02 00 06", "03 03 00 06 00", "03 05 00 06 00 00 00"] {
            let value = try KeyUsage(der: hex(bytes))
            #expect(value == [.keyCertSign, .cRLSign], "\(bytes)")
            #expect(value.der == hex("03 02 01 06"))
        }
    }

    @Test func malformed() {
        for row in [
            MalformedRow<KeyUsage>(
                "no bit string", "04 01 80", .unexpectedTag(expected: .bitString, found: .octetString)),
            MalformedRow<KeyUsage>("unused bits set", "03 02 07 C0", .unusedBitsNotZero),
            MalformedRow<KeyUsage>("nine unused bits", "03 02 09 00", .invalidBitString),
            MalformedRow<KeyUsage>("no content", "03 00", .invalidBitString),
        ] { row.check() }
    }

    @Test func purposes() {
        for row in [
            ExtensionRow(
                "both", "30 14 06 08 2B 06 01 05 05 07 03 01 06 08 2B 06 01 05 05 07 03 02",
                ExtendedKeyUsage([.serverAuth, .clientAuth])),
            ExtensionRow("any", "30 06 06 04 55 1D 25 00", ExtendedKeyUsage([.anyExtendedKeyUsage])),
            ExtensionRow("none, for a rule to judge", "30 00", ExtendedKeyUsage([])),
        ] { row.check() }
        for row in [
            MalformedRow<ExtendedKeyUsage>("NULL", "05 00", .unexpectedTag(expected: .sequence, found: .null)),
            MalformedRow<ExtendedKeyUsage>(
                "a purpose alone", "06 01 2A", .unexpectedTag(expected: .sequence, found: .objectIdentifier)),
            MalformedRow<ExtendedKeyUsage>("second cut", "30 05 06 01 2A 06 00", .invalidObjectIdentifier, in: ["[1]"]),
        ] { row.check() }
    }
}
