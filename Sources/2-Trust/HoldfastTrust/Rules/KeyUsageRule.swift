import HoldfastStatements
import HoldfastX509

/// A stated key usage allows what the key is used for, signing certificates or a TLS handshake; an authority states it.
struct KeyUsageRule: StandardRule {
    static let certificateSigning = Requirement(
        "keyUsage.keyCertSign", .keyUsage, source: "RFC 5280 §4.2.1.3, §6.1.4(n)",
        advice: KeyUsageAdvice.useIssuerWithCertificateSigning)
    static let handshake = Requirement(
        "keyUsage.handshake", .keyUsage, source: "RFC 5280 §4.2.1.3, RFC 8446 §4.4.2.2, RFC 5246 §7.4.2",
        advice: KeyUsageAdvice.haveSignature)
    static let exchange = Requirement(
        "keyUsage.exchange", .keyUsage, source: "RFC 5246 §7.4.2",
        advice: KeyUsageAdvice.haveEncipherment)
    static let purpose = Requirement(
        "keyUsage.purpose", .keyUsage, source: "RFC 5280 §4.2.1.12",
        advice: KeyUsageAdvice.haveSignature)
    /// An anchor is a name and a key (RFC 5280 §6.1.1(d)): that its certificate contradicts its use is worth a word.
    static let anchor = Requirement(
        "keyUsage.anchor", .keyUsage, source: "RFC 5280 §4.2.1.3",
        advice: KeyUsageAdvice.giveOtherAnchor)
    static let present = Requirement(
        "keyUsage.present", .keyUsage, source: "RFC 5280 §4.2.1.3",
        advice: KeyUsageAdvice.reissueAuthority)
    static let anchorPresent = Requirement(
        "keyUsage.anchorPresent", .keyUsage, source: "RFC 5280 §4.2.1.3",
        advice: KeyUsageAdvice.remakeRoot)
    static let withoutAuthority = Requirement(
        "keyUsage.withoutAuthority", .keyUsage, source: "RFC 5280 §4.2.1.3, §4.2.1.9",
        advice: KeyUsageAdvice.withoutCertificateSigning)
    static let empty = Requirement(
        "keyUsage.empty", .keyUsage, source: "RFC 5280 §4.2.1.3",
        advice: KeyUsageAdvice.withUsagesOrWithout)

    static let requirements = [
        certificateSigning, handshake, exchange, purpose, anchor, present, anchorPresent, withoutAuthority, empty,
    ]
    static let judgesCertificatesAlone = true

    var cacheKey: [UInt8]? { Array("keyUsage".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        for (depth, certificate) in path.certificates.enumerated() {
            let isAnchor = path.isAnchor(depth: depth)
            if depth > 0 { judgeIssuer(certificate, at: depth, isAnchor: isAnchor, &judgement) }
            if !isAnchor { judgeForm(of: certificate, at: depth, &judgement) }
        }
        judgeHandshake(path.leaf, &judgement)
    }

    /// RFC 8446 §4.4.2.2 asks for digitalSignature, as RFC 5246 §7.4.2 does for (EC)DHE. Where RSA key exchange was
    /// agreed on, the secret is encrypted to the server's key, and keyEncipherment "MUST be set" instead. The fixed
    /// Diffie-Hellman keys that keyAgreement was for are gone, and stand in RFC 5280's list of what is consistent with
    /// an extended key usage all the same.
    private func judgeHandshake(_ leaf: Certificate, _ judgement: inout Judgement) {
        guard let purpose = judgement.policy.purpose.extendedKeyUsage, let usage = leaf.keyUsage else { return }
        let isServer = purpose == .serverAuth
        var mayTransport = false
        if isServer, case .rsa = leaf.subjectPublicKeyInfo.key { mayTransport = judgement.keyUse != .signature }
        if mayTransport, judgement.keyUse == .keyTransport, usage.contains(.digitalSignature) {
            guard !usage.contains(.keyEncipherment) else { return }
            return judgement.report(
                Self.exchange, at: .certificate(depth: 0), seen: KeyUsageSentence.usage(usage),
                expected: KeyUsageSentence.only(.keyEncipherment),
                message: KeyUsageSentence.noAgreedExchange)
        }
        guard !usage.contains(.digitalSignature) else { return }
        if mayTransport, usage.contains(.keyEncipherment) {
            guard judgement.keyUse == nil else { return }
            return judgement.report(
                Self.handshake, at: .certificate(depth: 0), seen: KeyUsageSentence.usage(usage),
                expected: KeyUsageSentence.only(.digitalSignature),
                message: KeyUsageSentence.keyExchangeAlone, atMost: .note)
        }
        var consistent: KeyUsage = [.digitalSignature, .keyAgreement]
        if isServer { consistent.insert(.keyEncipherment) }
        let contradicts = usage.isDisjoint(with: consistent) && leaf.extendedKeyUsage?.contains(purpose) == true
        judgement.report(
            contradicts ? Self.purpose : Self.handshake, at: .certificate(depth: 0),
            seen: KeyUsageSentence.usage(usage),
            expected: mayTransport ? KeyUsageSentence.signatureOrEncipherment : .only(.digitalSignature),
            message: contradicts
                ? KeyUsageSentence.nothingOfPurposes
                : usage.contains(.keyEncipherment) && isServer ? .noSignatureOfHandshake : .noHandshake)
    }

    private func judgeIssuer(
        _ certificate: Certificate, at depth: Int, isAnchor: Bool, _ judgement: inout Judgement
    ) {
        guard let usage = certificate.keyUsage else {
            // What is not marked as an authority, or is too old to have extensions, is refused for that.
            guard certificate.basicConstraints?.isCA == true else { return }
            judgement.report(
                isAnchor ? Self.anchorPresent : Self.present, at: .certificate(depth: depth),
                seen: KeyUsageSentence.absent,
                expected: KeyUsageSentence.only(.keyCertSign),
                message: KeyUsageSentence.authorityDoesNotSay(authority: certificate.subject.inSentence))
            return
        }
        guard !usage.contains(.keyCertSign) else { return }
        judgement.report(
            isAnchor ? Self.anchor : Self.certificateSigning, at: .certificate(depth: depth),
            seen: KeyUsageSentence.usage(usage),
            expected: KeyUsageSentence.only(.keyCertSign),
            message: KeyUsageSentence.noCertificateSigning(authority: certificate.subject.inSentence))
    }

    private func judgeForm(of certificate: Certificate, at depth: Int, _ judgement: inout Judgement) {
        guard let usage = certificate.keyUsage else { return }
        if usage.contains(.keyCertSign), certificate.basicConstraints?.isCA != true {
            judgement.report(
                Self.withoutAuthority, at: .certificate(depth: depth),
                seen: KeyUsageSentence.usageWithoutAuthority(usage),
                expected: KeyUsageSentence.certificateSigningWithAuthority,
                message: KeyUsageSentence.certificateSigningWithoutAuthority)
        }
        if usage.isEmpty {
            judgement.report(
                Self.empty, at: .certificate(depth: depth), seen: KeyUsageSentence.noBit,
                expected: KeyUsageSentence.atLeastOne, message: KeyUsageSentence.allowsNothing)
        }
    }
}
