import HoldfastAuthority
import HoldfastCrypto
import HoldfastStatements
import HoldfastTransport
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastDiagnostics
@testable import HoldfastTracing

/// One row's judgement of a handshake, without a connection.
@Suite(.ownThread) struct ATSResultTests {
    private func passing(_ trace: HandshakeTrace) -> Set<String> {
        Set(ATSRow.all.filter { ATSResult($0, trace).passed }.map(\.name))
    }

    /// A server that chooses what was not offered is refused by libssl; the rows refuse it too.
    @Test("TLS 1.0 with TLS_RSA_WITH_AES_128_CBC_SHA passes where both are taken, whatever libssl lets through")
    func agreement() throws {
        let trace = try TraceSamples().rsa().trace
        #expect(
            passing(trace) == [
                "Allow All Loads", "TLSv1.0 with PFS disabled",
                "TLSv1.0 with PFS disabled and insecure HTTP allowed",
            ])
        let standard = ATSResult(.standard, trace)
        #expect(standard.wasAnswered)
        #expect(standard.reason.contains("TLS 1.0 was agreed on, and TLS 1.2 is the lowest that is taken"))
        #expect(standard.reason.contains("TLS_RSA_WITH_AES_128_CBC_SHA was agreed on, which the row does not have"))
        #expect(standard.reason.contains("the key exchange has no forward secrecy"))
        let relaxed = try #require(ATSRow.all.first { $0.name == "TLSv1.0 with PFS disabled" })
        #expect(ATSResult(relaxed, trace).reason == "TLS 1.0, TLS_RSA_WITH_AES_128_CBC_SHA, no forward secrecy")
    }

    /// "ATS requires all of these things, and then provides extended security checks" (Apple).
    @Test("A certificate that is refused passes nowhere, with the cause as the reason")
    func refused() throws {
        let trace = try TraceSamples().tls13(isTrusted: false).trace
        #expect(passing(trace).isEmpty)
        for row in ATSRow.all {
            let result = ATSResult(row, trace)
            #expect(result.wasAnswered && result.reason.hasPrefix("the certificate is refused: "), "\(result.reason)")
            #expect(result.words.chinese.hasPrefix("证书被拒绝：") && result.words.chinese != result.words.english)
        }
        #expect(passing(try TraceSamples().tls13().trace).count == 16)
    }

    @Test("Nothing judged is a failure, however the handshake ended")
    func unjudged() throws {
        let samples = try TraceSamples()
        let silent = try samples.ended(.completed).trace
        #expect(passing(silent).isEmpty && ATSResult(.standard, silent).reason == "no certificate was judged")
        let unencrypted = TraceVerdict(.notJudged(TraceSentence.encryptsNothing(suite: "x").statement), duration: .zero)
        #expect(passing(try samples.ended(.completed, judged: unencrypted).trace).isEmpty)
        let alert = try samples.ended(.refusedByServer(AlertDescription(70), duringHandshake: true)).trace
        #expect(passing(alert).isEmpty && ATSResult(.standard, alert).wasAnswered && alert.leavesOthersToAsk)
        #expect(
            ATSResult(.standard, alert).reason
                == "the server broke off the handshake with the alert protocol_version "
                + "(offered: TLS 1.2–1.3, ECDHE with AES alone)")
    }

    @Test(
        "Without an answer of TLS nothing was judged; only where the connection was broken off another offer may do",
        arguments: [
            (.connectionRefused, .connect, false), (.name(.couldNotResolveHost), .name, false),
            (.timedOut, .tls, false), (.notTLS, .tls, false), (.cancelled, .tls, false),
            (.configuration, .internal, false), (.connectionClosed, .tls, true), (.connectionReset, .tls, true),
        ] as [(TraceError.Code, TraceError.Phase, Bool)])
    func unanswered(_ row: (code: TraceError.Code, phase: TraceError.Phase, others: Bool)) throws {
        let error = TraceError(row.phase, row.code, Verbatim("why"))
        let trace = try TraceSamples().ended(.failed(error)).trace
        let result = ATSResult(.standard, trace)
        #expect(!result.passed && !result.wasAnswered && result.reason == "why")
        #expect(trace.leavesOthersToAsk == row.others)
    }

    /// "no answer in time" (the exit code 7): a version that was chosen before is none.
    @Test("A handshake that time cut short says nothing, however far it came, but for a certificate that was refused")
    func cutShort() throws {
        let samples = try TraceSamples()
        var trace = try samples.tls13().trace
        trace.outcome = .failed(TraceError(.tls, .timedOut, Verbatim("why")))
        #expect(!ATSResult(.standard, trace).passed && ATSResult(.standard, trace).answer == .silence)
        #expect(!trace.leavesOthersToAsk)
        var refused = try samples.tls13(isTrusted: false).trace
        refused.outcome = .failed(TraceError(.tls, .timedOut, Verbatim("why")))
        #expect(ATSResult(.standard, refused).answer == .tls && !refused.leavesOthersToAsk)
    }

    // MARK: Key and hash

    private func chain(
        key: KeyKind = .p256, of issuer: KeyKind = .p256, _ change: (inout CertificateTemplate) -> Void = { _ in }
    ) throws -> [Certificate] {
        let samples = try Samples()
        let authority = try CertificateAuthority.root(
            name: "Root", at: samples.at, key: try PrivateKey.generate(issuer))
        var template = CertificateTemplate.server(names: ["www.example.com"], at: samples.at)
        change(&template)
        let leaf = try authority.issue(template, key: try PrivateKey.generate(key))
        return try [leaf.chain[0], authority.certificate].map { try Certificate(der: $0) }
    }

    /// Apple, *Preventing Insecure Network Connections*: "signed with either a Rivest-Shamir-Adleman (RSA) key of at
    /// least 2048 bits, or an Elliptic-Curve Cryptography (ECC) key of at least 256 bits". And
    /// NSExceptionRequiresForwardSecrecy: "Disabling this requirement also removes the key length check".
    @Test("Keys: RSA from 2048 bits, EC from 256, the server's and its issuer's; not asked for without forward secrecy")
    func keys() throws {
        let relaxed = try #require(ATSRow.all.first { $0.name == "Disabling Perfect Forward Secrecy" })
        for (key, issuer, objections) in [
            (KeyKind.rsa(bits: 2048), KeyKind.p256, 0), (.p256, .rsa(bits: 2048), 0), (.p384, .p521, 0),
            (.rsa(bits: 1024), .p256, 1), (.p256, .rsa(bits: 1024), 1), (.rsa(bits: 2040), .rsa(bits: 1024), 2),
        ] as [(KeyKind, KeyKind, Int)] {
            let chain = try chain(key: key, of: issuer)
            let found = ATSCertificate.objections(to: chain, by: .standard)
            #expect(found.count == objections, "\(key), \(issuer): \(found.map(\.english))")
            #expect(ATSCertificate.objections(to: chain, by: relaxed).isEmpty, "\(key), \(issuer)")
            #expect(ATSCertificate.objections(to: chain, by: ATSRow.all[1]).isEmpty, "\(key), \(issuer)")
        }
        #expect(ATSCertificate.objections(to: [], by: .standard).count == 1)
    }

    /// The same: RSA or ECC, whatever the length; no key of an Info.plist is about the kind.
    @Test("Keys and signatures of other kinds pass in no row")
    func kinds() throws {
        for (key, issuer, objections) in [(KeyKind.ed25519, KeyKind.p256, 1), (.p256, .ed25519, 2)]
            as [(KeyKind, KeyKind, Int)]
        {
            let chain = try chain(key: key, of: issuer)
            for row in ATSRow.all {
                #expect(ATSCertificate.objections(to: chain, by: row).count == objections, "\(key), \(row.name)")
            }
        }
    }

    /// RFC 4055 §3.1: the mask of RSASSA-PSS has a digest of its own.
    @Test("RSA-PSS: the weaker of its two digests is the one that is told")
    func maskDigest() throws {
        let weak = RSAPSSParameters(.sha256, maskGenerationDigest: .sha1)
        let chain = try chain(of: .rsa(bits: 2048)) { $0.signatureAlgorithm = .rsaPSS(weak) }
        let found = ATSCertificate.objections(to: chain, by: .standard)
        #expect(found.map(\.english) == ["the certificate is signed over SHA-1, and ATS demands SHA-256 or greater"])
        #expect(ATSCertificate.objections(to: chain, by: ATSRow.all[1]).isEmpty)
    }

    /// The same: "The certificate must use the Secure Hash Algorithm 2 (SHA-2) with a digest length, sometimes called a
    /// fingerprint, of at least 256 bits (that is, SHA-256 or greater)."
    @Test("Hashes: SHA-256, SHA-384 and SHA-512, with or without forward secrecy; any where ATS is off")
    func hashes() throws {
        for digest in DigestAlgorithm.allCases where digest != .md5 {
            let chain = try chain { $0.signatureAlgorithm = .ecdsa(digest) }
            let isGood = [.sha256, .sha384, .sha512].contains(digest)
            for row in ATSRow.all {
                #expect(
                    ATSCertificate.objections(to: chain, by: row).isEmpty == (isGood || row.arbitraryLoads),
                    "\(digest), \(row.name)")
            }
        }
    }
}
