import HoldfastStatements
import HoldfastAuthority
import HoldfastResolving
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

/// Judges what has just been made as those will who meet it, so that its maker hears of it first.
struct IssuanceCheck {
    private let chain: [[UInt8]]
    private let anchor: Certificate?
    private let issuer: Issuer?
    private let at: Instant

    init(_ kind: CreateKind, chain: [[UInt8]], below issuer: Issuer?, at: Instant) {
        self.chain = chain
        self.issuer = issuer
        anchor =
            issuer?.certificate
            ?? (kind == .selfSigned || kind == .ca ? chain.first.flatMap { try? Certificate(der: $0) } : nil)
        self.at = at
    }

    /// One sentence for each thing that the profile `default` refuses or warns about under the authority as the anchor.
    func warnings() -> [Statement] {
        guard let anchor, let leaf = chain.first.flatMap({ try? Certificate(der: $0) }),
            let trust = try? ServerTrust(derChain: chain)
        else { return [] }
        var sentences: [CreateWarning] = []
        if leaf.validity.notAfter.instant > anchor.validity.notAfter.instant {
            sentences.append(.outlastsAuthority(end: anchor.validity.notAfter.instant))
        }
        let beginsFirst = leaf.validity.notBefore.instant < anchor.validity.notBefore.instant
        if beginsFirst {
            sentences.append(.beforeAuthority(begin: anchor.validity.notBefore.instant))
        }
        if let issuer {
            // All of the names, where a finding names the first one.
            sentences += Self.forbiddenNames(of: Array(leaf.bytes), below: issuer)
                .map { .refused(code: FindingCode.nameConstraints.rawValue, $0.statement) }
        }
        for policy in policies(for: leaf) {
            var policy = policy
            policy.anchors = .only([anchor])
            policy.publicSuffixes = .system
            let findings: [Finding]
            do throws(TrustFailure) {
                findings = try TrustEngine().evaluate(trust, with: policy, at: at).findings
            } catch {
                findings = error.findings
            }
            for finding in findings
            where finding.severity != .note && !ForbiddenNames.requirements.contains(finding.requirement) {
                // That the authority does not hold yet is told in its own words above.
                if beginsFirst, finding.code == .notYetValid, finding.position != .certificate(depth: 0) { continue }
                let (code, message) = (finding.code.rawValue, finding.statements.message)
                let sentence: CreateWarning =
                    finding.severity == .error ? .refused(code: code, message) : .warnedAbout(code: code, message)
                if !sentences.contains(sentence) { sentences.append(sentence) }
            }
        }
        return sentences.map(\.statement)
    }

    /// One sentence for each authority that may not issue for some of a certificate's names: it says all of them.
    static func forbiddenNames(of certificate: [UInt8], below issuer: Issuer) -> [IssuanceSentence] {
        guard let certificate = try? Certificate(der: certificate) else { return [] }
        guard let forbidden = ForbiddenNames.of(certificate, below: issuer.authorities) else {
            return [.tooManyNames]
        }
        return issuer.authorities.compactMap { authority in
            let names = forbidden.filter { $0.authority == authority }.map { "\($0.name)" }
            guard !names.isEmpty else { return nil }
            return .mayNotIssue(authority: authority.subject.shortDescription, names: names)
        }
    }

    /// A server is judged for each of its names.
    private func policies(for leaf: Certificate) -> [TrustPolicy] {
        let purposes = leaf.extendedKeyUsage ?? []
        if purposes.contains(.clientAuth) { return [.sslClient] }
        guard purposes.contains(.serverAuth) else { return [.basicX509] }
        let names = (leaf.subjectAlternativeName ?? []).compactMap(Self.serverName)
        // More names than anybody reads sentences about.
        return names.isEmpty ? [.basicX509] : names.prefix(100).map { .ssl($0) }
    }

    private static func serverName(_ name: GeneralName) -> ServerName? {
        switch name {
        case .dnsName(let host):
            let text = host.description
            return try? ServerName(text.hasPrefix("*.") ? "name" + text.dropFirst() : text)
        case .ipAddress(let octets): return IPAddress(bytes: Array(octets)).map { .ip($0) }
        default: return nil
        }
    }
}
