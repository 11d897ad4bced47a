import HoldfastStatements
import HoldfastX509

/// The certificate names the server by a subject alternative name; the common name counts for nothing.
struct ServerNameRule: StandardRule {
    static let matches = Requirement(
        "serverName.matches", .hostMismatch, source: "RFC 9525 §6.3-§6.5, RFC 9110 §4.3.4",
        advice: ServerNameAdvice.useOrHaveName)
    static let alternativeName = Requirement(
        "serverName.subjectAltName", .missingSubjectAltName,
        source: "RFC 9525 §2; Apple, Requirements for trusted certificates in iOS 13 and macOS 10.15 (103769)",
        advice: ServerNameAdvice.haveName)
    /// "The sender's certificate MUST come in the first CertificateEntry in the list."
    static let first = Requirement(
        "serverName.first", .hostMismatch, source: "RFC 8446 §4.4.2; RFC 5246 §7.4.2",
        advice: ServerNameAdvice.ownFirst)
    static let publicSuffixWildcard = Requirement(
        "serverName.publicSuffixWildcard", .hostMismatch,
        source: "Chromium, X509Certificate::VerifyHostname; Apple, SecDNSIsTLD; CA/B BR 3.2.2.6",
        advice: ServerNameAdvice.narrower)
    static let customersWildcard = Requirement(
        "serverName.privateSuffixWildcard", .hostMismatch,
        source: "Public Suffix List, PRIVATE DOMAINS; CA/B BR 3.2.2.6",
        advice: ServerNameAdvice.narrower)
    static let suffixesKnown = Requirement(
        "serverName.suffixesKnown", .hostMismatch, source: "CA/B BR 3.2.2.6; TrustPolicy.publicSuffixes",
        advice: ServerNameAdvice.haveSuffixes)
    static let publicName = Requirement(
        "serverName.publicName", .hostMismatch,
        source: "Chromium, CertVerifyProc::Verify (ERR_CERT_NON_UNIQUE_NAME); CA/B BR 7.1.2.7.12",
        advice: ServerNameAdvice.ownAuthority)
    static let requirements = [
        matches, alternativeName, first, publicSuffixWildcard, customersWildcard, suffixesKnown, publicName,
    ]

    /// Names shown in a finding; a certificate may hold ten thousand.
    private static let shown = 10
    static let judgesCertificatesAlone = true

    var cacheKey: [UInt8]? { Array("serverName".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        guard case .ssl(let name) = judgement.policy.purpose else { return }
        let names = path.leaf.subjectAlternativeName
        guard judgement.meter.spend(nameComparisons: names?.count ?? 0) else { return }
        if let place = Self.placeOfOwn(path, judgement) {
            judgement.report(
                Self.first, at: .certificate(depth: 0), seen: Verbatim(path.leaf.subject.description),
                expected: Verbatim(name.description),
                message: ServerNameSentence.notFirst(name: name.description, number: place + 1))
            return
        }
        if names == nil {
            judgement.report(
                Self.alternativeName, at: .certificate(depth: 0), seen: ServerNameSentence.noAlternativeName,
                expected: ServerNameSentence.alternativeName(name: name.description),
                message: ServerNameSentence.commonNameIsNotLookedAt)
        }
        let matching = (names ?? []).filter { Self.matches($0, name) }
        guard !matching.isEmpty else {
            if let written = NameWrittenOtherwise(of: name, among: names ?? []) {
                return report(written, path.leaf, name, &judgement)
            }
            let (shown, more) = Self.servers(of: path.leaf)
            let nothing: ServerNameSentence.Nothing = names == nil ? .noAlternativeName : .noServer
            judgement.report(
                Self.matches, at: .certificate(depth: 0),
                seen: shown.isEmpty
                    ? ServerNameSentence.nothing(nothing) : ServerNameSentence.names(shown, more: more),
                expected: Verbatim(name.description),
                message: shown.isEmpty
                    ? ServerNameSentence.notForName(name: name.description, holding: nothing)
                    : ServerNameSentence.notForNameButFor(name: name.description, others: shown, more: more))
            return
        }
        judge(wildcard: matching, name, &judgement)
        // A path without an anchor was issued by nobody known, thus by no public authority.
        if judgement.anchorKind == .publicWeb, Self.isPrivate(name, judgement.policy.publicSuffixes) {
            judgement.report(
                Self.publicName, at: .certificate(depth: 0), seen: Verbatim(name.description),
                expected: ServerNameSentence.publicName,
                message: ServerNameSentence.meansSomethingElse(name: name.description))
        }
    }

    /// The place in the list of a certificate that is for the name and no authority's, where the first one is for
    /// another name. It is a hint, and takes nothing from the budget: so many names are looked at, and no more.
    static func placeOfOwn(_ path: CertificationPath, _ judgement: Judgement) -> Int? {
        guard case .ssl(let name) = judgement.policy.purpose,
            !(path.leaf.subjectAlternativeName ?? []).contains(where: { matches($0, name) })
        else { return nil }
        var left = maximumNames
        for (place, presented) in judgement.presented.enumerated().dropFirst() {
            guard let certificate = presented.certificate, certificate != path.leaf,
                certificate.basicConstraints?.isCA != true, let names = certificate.subjectAlternativeName
            else { continue }
            left -= names.count
            guard left >= 0 else { return nil }
            if names.contains(where: { matches($0, name) }) { return place }
        }
        return nil
    }

    private static let maximumNames = 1_000

    private func report(
        _ written: NameWrittenOtherwise, _ leaf: Certificate, _ name: ServerName, _ judgement: inout Judgement
    ) {
        let expected: String
        let advice: ServerNameAdvice
        switch name {
        case .ip(let address):
            expected = "IP:\(address)"
            advice = .haveAddress("\(address)", orUse: Self.hostName(of: leaf))
        case .dns(let host):
            expected = "DNS:\(host)"
            advice = .haveNameAlone("\(host)")
        }
        judgement.report(
            Self.matches, at: .certificate(depth: 0), seen: Verbatim(written.name.description),
            expected: Verbatim(expected),
            message: ServerNameSentence.writtenOtherwise(
                name: name.description, written.form, written: written.text),
            advice: advice)
    }

    /// The first host that a certificate names. Which hosts there are below a wildcard it does not say.
    private static func hostName(of leaf: Certificate) -> String? {
        for case .dnsName(let text) in (leaf.subjectAlternativeName ?? []).prefix(maximumNames) {
            if let name = try? DNSName(String(decoding: text.bytes, as: UTF8.self)) { return name.text }
        }
        return nil
    }

    /// The match that stands for the fewest owners counts; an exact one is beyond doubt.
    private func judge(wildcard matching: [GeneralName], _ name: ServerName, _ judgement: inout Judgement) {
        guard case .dns(let host) = name, !matching.contains(where: { !Self.isWildcard($0) }),
            let dot = host.text.firstIndex(of: ".")
        else { return }
        let domain = String(host.text[host.text.index(after: dot)...])
        let requirement: Requirement
        let message: ServerNameSentence
        switch WildcardScope(domain: domain, judgement.policy.publicSuffixes) {
        case .oneOwner: return
        case .unknown:
            requirement = Self.suffixesKnown
            message = .unknownOwner(domain: domain)
        case .customers:
            requirement = Self.customersWildcard
            message = .namesOfCustomers(domain: domain)
        case .anybody:
            requirement = Self.publicSuffixWildcard
            message = .namesOfAnybody(domain: domain)
        }
        judgement.report(
            requirement, at: .certificate(depth: 0), seen: Verbatim("*.\(domain)"),
            expected: ServerNameSentence.orBelowOneOwner(name: name.description), message: message)
    }

    private static func isWildcard(_ name: GeneralName) -> Bool {
        if case .dnsName(let pattern) = name { pattern.bytes.first == UInt8(ascii: "*") } else { false }
    }

    private static func isPrivate(_ name: ServerName, _ suffixes: PublicSuffixes?) -> Bool {
        switch name {
        case .dns(let name): PrivateNames.isInternal(name.text, suffixes)
        case .ip(let address): PrivateNames.isReserved(address)
        }
    }

    private static func matches(_ alternative: GeneralName, _ name: ServerName) -> Bool {
        switch (alternative, name) {
        case (.dnsName(let pattern), .dns(let name)): DNSPattern.matches(pattern.bytes, name)
        case (.ipAddress(let bytes), .ip(let address)): bytes.elementsEqual(address.bytes)
        default: false
        }
    }

    /// The first of the servers that it names, and how many more there are.
    private static func servers(of leaf: Certificate) -> (shown: [Statement], more: Int) {
        let names = leaf.subjectAlternativeName ?? []
        let servers = names.compactMap { name -> Statement? in
            switch name {
            case .dnsName(let name): Statement(verbatim: name.description)
            case .ipAddress(let bytes):
                IPAddress(bytes: bytes).map { Statement(verbatim: $0.description) }
                    ?? ServerNameSentence.malformedAddress.statement
            default: nil
            }
        }
        return (Array(servers.prefix(shown)), max(0, servers.count - shown))
    }
}
