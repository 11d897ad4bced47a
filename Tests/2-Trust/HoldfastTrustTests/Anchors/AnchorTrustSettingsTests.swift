import HoldfastAuthority
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastTrust

/// Anchors whose file rejects them, or trusts them for other uses alone: openssl-verification-options(1), Trust
/// Anchors, and error 28, "certificate rejected", of openssl-verify(1).
@Suite("Anchors that their files reject", .ownThread)
struct AnchorTrustSettingsTests {
    private let test: TestChain
    private let folder: TemporaryFolder

    init() throws { (test, folder) = (try TestChain(), try TemporaryFolder()) }

    /// Settings as OpenSSL writes them behind a certificate.
    private static func settings(trusted: [ObjectIdentifier]? = nil, rejected: [ObjectIdentifier]? = nil) -> [UInt8] {
        var writer = DERWriter()
        writer.sequence { writer in
            if let trusted { writer.sequence { for use in trusted { $0.oid(use) } } }
            if let rejected {
                writer.sequence(as: .context(0, constructed: true)) { for use in rejected { $0.oid(use) } }
            }
        }
        return writer.bytes
    }

    private static let rejecting = settings(rejected: [.serverAuth])

    private func pem(_ der: [UInt8], _ settings: [UInt8] = []) -> String {
        PEMBlock(label: settings.isEmpty ? "CERTIFICATE" : "TRUSTED CERTIFICATE", contents: der + settings).encoded
    }

    private func judge(
        _ anchors: TrustAnchors, _ purpose: TrustPolicy.Purpose? = nil, _ chain: [[UInt8]]? = nil,
        _ change: (inout TrustPolicy) -> Void = { _ in }
    ) throws -> Result<TrustEvaluation, TrustFailure> {
        var policy = TrustPolicy(purpose: try purpose ?? .ssl(ServerName(TestChain.host)))
        policy.anchors = anchors
        change(&policy)
        return try test.judge(chain ?? test.chain { $0.extendedKeyUsage = [.serverAuth, .clientAuth] }, policy: policy)
    }

    @Test("each door: a file, a bundle, a folder, beside the system's, and as the system's")
    func doors() throws {
        let root = test.root.certificate
        let other = try CertificateAuthority.root(name: "Other", at: TestChain.moment).certificate
        let file = try folder.write(pem(root, Self.rejecting), to: "rejected.pem")
        let der = try folder.write(root + Self.rejecting, to: "rejected.der")
        let bundle = try folder.write(pem(other) + pem(root, Self.rejecting), to: "bundle.pem")
        // The same root elsewhere without a word does not help it.
        let twice = try folder.write(pem(root) + pem(root, Self.rejecting), to: "twice.pem")
        let plain = try folder.write(pem(root), to: "plain.pem")
        let doors: [TrustAnchors] = [
            try .only(paths: [file]), try .only(paths: [der]), try .only(paths: [bundle]), try .only(paths: [twice]),
            try .only(paths: [plain, file]), try .only(paths: [folder.path]), try .system(addingPaths: [file]),
            .of(try AnchorFiles.read(.system(bundle)), addingSystem: false),
            .of(try AnchorFiles.read(.system(file)), addingSystem: true),
        ]
        for (index, anchors) in doors.enumerated() {
            let failure = try judge(anchors).failure
            #expect(failure?.cause.code == .anchorRejected, "door \(index): \(String(describing: failure?.cause))")
            #expect(failure?.anchor == nil && failure?.result == .deny, "door \(index)")
            let set = anchors.current()
            #expect(!set.anchors.contains { Array($0.certificate.bytes) == root }, "door \(index)")
            #expect(set.rejected.contains { Array($0.certificate.bytes) == root }, "door \(index)")
        }
        #expect(try judge(.only(paths: [plain])).success != nil)
        // As a bare certificate it would have lost its words.
        let error = #expect(throws: AnchorError.self) { try TrustAnchors.certificates(paths: [file]) }
        #expect(error?.reason == .rejected("Test Root"))
    }

    @Test("a set above the system's keeps what the system's file says of the same certificate")
    func layers() throws {
        let certificate = try Certificate(der: test.root.certificate)
        var rejected = TrustAnchor(certificate: certificate, source: "bundle")
        rejected.settings = [.read(try CertificateTrustSettings(der: Self.rejecting[...]))]
        let own = TrustAnchor(certificate: certificate, source: nil)
        let set = AnchorSet([own], above: AnchorSet([rejected], generation: 1), generation: 1)
        #expect(set.anchors.isEmpty && set.rejected.count == 1)
        #expect(set.contentDigest != AnchorSet([own], generation: 1).contentDigest)
    }

    @Test("each purpose by its own word, and the finding says which")
    func purposes() throws {
        let rows: [(name: String, settings: [UInt8], server: Bool, client: Bool, basic: Bool)] = [
            ("server", Self.settings(trusted: [.serverAuth]), true, false, false),
            ("client", Self.settings(trusted: [.clientAuth]), false, true, false),
            ("mail", Self.settings(trusted: [.emailProtection]), false, false, false),
            ("any", Self.settings(trusted: [.anyExtendedKeyUsage]), true, true, true),
            ("no server", Self.rejecting, false, true, false),
            ("no mail", Self.settings(rejected: [.emailProtection]), true, true, true),
            ("silent", [0x30, 0], true, true, true),
        ]
        for row in rows {
            let path = try folder.write(pem(test.root.certificate, row.settings), to: "root.pem")
            let anchors = try TrustAnchors.only(paths: [path])
            let purposes: [(TrustPolicy.Purpose, Bool)] = [
                (.ssl(try ServerName(TestChain.host)), row.server), (.sslWithoutName, row.server),
                (.sslClient, row.client), (.basicX509, row.basic),
            ]
            for (purpose, isTrusted) in purposes {
                let result = try judge(anchors, purpose)
                #expect(result.codes(.error) == (isTrusted ? [] : [.anchorRejected]), "\(row.name) \(purpose.name)")
            }
        }
        let path = try folder.write(
            pem(test.root.certificate, Self.settings(trusted: [.emailProtection])), to: "root.pem")
        let mail = try judge(.only(paths: [path])).failure?.cause
        #expect(
            mail?.message == "the trust settings of Test Root trust it for emailProtection alone, not for serverAuth")
        #expect(mail?.seen == "trusted for emailProtection, in \(path)" && mail?.position == .certificate(depth: 2))
        _ = try folder.write(pem(test.root.certificate, Self.rejecting), to: "root.pem")
        let rejected = try judge(.only(paths: [path])).failure?.cause
        #expect(rejected?.message == "the trust settings of Test Root reject it as an anchor for serverAuth")
    }

    @Test("words that cannot be read: alone an error of the file, among others a rejection for everything, and told")
    func unreadable() throws {
        let root = test.root.certificate
        let other = try CertificateAuthority.root(name: "Other", at: TestChain.moment).certificate
        let junk: [UInt8] = [0x30, 0x03, 0x02, 0x01, 0x02]
        let alone = try folder.write(pem(root, junk), to: "alone.pem")
        let error = #expect(throws: AnchorError.self) { try TrustAnchors.only(paths: [alone]) }
        #expect(
            error?.description.contains("its trust settings cannot be read") == true, "\(String(describing: error))")
        let bundle = try folder.write(pem(other) + pem(root, junk) + pem(root), to: "bundle.pem")
        let anchors = try TrustAnchors.only(paths: [bundle])
        #expect(anchors.current().problems.map(\.certificate) == [2])
        #expect(try judge(anchors).failure?.cause.code == .anchorRejected)
        #expect(try judge(anchors, .sslClient).failure?.cause.code == .anchorRejected)
        #expect(try judge(anchors, .basicX509).failure?.cause.code == .anchorRejected)
    }

    /// p11-kit's manual, trust policy files: `x-distrusted: true` stands in a line of the object, beside its PEM block.
    @Test("a file of p11-kit's own, whose words are not read, is no file of anchors")
    func p11Kit() throws {
        let text = "[p11-kit-object-v1]\nx-distrusted: true\n" + pem(test.root.certificate)
        let file = try folder.write("# comment\n" + text, to: "a.p11-kit")
        let error = #expect(throws: AnchorError.self) { try TrustAnchors.only(paths: [file]) }
        #expect(error?.description.contains("trust extract --format=openssl-bundle") == true)
        let other = try CertificateAuthority.root(name: "Other", at: TestChain.moment).certificate
        try folder.write(pem(other), to: "b.pem")
        let set = try TrustAnchors.only(paths: [folder.path]).current()
        #expect(set.anchors.count == 1 && set.problems.count == 1 && set.problems[0].isDefect, "\(set.problems)")
    }

    /// OpenSSL refuses such a path as well: the certificate is in its trust store, and rejected.
    @Test("a distrusted intermediate, or a distrusted leaf, below a trusted root")
    func below() throws {
        let chain = try test.chain()
        for index in chain.indices {
            let path = try folder.write(
                pem(test.root.certificate) + pem(chain[index], Self.rejecting), to: "store\(index).pem")
            let failure = try judge(.only(paths: [path]), nil, chain).failure
            #expect(failure?.cause.code == .anchorRejected, "\(index)")
            #expect(failure?.cause.position == .certificate(depth: index))
        }
    }

    @Test("no exception of the user and no profile lets it pass")
    func exceptions() throws {
        let path = try folder.write(pem(test.root.certificate, Self.rejecting), to: "root.pem")
        let chain = try test.chain()
        let exception = try ExplicitTrustTests.exception(Set(FindingCode.all.filter(\.isExceptable)), for: chain[0])
        let result = try judge(.only(paths: [path]), nil, chain) { $0.exceptions = .only([exception]) }
        #expect(result.failure?.cause.code == .anchorRejected)
        let lax = try Profile.rfc5280.dangerouslyLowering("anchor.trustSettings", to: .note)
        #expect(try judge(.only(paths: [path]), nil, chain) { $0.profile = lax }.failure != nil)
    }

    @Test("another root that signed the same intermediate still leads to trust")
    func crossSigned() throws {
        let other = try CertificateAuthority.root(name: "Other", at: TestChain.moment)
        let key = test.intermediate.identity.key
        let cross = try other.issue(.intermediate(name: "Test Intermediate", at: TestChain.moment), key: key)
        let path = try folder.write(
            pem(test.root.certificate, Self.rejecting) + pem(other.certificate), to: "roots.pem")
        #expect(try judge(.only(paths: [path]), nil, test.chain() + [cross.certificate]).success != nil)
    }
}
