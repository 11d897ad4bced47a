import HoldfastHTTP
import HoldfastStatements
import HoldfastDiagnostics
import HoldfastHTTPS
import HoldfastJSON
import HoldfastTracing
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

/// A server as people name it, the same in every command: `https://host[:port]/…`, `host`, `host:port`, or an address,
/// that of IPv6 in brackets or without.
struct Target: Sendable {
    /// As it was written, but for the user and the password in it: what it is called in every output.
    let text: String
    /// The server, as a URL of HTTPS also where another protocol is spoken with it.
    let url: HTTPSURL
    /// The protocol that is spoken before TLS; nil for TLS from the first byte.
    let startTLS: StartTLS?
    /// The place in the list; nil for an argument.
    var place: ReportPlace?

    /// Reads a target.
    ///
    /// - Parameter startTLS: what is spoken before TLS; the target is then `host` or `host:port`, and the default port
    ///   the protocol's.
    init(_ text: String, startTLS: StartTLS? = nil) throws(CommandError) {
        let shown = ShownURL.text(ofTarget: text)
        guard text.contains("://") || !Operand.isFile(text) else {
            throw .usage(TargetSentence.isFile(text: shown), hint: NamedFile.advice(about: text, shown))
        }
        self.text = shown
        self.startTLS = startTLS
        let written =
            if let startTLS { try Self.normalised(text, shown, for: startTLS) } else {
                try Self.normalised(text, shown)
            }
        do throws(HTTPSURLError) {
            url = try HTTPSURL(written)
        } catch {
            throw .usage(
                TargetSentence.wrong(text: shown, reason: error.statement),
                hint: TargetAdvice.writeTarget)
        }
    }

    /// Makes another target of one: the same server at the same port, by another name.
    ///
    /// - Parameter text: the name that it has in every output.
    init(_ other: Target, named name: ServerName, text: String) throws(CommandError) {
        self.text = text
        startTLS = other.startTLS
        do throws(HTTPSURLError) {
            url = try HTTPSURL("https://\(URLParts.literal(name.description)):\(other.url.port)")
        } catch {
            throw .usage(TargetSentence.wrong(text: text, reason: error.statement), hint: TargetAdvice.writeTarget)
        }
    }

    /// The host and the port, in their canonical form, an address of IPv6 in brackets.
    var authority: String { "\(URLParts.literal(url.host)):\(url.port)" }

    /// `host`, `host:port` or an address, with the protocol's own port where none is given.
    private static func normalised(
        _ text: String, _ shown: String, for kind: StartTLS
    ) throws(CommandError) -> String {
        guard !text.utf8.contains(where: { "/?#@".utf8.contains($0) }) else {
            throw .usage(
                TargetSentence.startTLS(text: shown),
                hint: TargetAdvice.writeMail(port: Int(kind.defaultPort)))
        }
        let url = try normalised(text, shown)
        let authority = url.dropFirst("https://".count)
        let hasPort = authority.hasPrefix("[") ? !authority.hasSuffix("]") : authority.contains(":")
        return hasPort ? url : "\(url):\(kind.defaultPort)"
    }

    /// Puts `https://` before what has no scheme, and brackets around a bare IPv6 address.
    private static func normalised(_ text: String, _ shown: String) throws(CommandError) -> String {
        // Octets: a mark that combines with the last slash would hide it from a search among characters.
        if let scheme = Array(text.utf8).firstRange(of: Array("://".utf8)) {
            let name = String(decoding: text.utf8.prefix(scheme.lowerBound), as: UTF8.self).lowercased()
            if name == "https" { return text }
            let isMistyped = name != "http" && Suggestion.closest(to: name, among: ["https"]) != nil
            if name == "wss", shown.lowercased().hasPrefix(name) {
                throw .usage(
                    TargetSentence.noHTTPS(text: shown),
                    hint: TargetAdvice.webSocket(url: "https\(shown.dropFirst(name.count))"))
            }
            throw .usage(
                TargetSentence.noHTTPS(text: shown),
                hint: isMistyped && shown.lowercased().hasPrefix(name)
                    ? UsageAdvice.didYouMean(word: "https\(shown.dropFirst(name.count))") : hint(forScheme: name))
        }
        // With two colons or more it is an address, or nothing that has a meaning here.
        if text.count(where: { $0 == ":" }) > 1, !text.hasPrefix("["), IPAddress(text) != nil {
            return "https://[\(text)]"
        }
        return "https://" + text
    }

    /// Ports of protocols other than HTTP at which TLS begins with the first byte (RFC 8314 §3; those of FTP, IRC, LDAP
    /// and NNTP as IANA has them).
    static let portsOfTLS = [
        "smtps": 465, "imaps": 993, "pop3s": 995, "ldaps": 636, "ftps": 990, "nntps": 563, "ircs": 6697,
    ]

    private static func hint(forScheme name: String) -> any Sentence {
        if let kind = StartTLS(named: name) { return TargetAdvice.behindStartTLS(protocolName: kind.rawValue) }
        guard let port = portsOfTLS[name] else {
            return TargetAdvice.withoutTLS
        }
        return TargetAdvice.portOfTLS(port: port)
    }
}

/// Targets from arguments, and from standard input where one is `-`.
///
/// Standard input has one target a line. A target that stands there twice is checked twice: each line has its verdict.
enum TargetList {
    /// Targets of a command that keeps what it finds about all of them; as many as arguments are taken.
    static let maximumCount = 10_000

    /// Reads all targets of a command line, those of standard input included.
    ///
    /// - Parameters:
    ///   - startTLS: what is spoken before TLS with all of them; nil for TLS from the first byte.
    ///   - maximumCount: targets that are taken; `Int.max` where the command has no limit of its own.
    static func read(
        _ arguments: [String], startTLS: StartTLS? = nil, atMost maximumCount: Int = Self.maximumCount
    ) throws(CommandError) -> [Target] {
        guard arguments.count(where: { $0 == "-" }) <= 1 else {
            throw .usage(UsageSentence.dashTwice, hint: UsageAdvice.readOnce)
        }
        var targets: [Target] = []
        for argument in arguments {
            if argument == "-" {
                targets += try fromStandardInput(startTLS, atMost: maximumCount)
            } else {
                targets.append(try Target(argument, startTLS: startTLS))
            }
        }
        guard targets.count <= maximumCount else {
            throw .usage(TargetSentence.tooMany(most: maximumCount), hint: TargetAdvice.fewerAtOnce)
        }
        return targets
    }

    private static func fromStandardInput(
        _ startTLS: StartTLS?, atMost maximumCount: Int
    ) throws(CommandError) -> [Target] {
        let file = ReportPlace.pathOfStandardInput
        let maximumBytes = maximumCount == .max ? Int.max >> 1 : StandardInputLines.maximumBytes
        return try StandardInputLines.map(of: .target, maximumCount: maximumCount, maximumBytes: maximumBytes) {
            (word, line, column) throws(CommandError) in
            var target = try Target(word, startTLS: startTLS)
            target.place = file.map {
                ReportPlace(file: $0, line: line, column: column, length: word.utf16.count)
            }
            return target
        }
    }
}
