import HoldfastX509

/// An rfc822Name subtree (RFC 5280 §4.2.1.10): one mailbox, all mailboxes of a host, or of the hosts below a domain.
///
/// It holds for internationalised mailboxes too (SmtpUTF8Mailbox), whose hosts are A-labels (RFC 9598 §6).
enum MailConstraint {
    static func isValid(base: ArraySlice<UInt8>) -> Bool {
        if base.contains(UInt8(ascii: "@")) { return RFC822Name(base) != nil }
        return HostConstraint.isValid(base: base)
    }

    static func contains(base: ArraySlice<UInt8>, name: RFC822Name) -> Bool {
        guard base.contains(UInt8(ascii: "@")) else { return HostConstraint.contains(base: base, host: name.host) }
        // The local part is compared with regard to case (RFC 5280 §7.5), quoted or not.
        guard let base = RFC822Name(base) else { return false }
        return base.local == name.local && ASCIIText.equal(base.host, name.host)
    }

    /// Whether the mailbox may be the excluded one: an emailAddress attribute has no regard to case (RFC 5280
    /// §4.1.2.6), and few hosts have.
    static func overlaps(base: ArraySlice<UInt8>, name: RFC822Name) -> Bool {
        guard base.contains(UInt8(ascii: "@")) else { return HostConstraint.overlaps(base: base, host: name.host) }
        guard let base = RFC822Name(base) else { return true }
        return ASCIIText.equal(base.local[...], name.local[...]) && ASCIIText.equal(base.host, name.host)
    }
}

/// `Local-part@Domain` (RFC 2821 §4.1.2), taken apart in the one way in which it can be.
///
/// Whoever splits at the first `@` and whoever splits at the last one must see the same host.
struct RFC822Name {
    /// The local part without its quotes: "For any purposes that require generating or comparing Local-parts …, all
    /// quoted forms MUST be treated as equivalent" (RFC 5321 §4.1.2).
    let local: [UInt8]
    let host: ArraySlice<UInt8>

    /// A mailbox with a host name; nil for anything else, one at an address literal included.
    init?(_ text: ArraySlice<UInt8>) {
        guard let at = text.lastIndex(of: UInt8(ascii: "@")) else { return nil }
        host = text[(at + 1)...]
        guard let local = Self.localPart(text[..<at]), DNSConstraint.isHostName(host) else { return nil }
        self.local = local
    }

    private static func localPart(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        if text.count > 2, text.first == UInt8(ascii: "\""), text.last == UInt8(ascii: "\"") {
            return unquoted(text.dropFirst().dropLast())
        }
        let atoms = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return atoms.allSatisfy { !$0.isEmpty && $0.allSatisfy(isAtomText) } ? Array(text) : nil
    }

    /// The text between quotes without the backslashes behind which quotes and backslashes stand.
    private static func unquoted(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var plain: [UInt8] = []
        var isEscaped = false
        for octet in text {
            guard octet >= 0x20, octet != 0x7F else { return nil }
            if !isEscaped, octet == UInt8(ascii: "\"") { return nil }
            isEscaped = !isEscaped && octet == UInt8(ascii: "\\")
            if !isEscaped { plain.append(octet) }
        }
        return isEscaped ? nil : plain
    }

    /// RFC 2822 §3.2.4, with UTF-8 as RFC 6532 §3.2 adds it.
    private static func isAtomText(_ octet: UInt8) -> Bool {
        ASCIIText.isLetterOrDigit(octet) || octet >= 0x80 || specials.contains(octet)
    }

    private static let specials = Set("!#$%&'*+-/=?^_`{|}~".utf8)
}
