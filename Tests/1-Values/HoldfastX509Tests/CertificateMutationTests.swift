import HoldfastX509
import TestSupport
import Testing

/// Bytes that an attacker chose: an error or a certificate, never a crash.
@Suite(.ownThread) struct CertificateMutationTests {
    @Test(arguments: [RealLeaf.der, SampleCertificate().der])
    func everyPrefixThrows(_ der: [UInt8]) {
        for count in 0..<der.count {
            let error = derError { () throws(DERError) in _ = try Certificate(der: der[..<count]) }
            #expect(error != nil, "\(count) of \(der.count) bytes")
            #expect((error?.offset ?? .max) <= count, "the place lies in the input: \(String(describing: error))")
        }
    }

    @Test(arguments: [RealLeaf.der, SampleCertificate().der])
    func everySuffixThrows(_ der: [UInt8]) {
        for start in 1..<der.count {
            #expect(throws: DERError.self, "from byte \(start)") { try Certificate(der: der[start...]) }
        }
    }

    /// Whatever still parses is written back as it came: nothing is dropped, nothing is read in two ways.
    @Test(arguments: [RealLeaf.der, SampleCertificate().der])
    func everyChangedByteIsAnErrorOrReencodes(_ der: [UInt8]) {
        var bytes = der
        var parsed = 0
        for index in der.indices {
            let original = der[index]
            let flips = (0..<8).map { original ^ (1 << UInt8($0)) }
            for value in Set(flips + [0x00, 0x7F, 0x80, 0xFF, original &+ 1, original &- 1]) where value != original {
                bytes[index] = value
                guard let certificate = try? Certificate(der: bytes) else { continue }
                parsed += 1
                guard certificate.reencoded() != bytes else { continue }
                Issue.record("byte \(index) set to \(value) is not written back")
            }
            bytes[index] = original
        }
        #expect(parsed > der.count, "most bytes of keys and signatures may be anything")
    }

    @Test func everyMissingAndEveryDoubledByte() {
        for index in RealLeaf.der.indices {
            var shorter = RealLeaf.der
            shorter.remove(at: index)
            #expect(throws: DERError.self, "byte \(index) missing") { try Certificate(der: shorter) }
            var longer = RealLeaf.der
            longer.insert(longer[index], at: index)
            #expect(throws: DERError.self, "byte \(index) doubled") { try Certificate(der: longer) }
        }
    }
}
