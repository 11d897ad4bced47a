import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// A certificate of a megabyte is not worth a gigabyte of findings.
@Suite("Findings are bounded", .ownThread)
struct FindingBoundsTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    @Test("a thousand unknown critical extensions, each twice")
    func count() throws {
        let chain = try test.chain { template in
            for number in 0..<1_000 {
                let oid = ObjectIdentifier(1, 3, 6, 1, 4, 1, 55555, 1, UInt64(number))
                template.additionalExtensions += [
                    Extension(oid, isCritical: true, value: [5, 0]), Extension(oid, isCritical: true, value: [5, 0]),
                ]
            }
        }
        let failure = try #require(try test.judge(chain).failure)
        #expect(Set(failure.errors.map(\.code)) == [.unknownCriticalExtension, .duplicateExtension])
        #expect(failure.errors.count == 32)
    }

    @Test("a name of a hundred thousand octets is shown in part")
    func text() throws {
        let name = try #require(IA5String(String(repeating: "a", count: 100_000)))
        let chain = try test.chain(
            levels: 3, excluding: [.init(.dnsName(try #require(IA5String("other.test"))))], names: [.dnsName(name)])
        let failure = try #require(try test.judge(chain).failure)
        #expect(failure.errors.contains { $0.code == .nameConstraints })
        for finding in failure.findings {
            #expect(finding.seen.utf8.count < 2_100)
            #expect(finding.message.utf8.count < 2_100)
        }
        #expect(failure.findings.contains { $0.seen.hasSuffix("(100004 octets)") })
    }
}

extension TestChain {
    /// A chain whose authorities all exclude these subtrees.
    fileprivate func chain(
        levels: Int, excluding subtrees: [GeneralSubtree], names: [GeneralName]
    ) throws -> [[UInt8]] {
        var issuer = root
        for index in 0..<levels {
            var template = CertificateTemplate.intermediate(name: "Level \(index)", at: Self.moment, pathLength: nil)
            template.nameConstraints = NameConstraints(excludedSubtrees: subtrees)
            issuer = CertificateAuthority(try issuer.issue(template))
        }
        return try issuer.issue(Self.server { $0.alternativeNames = names }).chain
    }
}
