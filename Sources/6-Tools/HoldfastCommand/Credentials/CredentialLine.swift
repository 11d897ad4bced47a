import HoldfastHTTPS
import HoldfastCredentials
import HoldfastDiagnostics
import HoldfastStatements
import HoldfastWeb
import HoldfastX509

/// A kept password as commands show it, without the password; as JSON in the schema `holdfast.credential/1`.
struct CredentialLine: Encodable {
    let user: String
    let space: CredentialSpace
    /// The number by which it is removed.
    let id: CredentialItem.ID
    private let isDefault: Bool
    private let createdAt: Instant
    private let modifiedAt: Instant
    private let until: Instant?
    private let isSynchronizable: Bool

    /// A line about an item; nil for one that is no password for a server here.
    ///
    /// - Parameter first: the notes of who is proposed first.
    init?(_ item: CredentialItem, _ first: [CredentialItem]) {
        guard let user = item.passwordCredential?.user, let space = CredentialSpace(item.attributes) else { return nil }
        self.user = user
        self.space = space
        id = item.id
        // What is kept for a path, or for a group of programs, is proposed to nobody.
        let isProposed = item.attributes[.path] == nil && item.attributes[.accessGroup] == nil
        isDefault =
            isProposed
            && first.contains { note in
                CredentialSpace(note.attributes) == space && note.attributes[.account]?.text == user
            }
        (createdAt, modifiedAt, until) = (item.createdAt, item.modifiedAt, item.expiresAt)
        isSynchronizable = item.isSynchronizable
    }

    /// Whether a word of the command line means it: its number, or its server as any command takes one; nil means all.
    func isMeant(by word: String?) -> Bool {
        guard let word else { return true }
        return word == "\(id)" || word.asciiLowercased() == space.host || (try? Target(word))?.url.host == space.host
    }

    private var scheme: String {
        CredentialScheme.allCases.first { $0.method == space.method }?.rawValue ?? space.method
    }

    /// The user, the server and the scheme.
    var note: CredentialNote {
        .kept(
            user: user, space.asker, server: "\(space.host):\(space.port)", realm: space.realm,
            scheme: scheme)
    }

    func show(json isJSON: Bool) {
        guard !isJSON else { return Output.line(of: self) }
        let line = CredentialNote.listed(note, isFirst: isDefault, until: until?.toTheMillisecond)
        Console.result("\(id)  \(Wording.line(line.words.text(in: LanguageOption.spoken)))\n")
    }

    private enum CodingKeys: String, CodingKey {
        case schema, id, user, asker, host, port, realm, scheme, isDefault, createdAt, modifiedAt, until, synchronizable
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode("holdfast.credential/1", forKey: .schema)
        try container.encode("\(id)", forKey: .id)
        try container.encode(user, forKey: .user)
        try container.encode(space.asker.rawValue, forKey: .asker)
        try container.encode(space.host, forKey: .host)
        try container.encode(space.port, forKey: .port)
        try container.encode(space.realm, forKey: .realm)
        try container.encode(scheme, forKey: .scheme)
        try container.encode(isDefault, forKey: .isDefault)
        try container.encode(createdAt.toTheMillisecond, forKey: .createdAt)
        try container.encode(modifiedAt.toTheMillisecond, forKey: .modifiedAt)
        try container.encode(until?.toTheMillisecond, forKey: .until)
        try container.encode(isSynchronizable, forKey: .synchronizable)
    }
}

/// The schemes for which a password can be kept, as the command line has them.
enum CredentialScheme: String, CaseIterable {
    case basic, digest, ntlm, negotiate, form, any

    /// Apple's name of the method.
    var method: String {
        switch self {
        case .basic: "NSURLAuthenticationMethodHTTPBasic"
        case .digest: "NSURLAuthenticationMethodHTTPDigest"
        case .ntlm: "NSURLAuthenticationMethodNTLM"
        case .negotiate: "NSURLAuthenticationMethodNegotiate"
        case .form: "NSURLAuthenticationMethodHTMLForm"
        case .any: "NSURLAuthenticationMethodDefault"
        }
    }
}
