import HoldfastHTTPS
import HoldfastJSON
import HoldfastTrust

/// Names of servers as arguments give them.
enum HostArgument {
    /// The name or address to prove; U-labels become A-labels as they do in URLs.
    static func parse(_ text: String) throws(CommandError) -> ServerName {
        do throws(ServerNameError) {
            return try ServerName(unicode: text)
        } catch {
            throw .usage(
                "--host: \(Wording.quoted(error.text)) \(error.reason.rawValue)",
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
        let units: [(String, Double)] = [("ms", 1_000_000), ("s", 1_000_000_000)]
        guard let (unit, nanoseconds) = units.first(where: { text.hasSuffix($0.0) }),
            let number = Self.number(text.dropLast(unit.count)), number * nanoseconds <= longest / .nanoseconds(1)
        else {
            throw .usage(
                "--rtt: \(Wording.quoted(text)) is no round-trip time from 0 to 10 s",
                hint: "write a number and ms or s, such as 22ms")
        }
        return .nanoseconds(Int64(number * nanoseconds))
    }

    /// Digits, and a point with digits behind it: neither a sign nor an exponent, nor what else `Double` reads.
    private static func number(_ text: Substring) -> Double? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let isPlain = parts.allSatisfy { part in
            !part.isEmpty && part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
        return isPlain ? Double(text) : nil
    }
}

/// Lengths of time as arguments give them: a number and a unit.
enum DurationArgument {
    /// `90m`, `12h`, `30d` or `2w`. A bare number could be anything and is refused.
    static func parse(_ text: String, of option: CommandOption) throws(CommandError) -> Duration {
        guard DurationText.hasForm(text) else {
            throw .usage(
                "\(option.name): \(Wording.quoted(text)) is no length of time",
                hint: "write a number and m, h, d or w, such as 30d")
        }
        guard let duration = DurationText.duration(text) else {
            throw .usage(
                "\(option.name): \(Wording.quoted(text)) is not between one minute and a hundred years",
                hint: "such as 30d")
        }
        return duration
    }
}
