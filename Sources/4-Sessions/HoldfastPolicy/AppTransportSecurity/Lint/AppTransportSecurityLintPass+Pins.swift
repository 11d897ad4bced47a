import HoldfastJSON
import HoldfastPins
import HoldfastTrust
import HoldfastX509

extension AppTransportSecurityLintPass {
    private static let leaf = "NSPinnedLeafIdentities"
    private static let authorities = "NSPinnedCAIdentities"
    private static let hash = "SPKI-SHA256-BASE64"

    mutating func lookAtPins(_ entry: PropertyListNode.Entry, at path: [String]) {
        let path = path + [entry.key]
        guard let domains = entry.value.entries else { return }
        guard domains.count <= PinnedHosts.maximumPatterns else {
            report(.tooMany, .tooManyDomains(limit: PinnedHosts.maximumPatterns), at: path, entry.position)
            return
        }
        if domains.isEmpty {
            report(.keyWithoutEffect, .emptyPins, at: path, entry.position)
        }
        lookAtSpellings(domains, at: path)
        let plain = domainsWithoutTLS()
        for domain in domains {
            if DomainSpelling(domain.key).isAddress {
                report(
                    .domainAddress, .addressPinned,
                    at: path + [domain.key], domain.position)
            }
            guard let keys = keys(of: domain, at: path, .pins) else { continue }
            lookAtGroups(keys, domain)
            if plain.contains(domain.key) {
                report(
                    .pinsWithoutTLS, .pinnedWithoutTLS,
                    at: keys.path, domain.position)
            }
        }
    }

    private mutating func lookAtGroups(_ keys: Keys, _ domain: PropertyListNode.Entry) {
        // "you must include one or more expected Certificate Authority (CA) or sub-CA certificates […], one or more
        // expected leaf certificates […], or both."
        guard keys.has(Self.leaf) || keys.has(Self.authorities) else {
            report(
                .noPins, .noGroup(leaf: Self.leaf, authorities: Self.authorities), at: keys.path,
                domain.position)
            return
        }
        for (key, group) in [(Self.leaf, PinSet.Group.leaf), (Self.authorities, .authorities)] {
            guard let entry = keys.entries[key], let items = entry.value.items else { continue }
            lookAtGroup(items, group, at: keys.path + [key], entry)
        }
    }

    private mutating func lookAtGroup(
        _ items: [PropertyListNode], _ group: PinSet.Group, at path: [String], _ entry: PropertyListNode.Entry
    ) {
        guard !items.isEmpty else {
            report(.noPins, .emptyGroup, at: path, entry.position)
            return
        }
        var pins: Set<Pin> = []
        for (index, item) in items.enumerated() {
            let path = path + ["[\(index)]"]
            guard let identity = keys(of: item, at: path, .identity) else { continue }
            guard let value = identity.entries[Self.hash]?.value else {
                report(.noPins, .noHash(key: Self.hash), at: path, item.position)
                continue
            }
            guard let text = value.text else { continue }
            let written = WrittenPin(spkiSHA256Base64: text, group, at: "")
            guard let pin = written.pin else {
                report(
                    .malformedPin, .malformedHash(text: JSONText.excerpt(text), written.error),
                    at: path + [Self.hash], value.position,
                    advice: written.error?.meant.map { .didYouMean(Base64.encode($0.digest)) })
                continue
            }
            if !pins.insert(pin).inserted {
                report(.duplicatePin, .pinnedAlready, at: path + [Self.hash], value.position)
            }
        }
        guard pins.count == 1 else { return }
        report(
            .noBackup, .oneKey, at: path,
            entry.position)
    }

    /// The domains to which an exception of their own lets requests go without TLS.
    private func domainsWithoutTLS() -> Set<String> {
        let exceptions = settings.entries["NSExceptionDomains"]?.value.entries ?? []
        let plain = exceptions.filter { exception in
            (exception.value.entries ?? []).contains {
                $0.key == "NSExceptionAllowsInsecureHTTPLoads" && $0.value.flag == true
            }
        }
        return Set(plain.map(\.key))
    }
}
