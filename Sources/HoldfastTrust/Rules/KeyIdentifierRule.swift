import HoldfastX509

/// Certificates name their issuer's key and, where they are authorities, their own, and the names fit together.
///
/// They prove nothing, signatures do; but without them another certificate of the issuer's name may be taken, and
/// verifiers that rely on them find another path than this one.
struct KeyIdentifierRule: TrustRule {
    private static let reissue = "have the certificate issued anew with the key identifier of its issuer"
    static let authority = Requirement(
        "keyIdentifier.authority", .keyIdentifier, source: "RFC 5280 §4.2.1.1", advice: reissue)
    static let matches = Requirement(
        "keyIdentifier.matches", .keyIdentifier, source: "RFC 5280 §4.2.1.2; Apple's evaluation refuses",
        advice: "let the server send the intermediate that the certificate names, or have the certificate issued anew")
    static let authorityPair = Requirement(
        "keyIdentifier.authorityPair", .keyIdentifier, source: "RFC 5280 appendix A.2",
        advice: "have the certificate issued anew with the key identifier alone")
    static let authorityCertificate = Requirement(
        "keyIdentifier.authorityCertificate", .keyIdentifier, source: "RFC 5280 §4.2.1.1",
        advice: "have the certificate issued anew with the key identifier alone: it survives a renewal of the issuer")
    static let authorityKeyOnly = Requirement(
        "keyIdentifier.authorityKeyOnly", .keyIdentifier, source: "CA/B BR 7.1.2.11.1",
        advice: "have the certificate issued anew with the key identifier alone")
    static let subject = Requirement(
        "keyIdentifier.subject", .keyIdentifier, source: "RFC 5280 §4.2.1.2",
        advice: "have the authority's certificate issued anew with a subject key identifier")
    static let anchorSubject = Requirement(
        "keyIdentifier.anchorSubject", .keyIdentifier, source: "RFC 5280 §4.2.1.2",
        advice: "make the root anew with a subject key identifier, or judge by another profile")
    static let anchorAuthority = Requirement(
        "keyIdentifier.anchorAuthority", .keyIdentifier, source: "RFC 5280 §4.2.1.1",
        advice: "give the root of the authority as the anchor")
    static let anchorAuthorityForm = Requirement(
        "keyIdentifier.anchorAuthorityForm", .keyIdentifier, source: "CA/B BR 7.1.2.1.3",
        advice: "make the root anew without an authority key identifier, or with its own key identifier alone")

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
                    ? "no authority key identifier" : "an authority key identifier without a key identifier",
                expected: "an authority key identifier with the key identifier of the issuer",
                message: "the certificate does not identify the key that signed it")
        }
        if certificate.basicConstraints?.isCA == true, certificate.subjectKeyIdentifier == nil {
            judgement.report(
                Self.subject, at: .certificate(depth: depth), seen: "no subject key identifier",
                expected: "a subject key identifier, since the certificate is an authority's",
                message: "the authority \(certificate.subject.shortDescription) does not identify its key")
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
                seen: hasIssuer ? "an issuer without a serial number" : "a serial number without an issuer",
                expected: "both of the issuer's certificate, or none",
                message: "the authority key identifier names the issuer's certificate by half")
        }
        if hasIssuer || hasSerial {
            judgement.report(
                Self.authorityKeyOnly, at: .certificate(depth: depth),
                seen: "an authority key identifier with an issuer or a serial number",
                expected: "the key identifier alone",
                message: "the authority key identifier names a certificate and not the key alone")
        }
    }

    private func judgeLink(
        _ identifier: AuthorityKeyIdentifier, to issuer: Certificate, at depth: Int, _ judgement: inout Judgement
    ) {
        if let named = identifier.keyIdentifier, let own = issuer.subjectKeyIdentifier, named != own {
            judgement.report(
                Self.matches, at: .certificate(depth: depth),
                seen: "issued by the key \(HexString.encode(named.prefix(32)))",
                expected: "\(HexString.encode(own.prefix(32))), the key identifier of \(issuer.subject)",
                message: "the certificate names another key of its issuer than the one that signed it")
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
            seen: "issued by the certificate with the serial number \(HexString.encode(serial.bytes.prefix(32)))",
            expected: "\(HexString.encode(issuer.serialNumber.bytes.prefix(32))) of \(issuer.issuer)",
            message: "the certificate names another certificate of its issuer than the one in the chain")
    }

    private func judgeAnchor(_ anchor: Certificate, at depth: Int, _ judgement: inout Judgement) {
        if anchor.subjectKeyIdentifier == nil {
            judgement.report(
                Self.anchorSubject, at: .certificate(depth: depth), seen: "no subject key identifier",
                expected: "a subject key identifier",
                message: "the anchor \(anchor.subject.shortDescription) does not identify its key")
        }
        guard anchor.isSelfIssued else {
            if judgement.asks([Self.anchorAuthority]), anchor.authorityKeyIdentifier?.keyIdentifier == nil,
                Self.signedItself(anchor, judgement.memory, &judgement.meter) == false
            {
                judgement.report(
                    Self.anchorAuthority, at: .certificate(depth: depth), seen: "no key identifier of its issuer",
                    expected: "an authority key identifier, since another authority issued the anchor",
                    message: "the anchor \(anchor.subject.shortDescription) does not identify the key that signed it")
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
            seen: isAlone ? "another key identifier than its own" : "an issuer or a serial number",
            expected: "no authority key identifier, or its own key identifier alone",
            message: "the authority key identifier of \(anchor.subject.shortDescription) is none of a root")
    }
}
