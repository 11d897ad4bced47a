import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509
import PeerPrograms
import TestSupport
import Testing

/// Revocation lists that are issued here, read by this project's parser and by OpenSSL's.
@Suite("Revocation lists", .ownThread)
struct RevocationListTests {
    private let moment = TestHierarchy.moment

    @Test("what the template says is what the list says")
    func fields() throws {
        let hierarchy = try TestHierarchy()
        let issuer = DistinguishedName([(.commonName, "Another")])
        var template = RevocationListTemplate(at: moment)
        template.cRLNumber = CRLNumber(7)
        template.deltaCRLIndicator = CRLNumber(5)
        template.issuingDistributionPoint = IssuingDistributionPoint(indirectCRL: true)
        template.freshestCRL = [DistributionPoint(cRLIssuer: [.directoryName(issuer)])]
        template.revoke(SerialNumber(1), on: moment, for: .superseded)
        template.revoke(SerialNumber(2), of: issuer)
        let list = try CertificateList(der: try hierarchy.intermediate.issue(template))
        #expect(list.version == .v2)
        #expect(list.issuer == DistinguishedName([(.commonName, "Test Intermediate")]))
        #expect(list.thisUpdate.instant == template.thisUpdate)
        #expect(list.nextUpdate?.instant == template.nextUpdate)
        #expect(list.cRLNumber == CRLNumber(7))
        #expect(list.deltaCRLIndicator == CRLNumber(5))
        #expect(list.firstExtension(.deltaCRLIndicator)?.isCritical == true)
        #expect(list.issuingDistributionPoint?.indirectCRL == true)
        #expect(list.firstExtension(.issuingDistributionPoint)?.isCritical == true)
        #expect(list.freshestCRL?.count == 1)
        let authority = try Certificate(der: hierarchy.intermediate.certificate)
        #expect(list.authorityKeyIdentifier?.keyIdentifier == authority.subjectKeyIdentifier)
        #expect(Array(list.revokedCertificates).map(\.reasonCode) == [.superseded, nil])
        #expect(
            list.revokedCertificates.last(SerialNumber(2))?.certificateIssuer == [.directoryName(issuer)])
        let key = try PublicKey(authority.subjectPublicKeyInfo)
        #expect(
            key.isValidSignature(list.signature, for: list.tbsBytes, algorithm: list.signatureAlgorithm))
    }

    @Test("deviations: version 1, no number, an empty list of entries, edits")
    func deviations() throws {
        let hierarchy = try TestHierarchy()
        func list(_ change: (inout RevocationListTemplate) -> Void) throws -> CertificateList {
            var template = RevocationListTemplate(at: moment)
            change(&template)
            return try CertificateList(der: try hierarchy.root.issue(template))
        }
        let old = try list {
            $0.version = .v1
            $0.cRLNumber = nil
            $0.authorityKeyIdentifier = .omitted
            $0.nextUpdate = nil
        }
        #expect(old.version == .v1)
        #expect(old.extensions.isEmpty)
        #expect(old.nextUpdate == nil)
        #expect(
            try list { $0.criticality[.cRLNumber] = true }.firstExtension(.cRLNumber)?.isCritical == true)
        let empty = try list { $0.writesEmptyEntryList = true }
        let usual = try list { _ in }
        #expect(empty.tbsBytes.count == usual.tbsBytes.count + 2)
        #expect(
            try list { $0.innerAlgorithm = .ecdsa(.sha512) }.tbsSignatureAlgorithm
                != usual.tbsSignatureAlgorithm)
        let key = try PublicKey(Certificate(der: hierarchy.root.certificate).subjectPublicKeyInfo)
        let bad = try list { $0.signatureEdit = .flippingBit(at: -1) }
        #expect(
            !key.isValidSignature(bad.signature, for: bad.tbsBytes, algorithm: bad.signatureAlgorithm))
    }

    @Test("openssl reads it, verifies its signature, and refuses what it has")
    func secondOpinion() throws {
        let openssl = try OpenSSLCommand()
        let hierarchy = try TestHierarchy()
        let leaf = try hierarchy.root.issue(TestHierarchy.server())
        let serial = try Certificate(der: leaf.certificate).serialNumber
        func verdict(_ template: RevocationListTemplate) throws -> String {
            let list = PEMBlock(label: "X509 CRL", contents: try hierarchy.root.issue(template)).encoded
            try openssl.write(list.utf8, to: "list.pem")
            try openssl.write([hierarchy.root.certificate], to: "issuer.pem")
            #expect(try openssl("crl -in list.pem -CAfile issuer.pem -noout").contains("verify OK"))
            return try openssl.verdict(
                chain: [leaf.certificate], roots: [hierarchy.root.certificate],
                options: "-crl_check -CRLfile list.pem -extended_crl")
        }
        var template = RevocationListTemplate(at: moment)
        #expect(try verdict(template) == "OK")
        template.revoke(SerialNumber(1), for: .keyCompromise)
        template.issuingDistributionPoint = IssuingDistributionPoint(onlyContainsUserCerts: true)
        #expect(try verdict(template) == "OK")
        template.revoke(serial, for: .certificateHold)
        #expect(try verdict(template) == "certificate revoked")
    }
}
