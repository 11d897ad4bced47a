import Foundation
import HoldfastAuthority
import HoldfastCrypto
import HoldfastSecurity
import HoldfastX509
import PeerPrograms
import TestSupport
import Testing

@Suite("SecIdentity and SecPKCS12Import", .ownThread)
struct IdentityTests {
    let test: TrustFixture

    init() throws { test = try TrustFixture() }

    private static func imported(
        _ file: [UInt8], _ passphrase: Any?
    ) -> (status: OSStatus, items: [[String: Any]]?) {
        var items: CFArray?
        var options: [String: Any] = [:]
        options[kSecImportExportPassphrase as String] = passphrase
        let status = SecPKCS12Import(Data(file) as CFData, options as CFDictionary, &items)
        return (status, items as? [[String: Any]])
    }

    /// A file that OpenSSL made of one of our identities, as its options say.
    private func file(_ options: String, passphrase: String = "secret", root: Bool = true) throws -> [UInt8] {
        let openssl = try OpenSSLCommand()
        let identity = try test.intermediate.issue(TrustFixture.server())
        let root = root ? PEMBlock(.certificate, contents: test.root.certificate).encoded : ""
        try openssl.write(Array(identity.key.pem.utf8), to: "key")
        try openssl.write(Array((identity.chainPEM + root).utf8), to: "chain")
        try openssl("pkcs12 -export -inkey key -in chain -out file.p12 -passout pass:\(passphrase) \(options)")
        return try openssl.read("file.p12")
    }

    @Test("OpenSSL's files, today's and yesterday's", arguments: ["-name me", "-name me -legacy", "-name me -nomac"])
    func files(_ options: String) throws {
        let (status, items) = Self.imported(try file(options), "secret")
        #expect(status == errSecSuccess)
        let item = try #require(items?.first)
        #expect(items?.count == 1)
        #expect(item[kSecImportItemLabel as String] as? String == "me")
        #expect((item[kSecImportItemKeyID as String] as? Data)?.count == 20)
        let chain = try #require(item[kSecImportItemCertChain as String] as? [SecCertificate])
        #expect(
            chain.map { SecCertificateCopySubjectSummary($0) as String? }
                == [TrustFixture.host, "Test Intermediate", "Test Root"])
        let identity = try #require(item[kSecImportItemIdentity as String] as? SecIdentity)
        var certificate: SecCertificate?
        #expect(SecIdentityCopyCertificate(identity, &certificate) == errSecSuccess)
        #expect(certificate == chain[0])
        var key: SecKey?
        #expect(SecIdentityCopyPrivateKey(identity, &key) == errSecSuccess)
        let privateKey = try #require(key)
        #expect(SecKeyCopyPublicKey(privateKey) == SecCertificateCopyKey(chain[0]))
        let any = try #require(item[kSecImportItemTrust as String])
        #expect(CFGetTypeID(any as AnyObject) == SecTrustGetTypeID())
        let trust = try #require(any as? SecTrust)
        SecTrustSetVerifyDate(trust, TrustFixture.date())
        SecTrustSetAnchorCertificates(trust, [chain[2]] as CFArray)
        #expect(SecTrustEvaluateWithError(trust, nil))
    }

    @Test("without a name the label is the certificate's; without a root the chain ends below it")
    func bare() throws {
        let (status, items) = Self.imported(try file("", root: false), "secret")
        #expect(status == errSecSuccess)
        let item = try #require(items?.first)
        #expect(item[kSecImportItemLabel as String] as? String == TrustFixture.host)
        #expect((item[kSecImportItemCertChain as String] as? [SecCertificate])?.count == 2)
    }

    /// Apple: `errSecAuthFailed` for a wrong passphrase, `errSecDecode` where "the blob can't be read or is malformed".
    @Test("a wrong passphrase, a missing one, one of another type, no file")
    func failures() throws {
        let file = try file("-name me")
        #expect(Self.imported(file, "other").status == errSecAuthFailed)
        #expect(Self.imported(file, nil).status == errSecAuthFailed)
        #expect(Self.imported(file, 5).status == errSecParam)
        #expect(Self.imported([], "secret").status == errSecDecode)
        #expect(Self.imported(Array("no file".utf8), "secret").status == errSecDecode)
        #expect(Self.imported(Array(repeating: 0x30, count: 2 << 20), "secret").status == errSecDecode)
        for length in stride(from: 1, to: file.count, by: 41) {
            let (status, items) = Self.imported(Array(file.prefix(length)), "secret")
            #expect(status == errSecDecode, "\(length) bytes")
            #expect(items == nil)
        }
        for index in stride(from: 0, to: file.count, by: 29) {
            var changed = file
            changed[index] ^= 0x20
            #expect(Self.imported(changed, "secret").status != errSecSuccess, "byte \(index)")
        }
    }

    @Test("a file of certificates alone has no identity")
    func certificatesAlone() throws {
        let openssl = try OpenSSLCommand()
        try openssl.write(Array(try test.intermediate.issue(TrustFixture.server()).chainPEM.utf8), to: "chain")
        try openssl("pkcs12 -export -nokeys -in chain -out file.p12 -passout pass:secret")
        let (status, items) = Self.imported(try openssl.read("file.p12"), "secret")
        #expect(status == errSecSuccess)
        #expect(items?.count == 0)
    }

    @Test("a key and its own certificate make an identity; any other pair does not")
    func pairs() throws {
        var error: Unmanaged<CFError>?
        let parameters = [kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256] as CFDictionary
        let stranger = try #require(SecKeyCreateRandomKey(parameters, &error))
        let item = try #require(Self.imported(try file("-name me"), "secret").items?.first)
        let identity = try #require(item[kSecImportItemIdentity as String] as? SecIdentity)
        var certificate: SecCertificate?
        var key: SecKey?
        SecIdentityCopyCertificate(identity, &certificate)
        SecIdentityCopyPrivateKey(identity, &key)
        let (ownCertificate, ownKey) = (try #require(certificate), try #require(key))
        let same = try #require(SecIdentityCreate(nil, ownCertificate, ownKey))
        #expect(same == identity)
        #expect(Set([same, identity]).count == 1)
        #expect(SecIdentityCreate(nil, ownCertificate, stranger) == nil)
        #expect(SecIdentityCreate(nil, ownCertificate, try #require(SecKeyCopyPublicKey(ownKey))) == nil)
    }

    @Test("nothing of the key is in what an identity says of itself")
    func secrets() throws {
        let item = try #require(Self.imported(try file("-name me"), "secret").items?.first)
        let identity = try #require(item[kSecImportItemIdentity as String] as? SecIdentity)
        var key: SecKey?
        SecIdentityCopyPrivateKey(identity, &key)
        let privateKey = try #require(key)
        let bytes = try #require(SecKeyCopyExternalRepresentation(privateKey, nil) as Data?)
        let secret = hexText(bytes.suffix(32))
        var dumped = ""
        dump(identity, to: &dumped)
        for text in [
            "\(identity)", String(reflecting: identity), dumped, CFCopyDescription(identity) as String? ?? "",
            CFCopyDescription(privateKey) as String? ?? "",
        ] {
            #expect(!text.lowercased().contains(secret))
            #expect(!text.contains(bytes.suffix(32).map(String.init).joined(separator: ", ")))
        }
    }
}
