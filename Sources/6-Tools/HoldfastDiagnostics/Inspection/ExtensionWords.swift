import HoldfastStatements
import HoldfastTrust
import HoldfastX509

/// The content of an extension in words, one line a statement.
enum ExtensionWords {
    /// Lines for the extension's value; what is not known here, or cannot be read, is shown as its bytes.
    static func lines(of item: Extension) -> [String] {
        (try? known(item)) ?? [bytes(item.value)]
    }

    private static func known(_ item: Extension) throws(DERError) -> [String]? {
        let value = item.value
        switch item.oid {
        case .basicConstraints:
            let constraints = try BasicConstraints(der: value)
            guard constraints.isCA else { return ["no certificate authority"] }
            let length = constraints.pathLengthConstraint.map { ", at most \($0) intermediates below" } ?? ""
            return ["certificate authority" + length]
        case .keyUsage: return [try KeyUsage(der: value).description]
        case .extendedKeyUsage: return [try ExtendedKeyUsage(der: value).purposes.map(named).joined(separator: ", ")]
        case .subjectAlternativeName, .issuerAlternativeName: return try GeneralNames(der: value).names.map(words)
        case .subjectKeyIdentifier: return [bytes(try SubjectKeyIdentifier(der: value).keyIdentifier)]
        case .authorityKeyIdentifier: return lines(of: try AuthorityKeyIdentifier(der: value))
        case .nameConstraints: return lines(of: try NameConstraints(der: value))
        case .certificatePolicies: return try CertificatePolicies(der: value).policies.map(line)
        case .policyMappings:
            return try PolicyMappings(der: value).mappings.map {
                "\(named($0.issuerDomainPolicy)) is \(named($0.subjectDomainPolicy))"
            }
        case .policyConstraints: return lines(of: try PolicyConstraints(der: value))
        case .inhibitAnyPolicy:
            return ["after \(try InhibitAnyPolicy(der: value).skipCertificates) certificates"]
        case .authorityInformationAccess, .subjectInformationAccess:
            return try InformationAccess(der: value).descriptions.map {
                "\(named($0.accessMethod)): \(words($0.accessLocation))"
            }
        case .cRLDistributionPoints, .freshestCRL: return try CRLDistributionPoints(der: value).points.map(line)
        case .tlsFeature: return [try TLSFeature(der: value).features.map(feature).joined(separator: ", ")]
        case .cRLNumber: return ["\(try CRLNumber(der: value))"]
        case .deltaCRLIndicator: return ["changes to list \(try CRLNumber(der: value))"]
        case .issuingDistributionPoint: return lines(of: try IssuingDistributionPoint(der: value))
        case .ocspNoCheck: return ["the signer's own status is not asked for"]
        case .noRevAvail where value.elementsEqual([5, 0]):
            return ["nobody will say whether the certificate was revoked"]
        case .embeddedSCTList: return TimestampWords.lines(of: try EmbeddedSCTList(der: value).bytes)
        default: return nil
        }
    }

    private static func lines(of identifier: AuthorityKeyIdentifier) -> [String] {
        var lines: [String] = []
        if let key = identifier.keyIdentifier { lines.append(bytes(key)) }
        if let issuer = identifier.authorityCertIssuer {
            lines.append("issuer " + issuer.map(words).joined(separator: ", "))
        }
        if let serial = identifier.authorityCertSerialNumber { lines.append("serial number \(serial)") }
        return lines
    }

    private static func lines(of constraints: NameConstraints) -> [String] {
        (constraints.permittedSubtrees ?? []).map { "permitted " + words($0.base, isConstraint: true) }
            + (constraints.excludedSubtrees ?? []).map { "excluded " + words($0.base, isConstraint: true) }
    }

    private static func lines(of constraints: PolicyConstraints) -> [String] {
        var lines: [String] = []
        if let count = constraints.requireExplicitPolicy {
            lines.append("explicit policy after \(Counted.english(count, "certificate"))")
        }
        if let count = constraints.inhibitPolicyMapping {
            lines.append("no mapping after \(Counted.english(count, "certificate"))")
        }
        return lines
    }

    private static func line(_ policy: PolicyInformation) -> String {
        let practice = (policy.policyQualifiers ?? []).compactMap { $0.practiceStatementURI?.description }
        return named(policy.policyIdentifier) + (practice.isEmpty ? "" : ", " + practice.joined(separator: ", "))
    }

    private static func line(_ point: DistributionPoint) -> String {
        var parts: [String] = []
        switch point.distributionPoint {
        case .fullName(let names): parts += names.map(words)
        case .nameRelativeToCRLIssuer: parts.append("a name relative to the issuer's")
        case nil: break
        }
        if let issuer = point.cRLIssuer { parts.append("issued by " + issuer.map(words).joined(separator: ", ")) }
        if point.reasons != nil { parts.append("for some reasons only") }
        return parts.joined(separator: ", ")
    }

    /// The scope of a revocation list; no line where that is everything.
    static func lines(of scope: IssuingDistributionPoint) -> [String] {
        var lines: [String] = []
        switch scope.distributionPoint {
        case .fullName(let names): lines += names.map { "found at " + words($0) }
        case .nameRelativeToCRLIssuer: lines.append("found at a name relative to the issuer's")
        case nil: break
        }
        if scope.onlyContainsUserCerts { lines.append("certificates of end entities only") }
        if scope.onlyContainsCACerts { lines.append("certificates of authorities only") }
        if scope.onlyContainsAttributeCerts { lines.append("attribute certificates only") }
        if let reasons = scope.onlySomeReasons {
            let named = reasonFlags.filter { reasons.contains($0.flag) }.map(\.reason.description)
            lines.append("for these reasons only: " + (named.isEmpty ? "none" : named.joined(separator: ", ")))
        }
        if scope.indirectCRL { lines.append("certificates of other issuers too") }
        return lines.isEmpty ? ["everything"] : lines
    }

    private static let reasonFlags: [(flag: DistributionPoint.ReasonFlags, reason: RevocationReason)] = [
        (.keyCompromise, .keyCompromise), (.cACompromise, .cACompromise), (.affiliationChanged, .affiliationChanged),
        (.superseded, .superseded), (.cessationOfOperation, .cessationOfOperation),
        (.certificateHold, .certificateHold), (.privilegeWithdrawn, .privilegeWithdrawn),
        (.aACompromise, .aACompromise),
    ]

    static func words(_ name: GeneralName) -> String { words(name, isConstraint: false) }

    private static func words(_ name: GeneralName, isConstraint: Bool) -> String {
        switch name {
        case .dnsName(let name): return "DNS \(name)"
        case .rfc822Name(let name): return "mail \(name)"
        case .uniformResourceIdentifier(let name): return isConstraint ? "URI \(name)" : "\(name)"
        case .directoryName(let name): return "name \(name)"
        case .registeredID(let identifier): return "identifier \(named(identifier))"
        case .ipAddress(let octets):
            if isConstraint, octets.count == 8 || octets.count == 32,
                let network = IPAddress(bytes: octets.prefix(octets.count / 2)),
                let mask = IPAddress(bytes: octets.suffix(octets.count / 2))
            {
                return "IP \(network) mask \(mask)"
            }
            return IPAddress(bytes: octets).map { "IP \($0)" } ?? "IP with \(octets.count) bytes: \(bytes(octets))"
        case .otherName, .x400Address, .ediPartyName: return "\(name)"
        }
    }

    private static func feature(_ number: Int) -> String {
        switch number {
        case TLSFeature.statusRequest: "status_request (must staple)"
        case TLSFeature.statusRequestV2: "status_request_v2"
        default: String(number)
        }
    }

    static func named(_ identifier: ObjectIdentifier) -> String { identifier.name ?? identifier.description }

    static func bytes(_ bytes: ArraySlice<UInt8>) -> String {
        let shown = bytes.prefix(64)
        let text = HexString.encode(shown)
        return bytes.count > shown.count ? "\(text)… (\(bytes.count) bytes)" : text
    }
}
