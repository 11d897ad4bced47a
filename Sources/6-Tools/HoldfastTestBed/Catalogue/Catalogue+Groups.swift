import HoldfastAuthority
import HoldfastServing

extension BadServer {
    /// Servers of few groups for key exchange, which have to be trusted by who offers one of them. Their chains say
    /// nothing of that.
    static let goodGroups: [BadServer] = [
        // RFC 8446 §9.1: the groups that everybody has. Recorded traffic is opened by who breaks them later.
        agreed(
            "group-classic", "It agrees on keys by x25519 or P-256 alone, as every server did for years.",
            "它只用 x25519 或 P-256 协商密钥，正如多年来所有服务器那样。",
            ["x25519", "secp256r1"], source: "RFC 8446 §4.2.7, §9.1", isNew: false),
        agreed(
            "group-x25519mlkem768", "It agrees on keys by X25519MLKEM768 alone, which clients offer by themselves.",
            "它只用 X25519MLKEM768 协商密钥，客户端会主动提供。",
            ["X25519MLKEM768"], source: "draft-ietf-tls-ecdhe-mlkem §3"),
        agreed(
            "group-secp256r1mlkem768", "It agrees on keys by SecP256r1MLKEM768 alone, which has to be asked for.",
            "它只用 SecP256r1MLKEM768 协商密钥，须由客户端指明。",
            ["SecP256r1MLKEM768"], source: "draft-ietf-tls-ecdhe-mlkem §3", isAskedFor: true),
        agreed(
            "group-secp384r1mlkem1024", "It agrees on keys by SecP384r1MLKEM1024 alone, which has to be asked for.",
            "它只用 SecP384r1MLKEM1024 协商密钥，须由客户端指明。",
            ["SecP384r1MLKEM1024"], source: "draft-ietf-tls-ecdhe-mlkem §3", isAskedFor: true),
        agreed(
            "group-mlkem1024", "It agrees on keys by MLKEM1024 alone, which has no classic half.",
            "它只用 MLKEM1024 协商密钥，没有传统的一半。",
            ["MLKEM1024"], source: "draft-ietf-tls-mlkem §3", isAskedFor: true),
    ]

    /// An entry whose server takes these groups and no others.
    ///
    /// - Parameters:
    ///   - isNew: Whether not every OpenSSL has them.
    ///   - isAskedFor: Whether a client has to be told to offer them.
    private static func agreed(
        _ name: String, _ story: String, _ chinese: String, _ groups: [String], source: String, isNew: Bool = true,
        isAskedFor: Bool = false
    ) -> BadServer {
        let list = groups.joined(separator: ":")
        return .speaking(
            .tls13, name, story, chinese, source: source, arguments: isAskedFor ? ["--groups", list] : [],
            needs: isNew ? groups.map { .group($0) } : [], hasChain: false
        ) { $0.groups = list }
    }

    /// Servers of groups that nobody has offered. RFC 8446 §4.1.1: "If there is no overlap between the received
    /// "supported_groups" and the groups supported by the server, then the server MUST abort the handshake with a
    /// "handshake_failure" or an "insufficient_security" alert."
    static let groups: [BadServer] = [
        .speaking(
            .tls13, "group-not-offered", "It agrees on keys by SecP384r1MLKEM1024 alone, and other groups are offered.",
            "它只用 SecP384r1MLKEM1024 协商密钥，而客户端提供的是其他组。", exit: 4, source: "RFC 8446 §4.1.1",
            arguments: ["--groups", "X25519MLKEM768:x25519:secp256r1"], needs: [.group("SecP384r1MLKEM1024")],
            hasChain: false
        ) { $0.groups = "SecP384r1MLKEM1024" }
    ]
}
