import Foundation
import HoldfastAuthority
import HoldfastCredentials
import HoldfastCrypto
import HoldfastSecurity
import HoldfastX509
import TestSupport
import Testing

private typealias Keychain = KeychainFixture

/// Certificates, keys and identities as items (Apple, "Storing a Certificate in the Keychain", "Storing Keys in the
/// Keychain", "Storing an Identity in the Keychain").
@Suite("Certificates, keys and identities in the keychain", .ownThread)
struct KeychainObjectTests {
    let test: KeychainFixture
    let chains: TrustFixture

    init() throws {
        test = try KeychainFixture()
        chains = try TrustFixture()
    }

    /// An identity as a program gets it: of a PKCS #12 file.
    private func identity(_ name: String = TrustFixture.host) throws -> (SecIdentity, SecCertificate) {
        let issued = try chains.intermediate.issue(.server(names: [name], at: TrustFixture.moment))
        let file = try issued.pkcs12(friendlyName: name).encoded(Passphrase("secret"))
        var items: CFArray?
        let options = [kSecImportExportPassphrase as String: "secret"] as CFDictionary
        try #require(SecPKCS12Import(Data(file) as CFData, options, &items) == errSecSuccess)
        let item = try #require((items as? [[String: Any]])?.first)
        let identity = try #require(item[kSecImportItemIdentity as String] as? SecIdentity)
        return (identity, try TrustFixture.certificate(issued.certificate))
    }

    @Test("A certificate by its object and by its data, found by label, issuer, serial number and itself")
    func certificates() throws {
        let chain = try chains.chain()
        try test.run {
            let add: [CFString: Any] = [
                kSecClass: kSecClassCertificate, kSecValueRef: chain[0], kSecAttrLabel: "My Certificate",
            ]
            #expect(Keychain.add(add) == errSecSuccess)
            // Primary keys: kSecAttrCertificateType, kSecAttrIssuer, kSecAttrSerialNumber; the label is none.
            #expect(Keychain.add([kSecValueRef: chain[0], kSecAttrLabel: "other"]) == errSecDuplicateItem)
            #expect(
                Keychain.add([kSecClass: kSecClassCertificate, kSecValueData: SecCertificateCopyData(chain[1])])
                    == errSecSuccess)
            #expect(Keychain.add([kSecClass: kSecClassCertificate, kSecValueData: Data("no".utf8)]) == errSecParam)
            let get: [CFString: Any] = [
                kSecClass: kSecClassCertificate, kSecAttrLabel: "My Certificate", kSecReturnRef: kCFBooleanTrue!,
            ]
            #expect(Keychain.find(get).result as? SecCertificate == chain[0])
            let serial = try #require(SecCertificateCopySerialNumberData(chain[1], nil))
            let issuer = try #require(SecCertificateCopyNormalizedIssuerSequence(chain[1]))
            let bySerial: [CFString: Any] = [
                kSecClass: kSecClassCertificate, kSecAttrSerialNumber: serial, kSecAttrIssuer: issuer,
                kSecReturnRef: true,
            ]
            #expect(Keychain.find(bySerial).result as? SecCertificate == chain[1])
            // Without a label of the program's own it is the certificate's name for people.
            let named: [CFString: Any] = [kSecClass: kSecClassCertificate, kSecAttrLabel: "Test Intermediate"]
            #expect(Keychain.data(named) == SecCertificateCopyData(chain[1]) as Data)
            let matched: [(CFString, Any, Int)] = [
                (kSecMatchSubjectContains, "holdfast", 1), (kSecMatchSubjectContains, "HOLDFAST", 0),
                (kSecMatchSubjectStartsWith, "www.", 1), (kSecMatchSubjectEndsWith, "Intermediate", 1),
                (kSecMatchSubjectWholeString, "Test", 0), (kSecMatchValidOnDate, TrustFixture.date(), 2),
                (kSecMatchValidOnDate, Date(timeIntervalSince1970: 0), 0),
                (kSecMatchIssuers, [Data(chains.root.identity.subject.bytes)], 2),
                (kSecMatchIssuers, [Data(chains.intermediate.identity.subject.bytes)], 1),
            ]
            for (key, value, count) in matched {
                #expect(Keychain.all([kSecClass: kSecClassCertificate, key: value]).count == count, "\(key) \(value)")
            }
            let folded: [CFString: Any] = [
                kSecClass: kSecClassCertificate, kSecMatchSubjectContains: "HOLDFAST", kSecMatchCaseInsensitive: true,
            ]
            #expect(Keychain.all(folded).count == 1)
            #expect(Keychain.delete([kSecValueRef: chain[0]]) == errSecSuccess)
            #expect(Keychain.find([kSecValueRef: chain[0]]).status == errSecItemNotFound)
            #expect(Keychain.find([kSecValueRef: chain[1]]).status == errSecSuccess)
        }
    }

    @Test("A key by its tag, by its label and itself; the two halves are two items")
    func keys() throws {
        let parameters: [CFString: Any] = [
            kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
        ]
        let key = try #require(SecKeyCreateRandomKey(parameters as CFDictionary, nil))
        let half = try #require(SecKeyCopyPublicKey(key))
        try test.run {
            let tag = Data("org.example.keys.mykey".utf8)
            let add: [CFString: Any] = [kSecClass: kSecClassKey, kSecAttrApplicationTag: tag, kSecValueRef: key]
            #expect(Keychain.add(add) == errSecSuccess)
            #expect(Keychain.add(add) == errSecDuplicateItem)
            #expect(Keychain.add([kSecValueRef: half, kSecAttrApplicationTag: tag]) == errSecSuccess)
            let get: [CFString: Any] = [
                kSecClass: kSecClassKey, kSecAttrApplicationTag: tag, kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom,
                kSecAttrKeyClass: kSecAttrKeyClassPrivate, kSecReturnRef: true,
            ]
            #expect(Keychain.find(get).result as? SecKey == key)
            #expect(
                Keychain.data(get.filter { $0.key != kSecReturnRef }) == SecKeyCopyExternalRepresentation(key, nil)
                    as Data?)
            // "kSecAttrApplicationLabel … the hash of the public key": the same for both halves.
            let label = try #require(
                (SecKeyCopyAttributes(half) as? [String: Any])?[kSecAttrApplicationLabel as String])
            #expect(Keychain.all([kSecClass: kSecClassKey, kSecAttrApplicationLabel: label]).count == 2)
            let shown = Keychain.all([kSecClass: kSecClassKey, kSecAttrKeyClass: kSecAttrKeyClassPublic]).first
            #expect(shown?[kSecAttrKeyClass as String] as? String == kSecAttrKeyClassPublic as String)
            #expect(shown?[kSecAttrKeySizeInBits as String] as? Int == 256)
            #expect(shown?[kSecAttrIsPermanent as String] as? Bool == true)
            let retag: [CFString: Any] = [kSecAttrApplicationTag: Data("new".utf8)]
            #expect(Keychain.update([kSecValueRef: key], retag) == errSecSuccess)
            #expect(Keychain.find(get).status == errSecItemNotFound)
            #expect(Keychain.update([kSecValueRef: key], [kSecValueData: Data()]) == errSecParam)
            #expect(Keychain.delete([kSecValueRef: key]) == errSecSuccess)
            #expect(Keychain.find([kSecValueRef: half]).status == errSecSuccess)
        }
    }

    @Test("Keys as data: of a curve with its class and type, symmetric without an object")
    func keyData() throws {
        let parameters: [CFString: Any] = [kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 1024]
        let key = try #require(SecKeyCreateRandomKey(parameters as CFDictionary, nil))
        let data = try #require(SecKeyCopyExternalRepresentation(key, nil))
        test.run {
            var add: [CFString: Any] = [
                kSecClass: kSecClassKey, kSecValueData: data, kSecAttrKeyType: kSecAttrKeyTypeRSA,
                kSecAttrKeyClass: kSecAttrKeyClassPrivate, kSecAttrKeySizeInBits: 4096,
            ]
            #expect(Keychain.add(add) == errSecSuccess)
            let found = Keychain.find([kSecClass: kSecClassKey, kSecReturnRef: true, kSecAttrKeySizeInBits: 1024])
            #expect(found.result as? SecKey == key)
            add[kSecValueData] = Data("no key".utf8)
            #expect(Keychain.add(add) == errSecParam)
            let secret: [CFString: Any] = [
                kSecClass: kSecClassKey, kSecAttrKeyClass: kSecAttrKeyClassSymmetric,
                kSecAttrKeyType: kSecAttrKeyTypeAES,
                kSecValueData: Data(repeating: 1, count: 32), kSecAttrApplicationLabel: "session",
            ]
            #expect(Keychain.add(secret) == errSecSuccess)
            let query: [CFString: Any] = [kSecClass: kSecClassKey, kSecAttrKeyClass: kSecAttrKeyClassSymmetric]
            #expect(Keychain.data(query) == Data(repeating: 1, count: 32))
            // SecItem.h: "returning references is supported only for Certificate, Key or Identity items".
            let reference = Keychain.find(query.merging([kSecReturnRef: true]) { $1 })
            #expect(reference.status == errSecSuccess && reference.result == nil)
        }
    }

    /// Apple, "Generating New Cryptographic Keys".
    @Test("A generated key is stored with its tag, and found by another process")
    func generated() throws {
        let tag = Data("com.example.keys.mykey".utf8)
        let attributes: [String: Any] = [
            kSecAttrKeyType as String: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits as String: 1024,
            kSecPrivateKeyAttrs as String: [
                kSecAttrIsPermanent as String: true, kSecAttrApplicationTag as String: tag,
            ],
        ]
        var error: Unmanaged<CFError>?
        let made = test.run { SecKeyCreateRandomKey(attributes as CFDictionary, &error) }
        let key = try #require(made)
        let query: [CFString: Any] = [
            kSecClass: kSecClassKey, kSecAttrApplicationTag: tag, kSecAttrKeyType: kSecAttrKeyTypeRSA,
            kSecReturnRef: true,
        ]
        let later = KeychainFixture.stores(test.folder)
        ProcessCredentialStores.$ofTask.withValue(later) {
            #expect(Keychain.find(query).result as? SecKey == key)
            #expect(Keychain.all([kSecClass: kSecClassKey]).count == 1)
        }
        var publicKey: SecKey?
        var privateKey: SecKey?
        let pair: [String: Any] = [
            kSecAttrKeyType as String: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits as String: 256,
            kSecAttrIsPermanent as String: true, kSecAttrLabel as String: "pair",
        ]
        test.run {
            #expect(SecKeyGeneratePair(pair as CFDictionary, &publicKey, &privateKey) == errSecSuccess)
            #expect(Keychain.all([kSecClass: kSecClassKey, kSecAttrLabel: "pair"]).count == 2)
            let wrong = pair.merging([kSecAttrApplicationTag as String: Date()]) { $1 }
            #expect(SecKeyGeneratePair(wrong as CFDictionary, nil, nil) == errSecParam)
            #expect(Keychain.all([kSecClass: kSecClassKey]).count == 3)
        }
    }

    @Test("An identity is its certificate with its key: added, found, used, removed")
    func identities() throws {
        let (identity, certificate) = try identity()
        let (other, _) = try self.identity("other.holdfast.test")
        try test.run {
            var reference: CFTypeRef?
            let add: [CFString: Any] = [kSecValueRef: identity, kSecAttrLabel: "client", kSecReturnPersistentRef: true]
            #expect(SecItemAdd(add as CFDictionary, &reference) == errSecSuccess)
            #expect(Keychain.add([kSecValueRef: identity]) == errSecDuplicateItem)
            #expect(Keychain.add([kSecClass: kSecClassIdentity, kSecValueRef: other]) == errSecSuccess)
            #expect(Keychain.all([kSecClass: kSecClassCertificate]).count == 2)
            #expect(Keychain.all([kSecClass: kSecClassKey]).count == 2)
            let get: [CFString: Any] = [kSecClass: kSecClassIdentity, kSecAttrLabel: "client", kSecReturnRef: true]
            #expect(Keychain.find(get).result as? SecIdentity == identity)
            let persistent = try #require(reference as? Data)
            #expect(
                Keychain.find([kSecValuePersistentRef: persistent, kSecReturnRef: true]).result as? SecIdentity
                    == identity)
            let issuers: [CFString: Any] = [
                kSecClass: kSecClassIdentity, kSecMatchIssuers: [Data(chains.intermediate.identity.subject.bytes)],
                kSecMatchLimit: kSecMatchLimitAll, kSecReturnRef: true,
            ]
            #expect((Keychain.find(issuers).result as? [SecIdentity])?.count == 2)
            #expect(Keychain.delete([kSecValueRef: identity]) == errSecSuccess)
            #expect(Keychain.find([kSecValueRef: certificate]).status == errSecItemNotFound)
            #expect(Keychain.all([kSecClass: kSecClassKey]).count == 1)
            #expect(Keychain.all([kSecClass: kSecClassIdentity]).count == 1)
        }
    }

    @Test("A certificate and a key that were added apart are an identity; without its key a certificate is none")
    func joined() throws {
        let (identity, certificate) = try identity()
        try test.run {
            #expect(Keychain.add([kSecValueRef: certificate]) == errSecSuccess)
            let query: [CFString: Any] = [kSecClass: kSecClassIdentity, kSecReturnRef: true]
            #expect(Keychain.find(query).status == errSecItemNotFound)
            var key: SecKey?
            SecIdentityCopyPrivateKey(identity, &key)
            let privateKey = try #require(key)
            let half = try #require(SecKeyCopyPublicKey(privateKey))
            #expect(Keychain.add([kSecValueRef: half]) == errSecSuccess)
            #expect(Keychain.find(query).status == errSecItemNotFound)
            #expect(Keychain.add([kSecValueRef: privateKey]) == errSecSuccess)
            #expect(Keychain.find(query).result as? SecIdentity == identity)
        }
    }
}
