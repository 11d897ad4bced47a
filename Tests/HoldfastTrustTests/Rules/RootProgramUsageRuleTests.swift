import HoldfastAuthority
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastTrust

/// CA/B BR 7.1.2.7.10, 7.1.2.10.6 and 7.1.2.1.2.
@Suite("The programmes' extended key usages", .ownThread)
struct RootProgramUsageRuleTests {
    private func unmet(
        _ kind: AnchorKind = .publicWeb, _ change: (inout RootProgramChain) throws -> Void
    ) throws -> [String: Severity] {
        var chain = try RootProgramChain()
        try change(&chain)
        return try chain.findings(.webpki, kind).filter { $0.key.hasPrefix("programmeUsage.") }
    }

    @Test("of a server: serverAuth MUST, clientAuth MAY, the others MUST NOT or are NOT RECOMMENDED")
    func leaf() throws {
        #expect(try unmet { $0.leaf.extendedKeyUsage = [.serverAuth, .clientAuth] } == [:])
        #expect(
            try unmet { $0.leaf.extendedKeyUsage = [.serverAuth, .anyExtendedKeyUsage] }
                == ["programmeUsage.anyPurpose": .error])
        for other in [ObjectIdentifier.codeSigning, .emailProtection, .timeStamping, .ocspSigning] {
            #expect(
                try unmet { $0.leaf.extendedKeyUsage = [.serverAuth, other] }
                    == ["programmeUsage.otherPurpose": .error], "\(other)")
        }
        #expect(
            try unmet { $0.leaf.extendedKeyUsage = [.serverAuth, ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 3, 17)] }
                == ["programmeUsage.unlistedPurpose": .note])
    }

    @Test("of an authority issued since the certificate profiles, 15 September 2023")
    func authority() throws {
        #expect(
            try unmet { $0.intermediate.extendedKeyUsage = [.serverAuth, .emailProtection] }
                == ["programmeUsage.authorityPurpose": .error])
        #expect(
            try unmet { $0.intermediate.extendedKeyUsage = [.serverAuth, .anyExtendedKeyUsage] }
                == ["programmeUsage.authorityPurpose": .error])
        let before = RootProgram.profilesInForce.advanced(bySeconds: -1)
        #expect(
            try unmet {
                $0.intermediate.extendedKeyUsage = nil
                $0.intermediate.notBefore = before
            } == [:])
        // Under one's own anchor no older rules were in force.
        #expect(
            try unmet(.own) {
                $0.intermediate.extendedKeyUsage = nil
                $0.intermediate.notBefore = before
            } == ["programmeUsage.authorityPresent": .warning])
    }

    @Test("of a root: none (\"extKeyUsage MUST NOT\")")
    func root() throws {
        #expect(try unmet(.own) { $0.root.extendedKeyUsage = [.serverAuth] } == ["programmeUsage.root": .error])
        // An intermediate that was given as the anchor is no root.
        let chain = try RootProgramChain()
        let top = CertificateAuthority(try Identity.selfSigned(chain.root))
        let middle = CertificateAuthority(try top.issue(chain.intermediate))
        let made = (chain: try middle.issue(chain.leaf).chain, root: middle.certificate)
        let found = try RootProgramChain.findings(made, profile: .webpki, under: .own)
        #expect(found["programmeUsage.root"] == nil)
    }
}
