import HoldfastAuthority
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastTestBed

/// Each deviation is there, as our own parser reads it.
@Suite(.ownThread) struct DeviationTests {
    let authority: TestAuthority
    init() throws { authority = try TestAuthority(at: CatalogueRecording.moment) }

    private func chain(_ name: String) throws -> [Certificate] {
        let entry = try #require(TestBed.entry(name))
        return try #require(try entry.stage(authority, entry.host).chain).map { try Certificate(der: $0) }
    }

    private func leaf(_ name: String) throws -> Certificate { try #require(try chain(name).first) }

    @Test func isInTheNames() throws {
        #expect(try leaf("common-name-only").subjectAlternativeName == nil)
        #expect(try leaf("common-name-only").subject.commonName == "common-name-only.holdfast.test")
        #expect(try leaf("no-subject").subject.isEmpty)
        #expect(try leaf("no-subject").extensions.first { $0.oid == .subjectAlternativeName }?.isCritical == true)
        #expect(
            try leaf("no-subject-not-critical").extensions.first { $0.oid == .subjectAlternativeName }?.isCritical
                == false)
        #expect(try leaf("long-name").subjectAlternativeName?.count == 1)
        #expect(try #require(TestBed.entry("long-name")).host.utf8.count == 253)
        #expect(try leaf("good-ip").subjectAlternativeName == [.ipAddress([192, 0, 2, 10])])
        #expect(
            try leaf("good-ipv6").subjectAlternativeName == [
                .ipAddress([32, 1, 13, 184] + Array(repeating: 0, count: 11) + [16])
            ])
        guard case .dnsName(let name)? = try leaf("nul-byte").subjectAlternativeName?.first else {
            Issue.record("no DNS name")
            return
        }
        #expect(name.bytes.contains(0))
        let spelling = try chain("other-spelling")
        #expect(spelling[0].issuer != spelling[1].subject)
        #expect(spelling[0].issuer.matches(spelling[1].subject))
    }

    @Test func isInTheKeysAndSignatures() throws {
        #expect(try leaf("sha1").signatureAlgorithm == .ecdsa(.sha1))
        #expect(try leaf("md5").signatureAlgorithm == .rsaPKCS1(.md5))
        #expect(try chain("sha1-intermediate").map(\.signatureAlgorithm) == [.ecdsa(.sha256), .ecdsa(.sha1)])
        #expect(try leaf("good-rsa").signatureAlgorithm == .rsaPKCS1(.sha256))
        #expect(try leaf("good-rsa-pss").signatureAlgorithm == .rsaPSS(.init(.sha256)))
        for (name, bits) in [("good-rsa", 2048), ("good-rsa4096", 4096), ("rsa1024", 1024), ("rsa512", 512)] {
            #expect(try leaf(name).subjectPublicKeyInfo.bits == bits, "\(name)")
        }
        #expect(try chain("good-p384").map(\.signatureAlgorithm) == [.ecdsa(.sha384), .ecdsa(.sha384)])
        #expect(try chain("good-ed25519").map(\.signatureAlgorithm) == [.ed25519, .ed25519])
        let mismatch = try leaf("algorithm-mismatch")
        #expect(SignatureAlgorithm(mismatch.tbsSignatureAlgorithm) == .ecdsa(.sha384))
        #expect(mismatch.signatureAlgorithm == .ecdsa(.sha256))
        let impostor = try chain("impostor")
        #expect(impostor[0].authorityKeyIdentifier?.keyIdentifier == impostor[1].subjectKeyIdentifier)
        let twin = try chain("same-name-issuer")
        #expect(twin[0].issuer == twin[1].subject)
        #expect(twin[0].authorityKeyIdentifier?.keyIdentifier != twin[1].subjectKeyIdentifier)
    }

    @Test func isInTheFieldsAndExtensions() throws {
        #expect(try leaf("wrong-eku").extendedKeyUsage == [.clientAuth])
        #expect(try leaf("no-eku").extendedKeyUsage == nil)
        #expect(try leaf("key-usage").keyUsage == .keyAgreement)
        #expect(try leaf("ca-as-leaf").basicConstraints?.isCA == true)
        #expect(try leaf("version1").version == .v1)
        #expect(try leaf("version1").extensions.isEmpty)
        #expect(try leaf("version1-extensions").version == .v1)
        #expect(try leaf("serial-zero").serialNumber.isZero)
        #expect(try leaf("serial-negative").serialNumber.isNegative)
        #expect(try leaf("serial-long").serialNumber.bytes.count == 21)
        #expect(try leaf("duplicate-extension").extensions.count { $0.oid == .extendedKeyUsage } == 2)
        #expect(try leaf("no-authority-key-identifier").authorityKeyIdentifier == nil)
        for (name, days) in [("long-lifetime", 3_650), ("long-lifetime-apple", 826), ("long-lifetime-webpki", 399)] {
            let validity = try leaf(name).validity
            #expect(validity.notAfter.instant == validity.notBefore.instant.advanced(byDays: Int64(days)), "\(name)")
        }
        #expect(throws: DERError.self) { try leaf("lax-der") }
        #expect(throws: DERError.self) { try leaf("broken-der") }
        #expect(throws: DERError.self) { try leaf("trailing-bytes") }
    }

    @Test func isInTheLists() throws {
        #expect(try leaf("self-signed").isSelfIssued)
        #expect(try chain("chain-100").count == 99, "without the root")
        #expect(try chain("long-chain").count == 31, "without the root")
        let reversed = try chain("reversed-chain")
        #expect(reversed[0].issuer == reversed[2].subject && reversed[2].issuer == reversed[1].subject)
        #expect(try chain("superfluous").count == 6)
        let cross = try chain("expired-cross-sign")[2].validity
        #expect(cross.notAfter.instant < authority.moment)
        #expect(try !chain("expired-intermediate")[1].validity.contains(authority.moment))
        let root = try #require(TestBed.entry("expired-root"))
        let anchors = try root.stage(authority, root.host).anchors.map { try Certificate(der: $0) }
        #expect(try #require(anchors.first).validity.notAfter.instant < authority.moment)
        let loop = try chain("ca-loop")
        #expect(loop[1].issuer == loop[2].subject && loop[2].issuer == loop[1].subject)
        let rollover = try chain("key-rollover")
        #expect(rollover[2].isSelfIssued, "NewWithOld")
        #expect(rollover[2].authorityKeyIdentifier?.keyIdentifier != rollover[2].subjectKeyIdentifier)
    }

    /// What every intermediate of the catalogue says that is not about something else: no profile has a reason to
    /// object to it.
    @Test func isNotInTheAuthorityItself() throws {
        let chain = try chain("good")
        #expect(chain[1].extendedKeyUsage == [.serverAuth, .clientAuth])
        #expect(chain[1].basicConstraints == BasicConstraints(isCA: true, pathLengthConstraint: 0))
        #expect(chain[1].keyUsage == [.keyCertSign, .cRLSign])
    }
}
