package import HoldfastStatements
package import HoldfastTLS
package import HoldfastTracing
package import HoldfastTransport
package import HoldfastTrust

/// Advice for whoever connects to a server that found nothing in common: what it would have taken, and what to do.
package enum NegotiationAdvice: Sentence {
    /// Groups that the server takes; those in `available` can be offered by `--groups`.
    case groups(taken: [String], offered: [String], available: [String])
    /// Groups that the server takes and this machine's OpenSSL lacks.
    case unavailableGroups(taken: [String], offered: [String])
    /// Groups of the same, that are of ML-KEM or combined with it.
    case unavailableMLKEM(taken: [String], offered: [String])
    /// Signature algorithms of which the server has a certificate, and which were not offered.
    case signatures([String])

    package static let topic = "negotiationAdvice"

    /// The advice by what was found.
    ///
    /// - Parameters:
    ///   - offered: the groups that were offered.
    ///   - available: the groups that this machine's OpenSSL has.
    package init(_ finding: NegotiationFinding, offered: [NamedGroup], available: [NamedGroup]) {
        let names = finding.groups.map(\.name)
        let usable = finding.groups.filter(available.contains).map(\.name)
        if names.isEmpty {
            self = .signatures(finding.signatureSchemes.map(\.name))
        } else if usable.isEmpty {
            let offered = offered.map(\.name)
            self =
                finding.groups.allSatisfy { $0.method != .diffieHellman }
                ? .unavailableMLKEM(taken: names, offered: offered)
                : .unavailableGroups(taken: names, offered: offered)
        } else {
            self = .groups(taken: names, offered: offered.map(\.name), available: usable)
        }
    }

    package var words: LocalizedText {
        switch self {
        case .groups(let names, let offered, let available):
            LocalizedText(
                "of groups this server takes \(Self.list(names)), and \(Self.list(offered)) were offered: try --groups "
                    + available.joined(separator: ":"),
                "密钥交换的群中，该服务器接受 \(Self.list(names))，而提议的是 \(Self.list(offered))：请试用 --groups "
                    + available.joined(separator: ":"))
        case .unavailableMLKEM(let names, let offered):
            LocalizedText(
                "of groups this server takes \(Self.list(names)), and \(Self.list(offered)) were offered: this "
                    + "machine's OpenSSL lacks the former, which came with OpenSSL 3.5",
                "密钥交换的群中，该服务器接受 \(Self.list(names))，而提议的是 \(Self.list(offered))：本机的 OpenSSL 没有前者，它们自 OpenSSL "
                    + "3.5 起提供")
        case .unavailableGroups(let names, let offered):
            LocalizedText(
                "of groups this server takes \(Self.list(names)), and \(Self.list(offered)) were offered: this "
                    + "machine's OpenSSL lacks the former, so let the server's owner switch on one of the latter",
                "密钥交换的群中，该服务器接受 \(Self.list(names))，而提议的是 \(Self.list(offered))：本机的 OpenSSL 没有前者，请服务器管理者启用后者之一")
        case .signatures(let names):
            LocalizedText(
                "this server signs with \(Self.list(names)), which was not offered: this machine's OpenSSL has to be "
                    + "3.5 or later, and its configuration must not leave it out",
                "该服务器使用 \(Self.list(names)) 签名，而提议中没有：本机的 OpenSSL 须为 3.5 或更高版本，且其配置不得将其排除")
        }
    }

    private static func list(_ names: [String]) -> String { names.joined(separator: ", ") }
}

extension TraceClient {
    /// Finds out what a server would have taken that found nothing in common with a handshake of this machine's.
    ///
    /// - Parameters:
    ///   - groups: the ones that were to be offered; nil for the machine's own.
    ///   - name: the server name that was sent; nil for none.
    ///   - time: the longest that it may take.
    /// - Returns: nil where that shows nothing.
    package func advice(
        about target: TraceTarget, offering groups: SupportedGroups?, naming name: ServerName?, within time: Duration
    ) async -> NegotiationAdvice? {
        let available = SupportedGroups.available
        let offer = LibraryOffer.hello(offering: groups.map { $0.groups.filter(available.contains) })
        guard let offer else { return nil }
        var configuration = TraceConfiguration(policy: .basicX509)
        configuration.timeout = time
        configuration.idleTimeout = min(configuration.idleTimeout, time)
        if case .dns(let name)? = name { configuration.serverName = name.text }
        let finding = await negotiation(
            of: target, configuration, offered: offer.supportedGroups, offer.signatureAlgorithms)
        return finding.map { NegotiationAdvice($0, offered: offer.supportedGroups, available: available) }
    }
}

extension FailureReport {
    /// Whether a server ended the handshake since nothing that was offered suits it (RFC 8446 §6.2).
    package var isNothingInCommon: Bool {
        if kind == Code(.handshakeFailure) { return true }
        let alert = (statement.sentence as? HandshakeEndSentence)?.alertInHandshake
        return exitCode == 4 && (alert == .handshakeFailure || alert == .insufficientSecurity)
    }

    /// A copy with what the server would have taken for a hint.
    package func advising(_ advice: NegotiationAdvice) -> FailureReport { with(advice: advice.statement) }
}
