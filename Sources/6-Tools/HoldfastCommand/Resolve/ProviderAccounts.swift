import HoldfastResolving
import HoldfastStatements
import FoundationEssentials
import HoldfastHTTPS
import HoldfastJSON
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

extension CommandOption {
    static let resolverAccount = CommandOption(
        "--resolver-account", "FILE", in: .resolvers,
        help: "the accounts of providers, as {\"PROVIDER\": {\"server\", \"account\", \"secret\", …}}; nobody else may "
            + "read the file",
        chinese: "服务商的账户，形如 {\"PROVIDER\": {\"server\", \"account\", \"secret\", …}}；他人不得读取该文件")
}

/// The file of `--resolver-account`: with which account each provider is asked, and where.
///
/// ```json
/// {
///   "alibaba-httpdns-signed": {
///     "server": "resolver.example", "port": 443, "account": "139450", "secret": "…",
///     "region": "sg", "client": "192.0.2.1", "bootstrap": ["192.0.2.53"]
///   }
/// }
/// ```
///
/// Only `server` has to be there, and nothing else may be. A secret never stands in the list of arguments, which every
/// user of the machine can read; nor may others read the file, or change it or the way to it, and the user that the
/// command acts for, or root, has to own it (``GuardedFile``). A pipe is taken as well.
struct ProviderAccounts {
    struct Entry {
        let server: ServerName
        let port: UInt16
        let account: ProviderAccount
        let bootstrap: [IPAddress]
    }

    private static let maximumBytes = 1 << 16

    private let path: String
    private let entries: [String: Entry]

    init(_ path: String) throws(CommandError) {
        self.path = path
        let bytes = try SecretFile.bytes(of: path, limit: Self.maximumBytes) { what in Self.failure(path, what) }
        let written: [String: WrittenEntry]
        do {
            written = try JSONDecoder().decode([String: WrittenEntry].self, from: Data(bytes))
        } catch let error as WrittenEntry.EntryError {
            throw Self.failure(path, AccountFault.noMember(name: error.name))
        } catch {
            // Without the decoder's words, which may quote what stands there.
            throw Self.failure(path, AccountFault.noObject)
        }
        var entries: [String: Entry] = [:]
        for (name, entry) in written { entries[name] = try Self.entry(entry, name, path) }
        self.entries = entries
    }

    /// The names of the providers' servers.
    var hosts: [DNSName] {
        entries.values.compactMap { entry in
            if case .dns(let name) = entry.server { name } else { nil }
        }
    }

    func account(of provider: String) throws(CommandError) -> Entry {
        if let entry = entries[provider] { return entry }
        let near = Suggestion.closest(to: provider, among: Array(entries.keys))
        throw .usage(
            ResolveSentence.noAccount(file: path, provider: provider), code: .noAccount,
            hint: near.map { ResolveAdvice.standsForIt(name: $0) } ?? .needsMember(provider: provider))
    }

    private static func entry(_ written: WrittenEntry, _ name: String, _ path: String) throws(CommandError) -> Entry {
        guard let server = try? ServerName(unicode: written.server) else {
            throw failure(path, AccountFault.server(name: name))
        }
        let bootstrap = (written.bootstrap ?? []).compactMap { IPAddress($0) }
        guard bootstrap.count == written.bootstrap?.count ?? 0 else {
            throw failure(path, AccountFault.bootstrap(name: name))
        }
        let client = written.client.flatMap { IPAddress($0) }
        guard (client == nil) == (written.client == nil) else {
            throw failure(path, AccountFault.client(name: name))
        }
        guard written.port != 0 else { throw failure(path, AccountFault.port(name: name)) }
        let account = ProviderAccount(
            written.account ?? "", secret: written.secret ?? "", region: written.region, clientAddress: client)
        return Entry(server: server, port: written.port ?? 443, account: account, bootstrap: bootstrap)
    }

    private static func failure(_ path: String, _ what: any Sentence) -> CommandError {
        .usage(
            ResolveSentence.accounts(file: path, fault: Statement(what)), code: .badAccounts,
            hint: ResolveAdvice.writeAccounts)
    }
}

/// One account as it stands in the file.
private struct WrittenEntry: Decodable {
    struct EntryError: Error {
        let name: String
    }

    private enum Key: String, CodingKey, CaseIterable {
        case server, port, account, secret, region, client, bootstrap
    }

    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    let server: String
    let port: UInt16?
    let account: String?
    let secret: String?
    let region: String?
    let client: String?
    let bootstrap: [String]?

    init(from decoder: any Decoder) throws {
        for key in try decoder.container(keyedBy: AnyKey.self).allKeys where Key(stringValue: key.stringValue) == nil {
            throw EntryError(name: key.stringValue)
        }
        let container = try decoder.container(keyedBy: Key.self)
        server = try container.decode(String.self, forKey: .server)
        port = try container.decodeIfPresent(UInt16.self, forKey: .port)
        account = try container.decodeIfPresent(String.self, forKey: .account)
        secret = try container.decodeIfPresent(String.self, forKey: .secret)
        region = try container.decodeIfPresent(String.self, forKey: .region)
        client = try container.decodeIfPresent(String.self, forKey: .client)
        bootstrap = try container.decodeIfPresent([String].self, forKey: .bootstrap)
    }
}
