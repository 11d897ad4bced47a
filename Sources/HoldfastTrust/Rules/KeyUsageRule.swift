import HoldfastX509

/// A stated key usage allows what the key is used for, signing certificates or a TLS handshake; an authority states it.
struct KeyUsageRule: TrustRule {
    static let certificateSigning = Requirement(
        "keyUsage.keyCertSign", .keyUsage, source: "RFC 5280 §4.2.1.3, §6.1.4(n)",
        advice: "use an issuing authority whose key usage holds keyCertSign")
    static let handshake = Requirement(
        "keyUsage.handshake", .keyUsage, source: "RFC 5280 §4.2.1.3, RFC 8446 §4.4.2.2, RFC 5246 §7.4.2",
        advice: "have the certificate issued with the key usage digitalSignature")
    static let exchange = Requirement(
        "keyUsage.exchange", .keyUsage, source: "RFC 5246 §7.4.2",
        advice: "let the server agree on keys by ECDHE, or have the certificate issued with keyEncipherment too")
    static let purpose = Requirement(
        "keyUsage.purpose", .keyUsage, source: "RFC 5280 §4.2.1.12",
        advice: "have the certificate issued with the key usage digitalSignature")
    /// An anchor is a name and a key (RFC 5280 §6.1.1(d)): that its certificate contradicts its use is worth a word.
    static let anchor = Requirement(
        "keyUsage.anchor", .keyUsage, source: "RFC 5280 §4.2.1.3",
        advice: "give an authority's certificate as the anchor whose key usage holds keyCertSign")
    static let present = Requirement(
        "keyUsage.present", .keyUsage, source: "RFC 5280 §4.2.1.3",
        advice: "have the authority's certificate issued anew with the key usage keyCertSign")
    static let anchorPresent = Requirement(
        "keyUsage.anchorPresent", .keyUsage, source: "RFC 5280 §4.2.1.3",
        advice: "make the root anew with the key usage keyCertSign, or judge by another profile")
    static let withoutAuthority = Requirement(
        "keyUsage.withoutAuthority", .keyUsage, source: "RFC 5280 §4.2.1.3, §4.2.1.9",
        advice: "have the certificate issued anew without keyCertSign")
    static let empty = Requirement(
        "keyUsage.empty", .keyUsage, source: "RFC 5280 §4.2.1.3",
        advice: "have the certificate issued anew with the key usages that it needs, or without the extension")

    static let requirements = [
        certificateSigning, handshake, exchange, purpose, anchor, present, anchorPresent, withoutAuthority, empty,
    ]

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
                Self.exchange, at: .certificate(depth: 0), seen: "key usage \(usage)", expected: "keyEncipherment",
                message: "the key usage of the certificate does not allow the key exchange by RSA that was agreed on")
        }
        guard !usage.contains(.digitalSignature) else { return }
        if mayTransport, usage.contains(.keyEncipherment) {
            guard judgement.keyUse == nil else { return }
            return judgement.report(
                Self.handshake, at: .certificate(depth: 0), seen: "key usage \(usage)", expected: "digitalSignature",
                message:
                    "the key usage of the certificate allows key exchange by RSA alone, which TLS 1.3 does not have",
                atMost: .note)
        }
        var consistent: KeyUsage = [.digitalSignature, .keyAgreement]
        if isServer { consistent.insert(.keyEncipherment) }
        let contradicts = usage.isDisjoint(with: consistent) && leaf.extendedKeyUsage?.contains(purpose) == true
        judgement.report(
            contradicts ? Self.purpose : Self.handshake, at: .certificate(depth: 0), seen: "key usage \(usage)",
            expected: mayTransport ? "digitalSignature or keyEncipherment" : "digitalSignature",
            message: contradicts
                ? "the key usage of the certificate allows nothing of what its extended key usage is for"
                : usage.contains(.keyEncipherment) && isServer
                    ? "the key usage of the certificate does not allow the signature that the handshake rests on"
                    : "the key usage of the certificate does not allow a TLS handshake")
    }

    private func judgeIssuer(
        _ certificate: Certificate, at depth: Int, isAnchor: Bool, _ judgement: inout Judgement
    ) {
        guard let usage = certificate.keyUsage else {
            // What is not marked as an authority, or is too old to have extensions, is refused for that.
            guard certificate.basicConstraints?.isCA == true else { return }
            judgement.report(
                isAnchor ? Self.anchorPresent : Self.present, at: .certificate(depth: depth), seen: "no key usage",
                expected: "keyCertSign",
                message: "the authority \(certificate.subject.shortDescription) does not say "
                    + "what its key may be used for")
            return
        }
        guard !usage.contains(.keyCertSign) else { return }
        judgement.report(
            isAnchor ? Self.anchor : Self.certificateSigning, at: .certificate(depth: depth),
            seen: "key usage \(usage)",
            expected: "keyCertSign",
            message: "the key usage of \(certificate.subject.shortDescription) does not allow signing certificates")
    }

    private func judgeForm(of certificate: Certificate, at depth: Int, _ judgement: inout Judgement) {
        guard let usage = certificate.keyUsage else { return }
        if usage.contains(.keyCertSign), certificate.basicConstraints?.isCA != true {
            judgement.report(
                Self.withoutAuthority, at: .certificate(depth: depth), seen: "key usage \(usage), and no cA TRUE",
                expected: "keyCertSign with cA TRUE only",
                message: "the key usage of the certificate allows signing certificates, and it is no authority")
        }
        if usage.isEmpty {
            judgement.report(
                Self.empty, at: .certificate(depth: depth), seen: "a key usage without a bit",
                expected: "at least one key usage", message: "the key usage of the certificate allows nothing")
        }
    }
}
