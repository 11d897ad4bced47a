import Foundation
import HoldfastAuthority
import HoldfastCredentials
import HoldfastCrypto
import HoldfastSecurity
import HoldfastX509
import TestSupport
import Testing

private typealias Keychain = KeychainFixture

private func with(_ dictionary: [CFString: Any], _ more: [CFString: Any]) -> [CFString: Any] {
    dictionary.merging(more) { _, new in new }
}

/// Certificates and identities by their names and issuers, by lists, and what a change makes of identities.
@Suite("Searches for certificates and identities", .ownThread)
struct KeychainMatchTests {
    private let test: KeychainFixture
    private let chains: TrustFixture
    private let certificates: [CFString: Any] = [kSecClass: kSecClassCertificate]
    private let identities: [CFString: Any] = [kSecClass: kSecClassIdentity]

    init() throws {
        test = try KeychainFixture()
        chains = try TrustFixture()
    }

    /// An identity as a program gets it: of a PKCS #12 file.
    private func identity(_ name: String) throws -> SecIdentity {
        let issued = try chains.intermediate.issue(.server(names: [name], at: TrustFixture.moment))
        let file = try issued.pkcs12(friendlyName: name).encoded(Passphrase("secret"))
        var items: CFArray?
        let options = [kSecImportExportPassphrase as String: "secret"] as CFDictionary
        try #require(SecPKCS12Import(Data(file) as CFData, options, &items) == errSecSuccess)
        let item = try #require((items as? [[String: Any]])?.first)
        return try #require(item[kSecImportItemIdentity as String] as? SecIdentity)
    }

    /// SecItem.c, SecItemAttributesPrepare: an issuer that is a distinguished name is made the canonical one.
    @Test("A certificate is found by its issuer and subject as they are spelt in it")
    func spelling() throws {
        var template = TrustFixture.server()
        template.subject = DistinguishedName([(.countryName, "de"), (.commonName, "Somebody")])
        let made = try Identity.selfSigned(template)
        let certificate = try TrustFixture.certificate(made.certificate)
        let normalized = try #require(SecCertificateCopyNormalizedIssuerSequence(certificate))
        let spelt = Data(made.subject.bytes)
        #expect(spelt != normalized as Data)
        test.run {
            #expect(Keychain.add([kSecValueRef: certificate]) == errSecSuccess)
            for name in [normalized, spelt as CFData] {
                #expect(Keychain.all(with(certificates, [kSecAttrIssuer: name])).count == 1)
                #expect(Keychain.all(with(certificates, [kSecAttrSubject: name])).count == 1)
            }
            #expect(Keychain.all(with(certificates, [kSecAttrIssuer: Data("no name".utf8)])).isEmpty)
        }
    }

    /// SecItem.h: "1 for v1 2 for v2 and 3 for v3 certificates".
    @Test("The type of a certificate is its version")
    func version() throws {
        let old = try chains.chain { $0.downgrade(to: .v1) }
        test.run {
            #expect(Keychain.add([kSecValueRef: old[0]]) == errSecSuccess)
            #expect(Keychain.all(certificates).first?[kSecAttrCertificateType as String] as? Int == 1)
            #expect(Keychain.add([kSecValueRef: old[1]]) == errSecSuccess)
            #expect(Keychain.all(with(certificates, [kSecAttrCertificateType: 3])).count == 1)
        }
    }

    /// RFC 5246 §7.4.4: where the list of authorities is empty, a client may send any certificate. Programs hand the
    /// list of the challenge on as it is.
    @Test("No issuers are any; one name may have certificates of several issuers")
    func issuers() throws {
        let chain = try chains.chain()
        let other = try CertificateAuthority.root(name: "Other Root", at: TrustFixture.moment)
        let crossed = try other.certify(
            chains.intermediate, .intermediate(name: "Test Intermediate", at: TrustFixture.moment))
        let cross = try TrustFixture.certificate(crossed)
        test.run {
            for certificate in [chain[0], chain[1], cross] {
                #expect(Keychain.add([kSecValueRef: certificate]) == errSecSuccess)
            }
            func found(_ names: [DistinguishedName]) -> Int {
                Keychain.all(with(certificates, [kSecMatchIssuers: names.map { Data($0.bytes) }])).count
            }
            #expect(found([]) == 3)
            // The leaf is below both roots.
            #expect(found([chains.root.identity.subject]) == 2)
            #expect(found([other.identity.subject]) == 2)
            #expect(found([chains.intermediate.identity.subject]) == 1)
        }
    }

    /// SecItem.h: "To delete multiple items specify kSecMatchItemList with an array of references."
    @Test("A list of objects, or of persistent references")
    func lists() throws {
        let chain = try chains.chain()
        let root = try chains.rootCertificate
        try test.run {
            var references: [Data] = []
            for certificate in chain + [root] {
                var added: CFTypeRef?
                let item: [CFString: Any] = [kSecValueRef: certificate, kSecReturnPersistentRef: true]
                #expect(SecItemAdd(item as CFDictionary, &added) == errSecSuccess)
                references.append(try #require(added as? Data))
            }
            #expect(Keychain.all(with(certificates, [kSecMatchItemList: [chain[0], root]])).count == 2)
            #expect(Keychain.all(with(certificates, [kSecMatchItemList: [references[1]]])).count == 1)
            #expect(Keychain.find(with(certificates, [kSecMatchItemList: [Any]()])).status == errSecItemNotFound)
            #expect(Keychain.find(with(certificates, [kSecMatchItemList: [Data("x".utf8)]])).status == errSecParam)
            #expect(Keychain.add([kSecValueRef: chain[0], kSecMatchItemList: [chain[0]]]) == errSecParam)
            #expect(Keychain.delete(with(certificates, [kSecMatchItemList: [chain[0], root]])) == errSecSuccess)
            let left = Keychain.find(with(certificates, [kSecReturnRef: true, kSecMatchLimit: kSecMatchLimitAll]))
            #expect(left.result as? [SecCertificate] == [chain[1]])
        }
    }

    /// SecItem.c, handleUpdateIdentity: the certificate is changed, and then the key.
    @Test("A change of an identity is one of its certificate and of its key")
    func change() throws {
        let (first, second) = (try identity(TrustFixture.host), try identity("other.holdfast.test"))
        test.run {
            #expect(Keychain.add([kSecValueRef: first]) == errSecSuccess)
            #expect(Keychain.add([kSecValueRef: second]) == errSecSuccess)
            let label: [CFString: Any] = [kSecAttrLabel: "client", kSecAttrAccessGroup: "group"]
            #expect(Keychain.update([kSecValueRef: first], label) == errSecSuccess)
            for itemClass in [kSecClassCertificate, kSecClassKey, kSecClassIdentity] {
                #expect(Keychain.all([kSecClass: itemClass, kSecAttrLabel: "client"]).count == 1, "\(itemClass)")
                #expect(Keychain.all([kSecClass: itemClass, kSecAttrAccessGroup: "group"]).count == 1, "\(itemClass)")
            }
            let tag: [CFString: Any] = [kSecAttrApplicationTag: Data("tag".utf8)]
            #expect(Keychain.update(with(identities, [kSecAttrLabel: "client"]), tag) == errSecSuccess)
            let found = Keychain.find(with(identities, with(tag, [kSecReturnRef: true])))
            #expect(found.result as? SecIdentity == first)
            #expect(Keychain.update(identities, [kSecValueData: Data()]) == errSecParam)
            #expect(Keychain.update(identities, [kSecAttrServer: "x"]) == errSecNoSuchAttr)
            let absent = with(identities, [kSecAttrLabel: "nobody"])
            #expect(Keychain.update(absent, [kSecAttrLabel: "x"]) == errSecItemNotFound)
        }
    }
}
