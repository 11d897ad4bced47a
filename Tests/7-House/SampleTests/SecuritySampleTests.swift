import Foundation
import HoldfastAuthority
import HoldfastCredentials
import HoldfastCrypto
import HoldfastSecurity
import HoldfastTestBed
import HoldfastX509
import TestSupport
import Testing

@testable import SecuritySamples

/// A server of the catalogue as a program meets it: its chain, its anchors, its name, its moment.
struct CatalogueChain {
    let chain: [SecCertificate]
    let anchors: [SecCertificate]
    let host: String
    let date: Date

    init(_ name: String) throws {
        let server = try TestBed.start(name)
        defer { server.stop() }
        func certificates(_ list: [[UInt8]]) throws -> [SecCertificate] {
            try list.map { try #require(SecCertificateCreateWithData(nil, Data($0) as CFData)) }
        }
        chain = try certificates(try #require(server.chain))
        anchors = try certificates(server.anchors)
        host = server.host
        let moment = server.at ?? SystemClock.now()
        date = Date(timeIntervalSince1970: Double(moment.secondsSince1970))
    }

    func trust(_ policy: SecPolicy? = nil, anchored: Bool = true) throws -> SecTrust {
        var made: SecTrust?
        let policy = policy ?? SecPolicyCreateSSL(true, host as CFString)
        #expect(SecTrustCreateWithCertificates(chain as CFArray, policy, &made) == errSecSuccess)
        let trust = try #require(made)
        SecTrustSetVerifyDate(trust, date as CFDate)
        SecTrustSetAnchorCertificates(trust, (anchored ? anchors : []) as CFArray)
        return trust
    }
}

/// Each sample against what Apple documents, on the catalogue's chains.
@Suite("The Security framework's samples", .ownThread)
struct SecuritySampleTests {
    /// Apple, `SecTrustEvaluateWithError(_:_:)`: "true if the certificate is trusted; otherwise, false". The chains of
    /// the catalogue end at an authority of their own, which no system knows.
    @Test("the system's anchors do not know the test authority")
    func systemAnchors() throws {
        let good = try CatalogueChain("good")
        let answer = evaluateWithSystemAnchors(good.chain, host: good.host)
        #expect(!answer.trusted)
        let code = try #require(answer.error?.code)
        #expect([errSecNotTrusted, errSecCreateChainFailed].contains(OSStatus(code)))
        #expect(!evaluateWithSystemAnchors([], host: good.host).trusted)
    }

    /// Apple, `SecTrustSetAnchorCertificates(_:_:)`: "disables the trusting of any anchors other than the ones
    /// specified"; `SecTrustResultType.unspecified`: "The evaluation succeeded and the certificate is implicitly
    /// trusted".
    @Test("bundled certificates as anchors: the root, the intermediate, the leaf itself")
    func bundled() throws {
        for name in ["good", "self-signed-anchor", "leaf-anchor", "intermediate-anchor"] {
            let entry = try CatalogueChain(name)
            #expect(evaluate(try entry.trust(anchored: false), anchoredBy: entry.anchors) == .unspecified, "\(name)")
            #expect(
                evaluate(try entry.trust(anchored: false), anchoredAlsoBy: entry.anchors) == .unspecified, "\(name)")
            #expect(evaluate(try entry.trust(), anchoredBy: []) == .recoverableTrustFailure, "\(name)")
        }
        let folder = try TemporaryFolder()
        let anchors = try CatalogueChain("good").anchors
        try folder.write(SecCertificateCopyData(anchors[0]) as Data, to: "root.cer")
        try folder.write("no certificate", to: "broken.cer")
        try folder.write("words", to: "readme.txt")
        #expect(bundledCertificates(in: folder.url) == anchors)
        #expect(bundledCertificates(in: folder.url("nowhere")) == [])
    }

    /// Apple, "Performing Manual Server Trust Authentication" and `SecTrustResultType`: a certificate that nobody
    /// vouches for is a recoverable failure; one that is an anchor is trusted.
    @Test("self-signed, with and without itself as an anchor")
    func selfSigned() throws {
        let entry = try CatalogueChain("self-signed")
        let answer = evaluateSelfSigned(entry.chain[0], host: entry.host)
        #expect(answer.withoutAnchor == .recoverableTrustFailure)
        #expect(answer.withAnchor == .unspecified)
    }

    /// Apple, `SecPolicyCreateSSL(_:_:)`: "If present, the policy will require the specified hostname to match the
    /// hostname in the leaf certificate"; `SecPolicyCreateBasicX509()` compares no name.
    @Test("the basic policy looks at no name, the SSL policy does")
    func policies() throws {
        let rows: [(String, SecTrustResultType, SecTrustResultType)] = [
            ("good", .unspecified, .unspecified), ("wrong-name", .unspecified, .recoverableTrustFailure),
            ("common-name-only", .unspecified, .recoverableTrustFailure),
            ("expired", .recoverableTrustFailure, .recoverableTrustFailure),
            ("wrong-eku", .unspecified, .recoverableTrustFailure),
        ]
        for (name, basic, ssl) in rows {
            let entry = try CatalogueChain(name)
            let answer = evaluateByBothPolicies(try entry.trust(), host: entry.host)
            #expect(answer == (basic, ssl), "\(name)")
        }
    }

    @Test("server trust with and without a domain")
    func domain() throws {
        let rows: [(String, Bool, Bool)] = [
            ("good", true, true), ("good-wildcard", true, true), ("good-ip", true, true), ("wrong-name", false, true),
            ("expired", false, false), ("unknown-issuer", false, false), ("untrusted-root", false, false),
            ("missing-intermediate", false, false), ("bad-signature", false, false), ("unknown-critical", false, false),
        ]
        for (name, withDomain, without) in rows {
            let entry = try CatalogueChain(name)
            let trust = try entry.trust()
            #expect(evaluateServerTrust(trust, forDomain: entry.host) == withDomain, "\(name)")
            #expect(evaluateServerTrust(trust, forDomain: nil) == without, "\(name)")
            #expect(evaluateServerTrust(trust, forDomain: entry.host) == withDomain, "\(name)")
            #expect(!evaluateServerTrust(trust, forDomain: "stranger.test"), "\(name)")
        }
    }

    @Test("the chain, certificate by certificate, and its keys")
    func chain() throws {
        let good = try CatalogueChain("good")
        let members = members(of: try good.trust())
        #expect(members.map(\.certificate) == (good.chain + good.anchors).map { SecCertificateCopyData($0) as Data })
        // SEC 1 §2.3.3: 04, and two coordinates of 32 bytes.
        #expect(members.allSatisfy { $0.publicKey?.count == 65 && $0.publicKey?.first == 4 })
        #expect(members[0].summary == good.host)
        #expect(hasPinnedKey(try good.trust(), among: [good.chain[1], good.chain[0]]))
        #expect(!hasPinnedKey(try good.trust(), among: [good.chain[1]]))
    }

    /// Apple, `SecTrustCopyExceptions(_:)`: the evaluation succeeds afterwards; `SecTrustResultType.proceed`: "The user
    /// explicitly chose to trust a certificate in the chain".
    @Test("exceptions: what can be overlooked, and what cannot")
    func exceptions() throws {
        for name in ["expired", "wrong-name", "self-signed", "untrusted-root", "missing-intermediate"] {
            let entry = try CatalogueChain(name)
            let trust = try entry.trust()
            let decision = try #require(rememberDecision(about: trust), "\(name)")
            #expect(evaluate(trust, overlooking: decision) == .proceed, "\(name)")
            #expect(evaluate(try CatalogueChain("good").trust(), overlooking: decision) == .invalid, "\(name)")
        }
        #expect(rememberDecision(about: try CatalogueChain("bad-signature").trust()) == nil)
    }

    @Test("a client's identity")
    func identity() throws {
        let server = try TestAuthority().server("client.test")
        let file = Data(try server.pkcs12(friendlyName: "me").encoded(Passphrase("secret")))
        let found = try #require(clientIdentity(in: file, passphrase: "secret"))
        #expect(found.certificates.count == 2)
        #expect(clientIdentity(in: file, passphrase: "other") == nil)
        #expect(clientIdentity(in: Data([1]), passphrase: "secret") == nil)
    }

    /// Apple, "Adding a Password to the Keychain", "Searching for Keychain Items", "Updating and Deleting Keychain
    /// Items".
    @Test("a password in the keychain: added, replaced, found, removed")
    func passwords() {
        let stores = ProcessCredentialStores(permanent: MemoryItemStore())
        ProcessCredentialStores.$ofTask.withValue(stores) {
            #expect(storedCredentials(for: "www.holdfast.test") == nil)
            for password in ["first", "second"] {
                #expect(store(password: password, of: "ann", for: "www.holdfast.test") == errSecSuccess)
                #expect(storedCredentials(for: "www.holdfast.test")?.password == password)
            }
            #expect(storedCredentials(for: "www.holdfast.test")?.account == "ann")
            #expect(removePasswords(for: "other.holdfast.test") == errSecItemNotFound)
            #expect(removePasswords(for: "www.holdfast.test") == errSecSuccess)
            #expect(storedCredentials(for: "www.holdfast.test") == nil)
        }
    }
}
