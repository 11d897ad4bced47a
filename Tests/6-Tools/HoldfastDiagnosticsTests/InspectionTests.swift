import HoldfastAuthority
import HoldfastDiagnostics
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@Suite(.ownThread)
struct InspectionTests {
    private func inspection(
        _ change: (inout CertificateTemplate) -> Void = { _ in }
    ) throws -> (CertificateInspection, [UInt8]) {
        let der = try Samples().leaf(change).certificate
        return (CertificateInspection(PresentedCertificate(der: der), source: "leaf.der", index: 0), der)
    }

    /// `openssl req -x509 -newkey ed25519 -nodes -subj /CN=recorded.example …`, and what OpenSSL says about it.
    private static let recorded = """
        -----BEGIN CERTIFICATE-----
        MIIBaDCCARqgAwIBAgIUcOx+BmTdrAhqGwnV5PgHC6QXDL8wBQYDK2VwMBsxGTAX
        BgNVBAMMEHJlY29yZGVkLmV4YW1wbGUwHhcNMjYxMTIxMDg1ODU5WhcNMjYxMjIx
        MDg1ODU5WjAbMRkwFwYDVQQDDBByZWNvcmRlZC5leGFtcGxlMCowBQYDK2VwAyEA
        c7h+Q8g//pQAHX3W3pfm6FhYFsyJZOMOVNxqXWvOiMejcDBuMB0GA1UdDgQWBBSS
        qzomadR2tRsUuzRRQ1Fd1ncC5jAfBgNVHSMEGDAWgBSSqzomadR2tRsUuzRRQ1Fd
        1ncC5jAPBgNVHRMBAf8EBTADAQH/MBsGA1UdEQQUMBKCEHJlY29yZGVkLmV4YW1w
        bGUwBQYDK2VwA0EAq8xey7x2YO7GfwfD20KuVm+MD2710U34TYlSWh0m35sjqmIf
        CE9kB34GCILtbQeqjb6SGmx8afqe2mX5tWRQAw==
        -----END CERTIFICATE-----
        """

    @Test("Fingerprints, serial number and pin are the ones that OpenSSL computes")
    func recordedCertificate() throws {
        let der = try #require(try EncodedObject.certificates(in: Array(Self.recorded.utf8)).first)
        let inspection = CertificateInspection(PresentedCertificate(der: Array(der)), source: "x", index: 0)
        #expect(
            inspection.summary.fingerprintSHA256 == "64f3207893ca91ee36a30ef0822c1a29563bbcae1e8230087209593506"
                + "8bcdf2")
        #expect(inspection.fingerprintSHA1 == "6054ebaba4fe962062cc5b413cc0994e0a072a49")
        #expect(inspection.serialNumber == "70:ec:7e:06:64:dd:ac:08:6a:1b:09:d5:e4:f8:07:0b:a4:17:0c:bf")
        // openssl x509 -pubkey | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | base64
        #expect(inspection.pin == "sha256/cTSzY61iLJ6T/xCyvyVyA5JKYhn40QVohhop3q3rIK0=")
        #expect(inspection.summary.fields?.key.type == "Ed25519")
        #expect(inspection.isSelfIssued)
    }

    @Test("Every extension is listed in the certificate's order, with its criticality and its DER")
    func extensions() throws {
        let (inspection, der) = try inspection {
            $0.additionalExtensions = [Extension(ObjectIdentifier(1, 2, 3, 4), isCritical: true, value: [5, 0])]
        }
        let certificate = try Certificate(der: der)
        #expect(inspection.extensions.map(\.oid) == certificate.extensions.map(\.oid.description))
        #expect(inspection.extensions.map(\.critical) == certificate.extensions.map(\.isCritical))
        let unknown = try #require(inspection.extensions.first { $0.oid == "1.2.3.4" })
        #expect(unknown.name == nil)
        #expect(unknown.value == ["0500"])
        #expect(unknown.der == "0500")
    }

    struct ExtensionRow: Sendable, CustomTestStringConvertible {
        let oid: ObjectIdentifier
        let der: [UInt8]
        let lines: [String]
        var testDescription: String { oid.name ?? oid.description }
    }

    @Test(
        "Extensions are told in words",
        arguments: [
            ExtensionRow(
                oid: .basicConstraints, der: BasicConstraints(isCA: true, pathLengthConstraint: 2).der,
                lines: ["certificate authority, at most 2 intermediates below"]),
            ExtensionRow(
                oid: .inhibitAnyPolicy, der: InhibitAnyPolicy(skipCertificates: 3).der,
                lines: ["after 3 certificates"]),
            ExtensionRow(oid: .tlsFeature, der: TLSFeature([5]).der, lines: ["status_request (must staple)"]),
            ExtensionRow(
                oid: .policyConstraints, der: PolicyConstraints(requireExplicitPolicy: 0, inhibitPolicyMapping: 1).der,
                lines: ["explicit policy after 0 certificates", "no mapping after 1 certificate"]),
            ExtensionRow(
                oid: .certificatePolicies, der: CertificatePolicies([PolicyInformation(.domainValidated)]).der,
                lines: ["domainValidated"]),
            ExtensionRow(
                oid: .nameConstraints,
                der: NameConstraints(
                    permittedSubtrees: [.init(.ipAddress([10, 0, 0, 0, 255, 0, 0, 0]))]
                ).der, lines: ["permitted IP 10.0.0.0 mask 255.0.0.0"]),
            ExtensionRow(
                oid: .noRevAvail, der: [5, 0], lines: ["nobody will say whether the certificate was revoked"]),
            ExtensionRow(oid: .noRevAvail, der: [4, 1, 7], lines: ["040107"]),
            ExtensionRow(oid: .subjectKeyIdentifier, der: [0x04, 0x02, 0xab, 0xcd], lines: ["abcd"]),
        ])
    func words(_ row: ExtensionRow) throws {
        let (inspection, _) = try inspection {
            $0.subjectKeyIdentifier = .omitted
            $0.basicConstraints = nil
            $0.additionalExtensions = [Extension(row.oid, value: row.der)]
        }
        let entry = try #require(inspection.extensions.first { $0.oid == row.oid.description })
        #expect(entry.value == row.lines)
    }

    @Test("Addresses among the names are written as addresses")
    func addresses() throws {
        let (inspection, _) = try inspection { $0.names = ["a.example", "192.0.2.7", "2001:db8::1"] }
        let names = try #require(inspection.extensions.first { $0.name == "subjectAltName" })
        #expect(names.value == ["DNS a.example", "IP 192.0.2.7", "IP 2001:db8::1"])
        #expect(inspection.text().contains("IP 2001:db8::1"))
    }

    @Test("JSON has the same keys whether the bytes are a certificate or not")
    func malformed() throws {
        let (good, _) = try inspection()
        let bad = CertificateInspection(PresentedCertificate(der: [0x30, 0x01]), source: "x", index: 4)
        let goodJSON = try JSONDocument(good.jsonLine())
        let badJSON = try JSONDocument(bad.jsonLine())
        #expect(goodJSON.keys == badJSON.keys)
        #expect(badJSON["subject"] == .null)
        #expect(badJSON["index"] == .number(4))
        #expect(goodJSON["malformed"] == .null)
        #expect(badJSON["malformed"] != .null)
        #expect(bad.text().contains("malformed certificate"))
    }
}
