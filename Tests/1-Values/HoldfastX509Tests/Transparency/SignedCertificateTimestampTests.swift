import HoldfastX509
import TestSupport
import Testing

/// RFC 6962 §3.2, §3.3: timestamps of a certificate that a public server sent, and hand-made ones.
@Suite("Signed certificate timestamps", .ownThread)
struct SignedCertificateTimestampTests {
    private func embedded() throws -> ArraySlice<UInt8> {
        try #require(try Certificate(der: RealLeaf.der).embeddedSCTList)
    }

    /// What `openssl x509 -ext ct_precert_scts` says of the same certificate.
    @Test("the four timestamps of a real certificate")
    func real() throws {
        let bytes = try embedded()
        let list = try SignedCertificateTimestampList(bytes: bytes)
        #expect(list.encoded == Array(bytes))
        let contents = list.timestamps.compactMap(\.version1)
        #expect(contents.count == 4)
        #expect(
            contents.map { HexString.encode($0.logID.prefix(4)) } == [
                "969764bf", "6411c46c", "16832dab", "cb38f715",
            ])
        let instants = ["410", "343", "379", "370"].map {
            Instant(rfc3339: "2026-02-26T18:17:17.\($0)Z")
        }
        #expect(contents.map(\.instant) == instants)
        #expect(contents.allSatisfy { $0.algorithm == .ecdsa(.sha256) })
        #expect(contents.allSatisfy { $0.extensions.isEmpty && $0.logID.count == 32 })
        #expect(contents[0].signature.starts(with: hex("30 45 02 21 00 D4 F8 57 FB")))
        for (timestamp, content) in zip(list.timestamps, contents) {
            #expect(SignedCertificateTimestamp(content).bytes == timestamp.bytes)
        }
    }

    private static let log = String(repeating: " 07", count: 32)
    /// Version 1, log 07…, one second, no extensions, SHA-256 with ECDSA, signature AA.
    private static let small = "00" + log + " 00 00 00 00 00 00 03 E8 00 00 04 03 00 01 AA"

    /// c2sp.org/static-ct-api, "SCT Extension": leaf_index(0), then an opaque of two octets of length with a uint40.
    @Test("the place in the log is read where the extensions state it, and nowhere else")
    func leafIndex() {
        let rows: [(String, UInt64?)] = [
            ("00 00 05 00 00 00 00 2A", 42), ("00 00 05 FF FF FF FF FF", 1_099_511_627_775),
            ("07 00 01 01 00 00 05 00 00 00 01 00", 256), ("", nil), ("07 00 01 01", nil),
            ("00 00 04 00 00 00 01", nil),
            ("00 00 06 00 00 00 00 00 01", nil), ("00 00 05 00 00 00 01", nil),
            ("00 00 05 00 00 00 00 01 00 00 05 00 00 00 00 01", nil), ("00 00 05 00 00 00 00 01 07", nil),
        ]
        for (extensions, index) in rows {
            let content = SignedCertificateTimestamp.Version1(
                logID: [UInt8](repeating: 7, count: 32)[...], timestamp: 1, extensions: hex(extensions)[...],
                signature: [1])
            #expect(content.leafIndex == index, "\(extensions)")
        }
    }

    @Test("fields of a small one")
    func smallOne() throws {
        let bytes = hex(Self.small)
        let content = try #require(try SignedCertificateTimestamp(bytes[...]).version1)
        #expect(content.timestamp == 1000)
        #expect(content.instant == Instant(secondsSince1970: 1))
        #expect(content.signature == [0xAA])
        #expect(SignedCertificateTimestamp(content).bytes.elementsEqual(bytes))
        let last = SignedCertificateTimestamp.Version1(
            logID: content.logID, timestamp: .max, hashAlgorithm: 2, signatureAlgorithm: 9, signature: [])
        #expect(last.instant.secondsSince1970 == Int64(UInt64.max / 1000))
        #expect(last.algorithm == nil)
    }

    /// "if there is a version upgrade, out-of-date clients can still parse old SCTs while skipping over new SCTs whose
    /// versions they don't understand" (RFC 6962 §3.3).
    @Test("a version that is not known is carried, and the others are read")
    func unknownVersion() throws {
        let list = try SignedCertificateTimestampList(
            bytes: hex("00 37 00 03 01 FF FF 00 30 " + Self.small)[...])
        #expect(list.timestamps.count == 2)
        #expect(list.timestamps[0].content == .unknown(version: 1))
        #expect(list.timestamps[1].version1?.timestamp == 1000)
        #expect(list.encoded == hex("00 37 00 03 01 FF FF 00 30 " + Self.small))
    }

    struct Malformed: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: String
        let reason: SCTError.Reason
        let offset: Int
        let path: String
    }

    static let rows: [Malformed] = [
        Malformed(
            testDescription: "nothing", bytes: "", reason: .truncated(needed: 2, available: 0), offset: 0,
            path: "sct_list"),
        Malformed(
            testDescription: "half a length", bytes: "00", reason: .truncated(needed: 2, available: 1),
            offset: 0,
            path: "sct_list"),
        Malformed(
            testDescription: "an empty list: <1..2^16-1>", bytes: "00 00", reason: .empty, offset: 0,
            path: "sct_list"),
        Malformed(
            testDescription: "an empty element", bytes: "00 02 00 00", reason: .empty, offset: 2,
            path: "sct_list.[0]"),
        Malformed(
            testDescription: "something after the list", bytes: "00 03 00 01 01 00",
            reason: .trailingData(count: 1),
            offset: 5, path: ""),
        Malformed(
            testDescription: "a list that claims more", bytes: "FF FF 00",
            reason: .truncated(needed: 65535, available: 1),
            offset: 0, path: "sct_list"),
        Malformed(
            testDescription: "an element that claims more", bytes: "00 04 00 09 00 00",
            reason: .truncated(needed: 9, available: 2), offset: 2, path: "sct_list.[0]"),
        Malformed(
            testDescription: "a log identifier cut short", bytes: "00 05 00 03 00 07 07",
            reason: .truncated(needed: 32, available: 2), offset: 5, path: "sct_list.[0].id"),
        Malformed(
            testDescription: "something after the signature", bytes: "00 33 00 31 " + small + " 00",
            reason: .trailingData(count: 1), offset: 52, path: "sct_list.[0]"),
        Malformed(
            testDescription: "a signature that claims more",
            bytes: "00 32 00 30 00" + log + " 00 00 00 00 00 00 03 E8 00 00 04 03 00 02 AA",
            reason: .truncated(needed: 2, available: 1), offset: 49, path: "sct_list.[0].signature"),
    ]

    @Test(arguments: rows)
    func malformed(row: Malformed) throws {
        do throws(SCTError) {
            _ = try SignedCertificateTimestampList(bytes: hex(row.bytes)[...])
            Issue.record("read")
        } catch {
            #expect(error.reason == row.reason)
            #expect(error.offset == row.offset)
            #expect(error.path.joined(separator: ".") == row.path)
        }
    }

    @Test("every beginning of a list is an error, and every changed byte an error or another list")
    func mutations() throws {
        let bytes = Array(try embedded())
        let original = try SignedCertificateTimestampList(bytes: bytes[...])
        for index in bytes.indices {
            #expect(throws: SCTError.self) { try SignedCertificateTimestampList(bytes: bytes[..<index]) }
            var changed = bytes
            changed[index] ^= 0x81
            guard let list = try? SignedCertificateTimestampList(bytes: changed[...]) else { continue }
            #expect(list != original)
            #expect(list.encoded == changed)
        }
    }

    @Test("more than 64 are not read")
    func many() throws {
        let element = hex("00 01 05")
        func list(_ count: Int) -> [UInt8] {
            [UInt8(count * 3 >> 8), UInt8(count * 3 & 0xFF)]
                + Array(repeating: element, count: count).joined()
        }
        #expect(try SignedCertificateTimestampList(bytes: list(64)[...]).timestamps.count == 64)
        #expect(throws: SCTError.self) { try SignedCertificateTimestampList(bytes: list(65)[...]) }
    }

    @Test("a list made of timestamps is written as it is read")
    func made() throws {
        let timestamp = try SignedCertificateTimestamp(hex(Self.small)[...])
        let list = SignedCertificateTimestampList([timestamp, timestamp])
        #expect(try SignedCertificateTimestampList(bytes: list.encoded[...]) == list)
        // RFC 6962 §3.3: "sct_list <1..2^16-1>": an empty one can be made, and nobody reads it.
        #expect(throws: SCTError.self) {
            try SignedCertificateTimestampList(bytes: SignedCertificateTimestampList([]).encoded[...])
        }
    }
}
