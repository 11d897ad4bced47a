import HoldfastAuthority
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastDiagnostics

/// What is shown of a certificate that is none: where its fault lies, and what can be read around it.
@Suite("Inspections of malformed certificates", .ownThread)
struct MalformedInspectionTests {
    private static let moment = Instant(secondsSince1970: 1_764_000_000)

    private static func root() throws -> [UInt8] {
        try Identity.selfSigned(.root(name: "Faulty Root", at: moment)).certificate
    }

    private static func inspection(_ bytes: [UInt8]) -> CertificateInspection {
        CertificateInspection(PresentedCertificate(der: bytes), source: "faulty.pem", index: 0)
    }

    /// The first place of some octets, and those that are put there.
    private static func replaced(_ octets: [UInt8], by others: [UInt8]) throws -> (bytes: [UInt8], at: Int) {
        let whole = try root()
        let place = try #require(whole.firstRange(of: octets))
        return (whole.replacing(octets, with: others, maxReplacements: 1), place.lowerBound)
    }

    private static func fault(_ inspection: CertificateInspection) throws -> JSONDocument {
        let json = try JSONDocument(inspection.jsonLine())
        #expect(json["malformed"]?.text != nil)
        let fault = try #require(json["fault"])
        try #require(fault.members != nil)
        return fault
    }

    /// X.690 §11.1: "If the encoding represents the boolean value TRUE, its single contents octet shall have all eight
    /// bits set to one."
    @Test("a BOOLEAN in an extension: the octet, the extension, and all fields beside it") func boolean() throws {
        // basicConstraints, its criticality.
        let (bytes, at) = try Self.replaced(
            [0x55, 0x1D, 0x13, 0x01, 0x01, 0xFF], by: [0x55, 0x1D, 0x13, 0x01, 0x01, 0x01])
        let inspection = Self.inspection(bytes)
        let text = inspection.text()
        let octet = at + 5
        #expect(text.contains("byte \(octet)"), "\(text)")
        for words in [
            "extension basicConstraints", "CN=Faulty Root", "not before", "not after", "EC P-256", "serial number",
            "ecdsa-with-SHA256", "[01]",
        ] {
            #expect(text.contains(words), "\(words): \(text)")
        }
        #expect(inspection.line().contains("CN=Faulty Root") && inspection.line().hasPrefix("malformed certificate"))
        let fault = try Self.fault(inspection)
        #expect(fault["offset"] == .number(Double(octet)))
        let place = try Self.place(of: .basicConstraints)
        #expect(fault["field"] == .text("Certificate.tbsCertificate.extensions[\(place)].critical"))
        #expect(fault["octetsAt"] == .number(Double(octet - 8)))
        #expect(fault["octets"] == .text(HexString.encode(bytes[(octet - 8)...].prefix(17))))
        #expect(fault["statement"]?["identifier"] == .text("encoding.malformedField"))
        let fields = try #require(fault["fields"]?.elements)
        #expect(
            fields.prefix(8).compactMap { $0["name"]?.text } == [
                "version", "serialNumber", "signature", "issuer", "notBefore", "notAfter", "subject",
                "subjectPublicKeyInfo",
            ])
        let faulty = fields.filter { $0["isFaulty"] == .bool(true) }
        #expect(faulty.compactMap { $0["name"]?.text } == ["extension basicConstraints"])
    }

    private static func place(of oid: ObjectIdentifier) throws -> Int {
        try #require(try Certificate(der: root()).extensions.firstIndex { $0.oid == oid })
    }

    /// RFC 5280 §4.1.2.5.1 has UTCTime YYMMDDHHMMSSZ; there is no month 13.
    @Test("a date: what stands before it is shown, and what stands behind it") func date() throws {
        let whole = try Certificate(der: Self.root())
        let bytes = Array(whole.bytes)
        // The element of notAfter: the second time.
        let times = bytes.indices.dropLast(15).filter { bytes[$0] == 0x17 && bytes[$0 + 1] == 0x0D }
        let notAfter = try #require(times.dropFirst().first)
        var broken = bytes
        (broken[notAfter + 4], broken[notAfter + 5]) = (UInt8(ascii: "1"), UInt8(ascii: "3"))
        let text = Self.inspection(broken).text()
        for words in ["CN=Faulty Root", "not before", "EC P-256"] { #expect(text.contains(words), "\(words): \(text)") }
        let fields = try #require(Self.fault(Self.inspection(broken))["fields"]?.elements)
        let faulty = fields.filter { $0["isFaulty"] == .bool(true) }
        #expect(faulty.compactMap { $0["name"]?.text } == ["notAfter"] && faulty[0]["value"] == .null)
        #expect(faulty[0]["offset"] == .number(Double(notAfter)))
    }

    @Test("one that is cut off: the fields before the cut, and where the octets end") func cut() throws {
        let bytes = try Self.root()
        let whole = try Certificate(der: bytes)
        let key = whole.subjectPublicKeyInfo.bytes
        let text = Self.inspection(Array(bytes[..<(key.startIndex + 20)])).text()
        for words in ["CN=Faulty Root", "not after", "\(key.startIndex + 20) bytes", "octets of it are missing"] {
            #expect(text.contains(words), "\(words): \(text)")
        }
        #expect(!text.contains("EC P-256"), "what is not whole is not shown: \(text)")
        let early = Self.inspection(Array(bytes[..<44])).text()
        #expect(!early.contains("CN=Faulty Root") && early.contains("serial number"), "\(early)")
    }

    @Test("octets behind the end: every field is shown") func trailing() throws {
        let inspection = Self.inspection(try Self.root() + [0x0A])
        let text = inspection.text()
        for words in ["CN=Faulty Root", "EC P-256", "basicConstraints"] {
            #expect(text.contains(words), "\(words): \(text)")
        }
        let fault = try Self.fault(inspection)
        let fields = try #require(fault["fields"]?.elements)
        #expect(fields.allSatisfy { $0["isFaulty"] == .bool(false) } && !fields.isEmpty)
    }

    @Test("bytes that are nothing like one show nothing") func nothing() throws {
        for bytes: [UInt8] in [[], [0x30], [0x30, 0x80], [0x02, 0x01, 0x05], Array(repeating: 0x30, count: 4_000)] {
            let inspection = Self.inspection(bytes)
            #expect(inspection.text().contains("malformed certificate"))
            let fault = try Self.fault(inspection)
            #expect(fault["fields"]?.elements?.count ?? -1 <= 1)
        }
    }

    @Test("whatever octet is changed, and wherever it is cut: no crash, a fault, and no more than its limits")
    func hostile() throws {
        let bytes = try Self.root()
        for cut in bytes.indices {
            for octet: UInt8 in [0x00, 0x80, 0xFF, 0x30] {
                var changed = bytes
                changed[cut] = octet
                let inspection = Self.inspection(changed)
                #expect(inspection.text().utf8.count < 20_000)
            }
            let inspection = Self.inspection(Array(bytes[..<cut]))
            #expect(try Self.fault(inspection)["offset"]?.number != nil)
        }
    }

    @Test("ten thousand extensions and a name of a megabyte are cut short") func large() throws {
        var template = CertificateTemplate.root(name: "Large", at: Self.moment)
        template.additionalExtensions = (0..<10_000).map {
            Extension(ObjectIdentifier(1, 2, 3, UInt64($0)), value: [0x05, 0x00])
        }
        let bytes = try Identity.selfSigned(template).certificate + [0x00]
        let inspection = Self.inspection(bytes)
        #expect(inspection.text().split(separator: "\n").count < 80)
        #expect(try inspection.jsonLine().utf8.count < 40_000)
    }
}
