import HoldfastX509

/// The certificate names the server by a subject alternative name; the common name counts for nothing.
struct ServerNameRule: TrustRule {
    static let matches = Requirement(
        "serverName.matches", .hostMismatch, source: "RFC 9525 §6.3-§6.5, RFC 9110 §4.3.4",
        advice: "use a name that the certificate holds, or have it issued with this name as an alternative name; "
            + "check too whether the server chooses its certificate by the name that is sent (SNI)")
    static let alternativeName = Requirement(
        "serverName.subjectAltName", .missingSubjectAltName,
        source: "RFC 9525 §2; Apple, Requirements for trusted certificates in iOS 13 and macOS 10.15 (103769)",
        advice: "have the certificate issued with the name as a subject alternative name")
    /// "The sender's certificate MUST come in the first CertificateEntry in the list."
    static let first = Requirement(
        "serverName.first", .hostMismatch, source: "RFC 8446 §4.4.2; RFC 5246 §7.4.2",
        advice: "send the server's own certificate first, then the one that issued it, and so on upwards")
    private static let narrower =
        "have the certificate issued for the name itself, or for a wildcard below a domain of "
        + "one owner"
    static let publicSuffixWildcard = Requirement(
        "serverName.publicSuffixWildcard", .hostMismatch,
        source: "Chromium, X509Certificate::VerifyHostname; Apple, SecDNSIsTLD; CA/B BR 3.2.2.6", advice: narrower)
    static let customersWildcard = Requirement(
        "serverName.privateSuffixWildcard", .hostMismatch,
        source: "Public Suffix List, PRIVATE DOMAINS; CA/B BR 3.2.2.6",
        advice: narrower)
    static let suffixesKnown = Requirement(
        "serverName.suffixesKnown", .hostMismatch, source: "CA/B BR 3.2.2.6; TrustPolicy.publicSuffixes",
        advice: "install libpsl5 and publicsuffix, or give the policy a list of public suffixes")
    static let publicName = Requirement(
        "serverName.publicName", .hostMismatch,
        source: "Chromium, CertVerifyProc::Verify (ERR_CERT_NON_UNIQUE_NAME); CA/B BR 7.1.2.7.12",
        advice: "use an authority of one's own for names and addresses that only one's own network knows")
    static let requirements = [
        matches, alternativeName, first, publicSuffixWildcard, customersWildcard, suffixesKnown, publicName,
    ]

    /// Names shown in a finding; a certificate may hold ten thousand.
    private static let shown = 10

    var cacheKey: [UInt8]? { Array("serverName".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        guard case .ssl(let name) = judgement.policy.purpose else { return }
        let names = path.leaf.subjectAlternativeName
        guard judgement.meter.spend(nameComparisons: names?.count ?? 0) else { return }
        if let place = Self.placeOfOwn(path, judgement) {
            judgement.report(
                Self.first, at: .certificate(depth: 0), seen: path.leaf.subject.description,
                expected: name.description,
                message: "the certificate that was sent first is not for \(name): certificate \(place + 1) of the list "
                    + "is for that name and no authority's, put it first")
            return
        }
        if names == nil {
            judgement.report(
                Self.alternativeName, at: .certificate(depth: 0), seen: "no subject alternative name",
                expected: "a subject alternative name \(name)",
                message: "the certificate has no subject alternative name; a common name is not looked at")
        }
        let matching = (names ?? []).filter { Self.matches($0, name) }
        guard !matching.isEmpty else {
            let list = Self.list(path.leaf)
            let none = names == nil ? "no subject alternative name" : "no server among the subject alternative names"
            judgement.report(
                Self.matches, at: .certificate(depth: 0), seen: list ?? none, expected: name.description,
                message: "the certificate is not for \(name)" + (list.map { " but for \($0)" } ?? ": it has \(none)"))
            return
        }
        judge(wildcard: matching, name, &judgement)
        // A path without an anchor was issued by nobody known, thus by no public authority.
        if judgement.anchorKind == .publicWeb, Self.isPrivate(name, judgement.policy.publicSuffixes) {
            judgement.report(
                Self.publicName, at: .certificate(depth: 0), seen: name.description,
                expected: "a name or an address of the public Internet",
                message: "\(name) means something else in every network, and a public authority vouches for it")
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

    /// The match that stands for the fewest owners counts; an exact one is beyond doubt.
    private func judge(wildcard matching: [GeneralName], _ name: ServerName, _ judgement: inout Judgement) {
        guard case .dns(let host) = name, !matching.contains(where: { !Self.isWildcard($0) }),
            let dot = host.text.firstIndex(of: ".")
        else { return }
        let domain = host.text[host.text.index(after: dot)...]
        let requirement: Requirement
        let message: String
        switch WildcardScope(domain: String(domain), judgement.policy.publicSuffixes) {
        case .oneOwner: return
        case .unknown:
            requirement = Self.suffixesKnown
            message = "without a list of public suffixes it is not known whether *.\(domain) has one owner"
        case .customers:
            requirement = Self.customersWildcard
            message = "the wildcard *.\(domain) stands for names of different customers"
        case .anybody:
            requirement = Self.publicSuffixWildcard
            message = "the wildcard *.\(domain) stands for names of anybody, and so for none"
        }
        judgement.report(
            requirement, at: .certificate(depth: 0), seen: "*.\(domain)",
            expected: "\(name), or a wildcard below a domain of one owner", message: message)
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

    /// Nil where it names no server.
    private static func list(_ leaf: Certificate) -> String? {
        let names = leaf.subjectAlternativeName ?? []
        let servers = names.compactMap { name -> String? in
            switch name {
            case .dnsName(let name): name.description
            case .ipAddress(let bytes): IPAddress(bytes: bytes)?.description ?? "a malformed address"
            default: nil
            }
        }
        if servers.isEmpty { return nil }
        let more = servers.count > shown ? " and \(servers.count - shown) more" : ""
        return servers.prefix(shown).joined(separator: ", ") + more
    }
}
