public import HoldfastStatements
import HoldfastX509

/// The programs that read a store, and the authorities that they take no notice of although the store holds them.
public enum StoreReaders {
    /// A property of an authority's certificate by which programs differ.
    enum Trait: Hashable, Sendable, CaseIterable {
        /// An extended key usage that names uses, and servers are none of them.
        case usageWithoutServers
        /// A key on a curve of Brainpool (RFC 5639).
        case brainpool
        /// A key for Ed25519 or Ed448 (RFC 8410).
        case edwards
        /// A key for Ed448, which fewer programs know than Ed25519.
        case ed448
        /// A key of ML-DSA (RFC 9881).
        case mldsa
    }

    /// One thing that is known about the readers of a kind of store.
    struct Fact: Sendable {
        let trait: Trait
        let store: TrustStoreKind
        /// The readers and their doings.
        let doing: ReaderDoing
        /// The distribution or the library with which it was seen.
        let source: String
        /// The day on which it was seen.
        let day: String
    }

    /// The readers of the system's store that were looked at.
    private static let debian12 =
        "Debian 12: OpenSSL 3.0.19, curl 7.88.1, Python 3.11.2, GnuTLS 3.7.9, Go 1.19.8"

    /// Observations of programs, each with a root of the kind and a server's certificate below it: of openssl verify,
    /// curl, Python's ssl, gnutls-cli, Go's crypto/x509, tstclnt and Java's trust manager. Other versions may do
    /// otherwise.
    static let facts: [Fact] = [
        Fact(
            trait: .usageWithoutServers, store: .system,
            doing: .gnuTLSAlone, source: debian12,
            day: "2026-11-28"),
        Fact(
            trait: .usageWithoutServers, store: .nss, doing: .nssAccepts, source: "NSS 3.87.1",
            day: "2026-11-28"),
        Fact(
            trait: .usageWithoutServers, store: .java, doing: .javaAccepts,
            source: "OpenJDK 17.0.15", day: "2026-11-28"),
        Fact(
            trait: .brainpool, store: .system,
            doing: .goAndGnuTLSDoNot,
            source: debian12, day: "2026-11-28"),
        Fact(
            trait: .brainpool, store: .nss, doing: .nssRefuses, source: "NSS 3.87.1",
            day: "2026-11-28"),
        Fact(
            trait: .brainpool, store: .java, doing: .javaDoesNotVerify, source: "OpenJDK 17.0.15",
            day: "2026-11-28"),
        Fact(
            trait: .edwards, store: .nss, doing: .certutilDoesNotTake,
            source: "NSS 3.87.1", day: "2026-11-28"),
        Fact(
            trait: .ed448, store: .system,
            doing: .goDoesNotVerify, source: debian12,
            day: "2026-11-28"),
        Fact(
            trait: .mldsa, store: .system,
            doing: .newerOpenSSLAndGo,
            source: "Debian 12: OpenSSL 3.0.19; Debian 13: OpenSSL 3.5.9, curl 8.14.1, GnuTLS 3.8.9; Go 1.27.3",
            day: "2026-11-28"),
        Fact(
            trait: .mldsa, store: .nss,
            doing: .newerBrowsers,
            source: "Chromium 156.0.8078.79, NSS 3.110 and 3.132", day: "2026-11-28"),
        Fact(
            trait: .mldsa, store: .java, doing: .javaHasNoTLS,
            source: "OpenJDK 26.0.2.1", day: "2026-11-28"),
    ]

    /// Words about the readers of some kinds of stores that do not take this authority as it is meant, one line each.
    public static func remarks(on authority: StoreAuthority, in kinds: Set<TrustStoreKind>) -> [Statement] {
        let traits = authority.readerTraits
        return facts.filter { kinds.contains($0.store) }.compactMap { fact in
            traits[fact.trait].map { why in
                ReaderRemark.seen(store: fact.store, fact.doing, because: why, with: fact.source, day: fact.day)
                    .statement
            }
        }
    }
}

extension StoreAuthority {
    /// Curves of Brainpool: the arc of RFC 5639 §4.1.
    private static let brainpool = "1.3.36.3.3.2.8.1.1."

    /// The traits that it has, and how each shows.
    fileprivate var readerTraits: [StoreReaders.Trait: ReaderTrait] {
        var traits: [StoreReaders.Trait: ReaderTrait] = [:]
        if let usages = certificate.extendedKeyUsage, !usages.contains(.serverAuth),
            !usages.contains(.anyExtendedKeyUsage)
        {
            let names = usages.map { $0.name ?? $0.description }.joined(separator: ", ")
            traits[.usageWithoutServers] = .usage(names: names)
        }
        let info = certificate.subjectPublicKeyInfo
        switch info.key {
        case .ed25519: traits[.edwards] = .key(for: "Ed25519")
        case .ed448:
            traits[.edwards] = .key(for: "Ed448")
            traits[.ed448] = .key(for: "Ed448")
        case .mldsa(let set, _): traits[.mldsa] = .key(for: "\(set)")
        case .unknown:
            guard info.algorithm.algorithm == .ecPublicKey, let parameters = info.algorithm.parameters,
                let curve = try? ObjectIdentifier(der: parameters), "\(curve)".hasPrefix(Self.brainpool)
            else { break }
            traits[.brainpool] = .curve(curve.name ?? "\(curve)")
        case .rsa, .rsaPSS, .ec: break
        }
        return traits
    }
}
