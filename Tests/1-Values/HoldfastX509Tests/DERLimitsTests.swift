import HoldfastX509
import TestSupport
import Testing

/// What a few bytes of an attacker may cost.
@Suite struct DERLimitsTests {
    /// `30 xx 30 xx …`, so many levels of it.
    private func nested(_ levels: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<levels { bytes = tlv(0x30, bytes) }
        return bytes
    }

    @Test func nestingEndsAtTheLimit() throws {
        var inside = try DERReader(nested(32)[...])
        #expect(throws: Never.self) { try inside.readAny() }
        var outside = try DERReader(nested(33)[...])
        let error = derError { () throws(DERError) in _ = try outside.readAny() }
        #expect(error?.reason == .tooDeep(limit: 32))
    }

    @Test func hundredThousandLevelsDoNotOverflowTheStack() throws {
        // Each level has a length of three octets; only the innermost few would need fewer.
        let levels = 100_000
        var bytes: [UInt8] = []
        for level in 0..<levels {
            let length = (levels - level - 1) * 5
            bytes += [0x30, 0x83] + [16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) }
        }
        var reader = try DERReader(bytes[...])
        let error = derError { () throws(DERError) in _ = try reader.readAny() }
        #expect(error?.reason == .tooDeep(limit: 32))
    }

    @Test func elementsAreCountedOnAllLevels() throws {
        let limits = DERLimits(maximumBytes: 1 << 20, maximumDepth: 32, maximumElements: 10)
        // Three sequences of two elements are nine; ten more elements are too many.
        let three = Array(repeating: hex("30 04 05 00 05 00"), count: 3).flatMap { $0 }
        var inside = try DERReader(tlv(0x30, three)[...], limits: limits)
        #expect(throws: Never.self) { try inside.readAny() }
        var outside = try DERReader(tlv(0x30, three, hex("05 00"))[...], limits: limits)
        let error = derError { () throws(DERError) in _ = try outside.readAny() }
        #expect(error?.reason == .tooManyElements(limit: 10))
    }

    @Test func largeInputsAreRefusedUnread() {
        let limits = DERLimits(maximumBytes: 100, maximumDepth: 32, maximumElements: 10)
        let error = derError { () throws(DERError) in
            _ = try DERReader([UInt8](repeating: 0, count: 101)[...], limits: limits)
        }
        #expect(error?.reason == .inputTooLarge(bytes: 101, limit: 100))
        #expect(throws: Never.self) { try DERReader([UInt8](repeating: 0, count: 100)[...], limits: limits) }
    }

    @Test func certificatesObeyTheLimitsOfTheirCaller() {
        let der = SampleCertificate().der
        let few = DERLimits(maximumBytes: 1 << 20, maximumDepth: 32, maximumElements: 20)
        let shallow = DERLimits(maximumBytes: 1 << 20, maximumDepth: 3, maximumElements: 1000)
        let small = DERLimits(maximumBytes: 64, maximumDepth: 32, maximumElements: 1000)
        for (limits, reason) in [
            (few, DERError.Reason.tooManyElements(limit: 20)), (shallow, .tooDeep(limit: 3)),
            (small, .inputTooLarge(bytes: der.count, limit: 64)),
        ] {
            let error = derError { () throws(DERError) in _ = try Certificate(der: der, limits: limits) }
            #expect(error?.reason == reason)
        }
    }

    /// A certificate with 70,000 names of one letter.
    @Test func alternativeNamesAreCountedToo() {
        let names = Array(repeating: hex("82 01 61"), count: 70_000).flatMap { $0 }
        var sample = SampleCertificate()
        sample.extensions = [SampleCertificate.extensionField("55 1D 11", tlv(0x30, names))]
        let error = derError { () throws(DERError) in _ = try Certificate(der: sample.der) }
        #expect(error?.reason == .tooManyElements(limit: 65_536))
        #expect(error?.path.prefix(4) == ["Certificate", "tbsCertificate", "extensions", "[0]"])
    }
}
