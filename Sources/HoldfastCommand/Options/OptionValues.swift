import HoldfastHTTPS
import HoldfastTrust

/// Names of servers as arguments give them.
enum HostArgument {
    /// The name or address to prove; U-labels become A-labels as they do in URLs, an address may stand in brackets.
    static func parse(_ text: String, of option: CommandOption = .host) throws(CommandError) -> ServerName {
        let isBracketed = text.hasPrefix("[") && text.hasSuffix("]") && text.contains(":")
        do throws(ServerNameError) {
            return try ServerName(unicode: isBracketed ? String(text.dropFirst().dropLast()) : text)
        } catch {
            throw .usage(
                "\(option.name): \(Wording.quoted(error.text)) \(error.reason.rawValue)",
                hint: "write a DNS name or an IP address, without scheme and port")
        }
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
                "--rtt: \(Wording.quoted(text)) is no round-trip time from 0 to 10 s",
                hint: "write a number and ms or s, such as 22ms")
        }
        return time
    }
}
