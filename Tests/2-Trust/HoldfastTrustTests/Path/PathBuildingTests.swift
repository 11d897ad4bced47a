import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@Suite("Path building", .ownThread)
struct PathBuildingTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    @Test("any certificate can be an anchor: the leaf, an intermediate, a self-signed leaf")
    func anyAnchor() throws {
        let leaf = try test.intermediate.issue(TestChain.server())
        let byLeaf = try test.judge(leaf.chain, policy: test.policy(anchors: [leaf.certificate]))
        #expect(byLeaf.success?.chain.count == 1)
        let byIntermediate = try test.judge(
            [leaf.certificate], policy: test.policy(anchors: [test.intermediate.certificate]))
        #expect(byIntermediate.success?.chain.count == 2)
        let alone = try Identity.selfSigned(TestChain.server())
        #expect(try test.errors(alone.chain, policy: test.policy(anchors: [alone.certificate])) == [])
        // Being an anchor does not make it another server's certificate, nor keeps it from expiring.
        let elsewhere = try Identity.selfSigned(TestChain.server { $0.names = ["other.test"] })
        #expect(
            try test.errors(elsewhere.chain, policy: test.policy(anchors: [elsewhere.certificate])) == [.hostMismatch])
        #expect(
            try test.errors(
                alone.chain, policy: test.policy(anchors: [alone.certificate]),
                at: TestChain.moment.advanced(byDays: 60)) == [.expired])
    }

    @Test("order, duplicates and strangers among the intermediates change nothing")
    func order() throws {
        let second = try CertificateAuthority(
            test.root.issue(.intermediate(name: "Upper", at: TestChain.moment, pathLength: nil)))
        let third = try second.intermediate(name: "Lower", at: TestChain.moment)
        let leaf = try third.issue(TestChain.server())
        let stranger = try CertificateAuthority.root(name: "Stranger", at: TestChain.moment).certificate
        let pool = [third.certificate, second.certificate, test.root.certificate, stranger, third.certificate]
        for rotation in pool.indices {
            let rotated = Array(pool[rotation...] + pool[..<rotation])
            #expect(try test.errors([leaf.certificate] + rotated) == [], "\(rotation)")
            #expect(try test.errors([leaf.certificate] + rotated.reversed()) == [], "\(rotation) reversed")
        }
    }

    @Test("an expired intermediate beside its valid successor of the same key")
    func expiredBesideValid() throws {
        let key = try PrivateKey.generate(.p256)
        var old = CertificateTemplate.intermediate(name: "Renewed", at: TestChain.moment)
        old.notAfter = TestChain.moment.advanced(byDays: -1)
        let expired = try test.root.issue(old, key: key)
        let valid = try test.root.issue(.intermediate(name: "Renewed", at: TestChain.moment), key: key)
        let leaf = try CertificateAuthority(valid).issue(TestChain.server())
        for chain in [
            [leaf.certificate, expired.certificate, valid.certificate],
            [leaf.certificate, valid.certificate, expired.certificate],
        ] { #expect(try test.errors(chain) == []) }
        let refused = try test.judge([leaf.certificate, expired.certificate])
        #expect(refused.codes(.error) == [.expired])
        #expect(refused.failure?.cause.position == .certificate(depth: 1))
    }

    @Test("a path that a rule refuses is a near miss of the one that holds")
    func nearMiss() throws {
        let key = try PrivateKey.generate(.p256)
        // Nothing is seen against it before the whole path is judged, and it is valid for longer.
        var usage = CertificateTemplate.intermediate(name: "Twice", at: TestChain.moment)
        usage.extendedKeyUsage = [.clientAuth]
        usage.notAfter = usage.notAfter.advanced(byDays: 1)
        let broken = try test.root.issue(usage, key: key)
        let good = try test.root.issue(.intermediate(name: "Twice", at: TestChain.moment), key: key)
        let leaf = try CertificateAuthority(good).issue(TestChain.server())
        for others in [[broken, good], [good, broken]] {
            let proof = try #require(try test.judge([leaf.certificate] + others.map(\.certificate)).success)
            #expect(proof.nearMisses.map(\.findings) == [[.extendedKeyUsage]])
            #expect(proof.nearMisses.first?.chain.count == 3)
        }
    }

    @Test("what has expired or is no authority is tried last, however short the way by it")
    func flawedLast() throws {
        let key = try PrivateKey.generate(.p256)
        var expired = CertificateTemplate.intermediate(name: "Twice", at: TestChain.moment)
        expired.notAfter = TestChain.moment.advanced(byDays: -1)
        var noAuthority = CertificateTemplate.intermediate(name: "Twice", at: TestChain.moment)
        noAuthority.keyUsage = [.cRLSign]
        let upper = try CertificateAuthority(
            test.root.issue(.intermediate(name: "Upper", at: TestChain.moment, pathLength: nil)))
        let good = try upper.issue(.intermediate(name: "Twice", at: TestChain.moment), key: key)
        let leaf = try CertificateAuthority(good).issue(TestChain.server())
        let flawed = try [expired, noAuthority].map { try test.root.issue($0, key: key).certificate }
        let proof = try #require(
            try test.judge([leaf.certificate] + flawed + [good.certificate, upper.certificate]).success)
        #expect(proof.nearMisses.isEmpty && proof.work.judgedPaths == 1)
        #expect(proof.chain.count == 4)
    }

    @Test("cross-signed: the anchor is reached by either root")
    func crossSigned() throws {
        let key = try PrivateKey.generate(.p256)
        let other = try CertificateAuthority.root(name: "Other Root", at: TestChain.moment)
        let byRoot = try test.root.issue(.intermediate(name: "Crossed", at: TestChain.moment), key: key)
        let byOther = try other.issue(.intermediate(name: "Crossed", at: TestChain.moment), key: key)
        let leaf = try CertificateAuthority(byRoot).issue(TestChain.server())
        let pool = [leaf.certificate, byOther.certificate, byRoot.certificate]
        #expect(try test.errors(pool) == [])
        #expect(try test.errors(pool, policy: test.policy(anchors: [other.certificate])) == [])
    }

    @Test("the malformed: a leaf refuses, another is named and passed over")
    func malformed() throws {
        let chain = try test.chain()
        let noise: [UInt8] = [0x30, 0x03, 0x02, 0x01]
        let leaf = try #require(try test.judge([noise] + chain).failure)
        #expect(leaf.cause.code == .malformedCertificate)
        #expect(leaf.cause.position == .presented(index: 0))
        #expect(leaf.chain.isEmpty)
        let proof = try #require(try test.judge(chain + [noise]).success)
        #expect(proof.findings.map(\.code) == [.malformedCertificate])
        #expect(proof.findings.map(\.position) == [.presented(index: 2)])
    }

    @Test("signatures that were verified are remembered, by exact bytes")
    func memory() throws {
        let first = try #require(try test.judge(test.chain()).success)
        #expect(first.work.signatureChecks == 2)
        let again = try #require(try test.judge(test.chain()).success)
        #expect(again.work.signatureChecks == 1)
        #expect(again.work.rememberedSignatures == 1)
        // A failure is not remembered as anything.
        let bad = try test.chain { $0.signatureEdit = .flippingBit(at: -1) }
        for _ in 0..<2 { #expect(try test.errors(bad) == [.badSignature]) }
    }
}
