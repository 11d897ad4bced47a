import HoldfastX509

/// A name of a certificate, read once, as name constraints look at it (RFC 5280 §4.2.1.10).
struct ConstrainedName {
    /// The name in the form in which it is compared.
    enum Form {
        case dns(ArraySlice<UInt8>)
        case mail(RFC822Name)
        case host(ArraySlice<UInt8>)
        case address(ArraySlice<UInt8>)
        case directory(DistinguishedName)
        /// A type that nobody defined a comparison for.
        case incomparable
        /// A name that breaks the syntax of its type.
        case unreadable
    }

    /// The name as the certificate has it.
    let name: GeneralName
    let form: Form

    init(_ name: GeneralName) {
        self.name = name
        form =
            switch name {
            case .dnsName(let text): DNSConstraint.isReadable(name: text.bytes) ? .dns(text.bytes) : .unreadable
            case .rfc822Name(let text): RFC822Name(text.bytes).map(Form.mail) ?? .unreadable
            case .otherName(.smtpUTF8Mailbox, let value): Self.mailbox(of: value).map(Form.mail) ?? .unreadable
            case .uniformResourceIdentifier(let text): URIConstraint.host(of: text.bytes).map(Form.host) ?? .unreadable
            case .ipAddress(let octets): [4, 16].contains(octets.count) ? .address(octets) : .unreadable
            case .directoryName(let name): .directory(name)
            case .otherName, .x400Address, .ediPartyName, .registeredID: .incomparable
            }
    }

    /// An emailAddress of a subject; unreadable where it is no string of characters that mailboxes have.
    init(emailAddress attribute: AttributeValue) {
        let octets = Array((attribute.string ?? "").utf8)[...]
        name = .rfc822Name(IA5String(octets) ?? .empty)
        form = RFC822Name(octets).map(Form.mail) ?? .unreadable
    }

    /// RFC 9598 §3: a UTF8String.
    private static func mailbox(of value: ArraySlice<UInt8>) -> RFC822Name? {
        guard var reader = try? DERReader(value), let content = try? reader.readContent(.utf8String), reader.isAtEnd,
            String(validating: content, as: UTF8.self) != nil
        else { return nil }
        return RFC822Name(content)
    }

    /// Whether the name cannot be read, and so is within no subtree, and maybe within each.
    var isUnreadable: Bool { if case .unreadable = form { true } else { false } }

    // MARK: One name against one subtree: what ``SubtreeIndex`` looks up, and is held to by its tests

    /// Whether a subtree speaks of names of this type. IPv4 and IPv6 addresses are of one type.
    func isSameType(as base: GeneralName) -> Bool {
        switch (name, base) {
        case (.dnsName, .dnsName), (.rfc822Name, .rfc822Name), (.directoryName, .directoryName),
            (.uniformResourceIdentifier, .uniformResourceIdentifier), (.ipAddress, .ipAddress),
            (.x400Address, .x400Address), (.ediPartyName, .ediPartyName), (.registeredID, .registeredID):
            true
        // RFC 9598 §6: both "represent the same underlying email address namespace".
        case (.otherName(.smtpUTF8Mailbox, _), .rfc822Name): true
        case (.otherName(let left, _), .otherName(let right, _)): left == right
        default: false
        }
    }

    /// Whether the name is certainly within the subtree; false for what cannot be compared.
    func isWithin(_ base: GeneralName) -> Bool {
        switch (form, base) {
        case (.dns(let name), .dnsName(let base)): DNSConstraint.contains(base: base.bytes, name: name)
        case (.mail(let name), .rfc822Name(let base)): MailConstraint.contains(base: base.bytes, name: name)
        case (.host(let host), .uniformResourceIdentifier(let base)):
            HostConstraint.contains(base: base.bytes, host: host)
        case (.address(let name), .ipAddress(let base)): AddressConstraint.contains(base: base, name: name)
        case (.directory(let name), .directoryName(let base)): name.isWithin(base)
        default: false
        }
    }

    /// Whether the name may be within the subtree; true for what cannot be compared.
    func overlaps(_ base: GeneralName) -> Bool {
        guard isSameType(as: base) else { return false }
        return switch (form, base) {
        case (.incomparable, _), (.unreadable, _): true
        case (.dns(let name), .dnsName(let base)): DNSConstraint.overlaps(base: base.bytes, name: name)
        case (.mail(let name), .rfc822Name(let base)): MailConstraint.overlaps(base: base.bytes, name: name)
        case (.mail, _): true
        case (.host(let host), .uniformResourceIdentifier(let base)):
            HostConstraint.overlaps(base: base.bytes, host: host)
        default: isWithin(base)
        }
    }
}
