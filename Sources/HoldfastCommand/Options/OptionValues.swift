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
