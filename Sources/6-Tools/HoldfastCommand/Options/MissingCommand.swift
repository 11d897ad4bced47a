import HoldfastFiles
import HoldfastHTTPS
import HoldfastJSON
import HoldfastStatements
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
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

    /// The error about a word that is no verb: a server or a file there is mostly meant for one of them.
    ///
    /// - Parameter verbs: the names behind the command's own.
    static func noVerb(
        _ word: String, _ arguments: [String], of command: Command, verbs: [String]
    ) -> CommandError {
        let list = UsageAdvice.verbs(names: verbs.joined(separator: ", "))
        let meant = Suggestion.closest(to: word, among: verbs).map { "holdfast \(command.name) \($0)" }
        let error = { (advice: [any Sentence]) in
            var error = CommandError.usage(
                UsageSentence.noVerb(word: ShownURL.text(ofTarget: word), command: command.name))
            error.adviceStatement = .joined(advice.map { Statement($0) })
            return error
        }
        if let meant { return error([UsageAdvice.didYouMean(word: meant)]) }
        let isFile = Operand.isFile(word) || Operand.isRegularFile(word)
        if command.name == Command.trust.name, isFile {
            return error([TrustCommandAdvice.authorityOrServer(file: word)])
        }
        // A bare word may be a host of this network, where no verb is like it.
        let isServer = !isFile && (HabitWords.isServer(word) || command.name == Command.trust.name)
        let verb = command.verbs.first { verb in
            (isFile && verb.takesFiles || isServer && verb.takesServers && (try? Target(word)) != nil)
                && verb.operandCount.contains(arguments.count)
        }
        guard let verb else { return error([list]) }
        let line = (["holdfast", verb.name] + arguments.map { HabitWords.quoted($0) }).joined(separator: " ")
        let question = UsageAdvice.didYouMean(word: line)
        return error(HabitWords.isServer(word) || isFile ? [question] : [list, question])
    }

    /// Refuses a line on which the value of an option is missing, so that the only server was taken for it.
    static func refuseServerAsValue(
        in arguments: [String], _ invocation: Invocation, of command: Command
    ) throws(CommandError) {
        guard invocation.operands.isEmpty, command.takesServers else { return }
        let line = HabitLine(arguments, base: command)
        guard let wish = line.wishes.first(where: \.isOpen), let option = wish.names.first, !line.operands.isEmpty
        else { return }
        var remarks: [HabitAdvice] = []
        throw .usage(
            UsageSentence.needsValue(option: option), hint: HabitAdvice.write(line: line.text(&remarks)))
    }

    /// The line with the user's own authority, for a command that takes one; nil for any other.
    static func authority(for command: Command) -> (any Sentence)? {
        guard command.operands == "CA.pem" else { return nil }
        guard let file = DefaultAuthority.all().first?.certificate else {
            return TrustStoreAdvice.makeAuthority(command: command.name)
        }
        return HabitAdvice.write(
            line: ShellLine.of(["holdfast"] + command.name.split(separator: " ").map(String.init) + [file]))
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
