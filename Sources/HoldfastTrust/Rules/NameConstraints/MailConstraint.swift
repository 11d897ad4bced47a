/// An rfc822Name subtree (RFC 5280 §4.2.1.10): one mailbox, all mailboxes of a host, or of the hosts below a domain.
enum MailConstraint {
    static func isValid(base: ArraySlice<UInt8>) -> Bool {
        let host = base.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard host.count <= 2, let last = host.last else { return base.isEmpty }
        return DNSConstraint.isValid(base: host.count == 1 && last.first == UInt8(ascii: ".") ? last.dropFirst() : last)
    }

    static func contains(base: ArraySlice<UInt8>, name: ArraySlice<UInt8>) -> Bool {
        guard let at = name.lastIndex(of: UInt8(ascii: "@")) else { return false }
        let host = name[(at + 1)...]
        if let baseAt = base.lastIndex(of: UInt8(ascii: "@")) {
            // The local part is compared with regard to case (RFC 5280 §7.5).
            return base[..<baseAt].elementsEqual(name[..<at]) && ASCIIText.equal(base[(baseAt + 1)...], host)
        }
        return HostConstraint.contains(base: base, host: host)
    }
}

/// The host form shared by rfc822Name and URI subtrees: a host alone, or with a leading dot the hosts below it.
enum HostConstraint {
    static func contains(base: ArraySlice<UInt8>, host: ArraySlice<UInt8>) -> Bool {
        if base.isEmpty { return true }
        guard base.first == UInt8(ascii: ".") else { return ASCIIText.equal(base, host) }
        return host.count > base.count && ASCIIText.equal(host.suffix(base.count), base)
    }
}
