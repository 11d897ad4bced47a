import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509
import PeerPrograms
import TestSupport
import Testing

@Suite("PKCS #12", .ownThread)
struct PKCS12Tests {
    private static let few = KeyEncryption.minimumIterations
    private let secret = Passphrase("s3cret")

    private func reason(_ body: () throws -> Void) -> CryptoError.Reason? {
        do {
            try body()
            return nil
        } catch {
            return (error as? CryptoError)?.reason
        }
    }

    private func server(_ kind: KeyKind = .p256) throws -> (identity: Identity, root: [UInt8]) {
        let hierarchy = try TestHierarchy()
        return (
            try hierarchy.intermediate.issue(TestHierarchy.server(), key: try PrivateKey.generate(kind)),
            hierarchy.root.certificate
        )
    }

    @Test("an identity is written, read here and by openssl", arguments: CertificationRequestTests.kinds)
    func written(_ kind: KeyKind) throws {
        let (identity, root) = try server(kind)
        let file = identity.pkcs12(friendlyName: "Ein Schlüssel 🔑", root: root)
        let der = try file.encoded(secret, iterations: Self.few)
        let read = try PKCS12(der, passphrase: secret)
        #expect(read.keys.map(\.key.subjectPublicKeyInfo) == [identity.key.subjectPublicKeyInfo])
        #expect(read.keys.map(\.friendlyName) == ["Ein Schlüssel 🔑"])
        #expect(read.certificates.map(\.certificate) == identity.chain + [root])
        #expect(read.certificates.first?.localKeyID == read.keys.first?.localKeyID)
        #expect(read.others.isEmpty)
        let again = try Identity(read)
        #expect(again.chain == identity.chain)
        #expect(EncodedObject.kind(ofDER: der) == .pkcs12)

        let openssl = try OpenSSLCommand()
        try openssl.write(der, to: "file.p12")
        let text = try openssl("pkcs12 -in file.p12 -passin pass:s3cret -nodes -info")
        for part in [
            "MAC: sha256, Iteration 1000", "PBES2, PBKDF2, AES-256-CBC, Iteration 1000, PRF hmacWithSHA256",
            "localKeyID",
        ] {
            #expect(text.contains(part), "\(part)")
        }
        let objects = try EncodedObject.all(in: Array(text.utf8))
        #expect(objects.filter { $0.kind == .certificate }.map(\.bytes) == identity.chain + [root])
        #expect(try openssl.attempt("pkcs12 -in file.p12 -passin pass:wrong -nodes").status != 0)
    }

    /// What `openssl pkcs12 -export` writes by its options, the last ones as 1.1 and older did.
    static let options = [
        "", "-keypbe AES-128-CBC -certpbe AES-192-CBC -macalg sha512", "-certpbe NONE", "-keypbe NONE",
        "-keypbe NONE -certpbe NONE", "-nomac", "-keypbe PBE-SHA1-3DES -certpbe PBE-SHA1-3DES -macalg sha1",
        "-legacy", "-iter 1 -legacy", "-keypbe PBE-SHA1-RC4-128 -certpbe PBE-SHA1-RC2-128 -legacy",
    ]

    @Test("files of openssl are read", arguments: options)
    func read(_ options: String) throws {
        let (identity, _) = try server()
        let openssl = try OpenSSLCommand()
        try openssl.write(identity.key.pem.utf8, to: "key")
        try openssl.write([identity.certificate], to: "certificate.pem")
        try openssl.write(identity.issuers, to: "issuers.pem")
        try openssl(
            "pkcs12 -export -inkey key -in certificate.pem -certfile issuers.pem -name server -out file.p12 "
                + "-passout pass:s3cret \(options)")
        let der = try openssl.read("file.p12")
        let read = try Identity(try PKCS12(der, passphrase: secret), friendlyName: "Server")
        #expect(read.chain == identity.chain)
        #expect(read.key.subjectPublicKeyInfo == identity.key.subjectPublicKeyInfo)
        for wrong in ["S3cret", "", "x"] {
            let seen = reason { _ = try PKCS12(der, passphrase: Passphrase(wrong)) }
            #expect(seen == .wrongPassphrase, "\(wrong): \(String(describing: seen))")
        }
        #expect(reason { _ = try PKCS12(der, passphrase: nil) } == .passphraseNeeded)
    }

    @Test("an empty passphrase, and none at all", arguments: ["", "-legacy"])
    func empty(_ options: String) throws {
        let (identity, _) = try server()
        let openssl = try OpenSSLCommand()
        try openssl.write(identity.key.pem.utf8, to: "key")
        try openssl.write([identity.certificate], to: "certificate.pem")
        try openssl(
            "pkcs12 -export -inkey key -in certificate.pem -out file.p12 -passout pass: \(options)")
        let der = try openssl.read("file.p12")
        for passphrase in [nil, Passphrase("")] {
            #expect(try PKCS12(der, passphrase: passphrase).keys.count == 1)
        }
        #expect(reason { _ = try PKCS12(der, passphrase: secret) } == .wrongPassphrase)
        let own = try identity.pkcs12().encoded(Passphrase(""), iterations: Self.few)
        try openssl.write(own, to: "own.p12")
        try openssl("pkcs12 -in own.p12 -passin pass: -noout")
    }

    /// RFC 7292 §3: "the data types … are BER-encoded"; as Firefox writes them, lengths are indefinite.
    @Test("BER with indefinite lengths is read")
    func ber() throws {
        let (identity, _) = try server()
        let der = try identity.pkcs12().encoded(secret, iterations: Self.few)
        var reader = try DERReader(der[...])
        let parts = try reader.readSequence { (file: inout DERReader) throws(DERError) -> [DERElement] in
            var parts: [DERElement] = []
            while !file.isAtEnd { parts.append(try file.readElement()) }
            return parts
        }
        var info = try DERReader(parts[1].content)
        let type = try info.readElement()
        let content = try info.readSequence(as: .context(0, constructed: true)) {
            (inner: inout DERReader) throws(DERError) in Array(try inner.readOctetString())
        }
        // The OCTET STRING in two pieces, every length around it left open.
        func piece(_ bytes: some Collection<UInt8>) -> [UInt8] {
            var writer = DERWriter()
            writer.octetString(bytes)
            return writer.bytes
        }
        let end: [UInt8] = [0, 0]
        let octets = [0x24, 0x80] + piece(content.prefix(100)) + piece(content.dropFirst(100)) + end
        let explicit = [0xA0, 0x80] + octets + end
        let safe = [0x30, 0x80] + Array(type.bytes) + explicit + end
        let file = [0x30, 0x80] + Array(parts[0].bytes) + safe + Array(parts[2].bytes) + end
        let read = try PKCS12(file, passphrase: secret)
        #expect(read.certificates.map(\.certificate) == identity.chain)
        #expect(try EncodedObject.all(in: file).map(\.kind) == [.pkcs12])
        let openssl = try OpenSSLCommand()
        try openssl.write(file, to: "file.p12")
        try openssl("pkcs12 -in file.p12 -passin pass:s3cret -noout")
    }

    @Test("damage is an error: cut anywhere, any byte changed")
    func hostile() throws {
        let (identity, _) = try server()
        let der = try identity.pkcs12(friendlyName: "x").encoded(secret, iterations: Self.few)
        for count in 0..<der.count {
            #expect(throws: CryptoError.self) { try PKCS12(der.prefix(count), passphrase: secret) }
        }
        var bytes = der
        for index in der.indices {
            for value in [der[index] ^ 1, der[index] ^ 0x80] {
                bytes[index] = value
                guard let read = try? PKCS12(bytes, passphrase: secret) else { continue }
                // Only bytes that the check sum does not cover may be other ones, and they say nothing.
                #expect(read.certificates.map(\.certificate) == identity.chain, "byte \(index)")
            }
            bytes[index] = der[index]
        }
        #expect(throws: CryptoError.self) { try PKCS12(der + [0], passphrase: secret) }
        #expect(throws: CryptoError.self) { try PKCS12([], passphrase: nil) }
        let deep = [UInt8](repeating: 0x30, count: 0) + (0..<5000).flatMap { _ -> [UInt8] in [0x30, 0x80] }
        #expect(throws: CryptoError.self) { try PKCS12(deep, passphrase: nil) }
        let limit = PKCS12.maximumByteCount
        #expect(
            reason { _ = try PKCS12([UInt8](repeating: 0x30, count: limit + 1), passphrase: nil) }
                == .tooLarge(bytes: limit + 1, limit: limit))
    }

    @Test("more work than a file may ask for is refused; too little is not written")
    func work() throws {
        let (identity, _) = try server()
        let der = try identity.pkcs12().encoded(secret, iterations: Self.few)
        // The check sum's count is the last element, 02 02 03 E8: the same with four octets.
        var file = der
        #expect(file.suffix(4).elementsEqual([2, 2, 3, 0xE8]))
        var reader = try DERReader(der[...])
        let parts = try reader.readSequence { (inner: inout DERReader) throws(DERError) -> [DERElement] in
            var parts: [DERElement] = []
            while !inner.isAtEnd { parts.append(try inner.readElement()) }
            return parts
        }
        var writer = DERWriter()
        writer.sequence { outer in
            outer.raw(parts[0].bytes)
            outer.raw(parts[1].bytes)
            outer.sequence { mac in
                mac.raw(parts[2].content.dropLast(4))
                mac.integer(0x7FFF_FFFF)
            }
        }
        file = writer.bytes
        guard case .tooMuchWork? = reason({ _ = try PKCS12(file, passphrase: secret) }) else {
            Issue.record("not refused for its work")
            return
        }
        guard case .tooMuchWork? = reason({ _ = try identity.pkcs12().encoded(secret, iterations: 1) }) else {
            Issue.record("written with one iteration")
            return
        }
    }
}

@Suite("Identities from files", .ownThread)
struct IdentityFileTests {
    @Test("the chain is put in order, strangers and the root left out")
    func ordered() throws {
        let hierarchy = try TestHierarchy()
        let deeper = try hierarchy.root.issue(
            .intermediate(name: "Upper", at: TestHierarchy.moment, pathLength: 1))
        let lower = CertificateAuthority(
            try CertificateAuthority(deeper).issue(.intermediate(name: "Lower", at: TestHierarchy.moment)))
        let server = try lower.issue(TestHierarchy.server())
        let stranger = try TestHierarchy()
        let pile = [
            hierarchy.root.certificate, stranger.intermediate.certificate, deeper.certificate, [0x30, 0x00],
            server.certificate, lower.certificate, hierarchy.intermediate.certificate,
        ]
        let read = try Identity(key: server.key, certificates: pile)
        #expect(read.chain == [server.certificate, lower.certificate, deeper.certificate])
        #expect(throws: AuthorityError.noCertificateForKey) {
            try Identity(key: try PrivateKey.generate(.p256), certificates: pile)
        }
        // A root's own: it issues as before.
        let root = CertificateAuthority(try Identity(key: hierarchy.root.identity.key, certificates: pile))
        #expect(root.certificate == hierarchy.root.certificate)
        #expect(try root.issue(TestHierarchy.server()).chain.count == 1)
    }

    @Test("of several certificates for a key the newest counts")
    func newest() throws {
        let hierarchy = try TestHierarchy()
        let key = try PrivateKey.generate(.p256)
        let old = try hierarchy.root.issue(TestHierarchy.server(), key: key).certificate
        let new = try hierarchy.root.issue(
            .server(names: ["example.test"], at: TestHierarchy.moment.advanced(byDays: 30)), key: key
        ).certificate
        #expect(try Identity(key: key, certificates: [new, old]).certificate == new)
        #expect(try Identity(key: key, certificates: [old, new]).certificate == new)
    }

    @Test("of several keys one has to be chosen")
    func several() throws {
        let hierarchy = try TestHierarchy()
        let one = try hierarchy.root.issue(TestHierarchy.server("one.test"))
        let two = try hierarchy.root.issue(TestHierarchy.server("two.test"))
        var file = one.pkcs12(friendlyName: "one")
        file.keys += two.pkcs12(friendlyName: "two").keys
        file.certificates += two.pkcs12(friendlyName: "two").certificates
        #expect(throws: AuthorityError.severalPrivateKeys(["one", "two"])) { try Identity(file) }
        #expect(try Identity(file, friendlyName: "TWO").certificate == two.certificate)
        #expect(throws: AuthorityError.noPrivateKey) { try Identity(file, friendlyName: "three") }
        file.keys = []
        #expect(throws: AuthorityError.noPrivateKey) { try Identity(file) }
    }
}
