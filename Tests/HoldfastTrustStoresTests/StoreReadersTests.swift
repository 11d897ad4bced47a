import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509
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
        return StoreReaders.remarks(on: try StoreAuthority(file: root.certificate), in: kinds)
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
            #expect(try remarks([.system, .java], key: key).isEmpty)
            let words = try remarks([.nss], key: key)
            #expect(words.count == 1 && words[0].hasPrefix("databases of browsers: certutil does not take"), "\(words)")
        }
    }

    @Test("Each fact says where and when it was seen")
    func facts() {
        for fact in StoreReaders.facts {
            #expect(!fact.source.isEmpty && fact.day.split(separator: "-").count == 3, "\(fact)")
        }
        #expect(Set(StoreReaders.facts.map(\.trait)) == Set(StoreReaders.Trait.allCases))
    }
}
