import Foundation
import HoldfastAuthority
import HoldfastCredentials
import HoldfastCrypto
import HoldfastHTTPS
import HoldfastStatements
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// What keeps a program from beginning says what to do, in both languages, and through Foundation too: LocalizedError's
/// `recoverySuggestion` is "A localized message describing how one might recover from the failure".
@Suite("Errors of files and pins at a program's start")
struct StartAdviceTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func check(
        _ error: any Error, _ statement: Statement, _ advice: Statement, _ hint: String, about: String? = nil
    ) {
        #expect(advice.text(in: .english) == hint && !hint.isEmpty)
        #expect(advice.text(in: .chinese) != hint && !advice.text(in: .chinese).isEmpty, "\(hint)")
        #expect((error as? any LocalizedError)?.recoverySuggestion == hint, "\(error)")
        guard let about else { return }
        #expect(error.localizedDescription.contains(about) && statement.text(in: .chinese).contains(about), "\(error)")
    }

    @Test("an identity: each error names its files, and what to do")
    func identity() throws {
        let now = SystemClock.now()
        let alice = try Identity.selfSigned(.client(name: "Alice", at: now))
        let bob = try Identity.selfSigned(.client(name: "Bob", at: now))
        let certificate = try folder.write(alice.chainPEM, to: "a.pem")
        let key = try folder.write(alice.key.pem, to: "a.key")
        let other = try folder.write(bob.chainPEM, to: "b.pem")
        let sealed = try folder.write(alice.key.encryptedPEM(Passphrase("secret"), iterations: 2_048), to: "sealed.key")
        let rows: [(files: [String], passphrase: Passphrase?, about: String)] = [
            ([folder.path("none.pem")], nil, folder.path("none.pem")),
            ([certificate], nil, certificate), ([key], nil, key),
            ([key, other], nil, other), ([key, try folder.write("", to: "empty.pem")], nil, folder.path("empty.pem")),
            ([certificate, sealed], nil, sealed), ([certificate, sealed], Passphrase("other"), sealed),
            ([try folder.write(bob.key.pem + bob.chainPEM, to: "b.all"), key, certificate], nil, "b.all"),
            ([try folder.write(String(repeating: "0", count: 1 << 20 | 1), to: "large")], nil, folder.path("large")),
        ]
        var hints: Set<String> = []
        for row in rows {
            let error = try #require(
                #expect(throws: IdentityFileError.self) {
                    _ = try Identity(contentsOf: row.files, passphrase: row.passphrase)
                })
            check(error, error.statement, error.adviceStatement, error.hint, about: row.about)
            hints.insert(error.hint)
        }
        #expect(hints.count == 8, "\(hints)")
    }

    @Test("anchors: each error names its path, and what to do")
    func anchors() throws {
        let rows = [
            folder.path("none"), try folder.write("", to: "empty"), try folder.write("text", to: "text"), "/dev/null",
            try folder.write(
                "-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n", to: "malformed"),
        ]
        for path in rows {
            let error = try #require(#expect(throws: AnchorError.self) { _ = try TrustAnchors.only(paths: [path]) })
            check(error, error.statement, error.adviceStatement, error.hint, about: path)
        }
    }

    @Test("pins and the hosts that they are for")
    func pins() throws {
        for text in ["AAAA", "md5/AAAA", "sha256/?", "sha256/AAAA"] {
            let error = try #require(#expect(throws: PinError.self) { _ = try Pin(text) })
            check(error, error.statement, error.adviceStatement, error.hint)
        }
        let pin = try Pin(subject: .publicKey, algorithm: .sha256, digest: Array(repeating: 1, count: 32))
        for pins in [[], [pin]] as [Set<Pin>] {
            let error = try #require(#expect(throws: PinSetError.self) { _ = try PinSet(anywhere: pins) })
            check(error, error.statement, error.adviceStatement, error.hint)
        }
        for text in ["a b", "https://example.com/", "*.com"] {
            let error = try #require(
                #expect(throws: HostPatternError.self) { _ = try HostPattern(text, publicSuffixes: nil) })
            check(error, error.statement, error.adviceStatement, error.hint, about: text)
        }
    }
}
