public import HoldfastStatements
package import HoldfastTLS
import HoldfastX509

/// The groups for key exchange that a handshake offers, the first choice first (RFC 8446 §4.2.7, `supported_groups`).
///
/// The first of them that the linked OpenSSL has gets the key share; with another one a server asks for it by a
/// HelloRetryRequest. A connection on which the keys were agreed on by anything else carries no request: neither by a
/// group that is not listed, nor, in TLS 1.2, by RSA's key transport or a finite field of the server's own.
///
/// ```swift
/// configuration.trust.supportedGroups = try SupportedGroups("SecP384r1MLKEM1024:X25519MLKEM768")
/// ```
public struct SupportedGroups: Hashable, Sendable, CustomStringConvertible {
    /// Groups of one list; 32.
    public static let maximumCount = 32

    /// The groups in the order in which they are offered.
    package let groups: [NamedGroup]

    /// Makes a list of the groups given.
    ///
    /// - Parameter groups: 1 to ``maximumCount``, each registered and none twice.
    /// - Throws: ``SupportedGroupsError``.
    package init(_ groups: [NamedGroup]) throws(SupportedGroupsError) {
        guard !groups.isEmpty else { throw .empty }
        guard groups.count <= Self.maximumCount else { throw .tooMany(limit: Self.maximumCount) }
        var seen: Set<NamedGroup> = []
        for group in groups {
            guard group.registeredName != nil else { throw .unknown(group.name) }
            guard seen.insert(group).inserted else { throw .repeated(group.name) }
        }
        self.groups = groups
    }

    /// Makes a list of groups by their names.
    ///
    /// - Parameter names: the registry's (`X25519MLKEM768`, `secp256r1`) or OpenSSL's (`P-256`), in capitals or not; 1
    ///   to ``maximumCount``, none twice. Those that the linked OpenSSL lacks (``availableNames``) are passed over;
    ///   where it has none of them, no connection is made.
    /// - Throws: ``SupportedGroupsError``.
    public init(names: [some StringProtocol]) throws(SupportedGroupsError) {
        var groups: [NamedGroup] = []
        for name in names {
            guard let group = NamedGroup(named: String(name)) else { throw .unknown(String(name)) }
            groups.append(group)
        }
        try self.init(groups)
    }

    /// Reads a list as OpenSSL writes it: names with colons between them.
    ///
    /// - Parameter text: for example `X25519MLKEM768:x25519`.
    /// - Throws: ``SupportedGroupsError``.
    public init(_ text: String) throws(SupportedGroupsError) {
        guard !text.isEmpty else { throw .empty }
        try self.init(names: text.split(separator: ":", omittingEmptySubsequences: false))
    }

    /// The names of the registry, in the order in which the groups are offered.
    public var names: [String] { groups.map(\.name) }

    /// The names of the registry, with colons between them.
    public var description: String { names.joined(separator: ":") }

    /// The names of all groups that the linked OpenSSL offers in a session's handshakes, by the registry's order: those
    /// of 112 bits and more, which is what the security level 2 asks for (SSL_CTX_set_security_level(3)). The library
    /// is asked.
    public static var availableNames: [String] { available.map(\.name) }

    package static var available: [NamedGroup] { LibraryOffer.groups }

    /// The names of all groups that the linked OpenSSL knows, weak ones too: for a diagnostic client, which sends
    /// nothing worth protecting.
    package static var knownNames: [String] { LibraryOffer.known.map(\.name) }

    /// Whether keys that were agreed on by this are by a group of the list.
    ///
    /// - Parameter keyExchange: the group's name, as ``ConnectionRecord/keyExchange`` has it; `RSA` and `DHE` are none.
    package func contains(_ keyExchange: String?) -> Bool {
        guard let group = keyExchange.flatMap({ NamedGroup(named: $0) }) else { return false }
        return groups.contains(group)
    }

    /// Lets a handshake offer these groups alone, of those that the library has; false where it has none of them, or
    /// refuses.
    @unsafe func limit(_ context: OpaquePointer) -> Bool {
        let offered = groups.filter(Self.available.contains)
        return unsafe !offered.isEmpty && LibraryOffer.set(offered, in: context)
    }
}

/// A list of groups that cannot be offered.
public enum SupportedGroupsError: Error, Hashable, Sendable {
    case empty
    /// A word that is no group's name.
    case unknown(String)
    /// A group that stands there twice, perhaps by two names.
    case repeated(String)
    case tooMany(limit: Int)
}

extension SupportedGroupsError: Sentence, CustomStringConvertible {
    package static let topic = "supportedGroups"

    /// The fault as a statement.
    public var statement: Statement { Statement(self) }

    public var description: String { english }

    package var words: LocalizedText {
        switch self {
        case .empty: LocalizedText("there is no group", "没有写出任何群")
        case .unknown(let name): LocalizedText("'\(name)' is no group's name", "“\(name)”不是群的名称")
        case .repeated(let group): LocalizedText("\(group) stands there twice", "\(group) 出现了两次")
        case .tooMany(let limit): LocalizedText("there are more than \(limit) groups", "群超过 \(limit) 个")
        }
    }

    package var plainName: String { if case .empty = self { "empty" } else { "" } }
}
