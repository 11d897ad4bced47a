import Foundation
import HoldfastAuthority
import HoldfastCredentials
import HoldfastCrypto
import HoldfastX509
import TestSupport
import Testing

@Suite("Identities of a PKCS #12 file", .ownThread)
struct ImportedIdentityTests {
    private static let moment = Instant(secondsSince1970: 1_780_300_800)

    private static func file(_ identities: [(Identity, String?)], certificates: [[UInt8]] = []) throws -> [UInt8] {
        let keys = identities.map { PKCS12.Key($0.0.key, friendlyName: $0.1, localKeyID: Array("id".utf8)) }
        let all = identities.flatMap { $0.0.chain } + certificates
        return try PKCS12(keys: keys, certificates: all.map { PKCS12.CertificateEntry($0) })
            .encoded(Passphrase("secret"))
    }

    @Test("several keys, each with its own chain, in the file's order, whatever order the certificates have")
    func several() throws {
        let root = try CertificateAuthority.root(name: "Root", at: Self.moment)
        let intermediate = try root.intermediate(name: "Intermediate", at: Self.moment)
        let one = try intermediate.issue(.client(name: "one", at: Self.moment))
        let two = try Identity.selfSigned(.client(name: "two", at: Self.moment))
        let file = try Self.file([(two, "second"), (one, nil)], certificates: [root.certificate])
        let found = try ImportedIdentity.all(inPKCS12: file, passphrase: Passphrase("secret"))
        #expect(found.map(\.label) == ["second", nil])
        #expect(found.map(\.identity.certificate) == [two.certificate, one.certificate])
        #expect(found[0].chain == [two.certificate])
        #expect(found[1].chain == one.chain + [root.certificate])
        #expect(found[1].identity.chain == one.chain)
        #expect(found.map(\.localKeyID) == [Array("id".utf8), Array("id".utf8)])
    }

    @Test("a key without its certificate is no identity")
    func incomplete() throws {
        let one = try Identity.selfSigned(.client(name: "one", at: Self.moment))
        let other = try Identity.selfSigned(.client(name: "other", at: Self.moment))
        let keys = [PKCS12.Key(one.key), PKCS12.Key(other.key)]
        let file = try PKCS12(keys: keys, certificates: [PKCS12.CertificateEntry(other.certificate)])
            .encoded(Passphrase("secret"))
        let found = try ImportedIdentity.all(inPKCS12: file, passphrase: Passphrase("secret"))
        #expect(found.map(\.identity.certificate) == [other.certificate])
    }

    @Test("a wrong passphrase is named")
    func passphrase() throws {
        let file = try Self.file([(Identity.selfSigned(.client(name: "one", at: Self.moment)), nil)])
        #expect {
            try ImportedIdentity.all(inPKCS12: file, passphrase: Passphrase("other"))
        } throws: {
            ($0 as? CryptoError)?.reason == .wrongPassphrase
        }
    }
}
