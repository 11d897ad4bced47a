import Foundation
import HoldfastAuthority
import HoldfastCredentials
import HoldfastCrypto
import HoldfastX509
import PeerPrograms
import TestSupport
import Testing

/// Identities in the forms in which OpenSSL's tools leave them.
@Suite("Loading an identity", .ownThread)
struct IdentityLoadingTests {
    private static let moment = Instant(secondsSince1970: 1_780_300_800)
    private let intermediate: CertificateAuthority
    private let folder: TemporaryFolder

    init() throws {
        let root = try CertificateAuthority.root(name: "Root", at: Self.moment)
        intermediate = try root.intermediate(name: "Intermediate", at: Self.moment)
        folder = try TemporaryFolder()
    }

    private func alice(_ kind: KeyKind = .p256) throws -> Identity {
        try intermediate.issue(.client(name: "Alice", at: Self.moment), key: try PrivateKey.generate(kind))
    }

    private func path(_ name: String) -> String { folder.path(name) }

    private func write(_ text: String, _ name: String) throws -> String {
        try folder.write(text, to: name)
    }

    /// Runs `openssl`, which has to succeed.
    private func openssl(_ arguments: String...) throws {
        let result = try Peer.run("openssl", arguments)
        try #require(result.status == 0, "\(arguments): \(result.all)")
    }

    private func expectAlice(_ identity: Identity, _ alice: Identity) {
        #expect(identity.chain == alice.chain)
        #expect(identity.key.subjectPublicKeyInfo == alice.key.subjectPublicKeyInfo)
        #expect(identity.key.isPairConsistent)
    }

    @Test("every key in every form that openssl writes", arguments: [KeyKind.rsa(bits: 2048), .p256, .p384, .ed25519])
    func forms(_ kind: KeyKind) throws {
        let alice = try alice(kind)
        let plain = try write(try alice.key.pem, "plain.pem")
        let chain = try write(alice.chainPEM, "chain.pem")
        try openssl("pkcs8", "-topk8", "-in", plain, "-out", path("enc.pem"), "-passout", "pass:secret")
        try openssl(
            "pkcs8", "-topk8", "-in", plain, "-out", path("enc.der"), "-outform", "DER", "-passout", "pass:secret")
        try openssl("pkey", "-in", plain, "-out", path("plain.der"), "-outform", "DER")
        try openssl(
            "pkcs12", "-export", "-inkey", plain, "-in", chain, "-out", path("all.p12"), "-passout", "pass:secret")
        var keys = ["plain.pem", "enc.pem", "enc.der", "plain.der"]
        if kind != .ed25519 {
            try openssl("pkey", "-in", plain, "-out", path("trad.pem"), "-traditional")
            try openssl(
                "pkey", "-in", plain, "-out", path("tradenc.pem"), "-traditional", "-aes256", "-passout", "pass:secret")
            keys += ["trad.pem", "tradenc.pem"]
        }
        let passphrase = Passphrase("secret")
        for key in keys {
            expectAlice(try Identity(contentsOf: [path(key), chain], passphrase: passphrase), alice)
            expectAlice(try Identity(contentsOf: [chain, path(key)], passphrase: passphrase), alice)
        }
        expectAlice(try Identity(contentsOf: [path("all.p12")], passphrase: passphrase), alice)
        // One file with all of it, the certificates in the wrong order, and something else between them.
        let mixed = alice.chain.reversed().map { PEMBlock(.certificate, contents: $0).encoded }
        let request = "a text\n" + mixed.joined(separator: "\n") + (try alice.key.pem)
        expectAlice(try Identity(contentsOf: [try write(request, "mixed.pem")]), alice)
        var der: [[UInt8]] = [try alice.key.pkcs8DER]
        der += alice.chain
        expectAlice(try Identity(files: der), alice)
        expectAlice(try Identity(files: [Array(der.joined())]), alice)
    }

    private func error(_ files: [[UInt8]], _ passphrase: String? = nil) -> IdentityFileError? {
        do throws(IdentityFileError) {
            _ = try Identity(files: files, passphrase: passphrase.map { Passphrase($0) })
            return nil
        } catch {
            return error
        }
    }

    @Test("what is wrong is named")
    func errors() throws {
        let (alice, bob) = (try alice(), try alice())
        let chain = Array(alice.chainPEM.utf8)
        let key = Array(try alice.key.pem.utf8)
        let encrypted = Array(try alice.key.encryptedPEM(Passphrase("secret"), iterations: 2_048).utf8)
        let file = try alice.pkcs12().encoded(Passphrase("secret"))
        #expect(error([key, chain]) == nil)
        #expect(error([encrypted, chain], "secret") == nil)
        #expect(error([encrypted, chain]) == .passphraseNeeded)
        #expect(error([encrypted, chain], "other") == .wrongPassphrase)
        #expect(error([file], "other") == .wrongPassphrase)
        #expect(error([file]) == .wrongPassphrase || error([file]) == .passphraseNeeded)
        #expect(error([chain]) == .noPrivateKey)
        #expect(error([]) == .noPrivateKey)
        #expect(error([key]) == .noCertificate)
        #expect(error([key, Array(bob.chainPEM.utf8)]) == .noCertificateForKey)
        #expect(error([key, Array(try bob.key.pem.utf8), chain]) == nil, "the one that has a certificate")
        let both = [key, Array(try bob.key.pem.utf8), chain, Array(bob.chainPEM.utf8)]
        #expect(error(both) == .severalPrivateKeys(["(no name)", "(no name)"]))
        #expect(error([[]]) == .unknownForm(.empty))
        #expect(error([Array("hello".utf8)]) == .unknownForm(.unknownForm))
        #expect(error([[UInt8](repeating: 0x30, count: (1 << 20) + 1)]) == .tooLarge(limit: 1 << 20))
        do throws(IdentityFileError) {
            _ = try Identity(contentsOf: [path("nothing")])
            Issue.record("it was read")
        } catch {
            #expect(error == .unreadable(path("nothing"), reason: "No such file or directory"))
        }
    }

    /// RFC 5915 §3: the public key stands beside the private one in `ECPrivateKey`, and may be another's.
    @Test("a key whose halves do not fit is not used")
    func inconsistent() throws {
        let (alice, bob) = (try alice(.rsa(bits: 2048)), try alice(.rsa(bits: 2048)))
        // RFC 8017 appendix A.1.2: the modulus is stated beside the private exponent; exponents of another key.
        var (mine, theirs) = (try Self.integers(alice.key), try Self.integers(bob.key))
        mine.replaceSubrange(3..., with: theirs[3...])
        theirs = mine
        let info = PrivateKeyInfo(
            try PrivateKeyInfo(der: try alice.key.pkcs8DER).privateKeyAlgorithm, privateKey: Self.sequence(theirs)[...])
        let found = error([info.der] + alice.chain)
        let isNamed =
            switch found {
            case .inconsistentKey, .unusable: true
            default: false
            }
        #expect(isNamed, "\(String(describing: found))")
    }

    /// The INTEGERs of an `RSAPrivateKey`, encoded.
    private static func integers(_ key: PrivateKey) throws -> [[UInt8]] {
        let inner = try PrivateKeyInfo(der: try key.pkcs8DER).privateKey
        var reader = try DERReader(Array(inner)[...])
        var found: [[UInt8]] = []
        try reader.readSequence { (inner: inout DERReader) throws(DERError) in
            while !inner.isAtEnd { found.append(Array(try inner.readElement().bytes)) }
        }
        return found
    }

    private static func sequence(_ elements: [[UInt8]]) -> [UInt8] {
        let body = elements.flatMap(\.self)
        return [0x30, 0x82, UInt8(body.count >> 8), UInt8(body.count & 0xff)] + body
    }
}
