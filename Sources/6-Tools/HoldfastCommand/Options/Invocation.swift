import HoldfastJSON
import HoldfastStatements
import HoldfastTransport

/// A command line, read against one command's options.
struct Invocation: Sendable {
    /// The arguments that are no options, in their order.
    private(set) var operands: [String] = []
    private var found: [CommandOption: [String]] = [:]

    /// Reads the arguments that follow the command's name.
    ///
    /// Known spellings: `--name value`, `--name=value`, `-n value`, `-nvalue`, several one-letter flags in one
    /// argument, and `--`, after which everything is an operand. A single `-` is an operand too, and where the command
    /// takes lines, `-9813` and `- Status: …` as well.
    ///
    /// Once `--help` was seen nothing else is complained about.
    init(_ arguments: some Sequence<String>, for command: Command) throws(CommandError) {
        let all = Array(arguments)
        let isAskedForHelp = all.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
        do {
            try read(all, for: command)
        } catch {
            guard isAskedForHelp else { throw error }
            found[.help] = [""]
        }
    }

    func has(_ option: CommandOption) -> Bool { found[option] != nil }

    /// Whether a table is asked for, which is for people: neither for programs, nor for nobody.
    ///
    /// - Parameter table: the option of the command, each of which describes its own table.
    /// - Throws: a usage error beside `--json` and `--quiet`.
    func hasTable(_ table: CommandOption) throws(CommandError) -> Bool {
        try exclude([.json, .quiet], beside: table, UsageAdvice.tableForPeople)
        return has(table)
    }

    /// The value of an option that can be given once.
    func value(_ option: CommandOption) -> String? { found[option]?.last }

    func values(_ option: CommandOption) -> [String] { found[option] ?? [] }

    /// The command line with one more option, as if it had been written.
    func with(_ option: CommandOption, _ value: String) -> Invocation {
        var copy = self
        copy.found[option, default: []].append(value)
        return copy
    }

    private mutating func read(_ all: [String], for command: Command) throws(CommandError) {
        var rest = all[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                operands += rest
                return
            }
            if argument.hasPrefix("--") {
                try readLong(argument, &rest, command, among: all)
            } else if argument.hasPrefix("-"), argument != "-", !(command.takesLines && Self.isLine(argument)) {
                // Before its letters are read as options: openssl's words have one dash.
                if let error = Habit.error(aboutWord: argument, for: command, among: all) { throw error }
                try readLetters(argument, &rest, command, among: all)
            } else {
                operands.append(argument)
            }
        }
    }

    /// Whether it is a number, or a line, and no letters of options.
    private static func isLine(_ argument: String) -> Bool {
        argument.dropFirst().first.map { $0 == " " || ("0"..."9").contains($0) } ?? false
    }

    private mutating func readLong(
        _ argument: String, _ rest: inout ArraySlice<String>, _ command: Command, among all: [String]
    ) throws(CommandError) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let option = command.options.first(where: { $0.name == name }) else {
            throw .unknownOption(name, for: command, among: all)
        }
        let attached = parts.count > 1 ? String(parts[1]) : nil
        if option.takesValue {
            guard let value = attached ?? rest.popFirst() else { throw .missingValue(option) }
            try add(value, to: option)
        } else if attached != nil {
            throw .usage(UsageSentence.takesNoValue(option: name), hint: UsageAdvice.writeAlone(option: name))
        } else {
            try add("", to: option)
        }
    }

    private mutating func readLetters(
        _ argument: String, _ rest: inout ArraySlice<String>, _ command: Command, among all: [String]
    ) throws(CommandError) {
        var letters = argument.dropFirst()
        while let letter = letters.popFirst() {
            guard let option = command.options.first(where: { $0.letter == letter }) else {
                throw .unknownOption("-\(letter)", for: command, among: all)
            }
            guard option.takesValue else {
                try add("", to: option)
                continue
            }
            guard let value = letters.isEmpty ? rest.popFirst() : String(letters) else {
                throw .missingValue(option)
            }
            try add(value, to: option)
            return
        }
    }

    private mutating func add(_ value: String, to option: CommandOption) throws(CommandError) {
        if found[option] != nil, !option.isRepeatable, option.takesValue {
            throw .usage(UsageSentence.givenTwice(option: option.name), hint: UsageAdvice.giveItOnce)
        }
        found[option, default: []].append(value)
    }
}

extension Invocation {
    /// Refuses options that another one excludes.
    func exclude(_ others: [CommandOption], beside option: CommandOption, _ hint: any Sentence) throws(CommandError) {
        for other in others where has(option) && has(other) {
            throw .usage(UsageSentence.excludes(option: option.name, other: other.name), hint: hint)
        }
    }

    /// Refuses options that mean nothing with another one.
    func refuse(_ options: [CommandOption], with other: CommandOption, _ hint: any Sentence) throws(CommandError) {
        for option in options where has(option) && has(other) {
            throw .usage(UsageSentence.doesNotGoWith(option: option.name, other: other.name), hint: hint)
        }
    }

    /// Refuses options that need something that was not given.
    func refuse(
        _ options: [CommandOption], without needed: String, _ hint: (any Sentence)? = nil
    ) throws(CommandError) {
        for option in options where has(option) {
            throw .usage(UsageSentence.needs(option: option.name, needed: needed), hint: hint)
        }
    }

    /// The value of an option that is a number in digits; nil where it is not given.
    ///
    /// - Parameter failure: the error about a text that is none, or none of the range.
    func number<Number: FixedWidthInteger>(
        of option: CommandOption, in range: ClosedRange<Number>, or failure: (_ text: String) -> CommandError
    ) throws(CommandError) -> Number? {
        guard let text = value(option) else { return nil }
        guard let number = Number(text), range.contains(number) else { throw failure(text) }
        return number
    }

    /// The value of an option that has words of its own; nil where it is not given.
    ///
    /// - Parameter failure: the error about another text, made of that and of the words, with commas between them.
    func word<Word: RawRepresentable & CaseIterable>(
        of option: CommandOption, or failure: (_ text: String, _ words: String) -> CommandError
    ) throws(CommandError) -> Word? where Word.RawValue == String {
        guard let text = value(option) else { return nil }
        if let word = Word(rawValue: text) { return word }
        throw failure(text, Word.allCases.map(\.rawValue).joined(separator: ", "))
    }
}

extension CommandError {
    static func missingValue(_ option: CommandOption) -> CommandError {
        .usage(
            UsageSentence.needsValue(option: option.name),
            hint: UsageAdvice.write(option: option.name, placeholder: option.placeholder ?? "VALUE"))
    }

    /// Says the most useful thing about an option that the command does not have.
    ///
    /// - Parameter arguments: the command line that it stands on.
    static func unknownOption(_ name: String, for command: Command, among arguments: [String]) -> CommandError {
        if let error = Habit.error(about: name, for: command, among: arguments) { return error }
        if Command.all.contains(where: { ($0.options + $0.verbs.flatMap(\.options)).contains { $0.isCalled(name) } }) {
            return .usage(
                UsageSentence.doesNotApply(option: name, command: command.name),
                hint: UsageAdvice.listsOptionsThatDo(command: command.name))
        }
        let hint =
            Suggestion.closest(to: name, among: command.options.map(\.name)).map { UsageAdvice.didYouMean(word: $0) }
            ?? .listsOptions(command: command.name)
        return .usage(UsageSentence.unknownOption(option: name), hint: hint)
    }
}
