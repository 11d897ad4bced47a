import Foundation
import HoldfastAuthority
import HoldfastCredentials
import HoldfastCrypto
import HoldfastNetworking
import HoldfastTransport
import HoldfastTrust
import HoldfastX509
import Testing

@testable import HoldfastHTTPS
@testable import HoldfastNetworkingNames
@testable import HoldfastSecurityNames

@Suite("Challenges as delegates see them, and their answers") struct BridgedChallengeTests {
    private static let password = URLCredential(user: "ann", password: "p", persistence: .forSession)

    private static func bridged(
        _ method: HoldfastHTTPS.AuthenticationMethod, asker: CredentialSpace.Asker = .server, realm: String? = nil,
        names: [DistinguishedName]? = nil, proposed: Credential? = nil, failures: Int = 0
    ) -> BridgedChallenge {
        let space = ProtectionSpace(
            method, asker: asker, host: "a.test", port: 8443, realm: realm, distinguishedNames: names)
        return BridgedChallenge(
            AuthenticationChallenge(space, proposed: proposed, previousFailureCount: failures), failureResponse: nil,
            error: URLError(.badServerResponse), sender: SilentSender())
    }

    private static func credential(_ challenge: BridgedChallenge, _ answer: URLCredential) -> Credential? {
        if case .useCredential(let credential) = challenge.disposition(for: (.useCredential, answer)) {
            return credential
        }
        return nil
    }

    @Test("a server's question, part by part") func server() {
        let proposed = Credential(user: "bob", password: "q", persistence: .forSession)
        let challenge = Self.bridged(.httpDigest, realm: "R", proposed: proposed, failures: 2).challenge
        let space = challenge.protectionSpace
        #expect(space.host == "a.test" && space.port == 8443 && space.realm == "R" && space.protocol == "https")
        #expect(space.authenticationMethod == NSURLAuthenticationMethodHTTPDigest)
        #expect(!space.isProxy() && space.receivesCredentialSecurely)
        #expect(challenge.proposedCredential?.user == "bob" && challenge.proposedCredential?.password == "q")
        #expect(challenge.previousFailureCount == 2)
        #expect((challenge.error as? URLError)?.code == .badServerResponse)
        #expect(challenge.sender is SilentSender)
    }

    @Test("a proxy's question") func proxies() {
        let rows: [(CredentialSpace.Asker, String, Bool)] = [
            (.httpProxy, NSURLProtectionSpaceHTTPProxy, false), (.httpsProxy, NSURLProtectionSpaceHTTPSProxy, true),
            (.socksProxy, NSURLProtectionSpaceSOCKSProxy, false),
        ]
        for (asker, type, isSecure) in rows {
            let space = Self.bridged(.httpBasic, asker: asker).challenge.protectionSpace
            #expect(space.isProxy() && space.proxyType == type && space.protocol == nil)
            #expect(space.receivesCredentialSecurely == isSecure)
        }
    }

    /// Apple, `distinguishedNames`: "DER-encoded", as they stand in certificates (RFC 5246 §7.4.4).
    @Test("the authorities that a server names") func authorities() throws {
        let leaf = try Certificate(der: PeerFixture().identity.certificate)
        let space = Self.bridged(.clientCertificate, names: [leaf.issuer]).challenge.protectionSpace
        let name = try #require(space.distinguishedNames?.first)
        #expect(Data(leaf.bytes).range(of: name) != nil && name.first == 0x30)
        #expect(space.serverTrust == nil)
    }

    @Test("what a server presented is in its trust object, and nothing is judged") func presented() throws {
        let fixture = try PeerFixture()
        let sent = try ServerTrust(
            derChain: fixture.identity.chain, stapledOCSP: [1, 2, 3],
            signedCertificateTimestamps: [0, 7, 0, 2, 8, 9, 0, 1, 7])
        let space = URLProtectionSpace(ProtectionSpace(.serverTrust, host: "a.test", port: 443, serverTrust: sent))
        let trust = try #require(space.serverTrust)
        #expect(trust.lastJudgement == nil)
        #expect(trust.settings.certificates == (try fixture.certificates()))
        #expect(trust.settings.policies == [SecPolicyCreateSSL(true, "a.test" as CFString)])
        #expect(trust.settings.ocspResponses == [Data([1, 2, 3])])
        #expect(trust.settings.timestamps == [Data([8, 9]), Data([7])])
        #expect(space.serverTrust === trust)
        for list in [[], [0], [0, 0], [0, 1, 0], [0, 3, 0, 2, 1], [0, 2, 0, 0], [9, 9, 9], [0, 4, 0, 1, 1, 0]]
            as [[UInt8]]
        {
            #expect(TimestampList.decoded(list).isEmpty, "\(list)")
        }
    }

    @Test("the words that need no credential") func words() {
        let challenge = Self.bridged(.httpBasic)
        guard case .performDefaultHandling = challenge.disposition(for: (.performDefaultHandling, nil)),
            case .cancelAuthenticationChallenge = challenge.disposition(for: (.cancelAuthenticationChallenge, nil)),
            case .rejectProtectionSpace = challenge.disposition(for: (.rejectProtectionSpace, nil)),
            case .useCredential(nil) = challenge.disposition(for: (.useCredential, nil))
        else {
            Issue.record("a word became another")
            return
        }
    }

    @Test("a password, in Normalization Form C, and how long it is kept") func passwords() {
        let rows: [(URLCredential.Persistence, CredentialPersistence)] = [
            (.none, .none), (.forSession, .forSession), (.permanent, .forSession), (.synchronizable, .forSession),
        ]
        for (persistence, expected) in rows {
            let answer = URLCredential(user: "a\u{30a}", password: "e\u{301}", persistence: persistence)
            let credential = Self.credential(Self.bridged(.httpBasic), answer)
            #expect(
                credential?.secret(for: .httpBasic)?.password == PasswordCredential(user: "\u{e5}", password: "\u{e9}"))
            #expect(credential?.persistence == expected)
        }
    }

    @Test("an identity, its certificate once and first") func identities() throws {
        let fixture = try PeerFixture()
        let (leaf, issuer) = (try fixture.certificates()[0], try fixture.certificates()[1])
        let rows: [([Any]?, Int)] = [
            (nil, 1), ([], 1), ([issuer], 2), ([leaf, issuer], 2), ([issuer, leaf], 2), (["no certificate"], 1),
        ]
        for (certificates, count) in rows {
            let answer = URLCredential(
                identity: try fixture.secIdentity(), certificates: certificates, persistence: .forSession)
            let identity = try #require(Self.credential(Self.bridged(.clientCertificate), answer)?.identity)
            #expect(identity.chain == Array(fixture.identity.chain.prefix(count)))
            #expect(identity.key.subjectPublicKeyInfo == fixture.identity.key.subjectPublicKeyInfo)
        }
    }

    @Test("what the session proposed goes back as it was") func proposals() throws {
        let fixture = try PeerFixture()
        let challenge = Self.bridged(
            .clientCertificate, proposed: Credential(identity: fixture.identity, persistence: .none))
        let proposed = try #require(challenge.challenge.proposedCredential)
        #expect(proposed.identity == (try fixture.secIdentity()))
        #expect(proposed.certificates as? [SecCertificate] == [try fixture.certificates()[1]])
        #expect(Self.credential(challenge, proposed)?.identity?.chain == fixture.identity.chain)
        let kerberos = Credential(kerberos: KerberosCredential(.defaultCache), persistence: .none)
        #expect(Self.bridged(.negotiate, proposed: kerberos).challenge.proposedCredential == nil)
    }

    @Test("what was taken is kept where it is to be kept, and answers next time") func keeping() throws {
        let storage = URLCredentialStorage()
        let challenge = Self.bridged(.httpBasic, realm: "R")
        let space = challenge.challenge.protectionSpace
        let passing = URLCredential(user: "eve", password: "p", persistence: .none)
        for answer: DelegateAnswer in [
            (.useCredential, nil), (.useCredential, passing), (.performDefaultHandling, nil),
            (.performDefaultHandling, Self.password),
        ] {
            challenge.keepAccepted(answer, in: storage)
        }
        let trust = URLCredential(trust: try PeerFixture().trust())
        Self.bridged(.serverTrust).keepAccepted((.useCredential, trust), in: storage)
        Self.bridged(.clientCertificate).keepAccepted((.useCredential, Self.password), in: storage)
        #expect(storage.allCredentials.isEmpty)
        challenge.keepAccepted((.useCredential, Self.password), in: nil)
        challenge.keepAccepted((.useCredential, Self.password), in: storage)
        #expect(storage.defaultCredential(for: space) == Self.password)
    }

    /// `wrongCredential`, and never another answer in its place: no password, no tickets.
    @Test("credentials of the wrong kind answer nothing") func wrongKinds() throws {
        let fixture = try PeerFixture()
        let identity = URLCredential(
            identity: try fixture.secIdentity(), certificates: nil, persistence: .forSession)
        let trust = URLCredential(trust: try fixture.trust())
        for method in HoldfastHTTPS.AuthenticationMethod.allCases where method.takesPassword {
            for answer in [identity, trust] {
                let credential = try #require(Self.credential(Self.bridged(method), answer))
                #expect(credential.secret(for: method) == nil)
            }
        }
        for answer in [Self.password, trust] {
            let word = ChallengeAsking.Answer(
                disposition: Self.bridged(.clientCertificate).disposition(for: (.useCredential, answer)),
                speaker: .session)
            let outcome = ClientCertificateChoice.of(word, proposed: nil, taskID: 1, isAttended: false)
            guard case .refuse(let error) = outcome.answer else {
                Issue.record("a certificate was chosen")
                continue
            }
            #expect(error.code == .wrongCredential)
        }
    }
}
