import HoldfastAuthority
import HoldfastCrypto
import HoldfastStatements
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastTrustStores

/// What is said of programs that read a store and take no notice of an authority in it.
struct StoreReadersTests {
    private func remarks(
        _ kinds: Set<TrustStoreKind> = Set(TrustStoreKind.allCases), key: PrivateKey? = nil,
        _ change: (inout CertificateTemplate) -> Void = { _ in }
    ) throws -> [String] {
        var template = CertificateTemplate.root(name: "Store Root", at: StoreAuthorityTests.now)
        change(&template)
        let root = try Identity.selfSigned(template, key: key)
        return StoreReaders.remarks(on: try StoreAuthority(file: root.certificate), in: kinds).map(\.description)
    }

    @Test("Nothing of an authority as create ca makes it")
    func usual() throws {
        #expect(try remarks().isEmpty)
        #expect(try remarks { $0.extendedKeyUsage = [.serverAuth] }.isEmpty)
        #expect(try remarks { $0.extendedKeyUsage = [.anyExtendedKeyUsage] }.isEmpty)
    }

    @Test("An extended key usage without servers, and a key for Ed25519 or Ed448: each store by its own readers")
    func others() throws {
        let clients = try remarks { $0.extendedKeyUsage = [.clientAuth] }
        #expect(clients.count == 3 && clients.allSatisfy { $0.contains("its extended key usage is clientAuth alone") })
        #expect(clients[0].hasPrefix("the system's store: OpenSSL, curl, Python and Go refuse servers below it"))
        #expect(try remarks([.nss]) { $0.extendedKeyUsage = [.clientAuth] }.count == 1)
        for kind in [KeyKind.ed25519, .ed448] {
            let key = try PrivateKey.generate(kind)
            #expect(try remarks([.java], key: key).isEmpty)
            let system = try remarks([.system], key: key)
            #expect(system.map { $0.contains("Go does not verify by such a key") } == (kind == .ed448 ? [true] : []))
            let words = try remarks([.nss], key: key)
            #expect(words.count == 1 && words[0].hasPrefix("databases of browsers: certutil does not take"), "\(words)")
        }
    }

    /// `openssl req -x509` with a key of brainpoolP256r1, which is made by no authority here.
    private static let brainpool = """
        -----BEGIN CERTIFICATE-----
        MIIBbjCCARWgAwIBAgIUY+dNsCDOjfwkuUlZDQO56l5Bvs8wCgYIKoZIzj0EAwIw
        FTETMBEGA1UEAwwKUm9vdCBicDI1NjAeFw0yNjExMjgyMjQ3NTJaFw0yNzExMjgy
        MjQ3NTJaMBUxEzARBgNVBAMMClJvb3QgYnAyNTYwWjAUBgcqhkjOPQIBBgkrJAMD
        AggBAQcDQgAEN16prYG3UWj2YlI1muteeS41FyEF9V2YcqRq7tUpfZ5gsghdqZJ5
        NvY1H14Aah+rdBMsc+fI5hiFYVOjMlBVRaNCMEAwDwYDVR0TAQH/BAUwAwEB/zAO
        BgNVHQ8BAf8EBAMCAQYwHQYDVR0OBBYEFB3d6ENiFU0V/3XBq0O1L1G23bhCMAoG
        CCqGSM49BAMCA0cAMEQCIAv4bD0s/UUSY/EneIlZCpPqp5zCU7YdLiDbUHsRIOrI
        AiAJXwf13IcJhSIjjXNW6WnUzFAo64NCVR/xAbg1di5HTA==
        -----END CERTIFICATE-----
        """

    /// RFC 5639 §4.1: brainpoolP256r1 is 1.3.36.3.3.2.8.1.1.7.
    @Test("A key on a curve of Brainpool: in each store somebody refuses it")
    func curves() throws {
        let root = try StoreAuthority(file: Array(Self.brainpool.utf8))
        let words = StoreReaders.remarks(on: root, in: Set(TrustStoreKind.allCases)).map(\.description)
        #expect(words.count == 3, "\(words)")
        #expect(words.allSatisfy { $0.contains("its key is on the curve brainpoolP256r1") }, "\(words)")
    }

    @Test("A key of ML-DSA: which programs read it, in each store")
    func mldsa() throws {
        let root = try StoreAuthority(file: RecordedMLDSA.file("root-65.pem"))
        let words = StoreReaders.remarks(on: root, in: Set(TrustStoreKind.allCases)).map(\.description)
        #expect(words.count == 3 && words.allSatisfy { $0.contains("its key is for ML-DSA-65") }, "\(words)")
    }

    @Test("Each fact says where and when it was seen")
    func facts() {
        for fact in StoreReaders.facts {
            #expect(!fact.source.isEmpty && fact.day.split(separator: "-").count == 3, "\(fact)")
        }
        #expect(Set(StoreReaders.facts.map(\.trait)) == Set(StoreReaders.Trait.allCases))
    }
}
