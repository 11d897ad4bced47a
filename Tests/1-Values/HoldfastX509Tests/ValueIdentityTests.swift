import HoldfastX509
import TestSupport
import Testing

/// Values that are equal when their bytes are: as members of sets, and written anew.
@Suite("Values in sets")
struct ValueIdentityTests {
    @Test("extensions")
    func extensions() {
        let first = Extension(ObjectIdentifier(1, 2, 3), value: [5, 0])
        let critical = Extension(ObjectIdentifier(1, 2, 3), isCritical: true, value: [5, 0])
        #expect(Set([first, first, critical]).count == 2)
    }

    @Test("elements, read one by one where they are there")
    func elements() throws {
        var reader = try DERReader(hex("02 01 05 02 01 05 02 01 06")[...])
        let first = try #require(try reader.readOptional(.integer))
        #expect(try reader.readOptional(.octetString) == nil)
        let second = try #require(try reader.readOptional(.integer))
        let third = try #require(try reader.readOptional(.integer))
        #expect(first == second)
        #expect(Set([first, second, third]).count == 2)
        #expect(try reader.readOptional(.integer) == nil)
    }

    @Test("basic constraints: an authority of any length is not one of length 0")
    func basicConstraints() {
        let values = [
            BasicConstraints(isCA: true), BasicConstraints(isCA: true, pathLengthConstraint: 0),
            BasicConstraints(isCA: false), BasicConstraints(isCA: true),
        ]
        #expect(Set(values).count == 3)
    }

    @Test("names: by their bytes, not by what RFC 5280 §7.1 matches")
    func names() {
        let name = DistinguishedName([(.commonName, "Example")])
        let other = DistinguishedName([(.commonName, "EXAMPLE")])
        #expect(name.matches(other))
        #expect(Set([name, other, DistinguishedName([(.commonName, "Example")])]).count == 2)
    }

    @Test("strings of bits, written as they are read")
    func bitStrings() throws {
        for text in ["03 01 00", "03 02 00 80", "03 02 07 80", "03 03 04 AB C0"] {
            #expect(try BitString(der: hex(text)).der == hex(text), "\(text)")
        }
    }

    @Test("integers of more than 64 bits are no number of the machine's")
    func integers() {
        for text in ["02 08 7F FF FF FF FF FF FF FF", "02 08 80 00 00 00 00 00 00 00"] {
            let value = try? DERReader(hex(text)[...])
            #expect(value.map { reader in (try? Self.int(reader)) != nil } == true, "\(text)")
        }
        for text in ["02 09 00 80 00 00 00 00 00 00 00", "02 09 FF 7F FF FF FF FF FF FF FF"] {
            let error = derError { () throws(DERError) in _ = try Self.int(DERReader(hex(text)[...])) }
            #expect(error?.reason == .integerOutOfRange, "\(text)")
        }
    }

    private static func int(_ reader: DERReader) throws(DERError) -> Int {
        var reader = reader
        return try reader.readInt()
    }

    @Test("a certificate in words: whose, and which number")
    func description() throws {
        let certificate = try Certificate(der: RealLeaf.der)
        #expect(certificate.description.hasPrefix(certificate.subject.description + ", "))
        #expect(certificate.description.hasSuffix(certificate.serialNumber.description))
    }
}
