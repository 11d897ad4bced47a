import HoldfastAuthority
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// A fault of whoever says it only ever refuses: what a signer with a lacking certificate calls good is not believed,
/// and what it calls revoked is not trusted, by `soft` as by `hard`. RFC 6960 §3.2 and RFC 5280 §6.3.3(f) say what has
/// to be so "prior to accepting" that a certificate is good; neither makes a certificate good by being broken.
@Suite("Revocation: signers that are believed by half", .ownThread)
struct SignerDoubtTests {
    private static let moment = RevocationWorld.moment
    private let world: RevocationWorld

    init() throws { world = try RevocationWorld() }

    /// A delegate with a lack, what is told of it, and when it signed.
    struct Lack: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let told: String
        var hoursAgo: Int64 = 0
        let change: @Sendable (inout CertificateTemplate) -> Void
    }

    private static let expired = Lack(testDescription: "expired since", told: "certificate expired on", hoursAgo: 2) {
        $0.notAfter = moment.advanced(bySeconds: -3600)
    }
    private static let lacks = [
        expired,
        Lack(testDescription: "a certificate signed over SHA-1", told: "too weak") {
            $0.signatureAlgorithm = .ecdsa(.sha1)
        },
    ]

    private func response(_ status: SingleResponse.CertStatus, by lack: Lack) throws -> [UInt8] {
        let signed = Self.moment.advanced(bySeconds: -3600 * lack.hoursAgo)
        return try world.response(status, by: world.delegate(lack.change)) { template in
            template.producedAt = signed
            template.thisUpdate = signed
        }
    }

    /// RFC 6960 §3.2(4): "The signer is currently authorized to provide a response for the certificate in question".
    @Test("a response of a delegate: not good, and revoked", arguments: lacks)
    func responses(_ lack: Lack) throws {
        let good = try response(.good, by: lack)
        #expect(try world.answer([good])?.problem?.contains(lack.told) == true)
        let revoked = try response(RevocationWorld.revoked(.keyCompromise), by: lack)
        for checking in [RevocationChecking.soft, .hard] {
            #expect(try world.answer([revoked], checking)?.isRevoked == true, "\(checking)")
            #expect(try world.answer([revoked, world.response()], lists: [world.list()], checking)?.isRevoked == true)
        }
    }

    @Test("a delegate that had expired when it signed says nothing, and it is told what it says")
    func expiredBefore() throws {
        var late = Self.expired
        late.hoursAgo = 0
        let answer = try world.answer([response(RevocationWorld.revoked(.keyCompromise), by: late)])
        #expect(answer?.problem?.contains("had expired on") == true, "\(String(describing: answer))")
        #expect(answer?.problem?.contains("what says that it was revoked on") == true)
    }

    /// RFC 5280 §5.3.1: only a hold ever ends, and it may have since the certificate did.
    @Test("a hold by a delegate that has expired since is neither")
    func hold() throws {
        let hold = try response(RevocationWorld.revoked(.certificateHold), by: Self.expired)
        #expect(try world.answer([hold])?.problem?.contains("certificate expired on") == true)
        #expect(try world.answer([hold, world.response()]) == .good)
    }

    /// RFC 6960 §4.2.2.2.1. Under `soft` what such a delegate says is believed; were it nothing under `hard`, a good
    /// list beside it would make good what `soft` refuses.
    @Test("a delegate whose own status is not known: revoked counts where it has to be known, too")
    func unchecked() throws {
        let delegate = try world.delegate { $0.additionalExtensions = [] }
        let serial = try Certificate(der: delegate.certificate).serialNumber
        let revoked = try world.response(RevocationWorld.revoked(.superseded), by: delegate)
        let list = try world.list { $0.issuingDistributionPoint = IssuingDistributionPoint(onlyContainsCACerts: true) }
        let of = [try world.response()]
        for checking in [RevocationChecking.soft, .hard] {
            #expect(try world.answer([revoked] + of, lists: [list], checking)?.isRevoked == true, "\(checking)")
        }
        let good = try world.response(by: delegate)
        let told = try world.answer([good])?.problem
        #expect(told?.contains("of whose own certificate it is not known whether it was revoked") == true)
        // Revoked is revoked: what it says counts for nothing, and is told.
        let ofDelegate = try world.list { $0.revoke(serial, for: .keyCompromise) }
        let answer = try world.judge(responses: [revoked], lists: [], .soft, rootList: false)
        #expect(answer.codes(.error) == [.revoked])
        let scoped = try world.judge(
            responses: [
                revoked, world.response(RevocationWorld.revoked(), about: Certificate(der: delegate.certificate)),
            ])
        #expect(scoped.failure?.revocation.first?.problem?.contains("own certificate was revoked") == true)
        #expect(try world.answer([good], lists: [ofDelegate]) == .good)
    }

    /// RFC 6960 §4.2.2.2.1: "A CA may choose not to specify any method of revocation checking for the responder's
    /// certificate, in which case it would be up to the OCSP client's local security policy to decide".
    @Test("where a delegate's status may be unknown, it is said")
    func said() throws {
        let delegate = try world.delegate { $0.additionalExtensions = [] }
        let good = try world.response(by: delegate)
        for rootList in [true, false] {
            let verdict = try world.judge(responses: [good], .soft, rootList: rootList)
            let finding = try #require(
                verdict.success?.findings.first { $0.requirement == "revocation.signerStatus" }, "\(rootList)")
            #expect(finding.severity == .warning)
            #expect(finding.position == .certificate(depth: 0))
            #expect(
                finding.message == "the OCSP response of CN=Responder was signed by somebody of whose own certificate "
                    + "it is not known whether it was revoked, and was believed all the same")
        }
        let asked = try world.judge(responses: [world.response(by: world.delegate())], .soft)
        #expect(asked.success?.findings.contains { $0.requirement == "revocation.signerStatus" } == false)
    }

    // MARK: Lists

    private static func signers() -> [Lack] {
        [
            Lack(testDescription: "expired since", told: "certificate expired on", hoursAgo: 2) {
                $0.notAfter = moment.advanced(bySeconds: -3600)
            },
            // RFC 5280 §6.3.3(f): "If a key usage extension is present in the CRL issuer's certificate, verify that the
            // cRLSign bit is set." Where there is none, nothing is violated.
            Lack(testDescription: "without a key usage", told: "does not say that it signs lists") {
                $0.keyUsage = nil
            },
            Lack(testDescription: "a certificate signed over SHA-1", told: "too weak") {
                $0.signatureAlgorithm = .ecdsa(.sha1)
            },
        ]
    }

    @Test("a list of a signer outside the path: not good, and revoked", arguments: signers())
    func lists(_ lack: Lack) throws {
        let signer = try world.listSigner(lack.change)
        func list(_ change: (inout RevocationListTemplate) -> Void = { _ in }) throws -> [UInt8] {
            try world.list(by: signer) { list in
                list.thisUpdate = Self.moment.advanced(bySeconds: -3600 * lack.hoursAgo)
                change(&list)
            }
        }
        let good = try world.judge([list(), world.rootList()], others: [signer.certificate])
        #expect(good.codes(.error) == [.revocationUnknown])
        #expect(good.failure?.cause.seen.contains(lack.told) == true, "\(good.failure?.cause.seen ?? "")")
        let revoked = try list { $0.revoke(world.certificate.serialNumber, for: .keyCompromise) }
        for checking in [RevocationChecking.soft, .hard] {
            #expect(try world.errors([revoked], checking, others: [signer.certificate]) == [.revoked], "\(checking)")
        }
    }

    /// RFC 5280 §6.3.3(f): "Obtain and validate the certification path for the issuer of the complete CRL".
    @Test("a signer of lists whose own status is not known: revoked counts beside a good response")
    func uncheckedSigner() throws {
        let signer = try world.listSigner()
        let list = try world.list(by: signer) { $0.revoke(world.certificate.serialNumber) }
        let authorities = try world.rootList {
            $0.issuingDistributionPoint = IssuingDistributionPoint(onlyContainsCACerts: true)
        }
        for checking in [RevocationChecking.soft, .hard] {
            let verdict = try world.judge(
                responses: [world.response()], lists: [list, authorities], checking, others: [signer.certificate],
                rootList: false)
            #expect(verdict.codes(.error) == [.revoked], "\(checking)")
        }
    }

    // MARK: What does not count

    /// What a standard forbids to use is not used. Who reads that nothing is known has to know that something says
    /// "revoked".
    @Test("evidence that does not count and says revoked is told as such")
    func told() throws {
        let serial = world.certificate.serialNumber
        let critical = Extension(ObjectIdentifier(2, 999, 1), isCritical: true, value: [5, 0])
        let date = Self.moment.advanced(byDays: -3)
        let word = "what says that it was revoked on \(date) does not count: "
        // §5.2: "the application MUST NOT use that CRL to determine the status of certificates"; §6.3.3(b)(2), (g).
        let rows: [(String, (inout RevocationListTemplate) -> Void)] = [
            ("has the critical extension 2.999.1", { $0.additionalExtensions = [critical] }),
            (
                "covers only authorities",
                { $0.issuingDistributionPoint = IssuingDistributionPoint(onlyContainsCACerts: true) }
            ),
            ("has a signature that does not verify", { $0.signatureEdit = .flippingBit(at: -1) }),
        ]
        for (reason, change) in rows {
            for checking in [RevocationChecking.soft, .hard] {
                let list = try world.list { list in
                    list.revoke(serial, on: date, for: .keyCompromise)
                    change(&list)
                }
                let verdict = try world.judge([list, world.rootList()], checking)
                let found = (verdict.success?.findings ?? verdict.failure?.findings ?? []).filter {
                    $0.code == .revocationUnknown
                }
                let seen = found.first?.seen ?? ""
                #expect(seen.hasPrefix("\(word)the revocation list 1 of CN=Test Intermediate \(reason)"), "\(seen)")
            }
        }
        // An outdated hold may have ended.
        let hold = try world.list { list in
            list.revoke(serial, on: date, for: .certificateHold)
            list.nextUpdate = Self.moment.advanced(bySeconds: -1)
        }
        #expect(try world.judge([hold, world.rootList()]).failure?.cause.seen.hasPrefix(word) == true)
        let response = try world.response(RevocationWorld.revoked(.keyCompromise), extensions: [critical])
        #expect(try world.answer([response])?.problem?.hasPrefix(word) == true)
        let signer = try world.delegate { $0.extendedKeyUsage = [.serverAuth] }
        let stranger = try world.response(RevocationWorld.revoked(.keyCompromise), by: signer)
        #expect(try world.answer([stranger])?.problem?.hasPrefix(word) == true)
    }
}
