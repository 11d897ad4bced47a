import HoldfastCrypto
import HoldfastServing
public import HoldfastStatements
public import HoldfastX509

/// An algorithm that a server of the catalogue needs, and that one OpenSSL has and another has not.
///
/// The library that runs is asked, not its headers or its version: OpenSSL 3.5 has them all, 3.0 none.
public enum LibraryNeed: Hashable, Sendable, CustomStringConvertible {
    /// Keys and signatures of a parameter set of ML-DSA (FIPS 204).
    case mldsa(MLDSA)
    /// A group for key exchange, by its name in the registry (RFC 8446 §4.2.7).
    case group(String)

    /// Whether the OpenSSL of this process has it.
    public var isInLibrary: Bool {
        switch self {
        case .mldsa(let set): set.isInLibrary
        case .group(let name): TLSServerConfiguration.hasGroups(name)
        }
    }

    /// The name of the algorithm: `ML-DSA-65`, `MLKEM1024`.
    public var description: String {
        switch self {
        case .mldsa(let set): set.rawValue
        case .group(let name): name
        }
    }
}

extension BadServer {
    /// The algorithms that the server needs and this process's OpenSSL lacks; none where it can be started.
    public var missing: [LibraryNeed] { needs.filter { !$0.isInLibrary } }
}

extension TestBed {
    /// Every server that can be started here: those of ``catalogue`` whose algorithms the OpenSSL of this process has.
    public static var available: [BadServer] { catalogue.filter(\.missing.isEmpty) }

    /// The sentence about servers of ``catalogue`` that cannot be started here, each by its name; nil where all can.
    public static var leftOutStatement: Statement? {
        let entries = catalogue.filter { !$0.missing.isEmpty }
        guard !entries.isEmpty else { return nil }
        var lacking: [String] = []
        for need in entries.flatMap(\.missing) where !lacking.contains(need.description) {
            lacking.append(need.description)
        }
        return CatalogueSentence.leftOut(servers: entries.map(\.name), lacking: lacking).statement
    }

    /// ``leftOutStatement`` in English.
    public static var leftOut: String? { leftOutStatement?.description }
}
