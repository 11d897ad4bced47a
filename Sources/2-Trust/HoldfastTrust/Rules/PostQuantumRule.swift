import HoldfastCrypto
import HoldfastStatements
import HoldfastX509

/// Keys that a quantum computer is not known to break are such as this machine can verify by, in the hands of who may
/// have them, and written as RFC 9881 has them.
///
/// An algorithm that is not verified here is not a weak one: the finding says what is missing, and its advice is never
/// a key that is weaker.
struct PostQuantumRule: StandardRule {
    static let library = Requirement(
        "postQuantum.library", .unsupportedAlgorithm, source: "RFC 5280 §6.1.3(a)(1); RFC 9881, FIPS 204",
        advice: PostQuantumSentence.judgeElsewhere)
    static let recognised = Requirement(
        "postQuantum.recognised", .unsupportedAlgorithm,
        source: "RFC 5280 §6.1.3(a)(1); RFC 9909, draft-ietf-lamps-pq-composite-sigs",
        advice: PostQuantumSentence.useMLDSA)
    /// Such a key is none that anything could be verified with.
    static let form = Requirement(
        "postQuantum.form", .nonConformingField, source: "RFC 9881 §2, §4; FIPS 204 table 2",
        advice: PostQuantumSentence.writeAsRFC9881)
    static let programme = Requirement(
        "postQuantum.programme", .unsupportedAlgorithm,
        source: "CA/B BR 6.1.5, 7.1.3.1 (\"No other algorithms\"); Chromium 156 takes ML-DSA under added roots alone",
        advice: PostQuantumSentence.useProgrammesKey)
    static let keyUsage = Requirement(
        "postQuantum.keyUsage", .keyUsage, source: "RFC 9881 §5",
        advice: PostQuantumSentence.issueWithSigning)
    static let requirements = [library, recognised, form, programme, keyUsage]
    static let judgesCertificatesAlone = true

    var cacheKey: [UInt8]? { Array("postQuantum".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        for (depth, certificate) in path.certificates.enumerated() {
            // As a chain alone an anchor is a name and a key (RFC 5280 §6.1.1(d)); its signatures are looked at below.
            if path.isAnchor(depth: depth), case .basicX509 = judgement.policy.purpose { continue }
            let info = certificate.subjectPublicKeyInfo
            guard case .mldsa(let set, _) = info.key else {
                judge(other: info, at: depth, &judgement)
                continue
            }
            if let name = info.algorithmNotInLibrary {
                judgement.report(
                    Self.library, at: .certificate(depth: depth), seen: Verbatim(name),
                    expected: PostQuantumSentence.verifiable,
                    message: PostQuantumSentence.keyNotInLibrary(name: name))
            }
            judgement.report(
                Self.programme, at: .certificate(depth: depth), seen: Verbatim(set.rawValue),
                expected: PostQuantumSentence.programmes,
                message: PostQuantumSentence.notOfProgrammes(name: set.rawValue))
            if !path.isAnchor(depth: depth) { judge(usageOf: certificate, set, at: depth, &judgement) }
        }
    }

    private func judge(other info: SubjectPublicKeyInfo, at depth: Int, _ judgement: inout Judgement) {
        guard case .unknown = info.key, info.algorithm.algorithm.isPostQuantum else { return }
        let name = info.typeName
        guard MLDSA(info.algorithm.algorithm) != nil else {
            judgement.report(
                Self.recognised, at: .certificate(depth: depth), seen: Verbatim(name),
                expected: PostQuantumSentence.verifiable, message: PostQuantumSentence.keyByName(name: name))
            return
        }
        let count = info.subjectPublicKey.bytes.count
        judgement.report(
            Self.form, at: .certificate(depth: depth),
            seen: info.algorithm.parameters == nil
                ? PostQuantumSentence.octets(count: count) : .octetsAndParameters(count: count),
            expected: PostQuantumSentence.plainKey, message: PostQuantumSentence.malformedKey(name: name))
    }

    /// RFC 9881 §5: the extension has at least one of digitalSignature, nonRepudiation, keyCertSign and cRLSign, and
    /// none of keyEncipherment, dataEncipherment, keyAgreement, encipherOnly and decipherOnly.
    private func judge(
        usageOf certificate: Certificate, _ set: MLDSA, at depth: Int, _ judgement: inout Judgement
    ) {
        guard let usage = certificate.keyUsage, !usage.isEmpty else { return }
        let signing: KeyUsage = [.digitalSignature, .nonRepudiation, .keyCertSign, .cRLSign]
        guard usage.isDisjoint(with: signing) || !usage.isSubset(of: signing) else { return }
        judgement.report(
            Self.keyUsage, at: .certificate(depth: depth), seen: PostQuantumSentence.usage("\(usage)"),
            expected: PostQuantumSentence.signingAlone,
            message: PostQuantumSentence.usageOfOtherKeys(name: set.rawValue))
    }
}
