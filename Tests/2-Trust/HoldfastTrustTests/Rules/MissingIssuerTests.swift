import HoldfastAuthority
import HoldfastCrypto
import HoldfastStatements
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastTrust

/// What is said of an issuer that is missing, by what is at hand in its place.
@Suite("A missing issuer", .ownThread)
struct MissingIssuerTests {
    private let test: TestChain
    private let folder: TemporaryFolder

    init() throws { (test, folder) = (try TestChain(), try TemporaryFolder()) }

    private func pem(_ der: [UInt8]) -> String { PEMBlock(label: "CERTIFICATE", contents: der).encoded }

    private func cause(_ chain: [[UInt8]], anchors: TrustAnchors) throws -> Finding {
        var policy = try test.policy()
        policy.anchors = anchors
        let cause = try #require(try test.judge(chain, policy: policy).failure).cause
        for said in [cause.statements.message, cause.statements.advice] {
            #expect(said.chinese != said.english && said.identifier?.isEmpty == false, "\(said)")
        }
        #expect(cause.seen != cause.expected)
        return cause
    }

    private func keyIdentifier(_ der: [UInt8]) throws -> String {
        HexString.encode(try #require(try Certificate(der: der).subjectKeyIdentifier))
    }

    /// RFC 5280 §4.2.1.1: "The authority key identifier extension provides a means of identifying the public key
    /// corresponding to the private key used to sign a certificate. The identification MAY be based on either the key
    /// identifier (the subject key identifier in the issuer's certificate) or the issuer name and serial number."
    @Test("the anchor of that name, of a file, of a folder or in memory, has another key")
    func anchorsKey() throws {
        let old = try CertificateAuthority.root(name: "Test Root", at: TestChain.moment)
        let (has, asked) = try (keyIdentifier(old.certificate), keyIdentifier(test.root.certificate))
        let file = try folder.write(pem(old.certificate), to: "old-root.pem")
        let chain = try test.chain()
        for (anchors, place) in [
            (try TrustAnchors.only(paths: [file]), file), (try .only(paths: [folder.path]), file),
            (.only([try Certificate(der: old.certificate)]), ""),
        ] {
            let cause = try cause(chain, anchors: anchors)
            #expect(cause.code == .issuerNotFound && cause.position == .certificate(depth: 1))
            #expect(cause.statements.message.identifier == "missingIssuer.issuerHasOtherKey")
            #expect(cause.message.contains(place) && cause.message.hasSuffix("has another key"), "\(cause.message)")
            #expect(cause.seen.contains(has) && cause.expected.contains(asked), "\(cause.seen); \(cause.expected)")
            #expect(cause.statements.advice.identifier == "missingIssuer.addOtherKey")
            #expect(cause.advice.contains(asked) && cause.advice.hasPrefix("the authority has a new key"))
        }
    }

    @Test("the server sends an intermediate of that name, and of another key")
    func intermediatesKey() throws {
        let other = try test.root.intermediate(name: "Test Intermediate", at: TestChain.moment)
        let chain = [try test.chain()[0], other.certificate]
        let cause = try cause(chain, anchors: .only([try Certificate(der: test.root.certificate)]))
        #expect(cause.code == .issuerNotFound && cause.position == .certificate(depth: 0))
        #expect(cause.message.contains("certificate 2 of the list"), "\(cause.message)")
        #expect(try cause.seen.contains(keyIdentifier(other.certificate)))
        #expect(try cause.expected.contains(keyIdentifier(test.intermediate.certificate)))
        #expect(cause.statements.advice.identifier == "missingIssuer.sendOtherKey")
    }

    @Test("a self-signed certificate, or the root that was sent, in the place of an anchor with another key")
    func end() throws {
        let (old, new) = (try Identity.selfSigned(TestChain.server()), try Identity.selfSigned(TestChain.server()))
        let alone = try cause(new.chain, anchors: .only([try Certificate(der: old.certificate)]))
        #expect(alone.code == .selfSignedNotAnchor)
        #expect(alone.statements.message.identifier == "missingIssuer.selfSignedHasOtherKey", "\(alone.message)")
        #expect(alone.advice.contains("somebody stands in between"), "\(alone.advice)")
        let root = try CertificateAuthority.root(name: "Test Root", at: TestChain.moment)
        let whole = try test.chain() + [test.root.certificate]
        let sent = try cause(whole, anchors: .only([try Certificate(der: root.certificate)]))
        #expect(sent.code == .noAnchor)
        #expect(sent.statements.message.identifier == "missingIssuer.endHasOtherKey", "\(sent.message)")
        #expect(try sent.expected.contains(keyIdentifier(root.certificate)))
    }

    /// X.690 §11.1: a BOOLEAN that is TRUE is FF in DER.
    @Test("an anchor that could not be read: in a file, in a folder, and where its name is not known either")
    func unread() throws {
        var broken = test.root.certificate
        let truth = try #require(broken.indices.dropLast(2).first { broken[$0...($0 + 2)] == [0x01, 0x01, 0xFF] })
        broken[truth + 2] = 0x01
        let good = try CertificateAuthority.root(name: "Another Root", at: TestChain.moment).certificate
        let bundle = try folder.write(pem(good) + pem(broken), to: "bundle.pem")
        let single = try TemporaryFolder()
        try single.write(pem(good), to: "good.pem")
        let alone = try single.write(pem(broken), to: "broken.pem")
        for (paths, file, place) in [
            ([bundle], bundle, "certificate 2 (line "), ([folder.path], bundle, "certificate 2 (line "),
            ([single.path], alone, "certificate 1 (line 1)"),
        ] {
            let cause = try cause(test.chain(), anchors: .only(paths: paths))
            #expect(cause.statements.message.identifier == "missingIssuer.issuerUnread")
            #expect(cause.statements.advice.identifier == "missingIssuer.mendAnchor")
            #expect(cause.message.contains(place) && cause.advice.contains(file), "\(cause.message)")
            let ended = try self.cause(test.chain() + [test.root.certificate], anchors: .only(paths: paths))
            #expect(ended.code == .noAnchor)
            #expect(ended.statements.message.identifier == "missingIssuer.endUnread", "\(ended.message)")
        }
        let nameless = try folder.write(pem(good) + pem([0x30, 0x00]), to: "nameless.txt")
        let cause = try cause(test.chain(), anchors: .only(paths: [nameless]))
        #expect(cause.statements.message.identifier == "missingIssuer.issuerPerhapsUnread", "\(cause.message)")
        #expect(cause.message.contains(nameless) && cause.advice.contains(nameless))
    }

    /// RFC 5280 §4.2.2.1: id-ad-caIssuers, where "additional information lists certificates that were issued to the CA
    /// that issued the certificate containing this extension".
    @Test("a user's own authority, which lies at hand and is no anchor: the option to paste")
    func atHand() throws {
        var policy = try test.policy(anchors: [CertificateAuthority.root(name: "R", at: TestChain.moment).certificate])
        policy.authoritiesAtHand = [
            AuthorityAtHand(
                try Certificate(der: test.root.certificate), file: "/srv/ca.pem", option: "--anchors /srv/ca.pem")
        ]
        for (chain, code) in [
            (try test.chain(), FindingCode.issuerNotFound), (try test.chain() + [test.root.certificate], .noAnchor),
        ] {
            let cause = try #require(try test.judge(chain, policy: policy).failure).cause
            #expect(cause.code == code && cause.message.hasSuffix("its certificate lies in /srv/ca.pem"))
            #expect(
                cause.advice.contains("--anchors /srv/ca.pem") && cause.statements.advice.chinese.contains("/ca"))
        }
        // It is nobody's issuer here: neither of another name, nor of its name with another key.
        for name in ["Elsewhere", "Test Root"] {
            let other = try CertificateAuthority.root(name: name, at: TestChain.moment)
            let cause = try #require(try test.judge(other.issue(TestChain.server()).chain, policy: policy).failure)
                .cause
            #expect(cause.code == .issuerNotFound && !cause.message.contains("/srv/ca.pem"), "\(cause.message)")
        }
        #expect(try test.errors(test.chain(), policy: policy) == [.issuerNotFound])
    }

    @Test("the certificate says where the intermediate is that the server forgot")
    func forgotten() throws {
        var template = TestChain.server()
        try template.addInformationAccess(issuerCertificates: ["http://ca.holdfast.test/intermediate.cer"])
        let leaf = try test.intermediate.issue(template)
        let anchors = TrustAnchors.only([try Certificate(der: test.root.certificate)])
        let cause = try cause([leaf.certificate], anchors: anchors)
        #expect(cause.statements.advice.identifier == "missingIssuer.sendFrom", "\(cause.advice)")
        #expect(cause.advice.contains("Test Intermediate is to be had from http://ca.holdfast.test/intermediate.cer"))
        let silent = try self.cause([try test.chain()[0]], anchors: anchors)
        #expect(silent.statements.advice.identifier == "anchor.sendIntermediates", "\(silent.advice)")
    }
}
