import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509
import Testing

/// Templates of a certificate's successor.
struct RenewalTests {
    private static let then = Instant(secondsSince1970: 1_790_000_000)
    private static let now = Instant(secondsSince1970: 1_795_000_000)

    @Test("Subject, names, usages, other extensions and the length of life stay; serial number and dates are new")
    func successor() throws {
        let authority = try CertificateAuthority.root(name: "Renewing Root", at: Self.then)
        var template = CertificateTemplate.server(names: ["a.test", "*.b.test", "192.0.2.1"], at: Self.then)
        template.lasts(days: 90, from: Self.then)
        template.add(.tlsFeature, TLSFeature([TLSFeature.statusRequest]))
        template.subject = DistinguishedName([RelativeDistinguishedName]())
        let key = try PrivateKey.generate(.p384)
        let old = try Certificate(der: authority.issue(template, key: key).certificate)
        let new = try Certificate(
            der: authority.issue(
                CertificateTemplate(renewing: old, at: Self.now), for: old.subjectPublicKeyInfo))
        #expect(new.subject == old.subject)
        #expect(new.subjectPublicKeyInfo == old.subjectPublicKeyInfo)
        // The same extensions, byte for byte and in criticality; the authority's key is the same.
        #expect(Set(new.extensions) == Set(old.extensions))
        #expect(new.extensions.count == old.extensions.count)
        #expect(new.serialNumber != old.serialNumber)
        // Ninety days in all, from a day before, their last second counted.
        #expect(new.validity.notBefore.instant == Self.now.advanced(byDays: -1))
        #expect(new.validity.notAfter.instant == Self.now.advanced(byDays: 89).advanced(bySeconds: -1))
    }

    /// RFC 6962 §3.3: the timestamps are signed over the certificate's own contents.
    @Test("Timestamps of logs and the identifier of another authority's key do not stay")
    func leftOut() throws {
        let authority = try CertificateAuthority.root(name: "Renewing Root", at: Self.then)
        var template = CertificateTemplate.server(names: ["a.test"], at: Self.then)
        template.additionalExtensions.append(Extension(.embeddedSCTList, value: [0x04, 0x02, 0x00, 0x00]))
        template.authorityKeyIdentifier = .value([1, 2, 3])
        let old = try Certificate(der: authority.issue(template).certificate)
        let new = try Certificate(
            der: authority.issue(CertificateTemplate(renewing: old, at: Self.now), for: old.subjectPublicKeyInfo))
        #expect(new.firstExtension(.embeddedSCTList) == nil)
        let root = try Certificate(der: authority.certificate)
        #expect(new.authorityKeyIdentifier?.keyIdentifier == root.subjectKeyIdentifier)
    }

    /// RFC 5280 §4.2.1.3: keyEncipherment is for a key that encrypts another, as RSA does in TLS 1.2 (RFC 5246 §7.4.2);
    /// NSS refuses a server's RSA key without it.
    @Test("An RSA server that may sign alone gets keyEncipherment; another key, another usage and a client do not")
    func usage() throws {
        let authority = try CertificateAuthority.root(name: "Renewing Root", at: Self.then)
        let (rsa, ec) = (try PrivateKey.generate(.rsa(bits: 2048)), try PrivateKey.generate(.p256))
        func renewed(_ key: PrivateKey, _ usage: KeyUsage, _ purpose: ObjectIdentifier) throws -> KeyUsage? {
            var template = CertificateTemplate.server(names: ["a.test"], at: Self.then)
            template.keyUsage = usage
            template.extendedKeyUsage = [purpose]
            let old = try Certificate(der: authority.issue(template, key: key).certificate)
            #expect(old.keyUsage == usage)
            let successor = CertificateTemplate(renewing: old, at: Self.now)
            return try Certificate(der: authority.issue(successor, for: old.subjectPublicKeyInfo)).keyUsage
        }
        #expect(try renewed(rsa, .digitalSignature, .serverAuth) == [.digitalSignature, .keyEncipherment])
        #expect(try renewed(rsa, .keyAgreement, .serverAuth) == .keyAgreement)
        #expect(try renewed(rsa, .digitalSignature, .clientAuth) == .digitalSignature)
        #expect(try renewed(ec, .digitalSignature, .serverAuth) == .digitalSignature)
    }

    @Test("The kind of a key is found again from its public half")
    func kinds() throws {
        for (name, kind) in KeyKind.offered where name != "rsa-4096" && name != "rsa-3072" && kind.isInLibrary {
            #expect(KeyKind(of: try PrivateKey.generate(kind).subjectPublicKeyInfo) == kind)
        }
    }
}
