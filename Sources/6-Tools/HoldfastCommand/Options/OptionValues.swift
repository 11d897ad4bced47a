import HoldfastHTTPS
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

/// Names of servers as arguments give them.
enum HostArgument {
    /// The name or address to prove; U-labels become A-labels as they do in URLs, an address may stand in brackets.
    static func parse(_ text: String, of option: CommandOption = .host) throws(CommandError) -> ServerName {
        let isBracketed = text.hasPrefix("[") && text.hasSuffix("]") && text.contains(":")
        do throws(ServerNameError) {
            return try ServerName(unicode: isBracketed ? String(text.dropFirst().dropLast()) : text)
        } catch {
            if let longer = withMore(text, of: option) { throw longer }
            throw .usage(
                UsageSentence.hostFault(option: option.name, text: error.text, reason: error.reason.statement),
                hint: UsageAdvice.writeName)
        }
    }
}

extension HostArgument {
    /// The error about a server as other commands take it, where a name alone is wanted; nil for anything else.
    private static func withMore(_ text: String, of option: CommandOption) -> CommandError? {
        let scheme = text.firstRange(of: "://")
        let rest = scheme.map { String(text[$0.upperBound...]) } ?? text
        guard let url = try? HTTPSURL("https://" + rest) else { return nil }
        let hint = UsageAdvice.nameAlone(option: option.name, name: "\(url.serverName)")
        if scheme != nil { return .usage(UsageSentence.hostIsURL(option: option.name, text: text), hint: hint) }
        if rest.contains(where: { "/?#@".contains($0) }) {
            return .usage(UsageSentence.hostWithPath(option: option.name, text: text), hint: hint)
        }
        return .usage(UsageSentence.hostWithPort(option: option.name, text: text), hint: hint)
    }
}

/// Round-trip times as `--rtt` gives them: a number, and ms or s.
enum RoundTripArgument {
    /// The longest: 10 s, below the time for which a trace waits in silence.
    private static let longest = Duration.seconds(10)

    /// `22ms`, `0.5ms` or `1.5s`; nil where the option is not given. A bare number could be either and is refused.
    static func parse(_ invocation: Invocation) throws(CommandError) -> Duration? {
        guard let text = invocation.value(.roundTrip) else { return nil }
        guard let time = ShortTimeArgument.duration(text), time <= longest else {
            throw .usage(
                UsageSentence.noRoundTrip(text: text),
                hint: UsageAdvice.writeRoundTrip)
        }
        return time
    }
}
