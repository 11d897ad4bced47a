import HoldfastStatements
import HoldfastX509

/// Certificates name their issuer's key and, where they are authorities, their own, and the names fit together.
///
/// They prove nothing, signatures do; but without them another certificate of the issuer's name may be taken, and
/// verifiers that rely on them find another path than this one.
struct KeyIdentifierRule: StandardRule {
    private static let reissue = KeyIdentifierAdvice.withIdentifierOfIssuer
    static let authority = Requirement(
        "keyIdentifier.authority", .keyIdentifier, source: "RFC 5280 §4.2.1.1", advice: reissue)
    static let matches = Requirement(
        "keyIdentifier.matches", .keyIdentifier, source: "RFC 5280 §4.2.1.2; Apple's evaluation refuses",
        advice: KeyIdentifierAdvice.sendNamedIntermediate)
    static let authorityPair = Requirement(
        "keyIdentifier.authorityPair", .keyIdentifier, source: "RFC 5280 appendix A.2",
        advice: KeyIdentifierAdvice.identifierAlone)
    static let authorityCertificate = Requirement(
        "keyIdentifier.authorityCertificate", .keyIdentifier, source: "RFC 5280 §4.2.1.1",
        advice: KeyIdentifierAdvice.survivingIdentifier)
    static let authorityKeyOnly = Requirement(
        "keyIdentifier.authorityKeyOnly", .keyIdentifier, source: "CA/B BR 7.1.2.11.1",
        advice: KeyIdentifierAdvice.identifierAlone)
    static let subject = Requirement(
        "keyIdentifier.subject", .keyIdentifier, source: "RFC 5280 §4.2.1.2",
        advice: KeyIdentifierAdvice.authorityWithIdentifier)
    static let anchorSubject = Requirement(
        "keyIdentifier.anchorSubject", .keyIdentifier, source: "RFC 5280 §4.2.1.2",
        advice: KeyIdentifierAdvice.remakeRoot)
    static let anchorAuthority = Requirement(
        "keyIdentifier.anchorAuthority", .keyIdentifier, source: "RFC 5280 §4.2.1.1",
        advice: KeyIdentifierAdvice.giveRoot)
    static let anchorAuthorityForm = Requirement(
        "keyIdentifier.anchorAuthorityForm", .keyIdentifier, source: "CA/B BR 7.1.2.1.3",
        advice: KeyIdentifierAdvice.rootWithoutAuthorityKeyIdentifier)

    static let requirements = [
        authority, matches, authorityPair, authorityCertificate, authorityKeyOnly, subject, anchorSubject,
        anchorAuthority, anchorAuthorityForm,
    ]

    var cacheKey: [UInt8]? { Array("keyIdentifier".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        for (depth, certificate) in path.certificates.enumerated() where certificate.version == .v3 {
            if path.isAnchor(depth: depth) {
                // One that stands alone is trusted as it is.
                if depth > 0 { judgeAnchor(certificate, at: depth, &judgement) }
                continue
            }
            let issuer = depth + 1 < path.certificates.count ? path.certificates[depth + 1] : nil
            judgePresence(certificate, issuer: issuer, at: depth, &judgement)
            guard let identifier = certificate.authorityKeyIdentifier else { continue }
            judgeForm(identifier, at: depth, &judgement)
            if let issuer { judgeLink(identifier, to: issuer, at: depth, &judgement) }
        }
    }

    private func judgePresence(
        _ certificate: Certificate, issuer: Certificate?, at depth: Int, _ judgement: inout Judgement
    ) {
        let key = certificate.subjectPublicKeyInfo
        let isSelfSigned = certificate.isSelfIssued && (issuer == nil || issuer?.subjectPublicKeyInfo == key)
        if !isSelfSigned, certificate.authorityKeyIdentifier?.keyIdentifier == nil {
            judgement.report(
                Self.authority, at: .certificate(depth: depth),
                seen: certificate.authorityKeyIdentifier == nil
                    ? KeyIdentifierSentence.noAuthorityKeyIdentifier : .withoutKeyIdentifier,
                expected: KeyIdentifierSentence.identifierOfIssuer,
                message: KeyIdentifierSentence.doesNotIdentifySigner)
        }
        if certificate.basicConstraints?.isCA == true, certificate.subjectKeyIdentifier == nil {
            judgement.report(
                Self.subject, at: .certificate(depth: depth), seen: KeyIdentifierSentence.noSubjectKeyIdentifier,
                expected: KeyIdentifierSentence.identifierOfAuthority,
                message: KeyIdentifierSentence.authorityDoesNotIdentifyKey(authority: certificate.subject.inSentence))
        }
    }

    private func judgeForm(
        _ identifier: AuthorityKeyIdentifier, at depth: Int, _ judgement: inout Judgement
    ) {
        let hasIssuer = identifier.authorityCertIssuer != nil
        let hasSerial = identifier.authorityCertSerialNumber != nil
        if hasIssuer != hasSerial {
            judgement.report(
                Self.authorityPair, at: .certificate(depth: depth),
                seen: hasIssuer ? KeyIdentifierSentence.issuerWithoutSerialNumber : .serialNumberWithoutIssuer,
                expected: KeyIdentifierSentence.bothOrNone,
                message: KeyIdentifierSentence.namesByHalf)
        }
        if hasIssuer || hasSerial {
            judgement.report(
                Self.authorityKeyOnly, at: .certificate(depth: depth),
                seen: KeyIdentifierSentence.issuerOrSerialNumberBeside,
                expected: KeyIdentifierSentence.keyIdentifierAlone,
                message: KeyIdentifierSentence.namesCertificate)
        }
    }

    private func judgeLink(
        _ identifier: AuthorityKeyIdentifier, to issuer: Certificate, at depth: Int, _ judgement: inout Judgement
    ) {
        if let named = identifier.keyIdentifier, let own = issuer.subjectKeyIdentifier, named != own {
            judgement.report(
                Self.matches, at: .certificate(depth: depth),
                seen: KeyIdentifierSentence.issuedByKey(identifier: HexString.encode(named.prefix(32))),
                expected: KeyIdentifierSentence.identifier(HexString.encode(own.prefix(32)), of: "\(issuer.subject)"),
                message: KeyIdentifierSentence.namesOtherKey)
        }
        guard let names = identifier.authorityCertIssuer, let serial = identifier.authorityCertSerialNumber,
            judgement.meter.spend(nameComparisons: names.count)
        else { return }
        let isNamed = names.contains {
            if case .directoryName(let name) = $0 { name.matches(issuer.issuer) } else { false }
        }
        guard !isNamed || serial != issuer.serialNumber else { return }
        judgement.report(
            Self.authorityCertificate, at: .certificate(depth: depth),
            seen: KeyIdentifierSentence.issuedByCertificate(
                serialNumber: HexString.encode(serial.bytes.prefix(32))),
            expected: KeyIdentifierSentence.serialNumber(
                HexString.encode(issuer.serialNumber.bytes.prefix(32)), of: "\(issuer.issuer)"),
            message: KeyIdentifierSentence.namesOtherCertificate)
    }

    private func judgeAnchor(_ anchor: Certificate, at depth: Int, _ judgement: inout Judgement) {
        if anchor.subjectKeyIdentifier == nil {
            judgement.report(
                Self.anchorSubject, at: .certificate(depth: depth), seen: KeyIdentifierSentence.noSubjectKeyIdentifier,
                expected: KeyIdentifierSentence.subjectKeyIdentifier,
                message: KeyIdentifierSentence.anchorDoesNotIdentifyKey(anchor: anchor.subject.inSentence))
        }
        guard anchor.isSelfIssued else {
            if judgement.asks([Self.anchorAuthority]), anchor.authorityKeyIdentifier?.keyIdentifier == nil,
                Self.signedItself(anchor, judgement.memory, &judgement.meter) == false
            {
                judgement.report(
                    Self.anchorAuthority, at: .certificate(depth: depth),
                    seen: KeyIdentifierSentence.noIdentifierOfIssuer,
                    expected: KeyIdentifierSentence.identifierSinceOtherIssued,
                    message: KeyIdentifierSentence.anchorDoesNotIdentifySigner(anchor: anchor.subject.inSentence))
            }
            return
        }
        judgeForm(ofRoot: anchor, at: depth, &judgement)
    }

    /// "The signature on a self-signed certificate is generated with the private key associated with the certificate's
    /// subject public key" (RFC 5280 §4.2.1.1), whatever name its issuer has.
    ///
    /// Nil where the budget does not allow to look.
    private static func signedItself(
        _ certificate: Certificate, _ memory: SignatureMemory, _ meter: inout WorkMeter
    ) -> Bool? {
        var checker = SignatureChecker(memory: memory)
        guard case .answered(let signature) = checker.check(child: certificate, issuer: certificate, meter: &meter)
        else { return nil }
        return signature == .verified
    }

    private func judgeForm(ofRoot anchor: Certificate, at depth: Int, _ judgement: inout Judgement) {
        guard let identifier = anchor.authorityKeyIdentifier else { return }
        let isAlone = identifier.authorityCertIssuer == nil && identifier.authorityCertSerialNumber == nil
        guard !isAlone || identifier.keyIdentifier != anchor.subjectKeyIdentifier || identifier.keyIdentifier == nil
        else { return }
        judgement.report(
            Self.anchorAuthorityForm, at: .certificate(depth: depth),
            seen: isAlone ? KeyIdentifierSentence.anotherThanItsOwn : .issuerOrSerialNumber,
            expected: KeyIdentifierSentence.noneOrItsOwn,
            message: KeyIdentifierSentence.noneOfRoot(anchor: anchor.subject.inSentence))
    }
}
