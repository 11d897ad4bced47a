import HoldfastX509
import TestSupport
import Testing

/// Times that BER or X.680 would allow, or nobody.
///
/// RFC 5280 §4.1.2.5.1: "UTCTime values MUST be expressed in Greenwich Mean Time (Zulu) and MUST include seconds
/// (i.e., times are YYMMDDHHMMSSZ), even where the number of seconds is zero." §4.1.2.5.2 says the same of
/// GeneralizedTime, and: "GeneralizedTime values MUST NOT include fractional seconds."
@Suite struct MalformedTimeTests {
    private static let rows: [(name: String, tag: UInt8, text: String)] = [
        ("UTCTime without seconds", 0x17, "2611211000Z"),
        ("UTCTime with an offset", 0x17, "261121100000+0100"),
        ("UTCTime with offset zero", 0x17, "261121100000+0000"),
        ("UTCTime without seconds, with an offset", 0x17, "2611211000-0800"),
        ("UTCTime without Z", 0x17, "261121100000"),
        ("UTCTime with small z", 0x17, "261121100000z"),
        ("UTCTime with a fraction", 0x17, "261121100000.5Z"),
        ("UTCTime with four digits of year", 0x17, "20261121100000Z"),
        ("UTCTime, second 60", 0x17, "161231235960Z"),
        ("UTCTime, 30 February", 0x17, "260230000000Z"),
        ("UTCTime, 29 February of no leap year", 0x17, "250229000000Z"),
        ("UTCTime, month 0", 0x17, "260021000000Z"), ("UTCTime, month 13", 0x17, "261321000000Z"),
        ("UTCTime, day 0", 0x17, "261100000000Z"), ("UTCTime, hour 24", 0x17, "261121240000Z"),
        ("UTCTime, minute 60", 0x17, "261121106000Z"),
        ("UTCTime, empty", 0x17, ""), ("UTCTime, only Z", 0x17, "Z"),
        ("UTCTime, blanks for digits", 0x17, "26112110 000Z"), ("UTCTime, sign for digit", 0x17, "+61121100000Z"),
        ("UTCTime with a NUL behind", 0x17, "261121100000Z\0"), ("UTCTime with more behind", 0x17, "261121100000ZZ"),
        ("UTCTime, digits of another script", 0x17, "٢٦1121100000Z"),
        ("GeneralizedTime without seconds", 0x18, "202611211000Z"),
        ("GeneralizedTime, hours only", 0x18, "2026112110Z"),
        ("GeneralizedTime with a fraction", 0x18, "20261121100000.5Z"),
        ("GeneralizedTime with fraction zero", 0x18, "20261121100000.0Z"),
        ("GeneralizedTime with a comma", 0x18, "20261121100000,5Z"),
        ("GeneralizedTime with an offset", 0x18, "20261121100000+0100"),
        ("GeneralizedTime in local time", 0x18, "20261121100000"),
        ("GeneralizedTime with two digits of year", 0x18, "261121100000Z"),
        ("GeneralizedTime, 29 February 2100", 0x18, "21000229000000Z"),
        ("GeneralizedTime, second 60", 0x18, "20161231235960Z"),
        ("GeneralizedTime with five digits of year", 0x18, "120261121100000Z"),
    ]

    @Test func refused() {
        for (name, tag, text) in Self.rows {
            let error = derError { () throws(DERError) in _ = try Time(der: tlv(tag, Array(text.utf8))) }
            guard case .invalidTime = error?.reason, let rule = error?.reason.description else {
                Issue.record("\(name): \(String(describing: error))")
                continue
            }
            #expect(!rule.isEmpty && rule.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }, "\(name): \(rule)")
        }
    }

    @Test func otherTypesAreNoTimes() {
        for (name, bytes) in [
            ("PrintableString", tlv(0x13, Array("261121100000Z".utf8))),
            ("constructed UTCTime", tlv(0x37, tlv(0x17, Array("261121100000Z".utf8)))),
            ("NULL", hex("05 00")), ("nothing", []),
        ] {
            let error = derError { () throws(DERError) in _ = try Time(der: bytes) }
            switch error?.reason {
            case .unexpectedTag, .missing, .truncated: break
            default: Issue.record("\(name): \(String(describing: error))")
            }
        }
    }
}
