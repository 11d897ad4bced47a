import HoldfastStatements

extension Habit {
    /// The usage error about an option that a command lacks; nil where the spelling is nobody's.
    ///
    /// - Parameters:
    ///   - command: the command that lacks it; nil where it stands before any.
    ///   - arguments: the whole command line, which the advice writes as it is written here.
    static func error(
        about spelling: String, for command: Command? = nil, among arguments: [String] = []
    ) -> CommandError? {
        let name = String(spelling.prefix { $0 != "=" })
        guard let habit = row(of: name, on: nil) else { return nil }
        let isOurs = isOurs(name)
        if let command, isOurs, !habit.fits(command), habit.tool != .curl { return nil }
        let sentence: UsageSentence =
            if let tool = habit.tool {
                .foreignOption(name: name, tool: tool.rawValue)
            } else if let command, isOurs {
                .doesNotApply(option: name, command: command.name)
            } else {
                .unknownOption(option: name)
            }
        if let command, !command.runsItself, case .trial = habit.answer {
            return .usage(sentence, hint: TrialRun.advice(for: command))
        }
        let isVerbless = command?.runsItself ?? true
        return error(
            sentence, HabitLine(arguments, base: isVerbless ? command ?? .check : .check),
            isComplete: command != nil && isVerbless)
    }

    /// The usage error about a word of several letters behind one dash, as openssl has them; nil where it is none.
    static func error(
        aboutWord argument: String, for command: Command, among arguments: [String]
    ) -> CommandError? {
        let name = argument.prefix { $0 != "=" }
        return name.count > 2 ? error(about: String(name), for: command, among: arguments) : nil
    }

    /// The usage error about a word in the place of a command, or of a verb behind one; nil where it is nobody's.
    ///
    /// - Parameters:
    ///   - name: the word: a program, or a command of one.
    ///   - arguments: what follows it.
    /// - Returns: an error whose advice is a line only where that does what was asked for.
    static func error(aboutCommand name: String, _ arguments: [String]) -> CommandError? {
        let tool = HabitTool(called: name)
        // What the program is called by says nothing about what it is to do where it has commands.
        let words = tool == nil ? [name] + arguments : arguments
        let commands = Array(words.prefix { !$0.hasPrefix("-") })
        let unlike = CommandError.usage(UsageSentence.unknownCommand(name: name), hint: UsageAdvice.listsCommands)
        let meaning = HabitMeaning(arguments)
        if tool == .kubectl, meaning.readsSecret {
            return .usage(UsageSentence.unknownCommand(name: name), hint: HabitAdvice.secretOfCluster)
        }
        if let found = row(ofCommand: commands), tool == nil || found.habit.tool == tool,
            case .command(let pattern) = found.habit.answer
        {
            let rest = words.dropFirst(found.words.count)
            let word = found.words.joined(separator: " ")
            let owner = found.habit.tool ?? tool
            guard let pattern = HabitMeaning(rest).pattern(pattern, for: word) else { return unlike }
            let line = HabitLine(
                rest, of: owner, base: .check, asking: pattern)
            let sentence: UsageSentence =
                owner.map { .foreignCommand(name: word, tool: $0.rawValue) } ?? .unknownCommand(name: word)
            return error(sentence, line, isComplete: true, hasCommand: true)
        }
        // A program of many commands alone says nothing.
        guard let tool, !arguments.isEmpty || ![.openssl, .step].contains(tool) else { return nil }
        // What these do is said by a command, and nobody knows this one.
        if [.openssl, .step].contains(tool) || (tool == .keytool && !meaning.isKnownKeytool) { return unlike }
        // keytool(1): "-list" prints the entries of the keystore.
        let isListing = tool == .keytool && arguments.contains("-list")
        let arguments = isListing ? arguments.map { $0 == "-keystore" ? "-file" : $0 } : arguments
        let line = HabitLine(arguments, of: tool, base: tool.command)
        // The server of a cluster can be judged; what else is asked of it is nothing of ours.
        if tool == .kubectl, line.server == nil { return unlike }
        return error(
            tool == .httpie && name != tool.rawValue
                ? .foreignCommand(name: name, tool: tool.rawValue) : .unknownCommand(name: name),
            line, isComplete: true)
    }

    /// The error whose advice is the line to write, behind what there is to say about words that are not on it.
    ///
    /// - Parameters:
    ///   - isComplete: whether there is a line to write also where no word of it has a meaning here.
    ///   - hasCommand: whether the command of theirs is one of ours, so that there is a line whatever is left out.
    private static func error(
        _ sentence: UsageSentence, _ line: HabitLine, isComplete: Bool, hasCommand: Bool = false
    ) -> CommandError {
        var remarks = line.remarks
        var clauses: [Statement] = []
        if !line.isEmpty || hasCommand || (isComplete && remarks.isEmpty), !remarks.contains(.version) {
            let text = line.text(&remarks)
            clauses = [Statement(HabitAdvice.write(line: text))]
        }
        var error = CommandError.usage(sentence)
        error.adviceStatement = .joined(remarks.map(Statement.init) + clauses)
        return error
    }

    /// Whether another command has an option of that spelling, which is to be told then.
    private static func isOurs(_ spelling: String) -> Bool {
        Command.running.contains { $0.options.contains { $0.isCalled(spelling) } }
    }
}
