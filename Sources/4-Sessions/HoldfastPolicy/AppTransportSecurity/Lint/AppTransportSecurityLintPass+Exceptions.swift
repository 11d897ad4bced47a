import HoldfastJSON
import HoldfastPins

extension AppTransportSecurityLintPass {
    private static let insecure = "NSExceptionAllowsInsecureHTTPLoads"
    private static let version = "NSExceptionMinimumTLSVersion"
    private static let secrecy = "NSExceptionRequiresForwardSecrecy"
    private static let niapKey = "NSExceptionRequiresNIAPTLSPackageVersion"
    private static let below = "NSIncludesSubdomains"
    private static let transparency = "NSRequiresCertificateTransparency"

    mutating func lookAtExceptions(_ entry: PropertyListNode.Entry, at path: [String]) {
        let path = path + [entry.key]
        // Another type was told where the key was looked at.
        guard let domains = entry.value.entries else { return }
        guard domains.count <= AppTransportSecurity.exceptionLimit else {
            report(
                .tooMany, .tooManyDomains(limit: AppTransportSecurity.exceptionLimit), at: path, entry.position
            )
            return
        }
        if domains.isEmpty {
            report(.keyWithoutEffect, .emptyExceptions, at: path, entry.position)
        }
        lookAtSpellings(domains, at: path)
        let wide = domains.filter { domain in
            (domain.value.entries ?? []).contains { $0.key == Self.below && $0.value.flag == true }
        }
        let wideNames = Set(wide.map(\.key))
        for domain in domains {
            guard let keys = keys(of: domain, at: path, .exception) else { continue }
            lookAtValues(keys)
            lookAtContradictions(keys)
            lookAtEffect(keys, domain, below: wideNames)
        }
    }

    /// Looks at the keys of a dictionary of domains: how they are written, and whether two mean the same.
    mutating func lookAtSpellings(_ domains: [PropertyListNode.Entry], at path: [String]) {
        var seen: [String: String] = [:]
        for domain in domains {
            let spelling = DomainSpelling(domain.key)
            for problem in spelling.problems {
                let isFine = spelling.meant.isEmpty || problem.rule == .invalidDomain
                report(
                    problem.rule, .spelling(problem.fault), at: path + [domain.key], domain.position,
                    advice: isFine ? nil : .mendAs(problem.rule, meant: JSONText.excerpt(spelling.meant)))
            }
            // "example.com. (with a trailing dot) matches “example.com.” but not “example.com”": both may be meant.
            let hasDot = spelling.problems.contains { $0.rule == .domainTrailingDot }
            let meant = hasDot ? spelling.meant + "." : spelling.meant
            if let other = seen[meant] {
                report(
                    .duplicateKey, .sameDomain(key: JSONText.excerpt(domain.key), as: other), at: path + [domain.key],
                    domain.position)
            }
            seen[meant] = seen[meant] ?? JSONText.excerpt(domain.key)
        }
    }

    private mutating func lookAtValues(_ keys: Keys) {
        lookAtPackage(keys, Self.niapKey)
        if let text = keys.text(Self.version) {
            let place = (path: keys.path + [Self.version], position: keys.entries[Self.version]?.value.position)
            switch AppTransportSecurity.TLSVersion(rawValue: text) {
            case nil:
                reportUnknown(
                    text, AppTransportSecurity.TLSVersion.allCases.map(\.rawValue), place.path, place.position)
            case .tls10, .tls11:
                let row = DiscontinuedSetting.row(.earlyTLS)
                report(
                    .discontinuedKey, .deprecatedVersion(text, row.name), at: place.path, place.position,
                    advice: .letSpeakTLS12, source: row.source)
            case .tls12, .tls13: break
            }
        }
        if let entry = keys.entries[Self.transparency] {
            let row = DiscontinuedSetting.row(.certificateTransparency)
            report(
                .discontinuedKey, .noEffect(key: Self.transparency, row.name), at: keys.path + [Self.transparency],
                entry.position, source: row.source)
        }
        if let entry = keys.entries[Self.below], entry.value.flag == true,
            DomainSpelling(keys.path.last ?? "").isAddress
        {
            report(
                .keyWithoutEffect, .addressWithSubdomains, at: keys.path + [Self.below], entry.position)
        }
    }

    private mutating func lookAtContradictions(_ keys: Keys) {
        func place(_ key: String) -> TextPosition? { keys.entries[key]?.position }
        if keys.flag(Self.insecure) == true {
            for key in [Self.version, Self.secrecy, Self.niapKey] {
                let asksForMore =
                    switch key {
                    case Self.version: keys.text(key) == AppTransportSecurity.TLSVersion.tls13.rawValue
                    case Self.secrecy: keys.flag(key) == true
                    default: keys.text(key).map { $0 != "none" } ?? false
                    }
                guard asksForMore else { continue }
                report(
                    .contradiction, .moreAndNone(key: key, insecure: Self.insecure), at: keys.path + [key], place(key))
            }
        }
        let demanded = keys.text(Self.niapKey) ?? settings.text("NSRequiresNIAPTLSPackageVersion") ?? "none"
        guard demanded != "none" else { return }
        if keys.flag(Self.secrecy) == false {
            report(
                .contradiction, .packageAgainstSecrecy(key: Self.secrecy),
                at: keys.path + [Self.secrecy], place(Self.secrecy))
        }
        if let text = keys.text(Self.version), let version = AppTransportSecurity.TLSVersion(rawValue: text),
            version < .tls12
        {
            report(
                .contradiction, .packageAgainstVersion(key: Self.version),
                at: keys.path + [Self.version], place(Self.version))
        }
    }

    /// Looks whether an exception changes anything for any host.
    ///
    /// - Parameter wide: the domains whose exceptions hold below them too.
    private mutating func lookAtEffect(_ keys: Keys, _ domain: PropertyListNode.Entry, below wide: Set<String>) {
        let asksForLess =
            keys.flag(Self.insecure) == true || keys.flag(Self.secrecy) == false
            || keys.text(Self.version).map { $0 == "TLSv1.0" || $0 == "TLSv1.1" } ?? false
        let asksForMore =
            keys.text(Self.version) == AppTransportSecurity.TLSVersion.tls13.rawValue || keys.has(Self.niapKey)
        let spelling = DomainSpelling(domain.key)
        // Below an unqualified name other than local are names that nothing else lets through.
        let isLocalBelow = spelling.meant == "local" || spelling.meant.hasSuffix(".local")
        let isLocal = spelling.isLocalName && (isLocalBelow || keys.flag(Self.below) != true)
        let isCovered = Self.isCovered(spelling.meant, by: wide)
        if isLocal, asksForLess, !asksForMore, !isCovered {
            let row = DiscontinuedSetting.row(.localNameException)
            report(
                .exceptionWithoutEffect, .notNeeded(row.name), at: keys.path, domain.position, source: row.source)
            return
        }
        guard !asksForLess, !asksForMore, !loosensGlobally, !spelling.isLocalName, !spelling.isAddress,
            spelling.problems.isEmpty, !isCovered
        else { return }
        // Only what nothing else loosens: as a part of a looser whole it is what it is there for.
        report(
            .exceptionWithoutEffect, .asksForNothing, at: keys.path, domain.position)
    }

    /// Whether a wider exception would hold for a domain, were it not for its own.
    private static func isCovered(_ name: String, by wide: Set<String>) -> Bool {
        var parent = name[...]
        while let dot = parent.firstIndex(of: ".") {
            parent = parent[parent.index(after: dot)...]
            if wide.contains(String(parent)) { return true }
        }
        return false
    }
}
