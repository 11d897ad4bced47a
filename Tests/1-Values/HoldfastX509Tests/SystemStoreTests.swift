import Foundation
import HoldfastX509
import TestSupport
import Testing

/// Every certificate that Debian trusts: parsed, and written back to the same bytes.
@Suite(.ownThread) struct SystemStoreTests {
    private static let path = "/etc/ssl/certs/ca-certificates.crt"

    private static let certificates: [[UInt8]] = {
        guard let data = FileManager.default.contents(atPath: path) else { return [] }
        var certificates: [[UInt8]] = []
        var body = ""
        for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
            if line.hasPrefix("-----END") {
                certificates.append([UInt8](Data(base64Encoded: body) ?? Data()))
                body = ""
            } else if !line.hasPrefix("-----") {
                body += line
            }
        }
        return certificates
    }()

    @Test(.enabled(if: !certificates.isEmpty, "no \(path) on this machine"))
    func everyCertificateReencodes() throws {
        for der in Self.certificates {
            do {
                let certificate = try Certificate(der: der)
                #expect(certificate.reencoded() == der, "\(certificate.subject)")
            } catch {
                Issue.record("\(error): \(hexText(der))")
            }
        }
        #expect(Self.certificates.count > 50)
    }

    @Test(.enabled(if: !certificates.isEmpty, "no \(path) on this machine"))
    func everyKnownExtensionReencodes() throws {
        var seen: Set<ObjectIdentifier> = []
        for der in Self.certificates + [RealLeaf.der] {
            let certificate = try Certificate(der: der)
            for next in certificate.extensions {
                guard let again = try KnownExtension.reencode(next) else { continue }
                seen.insert(next.oid)
                guard again != Array(next.value) else { continue }
                // The one deviation from DER that is read without being remembered in the value: zero bits at the
                // end of named bits (X.690 §11.2.2). Two roots of Trustwave have them.
                let bits = next.oid == .keyUsage ? try? BitString(der: next.value) : nil
                #expect(bits.map { !$0[bit: $0.bitCount - 1] } == true, "\(next.oid) of \(certificate.subject)")
            }
        }
        #expect(seen.isSuperset(of: [.basicConstraints, .keyUsage, .subjectKeyIdentifier, .authorityKeyIdentifier]))
    }

    /// All are CAs; the keys are of the kinds that browsers take.
    @Test(.enabled(if: !certificates.isEmpty, "no \(path) on this machine"))
    func rootsAreWhatRootsAre() throws {
        for der in Self.certificates {
            let certificate = try Certificate(der: der)
            #expect(certificate.isSelfIssued, "\(certificate.subject)")
            #expect(certificate.version == .v1 || certificate.basicConstraints?.isCA == true)
            switch certificate.subjectPublicKeyInfo.key {
            case .rsa(let key): #expect(key.modulusBits >= 2048, "\(certificate.subject)")
            case .ec(let curve, let point): #expect(point.count == 1 + 2 * curve.coordinateByteCount)
            default:
                Issue.record("\(certificate.subject) has a key of type \(certificate.subjectPublicKeyInfo.typeName)")
            }
            if case .unknown(let identifier) = certificate.signatureAlgorithm {
                Issue.record("\(certificate.subject) is signed with \(identifier)")
            }
        }
    }
}

/// The typed value of an extension, read and written again.
enum KnownExtension {
    static func reencode(_ next: Extension) throws(DERError) -> [UInt8]? {
        let value = next.value
        switch next.oid {
        case .basicConstraints: return try BasicConstraints(der: value).der
        case .keyUsage: return try KeyUsage(der: value).der
        case .extendedKeyUsage: return try ExtendedKeyUsage(der: value).der
        case .subjectAlternativeName, .issuerAlternativeName: return try GeneralNames(der: value).der
        case .nameConstraints: return try NameConstraints(der: value).der
        case .certificatePolicies: return try CertificatePolicies(der: value).der
        case .policyMappings: return try PolicyMappings(der: value).der
        case .policyConstraints: return try PolicyConstraints(der: value).der
        case .inhibitAnyPolicy: return try InhibitAnyPolicy(der: value).der
        case .authorityKeyIdentifier: return try AuthorityKeyIdentifier(der: value).der
        case .subjectKeyIdentifier: return try SubjectKeyIdentifier(der: value).der
        case .authorityInformationAccess, .subjectInformationAccess: return try InformationAccess(der: value).der
        case .cRLDistributionPoints, .freshestCRL: return try CRLDistributionPoints(der: value).der
        case .tlsFeature: return try TLSFeature(der: value).der
        case .embeddedSCTList: return try EmbeddedSCTList(der: value).der
        default: return nil
        }
    }
}
