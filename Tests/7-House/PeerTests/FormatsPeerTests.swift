import Foundation
import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509
import PeerPrograms
import TestSupport
import Testing

/// Keys, requests and PKCS #12 to and from keytool and certtool.
@Suite(
    "Formats of keytool and certtool", .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"))
struct FormatsPeerTests {
    fileprivate struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private static let moment = SystemClock.now()
    private static let password = "changeit"

    private func server(_ kind: KeyKind) throws -> (identity: Identity, root: CertificateAuthority) {
        let root = try CertificateAuthority.root(name: "Formats Root", at: Self.moment)
        let middle = try root.intermediate(name: "Formats Intermediate", at: Self.moment)
        let key = try PrivateKey.generate(kind)
        return (try middle.issue(.server(names: ["formats.test"], at: Self.moment), key: key), root)
    }

    private func key(_ bytes: [UInt8], _ passphrase: String? = nil) throws -> PrivateKey {
        try PrivateKey(pem: String(decoding: bytes, as: UTF8.self), passphrase: passphrase.map { Passphrase($0) })
    }

    /// Of ML-DSA neither keytool nor certtool of this distribution knows.
    static let kinds: [(name: String, kind: KeyKind)] = KeyKind.offered.filter {
        if case .mldsa = $0.kind { false } else { true }
    }

    // MARK: PKCS #12

    @Test("PKCS #12 written here: keytool lists and copies it, certtool opens it", arguments: kinds.map(\.name))
    func pkcs12Out(_ name: String) throws {
        let (identity, root) = try server(try #require(KeyKind(name: name)))
        let folder = try TemporaryFolder()
        let file = identity.pkcs12(friendlyName: "formats", root: root.certificate)
        // The full count once: it is the same code for every kind of key, and takes seconds.
        let iterations = name == "p-256" ? KeyEncryption.defaultIterations : 2048
        try folder.write(try file.encoded(Passphrase(Self.password), iterations: iterations), to: "file.p12")
        let listed = try folder.run(
            "keytool", "-list", "-v", "-keystore", "@file.p12", "-storetype", "PKCS12", "-storepass", Self.password)
        #expect(listed.contains("Alias name: formats"))
        #expect(listed.contains("Entry type: PrivateKeyEntry"))
        #expect(listed.contains("Certificate chain length: 3"))
        // What keytool writes of it is read here: the same key, the same chain.
        try folder.run(
            "keytool", "-importkeystore", "-srckeystore", "@file.p12", "-srcstoretype", "PKCS12", "-srcstorepass",
            Self.password, "-destkeystore", "@copy.p12", "-deststoretype", "PKCS12", "-deststorepass", Self.password)
        let copy = try PKCS12(try folder.bytes("copy.p12"), passphrase: Passphrase(Self.password))
        let read = try Identity(copy, friendlyName: "formats")
        #expect(read.chain == identity.chain)
        #expect(read.key.subjectPublicKeyInfo == identity.key.subjectPublicKeyInfo)
        #expect(read.key.isPairConsistent)
        let opened = try folder.run(
            "certtool", "--p12-info", "--inder", "--infile", "@file.p12", "--password", Self.password)
        #expect(opened.contains("BEGIN ENCRYPTED PRIVATE KEY") || opened.contains("BEGIN PRIVATE KEY"))
        #expect(opened.components(separatedBy: "BEGIN CERTIFICATE").count == 4)
    }

    @Test("PKCS #12 of keytool, new and legacy", arguments: ["", "-J-Dkeystore.pkcs12.legacy"])
    func pkcs12OfKeytool(_ legacy: String) throws {
        for (algorithm, size) in [("RSA", "2048"), ("EC", "256"), ("EC", "384"), ("EC", "521"), ("Ed25519", "")] {
            let folder = try TemporaryFolder()
            var words = [
                "-genkeypair", "-keystore", folder.path("file.p12"), "-storetype", "PKCS12", "-storepass",
                Self.password, "-alias", "own", "-keyalg", algorithm, "-dname", "CN=formats.test", "-ext",
                "san=dns:formats.test",
            ]
            if !size.isEmpty { words += ["-keysize", size] }
            if !legacy.isEmpty { words.append(legacy) }
            let peer = try Peer.run("keytool", words)
            #expect(peer.status == 0, "\(peer.all)")
            let bytes = try folder.bytes("file.p12")
            let file = try PKCS12(bytes, passphrase: Passphrase(Self.password))
            let identity = try Identity(file, friendlyName: "own")
            #expect(identity.key.isPairConsistent)
            #expect(try Certificate(der: identity.certificate).subject.commonName == "formats.test")
            do throws(CryptoError) {
                _ = try PKCS12(bytes, passphrase: Passphrase("wrong"))
                Issue.record("opened with another passphrase")
            } catch {
                #expect(error.reason == .wrongPassphrase)
            }
        }
    }

    @Test(
        "PKCS #12 of certtool, by each of its ciphers",
        arguments: ["aes-256", "aes-128", "3des", "3des-pkcs12", "rc2-40"])
    func pkcs12OfCerttool(_ cipher: String) throws {
        let (identity, _) = try server(.p256)
        let folder = try TemporaryFolder()
        try folder.write(try identity.key.pem.utf8, to: "key")
        try folder.write(identity.chainPEM.utf8, to: "chain")
        try folder.run(
            "certtool", "--to-p12", "--load-privkey", "@key", "--load-certificate", "@chain", "--p12-name", "formats",
            "--password", Self.password, "--pkcs-cipher", cipher, "--outder", "--outfile", "@file.p12")
        let file = try PKCS12(try folder.bytes("file.p12"), passphrase: Passphrase(Self.password))
        #expect(try Identity(file, friendlyName: "formats").chain == identity.chain)
    }

    // MARK: Keys

    @Test("keys written here are read by certtool", arguments: kinds.map(\.name))
    func keysOut(_ name: String) throws {
        let key = try PrivateKey.generate(try #require(KeyKind(name: name)))
        let folder = try TemporaryFolder()
        try folder.write(try key.pem.utf8, to: "plain")
        try folder.write(try key.encryptedPEM(Passphrase(Self.password), iterations: 2048).utf8, to: "encrypted")
        for arguments in [
            ["--infile", folder.path("plain")], ["--infile", folder.path("encrypted"), "--password", Self.password],
        ] {
            let peer = try Peer.run("certtool", ["--key-info"] + arguments)
            #expect(peer.status == 0, "\(peer.all)")
            // Whatever form it prints the key in is read here.
            let copy = try self.key(Array(peer.output.utf8), Self.password)
            #expect(copy.subjectPublicKeyInfo == key.subjectPublicKeyInfo)
        }
        try folder.write(key.subjectPublicKeyInfo.pem.utf8, to: "public")
        let peer = try Peer.run("certtool", ["--pubkey-info", "--infile", folder.path("public")])
        let objects = try EncodedObject.all(in: Array(peer.output.utf8))
        #expect(objects.first?.bytes == Array(key.subjectPublicKeyInfo.bytes), "\(peer.all)")
    }

    @Test("keys of certtool are read, plain and encrypted")
    func keysOfCerttool() throws {
        let types: [[String]] = [
            ["--key-type", "rsa", "--bits", "2048"], ["--key-type", "ecdsa", "--curve", "secp256r1"],
            ["--key-type", "ecdsa", "--curve", "secp384r1"], ["--key-type", "ecdsa", "--curve", "secp521r1"],
            ["--key-type", "ed25519"],
        ]
        let forms: [[String]] = [
            [], ["--pkcs8", "--null-password"], ["--pkcs8", "--empty-password"],
            ["--pkcs8", "--password", Self.password, "--pkcs-cipher", "aes-256"],
            ["--pkcs8", "--password", Self.password, "--pkcs-cipher", "3des"],
            ["--pkcs8", "--password", Self.password, "--pkcs-cipher", "3des-pkcs12"],
        ]
        for type in types {
            for form in forms {
                let folder = try TemporaryFolder()
                let peer = try Peer.run(
                    "certtool", ["--generate-privkey", "--outfile", folder.path("key")] + type + form)
                #expect(peer.status == 0, "\(peer.all)")
                let key = try self.key(try folder.bytes("key"), form.contains("--password") ? Self.password : "")
                #expect(key.isPairConsistent, "\(type) \(form)")
            }
        }
    }

    // MARK: Requests

    @Test("requests written here are read by keytool and certtool", arguments: kinds.map(\.name))
    func requestsOut(_ name: String) throws {
        let key = try PrivateKey.generate(try #require(KeyKind(name: name)))
        var template = CertificationRequestTemplate(subject: try DistinguishedName(text: "CN=formats.test,O=Example"))
        template.alternativeNames = [try GeneralName(alternativeName: "formats.test")]
        let request = try CertificationRequest(der: try template.signed(by: key))
        let folder = try TemporaryFolder()
        try folder.write(request.pem.utf8, to: "request")
        let java = try folder.run("keytool", "-printcertreq", "-file", "@request")
        #expect(java.contains("CN=formats.test, O=Example"))
        #expect(java.contains("DNSName: formats.test"))
        let gnu = try folder.run("certtool", "--crq-info", "--infile", "@request")
        #expect(gnu.contains("DNSname: formats.test"))
        #expect(gnu.contains("Self signature: verified"), "\(gnu)")
    }

    @Test("requests of keytool and certtool are signed; what they ask beyond names is said")
    func requestsIn() throws {
        let folder = try TemporaryFolder()
        try folder.run(
            "keytool", "-genkeypair", "-keystore", "@file.p12", "-storetype", "PKCS12", "-storepass", Self.password,
            "-alias", "own", "-keyalg", "EC", "-groupname", "secp256r1", "-dname", "CN=formats.test")
        try folder.run(
            "keytool", "-certreq", "-keystore", "@file.p12", "-storepass", Self.password, "-alias", "own", "-file",
            "@request", "-ext", "san=dns:formats.test", "-ext", "bc=ca:true")
        try folder.run(
            "certtool", "--generate-privkey", "--key-type", "ecdsa", "--curve", "secp256r1", "--outfile", "@key")
        try folder.write(
            "cn = \"formats.test\"\ndns_name = \"formats.test\"\nca\ncert_signing_key\nchallenge_password = \"x\"\n"
                .utf8,
            to: "template")
        try folder.run(
            "certtool", "--generate-request", "--load-privkey", "@key", "--template", "@template", "--outfile",
            "@request2")
        let authority = try CertificateAuthority.root(name: "Formats Root", at: Self.moment)
        for name in ["request", "request2"] {
            let object = try #require(
                try EncodedObject.all(in: try folder.bytes(name)).first { $0.kind == .certificationRequest })
            let request = try CertificationRequest(der: object.bytes)
            #expect(request.isSignedByItsKey)
            let issued = try authority.issue(.server(names: [], at: Self.moment), for: request)
            let certificate = try Certificate(der: issued.certificate)
            #expect(certificate.basicConstraints?.isCA == false)
            #expect(certificate.subjectAlternativeName == request.subjectAlternativeName)
            #expect(issued.notTaken.contains { $0.description.contains("to be a CA") }, "\(issued.notTaken)")
            // keytool takes what comes back for its key.
            guard name == "request" else { continue }
            try folder.write(
                [issued.certificate, authority.certificate].map { PEMBlock(.certificate, contents: $0).encoded }
                    .joined().utf8, to: "reply")
            try folder.run(
                "keytool", "-importcert", "-noprompt", "-trustcacerts", "-keystore", "@file.p12", "-storepass",
                Self.password, "-alias", "own", "-file", "@reply")
            let back = try PKCS12(try folder.bytes("file.p12"), passphrase: Passphrase(Self.password))
            #expect(try Identity(back, friendlyName: "own").certificate == issued.certificate)
        }
    }
}

extension TemporaryFolder {
    /// Runs a program, a `@` before a word standing for the folder.
    @discardableResult
    fileprivate func run(_ program: String, _ arguments: String...) throws -> String {
        let words = arguments.map { $0.hasPrefix("@") ? path(String($0.dropFirst())) : $0 }
        let peer = try Peer.run(program, words)
        guard peer.status == 0 else {
            throw FormatsPeerTests.Failure(description: "\(program) \(words.joined(separator: " ")): \(peer.all)")
        }
        return peer.all
    }
}
