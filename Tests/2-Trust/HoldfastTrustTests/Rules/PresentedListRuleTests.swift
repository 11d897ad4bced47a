import HoldfastAuthority
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// RFC 5246 §7.4.2: "The sender's certificate MUST come first in the list. Each following certificate MUST directly
/// certify the one preceding it." RFC 8446 §4.4.2: "all implementations SHOULD be prepared to handle potentially
/// extraneous certificates and arbitrary orderings".
@Suite("The list of certificates that was sent", .ownThread)
struct PresentedListRuleTests {
    private struct Made {
        let leaf, lower, upper, root, other: [UInt8]
        var anchor: [UInt8] { root }
    }

    private static func made() throws -> Made {
        let moment = TestChain.moment
        func name(_ text: String, _ pathLength: Int) -> CertificateTemplate {
            .intermediate(name: text, at: moment, pathLength: pathLength)
        }
        let root = CertificateAuthority(try Identity.selfSigned(.root(name: "Root", at: moment)))
        let upper = CertificateAuthority(try root.issue(name("Upper", 1)))
        let lower = CertificateAuthority(try upper.issue(name("Lower", 0)))
        let leaf = try lower.issue(.server(names: ["www.example.com"], at: moment))
        let other = try root.issue(name("Other", 0))
        return Made(
            leaf: leaf.certificate, lower: lower.certificate, upper: upper.certificate, root: root.certificate,
            other: other.certificate)
    }

    private static func notes(_ chain: [[UInt8]], _ root: [UInt8], _ profile: Profile = .default) throws -> [Finding] {
        var policy = TrustPolicy.ssl(try ServerName("www.example.com"))
        policy.anchors = .only([try Certificate(der: root)])
        policy.profile = profile
        let trust = try ServerTrust(derChain: chain)
        let findings: [Finding]
        do throws(TrustFailure) {
            findings = try TrustEngine().evaluate(trust, with: policy, at: TestChain.moment).findings
        } catch {
            findings = error.findings
        }
        return findings.filter { $0.requirement.hasPrefix("presentedList.") }
    }

    @Test("the path in its order is nothing to speak of, with the anchor or without")
    func good() throws {
        let made = try Self.made()
        for chain in [
            [made.leaf, made.lower, made.upper], [made.leaf, made.lower, made.upper, made.root],
        ] {
            #expect(try Self.notes(chain, made.root).isEmpty)
        }
        // What is missing is another finding.
        #expect(try Self.notes([made.leaf, made.lower], made.root).isEmpty)
    }

    @Test("an authority before the one that it issued is out of order: once, and never more than a note")
    func order() throws {
        let made = try Self.made()
        for chain in [
            [made.leaf, made.upper, made.lower], [made.leaf, made.root, made.lower, made.upper],
            [made.leaf, made.root, made.upper, made.lower],
        ] {
            for profile in Profile.all {
                let notes = try Self.notes(chain, made.root, profile)
                #expect(notes.map(\.code) == [.chainOrder] && notes.map(\.severity) == [.note])
            }
        }
        let notes = try Self.notes([made.leaf, made.upper, made.lower], made.root)
        #expect(
            notes.map(\.seen) == ["certificate 3 of the list stands behind certificate 2, which it is below"])
        #expect(notes.map(\.position) == [.certificate(depth: 1)])
    }

    @Test("what is no part of the path is superfluous, a second copy too; it is named, and order is another thing")
    func superfluous() throws {
        let made = try Self.made()
        let rows: [(chain: [[UInt8]], index: Int, list: String)] = [
            ([made.leaf, made.lower, made.upper, made.other], 3, "4 (Other)"),
            ([made.leaf, made.other, made.lower, made.upper], 1, "2 (Other)"),
            ([made.leaf, made.leaf, made.lower, made.upper, made.other], 1, "2 (www.example.com), 5 (Other)"),
        ]
        for (chain, index, list) in rows {
            let notes = try Self.notes(chain, made.root)
            #expect(notes.map(\.code) == [.superfluousCertificate])
            #expect(notes.map(\.severity) == [.note] && notes.map(\.position) == [.presented(index: index)])
            #expect(notes.first?.message.hasSuffix(": \(list)") == true, "\(notes)")
            #expect(try notes.first?.fingerprint == Certificate(der: chain[index]).fingerprint)
        }
        let both = try Self.notes([made.leaf, made.upper, made.other, made.lower], made.root)
        #expect(Set(both.map(\.code)) == [.chainOrder, .superfluousCertificate])
        // Of a path that ends nowhere nobody knows what it would need.
        #expect(try Self.notes([made.leaf, made.other], made.root).isEmpty)
    }

    /// RFC 8446 §4.4.2: "The sender's certificate MUST come in the first CertificateEntry in the list."
    @Test("with an authority first, the server's own certificate is named as the one to come first")
    func ownCertificateLast() throws {
        let made = try Self.made()
        for chain in [[made.root, made.upper, made.lower, made.leaf], [made.upper, made.leaf, made.lower]] {
            var policy = TrustPolicy.ssl(try ServerName("www.example.com"))
            policy.anchors = .only([try Certificate(der: made.root)])
            let trust = try ServerTrust(derChain: chain)
            let failure = try #require(throws: TrustFailure.self) {
                try TrustEngine().evaluate(trust, with: policy, at: TestChain.moment)
            }
            let place = try #require(chain.firstIndex(of: made.leaf)) + 1
            #expect(failure.cause.code == .hostMismatch && failure.cause.requirement == "serverName.first")
            #expect(
                failure.cause.message.hasSuffix(
                    "certificate \(place) of the list is for that name and no authority's, put it first"),
                "\(failure.cause.message)")
            #expect(failure.cause.rule.contains("RFC 8446 §4.4.2"))
            #expect(!failure.cause.advice.contains("have it issued"))
            #expect(!failure.findings.contains { $0.code == .missingSubjectAltName })
            let superfluous = failure.findings.filter { $0.code == .superfluousCertificate }
            // RFC 8446 §4.4.2: the others certify the one before them, which is not judged yet.
            #expect(superfluous.isEmpty, "\(superfluous)")
        }
        // One for another name is no hint.
        let stranger = try Self.notes([made.lower, made.upper], made.root)
        #expect(stranger.isEmpty)
    }

    @Test(
        "a list of as many certificates as are taken gives one note that names ten, and damaged ones are left to theirs"
    )
    func many() throws {
        let made = try Self.made()
        let limit = Limits().presentedCertificates
        let chain = [made.leaf, made.lower, made.upper] + Array(repeating: made.other, count: limit - 4) + [[0x30]]
        let notes = try Self.notes(chain, made.root)
        #expect(notes.count == 1 && notes[0].message.hasSuffix(" and \(limit - 14) more"))
    }

    @Test("a chain alone was sent by nobody")
    func purposes() throws {
        let made = try Self.made()
        var policy = TrustPolicy.basicX509
        policy.anchors = .only([try Certificate(der: made.root)])
        let trust = try ServerTrust(derChain: [made.leaf, made.other, made.upper, made.lower])
        let proof = try TrustEngine().evaluate(trust, with: policy, at: TestChain.moment)
        #expect(!proof.findings.contains { $0.requirement.hasPrefix("presentedList.") })
    }
}
