public import HoldfastCrypto
public import HoldfastX509

/// A store of items in the desktop's Secret Service (freedesktop.org, "Secret Service API"): gnome-keyring, KeePassXC,
/// KWallet.
///
/// libsecret is opened when it is needed, and has to be installed then (`libsecret-1-0` in Debian). Secrets go to the
/// service over the session's bus, encrypted for the session; the attributes, hosts and users among them, are none to
/// it: the service may keep them in the clear, and every program of the session can ask for both.
///
/// Other programs find the items by the attributes that network passwords have there (`server`, `user`, `domain`,
/// `protocol`, `port`); what stands in `holdfast-item` is what counts here.
public final class SecretServiceStore: CredentialItemStore {
    /// The value of `xdg:schema`.
    public static let schema = "holdfast.Credential"
    /// The most bytes of an item without its value: 16 KiB, since they are an attribute.
    public static let maximumAttributeByteCount = 1 << 14
    /// The time for one question, in which the user may be asked to unlock the keyring.
    public static let defaultTimeout = Duration.seconds(60)

    private enum Attribute {
        static let schema = "xdg:schema"
        static let id = "holdfast-id"
        static let item = "holdfast-item"
        static let program = "holdfast-program"
    }

    /// The program whose items they are: others' are not found.
    public let program: String
    private let timeout: Duration
    private let now: @Sendable () -> Instant
    private let broadcast: ChangeBroadcast

    private init(
        _ program: String, _ timeout: Duration, _ interval: Duration, _ now: @escaping @Sendable () -> Instant
    ) {
        self.program = program
        self.timeout = timeout
        self.now = now
        broadcast = ChangeBroadcast(every: interval)
    }

    /// Finds the service of the session.
    ///
    /// - Parameters:
    ///   - program: a name by which the program's items are told from those of others, of one to 100 bytes without a
    ///     NUL.
    ///   - timeout: the time for one question to it.
    ///   - interval: the time between two looks for changes by other programs, while ``changes()`` has a reader.
    ///   - now: the clock by which items expire.
    /// - Throws: ``CredentialStoreError`` with the reason `secretService` where libsecret is not installed or no
    ///   service answers.
    public static func find(
        program: String, timeout: Duration = defaultTimeout, lookingEvery interval: Duration = .seconds(5),
        now: @escaping @Sendable () -> Instant = SystemClock.now
    ) async throws(CredentialStoreError) -> SecretServiceStore {
        guard (1...100).contains(program.utf8.count), !program.utf8.contains(0) else {
            throw CredentialStoreError(secretService: .programName)
        }
        try await SecretServiceCall.ask(within: timeout) { (call) throws(CredentialStoreError) in
            try call.checkThatItAnswers()
        }
        return SecretServiceStore(program, timeout, interval, now)
    }

    public func items(matching query: CredentialQuery) async throws(CredentialStoreError) -> CredentialItems {
        let (kept, problems) = try await ask { [self] (call) throws(CredentialStoreError) in try read(call) }
        let time = now()
        return CredentialItems(kept.items.found(by: query, at: time), problems: problems)
    }

    @discardableResult
    public func put(
        _ item: CredentialItem, _ condition: CredentialPutCondition
    ) async throws(CredentialStoreError) -> CredentialItem {
        let time = now()
        let stored = try await ask { [self] (call) throws(CredentialStoreError) in
            let kept = try read(call).kept
            var table = kept.items
            let stored = try table.put(item, condition, at: time)
            let attributes = own + (try Self.attributes(of: stored))
            let isText = stored.value.text != nil && stored.kind.isPassword
            try call.store(
                stored.value, attributes, label: Self.label(of: stored),
                contentType: isText ? "text/plain" : "application/octet-stream")
            // A service replaces an item of the very same attributes, which change with every date.
            let outlived = kept.names(outlivedBy: stored, inPlaceOf: kept.items.items[stored.id], at: time)
            for old in outlived where old.item != Self.name(in: attributes) {
                try call.remove(own + [(Attribute.id, old.id), (Attribute.item, old.item)])
            }
            return stored
        }
        let name = CredentialText.hexadecimal(try stored.encoded(withValue: false))
        broadcast.tell(
            CredentialStoreChange(changed: [stored.id]), digests: [stored.id: Digest.sha256(Array(name.utf8))])
        return stored
    }

    @discardableResult
    public func remove(matching query: CredentialQuery) async throws(CredentialStoreError) -> [CredentialItem] {
        let time = now()
        let removed = try await ask { [self] (call) throws(CredentialStoreError) in
            let kept = try read(call).kept
            let removed = kept.items.found(by: query, at: time)
            for item in removed {
                for id in [item.id] + kept.others(like: item) {
                    try call.remove(own + [(Attribute.id, "\(id)")])
                }
            }
            return removed
        }
        broadcast.tell(CredentialStoreChange(removed: Set(removed.map(\.id))))
        return removed
    }

    public func changes() async -> AsyncStream<CredentialStoreChange> {
        await broadcast.stream { [weak self] _ in
            guard let self else { return nil }
            // Without the secrets, and without asking the user: what is changed has another date.
            return try? await ask { [self] (call) throws(CredentialStoreError) -> [CredentialItem.ID: [UInt8]]? in
                let found = try call.search(own, for: Attribute.item, unlocks: false, withSecrets: false)
                var digests: [CredentialItem.ID: [UInt8]] = [:]
                for entry in found {
                    // Of a keyring that is locked, some services say not even this: nothing is gone.
                    if entry.attribute.isEmpty { return nil }
                    guard let item = try? Self.item(entry.attribute, CredentialSecret([UInt8]())) else { continue }
                    digests[item.id] = Digest.sha256(Array(entry.attribute.utf8))
                }
                return digests
            }
        }
    }

    // MARK: The service's items

    /// The attributes that every item of the program has.
    private var own: SecretServiceCall.Attributes { [(Attribute.schema, Self.schema), (Attribute.program, program)] }

    private func ask<Value: Sendable>(
        _ body: @escaping @Sendable (SecretServiceCall) throws(CredentialStoreError) -> Value
    ) async throws(CredentialStoreError) -> Value {
        try await SecretServiceCall.ask(within: timeout, body)
    }

    private func read(
        _ call: SecretServiceCall
    ) throws(CredentialStoreError) -> (kept: SecretServiceItems, problems: [CredentialStoreProblem]) {
        let found = try call.search(own, for: Attribute.item, unlocks: true, withSecrets: true)
        var kept: [(CredentialItem, name: String)] = []
        var problems: [CredentialStoreProblem] = []
        for entry in found {
            do throws(CredentialStoreError) {
                guard let secret = entry.secret else {
                    throw CredentialStoreError(secretService: .noSecret)
                }
                kept.append((try Self.item(entry.attribute, secret), entry.attribute))
            } catch {
                problems.append(CredentialStoreProblem(error))
            }
        }
        return (SecretServiceItems(kept), problems)
    }

    private static func item(_ attribute: String, _ secret: CredentialSecret) throws(CredentialStoreError)
        -> CredentialItem
    {
        guard attribute.utf8.count <= 2 * maximumAttributeByteCount, let bytes = CredentialText.bytes(attribute) else {
            throw CredentialStoreError(damaged: .noAttributes)
        }
        return try CredentialItem(encoded: bytes, value: secret)
    }

    private static func name(in attributes: SecretServiceCall.Attributes) -> String? {
        attributes.first { $0.name == Attribute.item }?.value
    }

    private static func attributes(
        of item: CredentialItem
    ) throws(CredentialStoreError) -> SecretServiceCall.Attributes {
        let encoded = try item.encoded(withValue: false)
        guard encoded.count <= maximumAttributeByteCount else {
            throw .tooLarge(.attributes(bytes: encoded.count), limit: maximumAttributeByteCount)
        }
        var attributes: SecretServiceCall.Attributes = [
            (Attribute.id, "\(item.id)"), (Attribute.item, CredentialText.hexadecimal(encoded)),
        ]
        attributes.append(("kind", "\(item.kind)"))
        // A note of who is proposed first has no secret: whoever looks for the user's password must not find it.
        guard item.kind != .defaultAccount else { return attributes }
        // The names that libsecret's schema of network passwords has (secret-schemas.c), for other programs.
        let names: [(CredentialAttribute, String)] = [
            (.account, "user"), (.server, "server"), (.securityDomain, "domain"), (.port, "port"), (.path, "object"),
            (.service, "service"),
        ]
        for (attribute, name) in names {
            switch item.attributes[attribute] {
            case .text(let text) where !text.utf8.contains(0): attributes.append((name, text))
            case .number(let number): attributes.append((name, "\(number)"))
            default: continue
            }
        }
        if let asker = CredentialSpace(item.attributes)?.asker {
            attributes.append(("protocol", asker == .server ? "https" : asker == .httpServer ? "http" : asker.rawValue))
        }
        return attributes
    }

    /// The name under which a keyring's own window shows it.
    private static func label(of item: CredentialItem) -> String {
        let text = item.attributes[.label]?.text ?? item.attributes[.service]?.text ?? "\(item.kind)"
        let label = item.kind == .defaultAccount ? "first user of \(item.attributes[.server]?.text ?? "")" : text
        return String(decoding: label.utf8.filter { $0 != 0 }, as: UTF8.self)
    }
}

/// The items of the service as one store: two of one identifier or identity, as processes leave them that wrote at once
/// or ended between two steps, count as the later one.
private struct SecretServiceItems: Sendable {
    /// The items that count.
    let items: ItemTable
    private let all: [(item: CredentialItem, name: String)]

    init(_ all: [(CredentialItem, name: String)]) {
        let order = all.sorted { left, right in
            left.0.modifiedAt != right.0.modifiedAt
                ? left.0.modifiedAt < right.0.modifiedAt : left.name < right.name
        }
        var latest: [CredentialItem.ID: CredentialItem] = [:]
        for (item, _) in order { latest[item.id] = item }
        var best: [CredentialItem.Identity: CredentialItem] = [:]
        for (item, _) in order where latest[item.id] == item { best[item.identity] = item }
        items = ItemTable(Array(best.values))
        self.all = order.map { ($0.0, $0.name) }
    }

    /// The service's items that go when an item was stored: earlier ones of it, others of its identity or of the one
    /// that it had before, and what expired.
    func names(
        outlivedBy stored: CredentialItem, inPlaceOf old: CredentialItem?, at now: Instant
    ) -> [(id: String, item: String)] {
        let (identity, oldIdentity) = (stored.identity, old?.identity)
        return all.filter { entry in
            entry.item.id == stored.id || entry.item.identity == identity || entry.item.identity == oldIdentity
                || entry.item.isExpired(at: now)
        }.map { ("\($0.item.id)", $0.name) }
    }

    /// The identifiers of others of an item's identity.
    func others(like item: CredentialItem) -> [CredentialItem.ID] {
        all.map(\.item).filter { $0.identity == item.identity && $0.id != item.id }.map(\.id)
    }
}

extension CredentialItem.Kind {
    fileprivate var isPassword: Bool { self == .genericPassword || self == .internetPassword }
}
