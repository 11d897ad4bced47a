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

    /// RFC 5280 §4.2.1.9 has the extension that says so; version 1 has none, and most programs trust such a root.
    @Test("What signed itself and does not say that it is an authority's is refused for that, and for nothing untrue")
    func signedItself() throws {
        let server = try Identity.selfSigned(.server(names: ["a.test"], at: Self.now))
        var bare = CertificateTemplate.root(name: "Bare", at: Self.now)
        bare.basicConstraints = nil
        var old = CertificateTemplate.root(name: "Old", at: Self.now)
        // Version 1 has no extensions.
        old.version = .v1
        (old.basicConstraints, old.keyUsage) = (nil, nil)
        (old.subjectKeyIdentifier, old.authorityKeyIdentifier) = (.omitted, .omitted)
        let rows: [(String, StoreAuthorityError?, StoreAuthorityError)] = [
            ("a server's own", error(server.certificate), .signedItself),
            ("without basicConstraints", error(try Identity.selfSigned(bare).certificate), .signedItself),
            ("version 1", error(try Identity.selfSigned(old).certificate), .firstVersion),
        ]
        for (name, found, wanted) in rows {
            #expect(found == wanted, "\(name)")
            // Nobody issued it but itself, and somebody is trusted through it.
            #expect(found?.description.contains("nobody would be trusted") == false, "\(name)")
            #expect(found?.hint.contains("the authority that issued it") == false, "\(name)")
            #expect(found?.hint.contains("--anchors") == true, "\(name)")
        }
    }

    /// openssl-verification-options(1), Trust Anchors: a trust anchor "does not have a negative trust attribute
    /// rejecting the given use".
    @Test("A root that its file rejects for servers, or trusts for mail alone, goes into no store")
    func rejected() throws {
        func file(_ settings: String) throws -> [UInt8] {
            let settings = try #require(HexString.decode(settings))
            let block = PEMBlock(label: "TRUSTED CERTIFICATE", contents: try Self.root().certificate + settings)
            return Array(block.encoded.utf8)
        }
        // SEQUENCE { reject [0] { serverAuth } }, then SEQUENCE { trust SEQUENCE { emailProtection } }.
        #expect(
            error(try file("300ca00a06082b06010505070301")) == .rejected(trusted: nil, rejected: "serverAuth"))
        #expect(
            error(try file("300c300a06082b06010505070304")) == .rejected(trusted: "emailProtection", rejected: nil))
        guard case .unreadable = error(try file("3003020102")) else {
            Issue.record("what cannot be read may be a rejection")
            return
        }
        // SEQUENCE { trust SEQUENCE { serverAuth } }.
        let servers = try StoreAuthority(file: try file("300c300a06082b06010505070301"))
        #expect(servers.trustSettings?.isUnlimited == false)
        #expect(try StoreAuthority(file: try file("3000")).trustSettings?.isUnlimited == true)
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
        #expect(error(try Identity.selfSigned(silent).certificate) == .mayNotSign)
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
