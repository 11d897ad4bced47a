import HoldfastAuthority
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// A thousand constraints against a thousand names would be a million comparisons one by one; they are looked up.
@Suite("Work: constraints against names", .ownThread)
struct NameConstraintLoadTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    private static func ia5(_ text: String) -> IA5String { IA5String(text) ?? .empty }

    /// The number-th name of a kind, and a subtree that none of them is within.
    private static let kinds: [String: (name: @Sendable (Int) -> GeneralName, base: @Sendable (Int) -> GeneralName)] = [
        "DNS": ({ .dnsName(ia5("n\($0).test")) }, { .dnsName(ia5("x\($0).invalid")) }),
        "URI": (
            { .uniformResourceIdentifier(ia5("https://n\($0).test/")) },
            { .uniformResourceIdentifier(ia5($0.isMultiple(of: 2) ? ".x\($0).invalid" : "x\($0).invalid")) }
        ),
        "e-mail": (
            { .rfc822Name(ia5("n\($0)@a.test")) },
            { .rfc822Name(ia5($0.isMultiple(of: 2) ? "x\($0)@a.test" : "x\($0).invalid")) }
        ),
        "IP": (
            { .ipAddress([10, 0, UInt8($0 >> 8), UInt8($0 & 0xFF)]) },
            { .ipAddress([11, UInt8($0 >> 8), UInt8($0 & 0xFF), 0, 255, 255, 255, 0]) }
        ),
        "directory": (
            { .directoryName(DistinguishedName([(.organizationName, "A"), (.commonName, "n\($0)")])) },
            { .directoryName(DistinguishedName([(.organizationName, "x\($0)")])) }
        ),
    ]

    /// A leaf of so many names below as many excluded subtrees, and one more if given.
    private func judge(
        _ kind: String, _ count: Int, names: Int? = nil, excluding last: GeneralName? = nil
    ) throws -> (result: Result<TrustEvaluation, TrustFailure>, work: WorkDone) {
        let (name, base) = try #require(Self.kinds[kind])
        var template = CertificateTemplate.intermediate(name: "Constrained", at: TestChain.moment)
        template.nameConstraints = NameConstraints(
            excludedSubtrees: ((0..<count).map(base) + [last].compactMap { $0 }).map { GeneralSubtree($0) })
        let leaf = try CertificateAuthority(test.root.issue(template)).issue(
            TestChain.server { $0.alternativeNames = (0..<(names ?? count)).map(name) })
        return try test.judge(pool: leaf.chain)
    }

    @Test("a thousand of each: a verdict, and what it costs grows with their sum", arguments: kinds.keys.sorted())
    func thousand(_ kind: String) throws {
        let (result, work) = try judge(kind, 1_000)
        #expect(result.success != nil, "\(result.codes(.error))")
        #expect(work.nameComparisons <= 14_000)
        let half = try judge(kind, 500).work.nameComparisons
        #expect(work.nameComparisons <= 2 * half + 10)
        // The last of the names lies in the last of the subtrees, and is found.
        let (name, _) = try #require(Self.kinds[kind])
        let excluded: GeneralName =
            if case .ipAddress(let address) = name(999) { .ipAddress(address + [255, 255, 255, 255]) } else {
                switch name(999) {
                case .uniformResourceIdentifier: .uniformResourceIdentifier(Self.ia5("n999.test"))
                case let other: other
                }
            }
        #expect(try judge(kind, 1_000, excluding: excluded).result.codes(.error) == [.nameConstraints])
        #expect(try judge(kind, 1_000, names: 999, excluding: excluded).result.success != nil)
    }

    /// 1,022 names beside the host's and the subject's, against 1,024 subtrees: 2^20.
    @Test("names times constraints: to the limit and no farther")
    func product() throws {
        #expect(try judge("DNS", 1_024, names: 1_022).result.success != nil)
        #expect(try judge("DNS", 1_024, names: 1_023).result.codes(.error) == [.workLimit])
        #expect(try judge("DNS", 1_025, names: 1_022).result.codes(.error) == [.workLimit])
    }

    @Test("ten thousand names: a verdict, and one comparison each for the name that was asked for")
    func manyNames() throws {
        let chain = try test.chain { $0.names += (0..<9_999).map { "n\($0).holdfast.test" } }
        let (result, work) = try test.judge(pool: chain)
        #expect(result.success != nil)
        #expect(work.nameComparisons <= 5 * 10_000)
    }

    @Test("names of many labels cost by their labels, and end at the budget")
    func longNames() throws {
        let labels = String(repeating: "a.", count: 120)
        var template = CertificateTemplate.intermediate(name: "Constrained", at: TestChain.moment)
        template.nameConstraints = NameConstraints(
            excludedSubtrees: [GeneralSubtree(.dnsName(Self.ia5("invalid")))])
        let issuer = CertificateAuthority(try test.root.issue(template))
        func judge(_ count: Int) throws -> (result: Result<TrustEvaluation, TrustFailure>, work: WorkDone) {
            try test.judge(
                pool: issuer.issue(TestChain.server { $0.names += (0..<count).map { "\(labels)n\($0)" } }).chain)
        }
        let few = try judge(100)
        #expect(few.result.success != nil)
        #expect(few.work.nameComparisons > 100 * 120)
        #expect(try judge(2_500).result.codes(.error) == [.workLimit])
    }
}
