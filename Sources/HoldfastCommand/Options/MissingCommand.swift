import HoldfastFiles
import HoldfastHTTPS
import HoldfastTrust
import HoldfastX509

/// The command line that was meant where a word is none of ours, or stands alone.
enum MissingCommand {
    /// The line for a server, a URL or a file in the place of a command; nil for any other word.
    static func line(for word: String) -> String? {
        if Operand.isRegularFile(word), Operand.isFile(word) || !word.contains("://") {
            return ShellLine.of(["holdfast", "inspect", word])
        }
        // A bare word is rather a misspelt command than a host of this network.
        guard word.contains("://") || word.contains(".") || word.contains(":") || word == "localhost",
            let target = try? Target(secured(word))
        else { return nil }
        return ShellLine.of(["holdfast", "check", target.text])
    }

    /// A URL of http as the one of https.
    private static func secured(_ word: String) -> String {
        word.asciiLowercased().hasPrefix("http://") ? "https" + word.dropFirst(4) : word
    }

    /// Refuses a port that stands apart from its host, as `nc` and `telnet` have it.
    static func refusePortApart(in operands: [String], of command: Command) throws(CommandError) {
        guard ["SERVER", "URL"].contains(where: { command.operands.contains($0) }) else { return }
        for (host, port) in zip(operands, operands.dropFirst())
        where port.utf8.allSatisfy({ (48...57).contains($0) }) && UInt16(port).map({ $0 > 0 }) == true {
            guard !Operand.isFile(host), let target = try? Target(host), !host.contains("/"),
                let joined = joined(host, port), let both = try? Target(joined), both.url.host == target.url.host
            else { continue }
            throw .usage(
                TargetSentence.portApart(port: port, server: target.text),
                hint: UsageAdvice.didYouMean(
                    word: ShellLine.of(["holdfast"] + command.name.split(separator: " ").map(String.init) + [both.text])
                ))
        }
    }

    /// A host and a port as one word; nil where the host has a port already.
    private static func joined(_ host: String, _ port: String) -> String? {
        if IPAddress(host)?.description.contains(":") == true { return "[\(host)]:\(port)" }
        let last = host.split(separator: "]", omittingEmptySubsequences: false).last ?? ""
        return last.contains(":") ? nil : "\(host):\(port)"
    }
}
