import HoldfastAuthority
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastTrust

/// CA/B BR 7.1.2.1, 7.1.2.6, 7.1.2.10 and 6.1.7.
@Suite("Authorities of the programmes", .ownThread)
struct AuthorityProfileRuleTests {
    private func unmet(
        _ kind: AnchorKind = .publicWeb, _ change: (inout RootProgramChain) throws -> Void
    ) throws -> [String: Severity] {
        var chain = try RootProgramChain()
        try change(&chain)
        return try chain.findings(.webpki, kind).filter { $0.key.hasPrefix("authorityProfile.") }
    }

    @Test("keyCertSign and cRLSign, digitalSignature where it answers for revocation, nothing else (7.1.2.10.7)")
    func keyUsage() throws {
        #expect(try unmet { $0.intermediate.keyUsage = [.keyCertSign, .cRLSign, .digitalSignature] } == [:])
        for usage in [KeyUsage.keyCertSign, [.keyCertSign, .cRLSign, .keyEncipherment]] {
            #expect(
                try unmet { $0.intermediate.keyUsage = usage } == ["authorityProfile.keyUsage": .error], "\(usage)")
            #expect(try unmet { $0.root.keyUsage = usage } == ["authorityProfile.keyUsage": .error], "\(usage)")
        }
    }

    @Test("country, organization and common name (7.1.2.10.2)")
    func names() throws {
        let found = try unmet { $0.root.subject = DistinguishedName([(type: .commonName, text: "Root")]) }
        #expect(found == ["authorityProfile.name": .error])
        let old = try unmet {
            $0.root.subject = DistinguishedName([(type: .commonName, text: "Root")])
            $0.root.notBefore = RootProgram.profilesInForce.advanced(byDays: -1)
        }
        #expect(old == [:])
    }

    @Test("policies, lists of revocation, and where the issuer is (7.1.2.6.1)")
    func services() throws {
        let found = try unmet {
            for oid in [ObjectIdentifier.certificatePolicies, .authorityInformationAccess, .cRLDistributionPoints] {
                RootProgramChain.remove(oid, from: &$0.intermediate)
            }
        }
        #expect(
            found == [
                "authorityProfile.policies": .error, "authorityProfile.revocationLists": .error,
                "authorityProfile.informationAccess": .note,
            ])
    }

    @Test("\"Private Keys corresponding to Root Certificates MUST NOT be used to sign\" servers' certificates (6.1.7)")
    func rootIssues() throws {
        #expect(try unmet { $0.isIssuedByRoot = true } == ["authorityProfile.rootIssues": .error])
        #expect(try unmet(.own) { $0.isIssuedByRoot = true } == ["authorityProfile.rootIssues": .warning])
    }

    @Test("a path length of the root is NOT RECOMMENDED (7.1.2.1.4)")
    func pathLength() throws {
        let found = try unmet {
            $0.root.basicConstraints = BasicConstraints(isCA: true, pathLengthConstraint: 3)
        }
        #expect(found == ["authorityProfile.rootPathLength": .note])
    }
}
