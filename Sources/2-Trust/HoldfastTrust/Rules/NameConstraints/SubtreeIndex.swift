import HoldfastX509

/// The subtrees of one list, arranged so that a name is looked up among them and not compared with each.
///
/// One by one, a thousand constraints against a thousand names are a million comparisons; looked up, each name costs
/// its own labels or levels, however many subtrees there are.
struct SubtreeIndex {
    /// Kinds of names that subtrees speak of.
    private enum Kind: Hashable {
        case dns, mail, host, address, directory, x400, edi, registered
        case other(ObjectIdentifier)

        init(_ name: GeneralName) {
            self =
                switch name {
                case .dnsName: .dns
                case .rfc822Name: .mail
                case .uniformResourceIdentifier: .host
                case .ipAddress: .address
                case .directoryName: .directory
                case .x400Address: .x400
                case .ediPartyName: .edi
                case .registeredID: .registered
                case .otherName(let type, _): .other(type)
                }
        }
    }

    /// The subtrees as they are listed.
    let subtrees: [GeneralSubtree]
    private var ofKind: [Kind: [Int]] = [:]
    private var dns = DomainIndex()
    private var mail = MailboxIndex()
    private var hosts = DomainIndex()
    private var addresses = AddressIndex()
    private var directories = DirectoryIndex()

    init(_ subtrees: [GeneralSubtree]) {
        self.subtrees = subtrees
        for (index, subtree) in subtrees.enumerated() {
            ofKind[Kind(subtree.base), default: []].append(index)
            switch subtree.base {
            case .dnsName(let base): dns.insert(below: base.bytes, index)
            case .rfc822Name(let base): mail.insert(base.bytes, index)
            case .uniformResourceIdentifier(let base): hosts.insert(host: base.bytes, index)
            case .ipAddress(let base): addresses.insert(base, index)
            case .directoryName(let base): directories.insert(base, index)
            case .otherName, .x400Address, .ediPartyName, .registeredID: continue
            }
        }
    }

    /// The subtrees that speak of names of this one's kind. IPv4 and IPv6 addresses are of one kind.
    func subtrees(ofTypeOf name: ConstrainedName) -> [GeneralSubtree] { indices(ofTypeOf: name).map { subtrees[$0] } }

    /// Whether some subtree speaks of names of this one's kind.
    func hasType(of name: ConstrainedName) -> Bool { !indices(ofTypeOf: name).isEmpty }

    private func indices(ofTypeOf name: ConstrainedName) -> [Int] {
        var found = ofKind[Kind(name.name)] ?? []
        // RFC 9598 §6: both "represent the same underlying email address namespace".
        if case .otherName(.smtpUTF8Mailbox, _) = name.name { found += ofKind[.mail] ?? [] }
        return found
    }

    /// Look-ups that it takes to place a name; what the budget is charged.
    func cost(of name: ConstrainedName) -> Int {
        switch name.form {
        case .dns(let text), .host(let text): 2 + text.count(where: { $0 == UInt8(ascii: ".") })
        case .mail(let mailbox): 3 + mailbox.host.count(where: { $0 == UInt8(ascii: ".") })
        case .address: 1 + addresses.masks
        case .directory(let name): 1 + directories.lookups(for: name)
        case .incomparable, .unreadable: 1
        }
    }

    /// Whether the name is certainly within a subtree; false for what cannot be compared.
    func contains(_ name: ConstrainedName) -> Bool { place(of: name) != nil }

    private func place(of name: ConstrainedName) -> Int? {
        switch name.form {
        case .dns(let text): dns.place(of: text)
        case .mail(let mailbox): mail.place(of: mailbox)
        case .host(let host): hosts.place(of: host)
        case .address(let octets): addresses.place(of: octets)
        case .directory(let name): directories.place(of: name)
        case .incomparable, .unreadable: nil
        }
    }

    /// A subtree that the name may be within; for what cannot be compared, any of its type.
    func overlapping(_ name: ConstrainedName) -> GeneralSubtree? {
        let index: Int? =
            switch name.form {
            case .dns(let text): dns.place(overlapping: text)
            case .mail(let mailbox): mail.place(overlapping: mailbox) ?? otherMailboxes(for: name)
            case .host(let host): hosts.place(overlapping: host)
            case .incomparable, .unreadable: indices(ofTypeOf: name).first
            case .address, .directory: place(of: name)
            }
        return index.map { subtrees[$0] }
    }

    /// A subtree of internationalised mailboxes, for which no comparison is defined.
    private func otherMailboxes(for name: ConstrainedName) -> Int? {
        guard case .otherName = name.name else { return nil }
        return ofKind[.other(.smtpUTF8Mailbox)]?.first
    }
}
