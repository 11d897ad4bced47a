import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastTrust

/// CA/B BR 7.1.2.7, "Subscriber (Server) Certificate Profile".
@Suite("Servers' certificates of the programmes", .ownThread)
struct SubscriberRuleTests {
    private func unmet(
        _ kind: AnchorKind = .publicWeb, _ change: (inout RootProgramChain) throws -> Void
    ) throws -> [String: Severity] {
        var chain = try RootProgramChain()
        try change(&chain)
        return try chain.findings(.webpki, kind).filter { $0.key.hasPrefix("subscriber.") }
    }

    @Test("\"cA MUST be FALSE\", and what is half an authority's is refused by Chromium")
    func authority() throws {
        let half = try unmet(.own) { $0.leaf.basicConstraints = BasicConstraints(isCA: true) }
        #expect(half == ["subscriber.notAuthority": .error, "subscriber.consistentAuthority": .error])
        let whole = try unmet {
            $0.leaf.basicConstraints = BasicConstraints(isCA: true)
            $0.leaf.keyUsage = [.digitalSignature, .keyCertSign]
        }
        #expect(whole == ["subscriber.notAuthority": .error, "subscriber.keyUsage": .error])
        let signing = try unmet { $0.leaf.keyUsage = [.digitalSignature, .keyCertSign] }
        #expect(signing["subscriber.consistentAuthority"] == .error)
    }

    @Test("key usages by the kind of key (7.1.2.7.11)")
    func keyUsage() throws {
        func rsa(_ usage: KeyUsage) throws -> [String: Severity] {
            try unmet {
                $0.leafKey = try .generate(.rsa(bits: 2048))
                $0.leaf.keyUsage = usage
            }
        }
        #expect(try rsa([.digitalSignature, .keyEncipherment]) == [:])
        #expect(try rsa(.dataEncipherment.union(.digitalSignature)) == ["subscriber.keyUsageNotRecommended": .note])
        #expect(try rsa([.digitalSignature, .nonRepudiation]) == ["subscriber.keyUsage": .error])
        #expect(
            try unmet { $0.leaf.keyUsage = [.digitalSignature, .keyAgreement] } == [
                "subscriber.keyUsageNotRecommended": .note
            ])
        #expect(try unmet { $0.leaf.keyUsage = .keyAgreement }["subscriber.keyUsage"] == .error)
        // "keyUsage SHOULD"
        #expect(try unmet { $0.leaf.keyUsage = nil } == [:])
    }

    @Test("exactly one reserved policy identifier, and never anyPolicy (7.1.2.7.9)")
    func policies() throws {
        func policies(_ list: [ObjectIdentifier]) throws -> [String: Severity] {
            try unmet {
                RootProgramChain.remove(.certificatePolicies, from: &$0.leaf)
                $0.leaf.add(.certificatePolicies, CertificatePolicies(list.map { PolicyInformation($0) }))
            }
        }
        let own = ObjectIdentifier(1, 3, 6, 1, 4, 1, 55555, 7)
        #expect(try policies([.organizationValidated, own]) == [:])
        #expect(try policies([own]) == ["subscriber.reservedPolicy": .error])
        #expect(try policies([.domainValidated, .organizationValidated]) == ["subscriber.reservedPolicy": .error])
        #expect(try policies([.domainValidated, .anyPolicy])["subscriber.reservedPolicy"] == .error)
    }

    @Test("a place of revocation, unless it is short-lived (1.6.1: seven days, ten before 15 March 2026)")
    func revocation() throws {
        func unmet(lasting seconds: Int64) throws -> [String: Severity] {
            try self.unmet {
                RootProgramChain.remove(.cRLDistributionPoints, from: &$0.leaf)
                $0.leaf.notAfter = $0.leaf.notBefore.advanced(bySeconds: seconds)
            }
        }
        #expect(try unmet(lasting: 604_799) == [:])
        #expect(try unmet(lasting: 604_800) == ["subscriber.revocationLists": .error])
        let responder = try self.unmet {
            RootProgramChain.remove(.cRLDistributionPoints, from: &$0.leaf)
            RootProgramChain.remove(.authorityInformationAccess, from: &$0.leaf)
            let place = GeneralName.uniformResourceIdentifier(try #require(IA5String("http://ocsp.example.com/")))
            $0.leaf.add(.authorityInformationAccess, InformationAccess([AccessDescription(.ocspAccess, place)]))
        }
        #expect(responder == [:])
    }

    @Test("no organizational unit, and a serial number that can hold 64 random bits")
    func others() throws {
        let unit = try unmet {
            $0.leaf.subject = DistinguishedName([(type: .organizationalUnitName, text: "Web")])
        }
        #expect(unit == ["subscriber.organizationalUnit": .error])
        func serial(_ octets: [UInt8]) throws -> [String: Severity] {
            try unmet { $0.leaf.serialNumber = SerialNumber(magnitude: octets) }
        }
        #expect(try serial([UInt8](repeating: 0x7F, count: 7)) == ["subscriber.serialEntropy": .warning])
        #expect(try serial([UInt8](repeating: 0x7F, count: 8)) == [:])
    }

    @Test("under one's own anchor what serves the public's audit is a warning (1.1)")
    func own() throws {
        let found = try unmet(.own) {
            for oid in [ObjectIdentifier.certificatePolicies, .authorityInformationAccess, .cRLDistributionPoints] {
                RootProgramChain.remove(oid, from: &$0.leaf)
            }
        }
        #expect(
            found == [
                "subscriber.policies": .warning, "subscriber.informationAccess": .warning,
                "subscriber.revocationLists": .warning,
            ])
    }
}
