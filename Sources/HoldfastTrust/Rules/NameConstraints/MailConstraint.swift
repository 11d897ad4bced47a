/// An rfc822Name subtree (RFC 5280 §4.2.1.10): one mailbox, all mailboxes of a host, or of the hosts below a domain.
///
/// It holds for internationalised mailboxes too (SmtpUTF8Mailbox), whose hosts are A-labels (RFC 9598 §6).
enum MailConstraint {
    static func isValid(base: ArraySlice<UInt8>) -> Bool {
        if base.contains(UInt8(ascii: "@")) { return Mailbox(base) != nil }
        return HostConstraint.isValid(base: base)
    }

    static func contains(base: ArraySlice<UInt8>, name: Mailbox) -> Bool {
        guard base.contains(UInt8(ascii: "@")) else { return HostConstraint.contains(base: base, host: name.host) }
        // The local part is compared with regard to case (RFC 5280 §7.5).
        guard let base = Mailbox(base) else { return false }
        return base.local == name.local && ASCIIText.equal(base.host, name.host)
    }

    /// Whether the mailbox may be the excluded one: an emailAddress attribute has no regard to case (RFC 5280
    /// §4.1.2.6), and few hosts have.
    static func overlaps(base: ArraySlice<UInt8>, name: Mailbox) -> Bool {
        guard base.contains(UInt8(ascii: "@")) else { return contains(base: base, name: name) }
        guard let base = Mailbox(base) else { return true }
        return ASCIIText.equal(base.local, name.local) && ASCIIText.equal(base.host, name.host)
    }
}

/// `Local-part@Domain` (RFC 2821 §4.1.2), taken apart in the one way in which it can be.
///
/// Whoever splits at the first `@` and whoever splits at the last one must see the same host.
struct Mailbox {
    let local: ArraySlice<UInt8>
    let host: ArraySlice<UInt8>

    /// A mailbox with a host name; nil for anything else, one at an address literal included.
    init?(_ text: ArraySlice<UInt8>) {
        guard let at = text.lastIndex(of: UInt8(ascii: "@")) else { return nil }
        local = text[..<at]
        host = text[(at + 1)...]
        guard Self.isLocalPart(local), DNSConstraint.isHostName(host) else { return nil }
    }

    private static func isLocalPart(_ local: ArraySlice<UInt8>) -> Bool {
        if local.count > 2, local.first == UInt8(ascii: "\""), local.last == UInt8(ascii: "\"") {
            return isQuotedText(local.dropFirst().dropLast())
        }
        return local.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { atom in
            !atom.isEmpty && atom.allSatisfy(isAtomText)
        }
    }

    /// Quotes and backslashes stand behind a backslash.
    private static func isQuotedText(_ text: ArraySlice<UInt8>) -> Bool {
        var isEscaped = false
        for octet in text {
            guard octet >= 0x20, octet != 0x7F else { return false }
            if isEscaped {
                isEscaped = false
            } else if octet == UInt8(ascii: "\"") {
                return false
            } else {
                isEscaped = octet == UInt8(ascii: "\\")
            }
        }
        return !isEscaped
    }

    /// RFC 2822 §3.2.4, with UTF-8 as RFC 6532 §3.2 adds it.
    private static func isAtomText(_ octet: UInt8) -> Bool {
        switch octet {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
            true
        default: specials.contains(octet)
        }
    }

    private static let specials = Set("!#$%&'*+-/=?^_`{|}~".utf8)
}

/// The host form shared by rfc822Name and URI subtrees: a host alone, or with a leading dot the hosts below it.
enum HostConstraint {
    /// Empty (every host), or a host name, or one behind a dot.
    static func isValid(base: ArraySlice<UInt8>) -> Bool {
        base.isEmpty || DNSConstraint.isHostName(base.first == UInt8(ascii: ".") ? base.dropFirst() : base)
    }

    static func contains(base: ArraySlice<UInt8>, host: ArraySlice<UInt8>) -> Bool {
        if base.isEmpty { return true }
        guard base.first == UInt8(ascii: ".") else { return ASCIIText.equal(base, host) }
        return host.count > base.count && ASCIIText.equal(host.suffix(base.count), base)
    }
}
