import HoldfastStatements
import HoldfastTrust
import HoldfastX509

/// The content of an extension in words, one line a statement.
enum ExtensionWords {
    /// Lines for the extension's value; what is not known here, or cannot be read, is shown as its bytes.
    static func lines(of item: Extension) -> [LocalizedText] {
        (try? known(item)) ?? [.same(bytes(item.value))]
    }

    private static func known(_ item: Extension) throws(DERError) -> [LocalizedText]? {
        let value = item.value
        switch item.oid {
        case .basicConstraints:
            let constraints = try BasicConstraints(der: value)
            guard constraints.isCA else { return [LocalizedText("no certificate authority", "不是颁发机构")] }
            let length = constraints.pathLengthConstraint.map {
                LocalizedText(", at most \($0) intermediates below", "，其下最多 \($0) 张中间证书")
            }
            return [LocalizedText("certificate authority", "颁发机构") + (length ?? .same(""))]
        case .keyUsage: return [.same(try KeyUsage(der: value).description)]
        case .extendedKeyUsage:
            return [.same(try ExtendedKeyUsage(der: value).purposes.map(named).joined(separator: ", "))]
        case .subjectAlternativeName, .issuerAlternativeName: return try GeneralNames(der: value).names.map(words)
        case .subjectKeyIdentifier: return [.same(bytes(try SubjectKeyIdentifier(der: value).keyIdentifier))]
        case .authorityKeyIdentifier: return lines(of: try AuthorityKeyIdentifier(der: value))
        case .nameConstraints: return lines(of: try NameConstraints(der: value))
        case .certificatePolicies: return try CertificatePolicies(der: value).policies.map(line)
        case .policyMappings:
            return try PolicyMappings(der: value).mappings.map {
                let (issuer, subject) = (named($0.issuerDomainPolicy), named($0.subjectDomainPolicy))
                return LocalizedText("\(issuer) is \(subject)", "\(issuer) 等同于 \(subject)")
            }
        case .policyConstraints: return lines(of: try PolicyConstraints(der: value))
        case .inhibitAnyPolicy:
            let count = try InhibitAnyPolicy(der: value).skipCertificates
            return [LocalizedText("after \(count) certificates", "\(count) 张证书之后")]
        case .authorityInformationAccess, .subjectInformationAccess:
            return try InformationAccess(der: value).descriptions.map {
                .same("\(named($0.accessMethod)): ") + words($0.accessLocation)
            }
        case .cRLDistributionPoints, .freshestCRL: return try CRLDistributionPoints(der: value).points.map(line)
        case .tlsFeature: return [.joined(try TLSFeature(der: value).features.map(feature))]
        case .cRLNumber: return [.same("\(try CRLNumber(der: value))")]
        case .deltaCRLIndicator:
            let number = try CRLNumber(der: value)
            return [LocalizedText("changes to list \(number)", "对列表 \(number) 的变更")]
        case .issuingDistributionPoint: return lines(of: try IssuingDistributionPoint(der: value))
        case .ocspNoCheck: return [LocalizedText("the signer's own status is not asked for", "不查询签名者自身的状态")]
        case .noRevAvail where value.elementsEqual([5, 0]):
            return [LocalizedText("nobody will say whether the certificate was revoked", "没有人会说明该证书是否已被吊销")]
        case .embeddedSCTList: return TimestampWords.lines(of: try EmbeddedSCTList(der: value).bytes)
        default: return nil
        }
    }

    private static func lines(of identifier: AuthorityKeyIdentifier) -> [LocalizedText] {
        var lines: [LocalizedText] = []
        if let key = identifier.keyIdentifier { lines.append(.same(bytes(key))) }
        if let issuer = identifier.authorityCertIssuer {
            lines.append(LocalizedText("issuer ", "签发者 ") + .joined(issuer.map(words)))
        }
        if let serial = identifier.authorityCertSerialNumber {
            lines.append(LocalizedText("serial number \(serial)", "序列号 \(serial)"))
        }
        return lines
    }

    private static func lines(of constraints: NameConstraints) -> [LocalizedText] {
        let (permitted, excluded) = (LocalizedText("permitted ", "允许 "), LocalizedText("excluded ", "排除 "))
        return (constraints.permittedSubtrees ?? []).map { permitted + words($0.base, isConstraint: true) }
            + (constraints.excludedSubtrees ?? []).map { excluded + words($0.base, isConstraint: true) }
    }

    private static func lines(of constraints: PolicyConstraints) -> [LocalizedText] {
        var lines: [LocalizedText] = []
        if let count = constraints.requireExplicitPolicy {
            lines.append(
                LocalizedText(
                    "explicit policy after \(Counted.english(count, "certificate"))",
                    "\(count) 张证书之后须有明确的策略"))
        }
        if let count = constraints.inhibitPolicyMapping {
            lines.append(
                LocalizedText(
                    "no mapping after \(Counted.english(count, "certificate"))",
                    "\(count) 张证书之后不得映射策略"))
        }
        return lines
    }

    private static func line(_ policy: PolicyInformation) -> LocalizedText {
        let practice = (policy.policyQualifiers ?? []).compactMap { $0.practiceStatementURI?.description }
        return .same(
            named(policy.policyIdentifier) + (practice.isEmpty ? "" : ", " + practice.joined(separator: ", ")))
    }

    private static func line(_ point: DistributionPoint) -> LocalizedText {
        var parts: [LocalizedText] = []
        switch point.distributionPoint {
        case .fullName(let names): parts += names.map(words)
        case .nameRelativeToCRLIssuer: parts.append(LocalizedText("a name relative to the issuer's", "相对于签发者名称的名称"))
        case nil: break
        }
        if let issuer = point.cRLIssuer {
            parts.append(LocalizedText("issued by ", "签发者为 ") + .joined(issuer.map(words)))
        }
        if point.reasons != nil { parts.append(LocalizedText("for some reasons only", "仅针对部分原因")) }
        return .joined(parts)
    }

    /// The scope of a revocation list; no line where that is everything.
    static func lines(of scope: IssuingDistributionPoint) -> [LocalizedText] {
        var lines: [LocalizedText] = []
        switch scope.distributionPoint {
        case .fullName(let names): lines += names.map { LocalizedText("found at ", "位于 ") + words($0) }
        case .nameRelativeToCRLIssuer:
            lines.append(
                LocalizedText("found at a name relative to the issuer's", "位于相对于签发者名称的名称"))
        case nil: break
        }
        if scope.onlyContainsUserCerts { lines.append(LocalizedText("certificates of end entities only", "仅限叶证书")) }
        if scope.onlyContainsCACerts { lines.append(LocalizedText("certificates of authorities only", "仅限颁发机构的证书")) }
        if scope.onlyContainsAttributeCerts { lines.append(LocalizedText("attribute certificates only", "仅限属性证书")) }
        if let reasons = scope.onlySomeReasons {
            let named = reasonFlags.filter { reasons.contains($0.flag) }.map(\.reason.description)
            lines.append(
                LocalizedText("for these reasons only: ", "仅针对以下原因：")
                    + (named.isEmpty ? .absent : .same(named.joined(separator: ", "))))
        }
        if scope.indirectCRL { lines.append(LocalizedText("certificates of other issuers too", "也包括其他签发者的证书")) }
        return lines.isEmpty ? [everything] : lines
    }

    /// The scope of a list that says none.
    static let everything = LocalizedText("everything", "全部")

    private static let reasonFlags: [(flag: DistributionPoint.ReasonFlags, reason: RevocationReason)] = [
        (.keyCompromise, .keyCompromise), (.cACompromise, .cACompromise), (.affiliationChanged, .affiliationChanged),
        (.superseded, .superseded), (.cessationOfOperation, .cessationOfOperation),
        (.certificateHold, .certificateHold), (.privilegeWithdrawn, .privilegeWithdrawn),
        (.aACompromise, .aACompromise),
    ]

    static func words(_ name: GeneralName) -> LocalizedText { words(name, isConstraint: false) }

    private static func words(_ name: GeneralName, isConstraint: Bool) -> LocalizedText {
        switch name {
        case .dnsName(let name): return .same("DNS \(name)")
        case .rfc822Name(let name): return LocalizedText("mail \(name)", "邮件地址 \(name)")
        case .uniformResourceIdentifier(let name): return .same(isConstraint ? "URI \(name)" : "\(name)")
        case .directoryName(let name): return LocalizedText("name \(name)", "目录名称 \(name)")
        case .registeredID(let identifier):
            return LocalizedText("identifier \(named(identifier))", "标识符 \(named(identifier))")
        case .ipAddress(let octets):
            if isConstraint, octets.count == 8 || octets.count == 32,
                let network = IPAddress(bytes: octets.prefix(octets.count / 2)),
                let mask = IPAddress(bytes: octets.suffix(octets.count / 2))
            {
                return LocalizedText("IP \(network) mask \(mask)", "IP \(network)，掩码 \(mask)")
            }
            return IPAddress(bytes: octets).map { .same("IP \($0)") }
                ?? LocalizedText(
                    "IP with \(octets.count) bytes: \(bytes(octets))", "\(octets.count) 字节的 IP：\(bytes(octets))")
        case .otherName, .x400Address, .ediPartyName: return .same("\(name)")
        }
    }

    private static func feature(_ number: Int) -> LocalizedText {
        switch number {
        case TLSFeature.statusRequest: LocalizedText("status_request (must staple)", "status_request（必须装订）")
        case TLSFeature.statusRequestV2: .same("status_request_v2")
        default: .same(String(number))
        }
    }

    static func named(_ identifier: ObjectIdentifier) -> String { identifier.name ?? identifier.description }

    static func bytes(_ bytes: ArraySlice<UInt8>) -> String {
        let shown = bytes.prefix(64)
        let text = HexString.encode(shown)
        return bytes.count > shown.count ? "\(text)… (\(bytes.count) bytes)" : text
    }
}
