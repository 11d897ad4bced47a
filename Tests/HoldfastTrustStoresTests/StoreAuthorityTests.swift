import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrustStores
import HoldfastX509
import Testing

/// Certificates that are put into stores, and those that are not.
struct StoreAuthorityTests {
    static let now = Instant(secondsSince1970: 1_795_000_000)

    static func root(_ permitting: NameConstraints? = nil) throws -> Identity {
        try Identity.selfSigned(.root(name: "Store Root", at: now, permitting: permitting))
    }

    private func error(_ file: [UInt8]) -> StoreAuthorityError? {
        do throws(StoreAuthorityError) {
            _ = try StoreAuthority(file: file)
            return nil
        } catch {
            return error
        }
    }

    @Test("A root in PEM and in DER is one authority, known by its SHA-256")
    func forms() throws {
        let root = try Self.root()
        let pem = try StoreAuthority(file: Array(root.chainPEM.utf8))
        let der = try StoreAuthority(file: root.certificate)
        #expect(pem.fingerprint == der.fingerprint)
        #expect(pem.fingerprint == Digest.sha256(root.certificate))
        #expect(pem.label == "holdfast-" + HexString.encode(Digest.sha256(root.certificate)).prefix(16))
        #expect(pem.pem == Array(root.chainPEM.utf8))
    }

    @Test("A private key beside it, an encrypted one, a key alone: refused")
    func keys() throws {
        let root = try Self.root()
        let plain = try root.key.pem
        #expect(error(Array((root.chainPEM + plain).utf8)) == .holdsPrivateKey)
        #expect(error(Array(plain.utf8)) == .holdsPrivateKey)
        let encrypted = try root.key.encryptedPEM(Passphrase("correct horse"))
        #expect(error(Array((encrypted + root.chainPEM).utf8)) == .holdsPrivateKey)
        let container = try root.pkcs12().encoded(Passphrase("correct horse"))
        #expect(error(container) == .holdsPrivateKey)
    }

    @Test("Two certificates, none, a server's, an intermediate's, a CA that may not sign, nonsense: refused")
    func others() throws {
        let root = try Self.root()
        let authority = CertificateAuthority(root)
        let leaf = try authority.issue(.server(names: ["a.test"], at: Self.now))
        let below = try authority.issue(.intermediate(name: "Below", at: Self.now))
        #expect(error(Array((root.chainPEM + root.chainPEM).utf8)) == .severalCertificates(2))
        #expect(error(leaf.certificate) == .noAuthority)
        #expect(error(below.certificate) == .noRoot(issuer: "Store Root"))
        var silent = CertificateTemplate.root(name: "Silent", at: Self.now)
        silent.keyUsage = [.digitalSignature]
        #expect(error(try Identity.selfSigned(silent).certificate) == .noAuthority)
        #expect(error(Array(root.certificate.dropLast())) != nil)
        #expect(error([]) != nil)
        #expect(error([UInt8](repeating: 0x20, count: StoreAuthority.maximumBytes + 1)) == .tooLarge)
    }

    /// RFC 5280 §4.2.1.10: what has no subtree of its kind is not limited.
    @Test("Limits: of names and addresses both; of names alone, or of none, it is not limited")
    func limits() throws {
        func authority(_ constraints: NameConstraints?) throws -> StoreAuthority {
            try StoreAuthority(file: try Self.root(constraints).certificate)
        }
        let development = try authority(
            .only(domains: ["test", "localhost"], addresses: ["127.0.0.0/8", "::1"]))
        #expect(development.isConstrained)
        #expect(development.permittedNames == ["test", "localhost", "127.0.0.0/8", "::1"])
        #expect(try authority(.only(domains: ["test"])).isConstrained)
        #expect(try !authority(nil).isConstrained)
        let name = try GeneralName(alternativeName: "test")
        #expect(try !authority(NameConstraints(permittedSubtrees: [GeneralSubtree(name)])).isConstrained)
        #expect(try !authority(NameConstraints(excludedSubtrees: [GeneralSubtree(name)])).isConstrained)
        let everything = NameConstraints(
            permittedSubtrees: [GeneralSubtree(.dnsName(try #require(IA5String(""))))],
            excludedSubtrees: [8, 32].map { GeneralSubtree(.ipAddress([UInt8](repeating: 0, count: $0)[...])) })
        #expect(try !authority(everything).isConstrained)
    }

    @Test("It expires after its last second, and not with it (RFC 5280 §4.1.2.5)")
    func expiry() throws {
        let authority = try StoreAuthority(file: try Self.root().certificate)
        let end = authority.certificate.validity.notAfter.instant
        #expect(authority.expiry(at: end) == nil)
        #expect(authority.expiry(at: end.advanced(bySeconds: 1)) == .expired(end))
    }
}
