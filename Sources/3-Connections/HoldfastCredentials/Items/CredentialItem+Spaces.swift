public import HoldfastX509

extension CredentialSpace {
    /// The attributes of an internet password for the space, besides its account.
    ///
    /// A realm that is none is an attribute that is absent; one of the name "" is empty.
    public var attributes: [CredentialAttribute: CredentialAttributeValue] {
        var attributes: [CredentialAttribute: CredentialAttributeValue] = [
            .server: .text(host), .port: .number(Int64(port)), .networkProtocol: .text(asker.networkProtocol),
            .authenticationType: .text(Self.type(of: method)),
        ]
        if let realm { attributes[.securityDomain] = .text(realm) }
        return attributes
    }

    /// The space of an internet password; nil where an attribute of it is missing or has no meaning here.
    public init?(_ attributes: [CredentialAttribute: CredentialAttributeValue]) {
        guard let host = attributes[.server]?.text, let port = attributes[.port]?.number.flatMap(UInt16.init(exactly:)),
            let asker = attributes[.networkProtocol]?.text.flatMap(Asker.init(networkProtocol:)),
            let type = attributes[.authenticationType]?.text
        else { return nil }
        let realm = attributes[.securityDomain]
        if realm != nil, realm?.text == nil { return nil }
        self.init(asker: asker, host: host, port: port, realm: realm?.text, method: Self.method(of: type))
    }

    /// The search for what is kept for the space.
    package func query(_ kind: CredentialItem.Kind, account: String? = nil) -> CredentialQuery {
        var query = CredentialQuery(kind, attributes: attributes)
        query.attributes[.account] = account.map { .text($0) }
        // What is kept for a path, or for a group of programs, is not for the space as a whole.
        query.absent = [.path, .accessGroup]
        if realm == nil { query.absent.insert(.securityDomain) }
        return query
    }

    /// Apple's values of kSecAttrAuthenticationType, and the names of the methods that have one.
    private static let types = [
        ("http", "NSURLAuthenticationMethodHTTPBasic"), ("httd", "NSURLAuthenticationMethodHTTPDigest"),
        ("ntlm", "NSURLAuthenticationMethodNTLM"), ("form", "NSURLAuthenticationMethodHTMLForm"),
        ("dflt", "NSURLAuthenticationMethodDefault"),
    ]

    private static func type(of method: String) -> String { types.first { $0.1 == method }?.0 ?? method }
    private static func method(of type: String) -> String { types.first { $0.0 == type }?.1 ?? type }
}

extension CredentialSpace.Asker {
    /// Apple's values of kSecAttrProtocol.
    var networkProtocol: String {
        switch self {
        case .server: "htps"
        case .httpServer: "http"
        case .httpProxy: "htpx"
        case .httpsProxy: "htsx"
        case .socksProxy: "sox "
        }
    }

    init?(networkProtocol: String) {
        let all: [Self] = [.server, .httpServer, .httpProxy, .httpsProxy, .socksProxy]
        guard let found = all.first(where: { $0.networkProtocol == networkProtocol }) else { return nil }
        self = found
    }
}

extension CredentialItem {
    /// An internet password of a user for a space.
    ///
    /// - Parameters:
    ///   - now: the time at which it is made.
    ///   - expiresAt: the time from which on it counts as removed; nil for none.
    /// - Throws: ``CredentialStoreError`` where the user or the password is longer than may be stored.
    public init(
        _ credential: PasswordCredential, for space: CredentialSpace, at now: Instant, expiresAt: Instant? = nil,
        isSynchronizable: Bool = false
    ) throws(CredentialStoreError) {
        var attributes = space.attributes
        attributes[.account] = .text(credential.user)
        attributes[.label] = .text(space.host)
        try self.init(
            .internetPassword, attributes: attributes, value: CredentialSecret(credential.password), at: now,
            expiresAt: expiresAt, isSynchronizable: isSynchronizable)
    }

    /// The note that a user is proposed first for a space.
    static func defaultAccount(
        _ user: String, for space: CredentialSpace, at now: Instant, isSynchronizable: Bool = false
    ) throws(CredentialStoreError) -> CredentialItem {
        var attributes = space.attributes
        attributes[.account] = .text(user)
        return try CredentialItem(
            .defaultAccount, attributes: attributes, value: CredentialSecret([UInt8]()), at: now,
            isSynchronizable: isSynchronizable)
    }

    /// The user and the password; nil for an item of another kind, or a password that is no text.
    public var passwordCredential: PasswordCredential? {
        guard kind == .internetPassword || kind == .genericPassword, let user = attributes[.account]?.text,
            let password = value.text
        else { return nil }
        return PasswordCredential(user: user, password: password)
    }
}
