import HoldfastCrypto
import HoldfastX509

/// Keys that a quantum computer is not known to break are such as this machine can verify by, in the hands of who may
/// have them, and written as RFC 9881 has them.
///
/// An algorithm that is not verified here is not a weak one: the finding says what is missing, and its advice is never
/// a key that is weaker.
struct PostQuantumRule: TrustRule {
    static let library = Requirement(
        "postQuantum.library", .unsupportedAlgorithm, source: "RFC 5280 §6.1.3(a)(1); RFC 9881, FIPS 204",
        advice: "judge it where OpenSSL is 3.5 or newer, as on Debian 13, or let the server have a certificate with an "
            + "RSA or ECDSA key beside this one")
    static let recognised = Requirement(
        "postQuantum.recognised", .unsupportedAlgorithm,
        source: "RFC 5280 §6.1.3(a)(1); RFC 9909, draft-ietf-lamps-pq-composite-sigs",
        advice: "have a certificate issued for an ML-DSA key (RFC 9881), or for RSA or ECDSA")
    /// Such a key is none that anything could be verified with.
    static let form = Requirement(
        "postQuantum.form", .nonConformingField, source: "RFC 9881 §2, §4; FIPS 204 table 2",
        advice: "have the certificate issued anew by software that writes ML-DSA keys as RFC 9881 does")
    static let programme = Requirement(
        "postQuantum.programme", .unsupportedAlgorithm,
        source: "CA/B BR 6.1.5, 7.1.3.1 (\"No other algorithms\"); Chromium 156 takes ML-DSA under added roots alone",
        advice: "use an RSA key, or one on P-256, P-384 or P-521, for servers of the public web")
    static let keyUsage = Requirement(
        "postQuantum.keyUsage", .keyUsage, source: "RFC 9881 §5",
        advice: "have the certificate issued with the key usage digitalSignature, or keyCertSign and cRLSign for an "
            + "authority")
    static let requirements = [library, recognised, form, programme, keyUsage]

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
                    Self.library, at: .certificate(depth: depth), seen: name,
                    expected: PostQuantumSentence.verifiable.english,
                    message: PostQuantumSentence.keyNotInLibrary(name).english)
            }
            judgement.report(
                Self.programme, at: .certificate(depth: depth), seen: set.rawValue,
                expected: PostQuantumSentence.programmes.english,
                message: PostQuantumSentence.notOfProgrammes(set.rawValue).english)
            if !path.isAnchor(depth: depth) { judge(usageOf: certificate, set, at: depth, &judgement) }
        }
    }

    private func judge(other info: SubjectPublicKeyInfo, at depth: Int, _ judgement: inout Judgement) {
        guard case .unknown = info.key, info.algorithm.algorithm.isPostQuantum else { return }
        let name = info.typeName
        guard MLDSA(info.algorithm.algorithm) != nil else {
            judgement.report(
                Self.recognised, at: .certificate(depth: depth), seen: name,
                expected: PostQuantumSentence.verifiable.english, message: PostQuantumSentence.keyByName(name).english)
            return
        }
        judgement.report(
            Self.form, at: .certificate(depth: depth),
            seen: PostQuantumSentence.octets(
                info.subjectPublicKey.bytes.count, hasParameters: info.algorithm.parameters != nil
            ).english, expected: PostQuantumSentence.plainKey.english,
            message: PostQuantumSentence.malformedKey(name).english)
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
            Self.keyUsage, at: .certificate(depth: depth), seen: "key usage \(usage)",
            expected: PostQuantumSentence.signingAlone.english,
            message: PostQuantumSentence.usageOfOtherKeys(set.rawValue).english)
    }
}

/// The sentences of ``PostQuantumRule``, and of signatures by such keys.
enum PostQuantumSentence {
    case keyNotInLibrary(String)
    case signatureNotInLibrary(String)
    case keyByName(String)
    case signatureByName(String)
    case notOfProgrammes(String)
    case malformedKey(String)
    case malformedSignature(String)
    case usageOfOtherKeys(String)
    case octets(Int, hasParameters: Bool)
    case verifiable, programmes, plainKey, signingAlone

    var english: String {
        switch self {
        case .keyNotInLibrary(let name):
            "this machine's OpenSSL cannot verify by the key, whose algorithm is \(name): OpenSSL 3.5 and newer can"
        case .signatureNotInLibrary(let name):
            "this machine's OpenSSL cannot verify the signature, whose algorithm is \(name): OpenSSL 3.5 and newer can"
        case .keyByName(let name): "the key is of an algorithm that is known by name alone: \(name)"
        case .signatureByName(let name):
            "the signature was not checked, since its algorithm is known by name alone: \(name)"
        case .notOfProgrammes(let name):
            "the key is of an algorithm that no programme of public authorities has: \(name)"
        case .malformedKey(let name): "the key is named \(name) and is not written as keys of \(name) are"
        case .malformedSignature(let name):
            "the signature was not checked: key or algorithm are named \(name) and not written as RFC 9881 has them"
        case .usageOfOtherKeys(let name):
            "the key usage of the certificate is not that of an \(name) key, which only signs"
        case .octets(let count, let hasParameters): "\(count) octets" + (hasParameters ? ", and parameters" : "")
        case .verifiable: "ML-DSA where OpenSSL has it, RSA, P-256, P-384, P-521, Ed25519 or Ed448"
        case .programmes: "RSA (rsaEncryption), P-256, P-384 or P-521"
        case .plainKey: "1312, 1952 or 2592 octets, as its parameter set has, and no parameters"
        case .signingAlone: "digitalSignature, nonRepudiation, keyCertSign or cRLSign, and no other"
        }
    }
}
