import HoldfastX509
import Testing

/// RFC 5280 §4.1.2.5: "The validity period for a certificate is the period of time from notBefore through notAfter,
/// inclusive."
@Suite struct ValidityTests {
    private func seconds(_ count: Int64) -> Instant { Instant(secondsSince1970: count) }

    @Test func bothEndsBelongToThePeriod() {
        let validity = Validity(notBefore: Time(seconds(1000)), notAfter: Time(seconds(2000)))
        for (moment, inside) in [
            (seconds(999), false), (Instant(secondsSince1970: 999, nanoseconds: 999_999_999), false),
            (seconds(1000), true), (seconds(1500), true), (seconds(2000), true),
            (Instant(secondsSince1970: 2000, nanoseconds: 1), false), (seconds(2001), false),
        ] {
            #expect(validity.contains(moment) == inside, "\(moment)")
        }
    }

    @Test func anEndBeforeTheBeginningContainsNothing() {
        let validity = Validity(notBefore: Time(seconds(2000)), notAfter: Time(seconds(1000)))
        for moment in [seconds(999), seconds(1000), seconds(1500), seconds(2000), seconds(2001)] {
            #expect(!validity.contains(moment), "\(moment)")
        }
    }

    @Test func isReadInItsOrder() throws {
        let bytes = tlv(
            0x30, tlv(0x17, Array("260101000000Z".utf8)), tlv(0x18, Array("20500101000000Z".utf8)))
        let validity = try Validity(der: bytes)
        #expect(validity.notBefore.instant.description == "2026-01-01T00:00:00Z")
        #expect(validity.notAfter.instant.description == "2050-01-01T00:00:00Z")
        #expect(validity.der == bytes)
        let missing = derError { () throws(DERError) in
            _ = try Validity(der: tlv(0x30, tlv(0x17, Array("260101000000Z".utf8))))
        }
        #expect(missing?.path == ["notAfter"])
    }
}
