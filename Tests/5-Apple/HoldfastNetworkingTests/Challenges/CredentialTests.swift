import Foundation
import HoldfastAuthority
import HoldfastCrypto
import HoldfastNetworking
import HoldfastX509
import Testing

@Suite("URLCredential") struct CredentialTests {
    private static let password = URLCredential(user: "ann", password: "Tr0ub4dor", persistence: .forSession)

    /// Apple, `URLCredential.Persistence`: none, forSession, permanent, synchronizable, counted from 0.
    @Test("what each kind has, and what it has not") func kinds() throws {
        let password = Self.password
        #expect(password.user == "ann")
        #expect(password.password == "Tr0ub4dor")
        #expect(password.hasPassword)
        #expect(password.persistence == .forSession)
        #expect(password.identity == nil && password.certificates.isEmpty)

        let fixture = try PeerFixture()
        let identity = URLCredential(
            identity: try fixture.secIdentity(), certificates: [try fixture.certificates()[1], "no certificate"],
            persistence: .permanent)
        #expect(identity.identity != nil)
        #expect(identity.certificates as? [SecCertificate] == [try fixture.certificates()[1]])
        #expect(identity.user == nil && identity.password == nil && !identity.hasPassword)

        let trust = URLCredential(trust: try fixture.trust())
        #expect(trust.persistence == .none)
        #expect(trust.user == nil && trust.identity == nil && trust.certificates.isEmpty)
        let names = (0...4).map { URLCredential.Persistence(rawValue: UInt($0)).map { "\($0)" } }
        #expect(names == ["none", "forSession", "permanent", "synchronizable", nil])
    }

    @Test("equality is by contents") func equality() throws {
        let same = URLCredential(user: "ann", password: "Tr0ub4dor", persistence: .forSession)
        let others = [
            URLCredential(user: "bob", password: "Tr0ub4dor", persistence: .forSession),
            URLCredential(user: "ann", password: "other", persistence: .forSession),
            URLCredential(user: "ann", password: "Tr0ub4dor", persistence: .permanent),
            URLCredential(trust: try PeerFixture().trust()),
        ]
        #expect(Self.password == same)
        #expect(Self.password.hash == same.hash)
        for other in others { #expect(Self.password != other) }
        #expect(Self.password.copy() as? URLCredential == Self.password)
        let trust = try PeerFixture().trust()
        #expect(URLCredential(trust: trust) == URLCredential(trust: trust))
    }

    @Test("no text form shows a secret") func texts() throws {
        var dumped = ""
        dump(Self.password, to: &dumped)
        for text in ["\(Self.password)", String(reflecting: Self.password), Self.password.debugDescription, dumped] {
            #expect(!text.contains("Tr0ub4dor"))
        }
    }

    @Test("a password goes through an archive, and nothing else does") func archives() throws {
        let archive = try NSKeyedArchiver.archivedData(withRootObject: Self.password, requiringSecureCoding: true)
        #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: URLCredential.self, from: archive) == Self.password)
        let fixture = try PeerFixture()
        let others = [
            URLCredential(trust: try fixture.trust()),
            URLCredential(identity: try fixture.secIdentity(), certificates: nil, persistence: .forSession),
        ]
        for other in others {
            let archive = try NSKeyedArchiver.archivedData(withRootObject: other, requiringSecureCoding: true)
            #expect((try? NSKeyedUnarchiver.unarchivedObject(ofClass: URLCredential.self, from: archive)) == nil)
        }
    }

    /// A `SecKey` in the archive would make its bytes stand there.
    @Test("an archive of an identity has nothing of it") func archivedIdentity() throws {
        let fixture = try PeerFixture()
        let credential = URLCredential(
            identity: try fixture.secIdentity(), certificates: try fixture.certificates(), persistence: .forSession)
        let archive = try NSKeyedArchiver.archivedData(withRootObject: credential, requiringSecureCoding: true)
        #expect(archive.range(of: Data(fixture.identity.key.subjectPublicKeyInfo.bytes)) == nil)
        #expect(archive.range(of: Data(fixture.identity.certificate)) == nil)
    }
}
