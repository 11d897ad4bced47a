import HoldfastTransport

/// A command line of ours, made of a pattern and of what stands on the line that was written.
///
/// `{WORD}` is the value of the word in question, `[HOST]` a server, `[NAME]` one without a port, `[FILE]` a file,
/// `[ANY]` a server or a file, `[ADDRESS]` where `-connect` or a server leads, `[CA]` the anchors that are named,
/// `[NEW]` the name of a new thing. What is not there stays as the word that the help has for it.
struct HabitLine {
    private let arguments: [String]
    /// The value behind the word in question.
    private let value: String?
    private let command: Command?

    /// Makes the line of a word.
    ///
    /// - Parameters:
    ///   - spelling: the word, where it is an option with a value; nil for any other.
    ///   - command: the command that it was written behind.
    init(_ arguments: [String], spelling: String?, command: Command?) {
        self.arguments = arguments
        self.command = command
        value = spelling.flatMap { Self.value(of: [$0], in: arguments) }
    }

    /// Whether the value switches something off.
    var isOff: Bool { value.map(Self.isOff) ?? false }

    private static func isOff(_ value: String) -> Bool {
        ["no", "false", "0", "off", "none"].contains(value.lowercased())
    }

    /// Whether a server stands on the line.
    var hasServer: Bool { server != nil }

    /// The line of the command at hand with these options, or of another command where it lacks one of them.
    func line(of options: String, default name: String) -> String {
        let names = options.split(separator: " ").filter { $0.hasPrefix("--") }.map(String.init)
        let has = { (command: Command) in
            names.allSatisfy { name in command.options.contains { $0.name == name } }
        }
        let commands = Command.all.flatMap { $0.verbs.isEmpty ? [$0] : $0.verbs }
        let chosen =
            command.flatMap { has($0) && $0.verbs.isEmpty ? $0 : nil } ?? commands.first { $0.name == name }
        let operand = chosen.map { command in
            command.operands.contains("SERVER") || command.operands == "URL"
                ? "[HOST]" : command.operands.contains("NAME") ? "NAME" : command.operands.isEmpty ? "" : "[FILE]"
        }
        let line = ["holdfast", chosen?.name ?? name, options, operand ?? ""].filter { !$0.isEmpty }
        return filled(line.joined(separator: " "))
    }

    /// The pattern with what is known in its places, each of which is looked at once: what is filled in is no pattern.
    func filled(_ pattern: String) -> String {
        let (server, file, anchors) = (server, file, anchors)
        let known: [String: String?] = [
            "HOST": server, "NAME": server.flatMap { isBare($0) ? $0 : nil }, "FILE": file, "ANY": server ?? file,
            "ADDRESS": address, "CA": anchors, "NEW": operands.first.map(Self.quoted),
        ]
        let pattern = anchors == nil ? pattern.replacing("[CA] ", with: "").replacing(" [CA]", with: "") : pattern
        let hasScheme = server?.contains("://") ?? false
        var line = ""
        var rest = (hasScheme ? pattern.replacing("https://[HOST]", with: "[HOST]") : pattern)[...]
        while let start = rest.firstIndex(where: { "{[".contains($0) }),
            let end = rest[start...].firstIndex(of: rest[start] == "{" ? "}" : "]")
        {
            let word = String(rest[rest.index(after: start)..<end])
            let filling = rest[start] == "{" ? value.map(Self.quoted) : (known[word] ?? nil) ?? Self.unknown[word]
            line += rest[..<start] + (filling ?? word)
            rest = rest[rest.index(after: end)...]
        }
        return line + rest
    }

    /// The words of what is not known, where they are not the place's own.
    private static let unknown = [
        "NAME": "HOST", "ANY": "FILE", "ADDRESS": "ADDRESS:PORT", "NEW": "NAME",
    ]

    // MARK: What stands on the line

    /// The server of the line: that of `-connect`, else an operand that is one.
    private var server: String? {
        if let connect = Self.value(of: ["-connect"], in: arguments), Self.isServer(connect) {
            return Self.quoted(connect)
        }
        return operands.first(where: Self.isServer).map(Self.quoted)
    }

    private var file: String? {
        if let file = Self.value(of: ["-in"], in: arguments) { return Self.quoted(file) }
        return operands.last { !Self.isServer($0) && (Operand.isFile($0) || Operand.isRegularFile($0)) }
            .map(Self.quoted)
    }

    private var address: String? {
        guard let server, !server.contains("/") else { return nil }
        return isBare(server) ? "\(server):443" : server
    }

    /// Whether it is a host alone, without a port and without a scheme.
    private func isBare(_ server: String) -> Bool { !server.contains(":") && !server.contains("/") }

    private var anchors: String? {
        Self.value(of: ["-CAfile", "-CApath", "-trusted", "--roots", "--verify"], in: arguments).flatMap {
            Self.isOff($0) ? nil : "--anchors-only \(Self.quoted($0))"
        }
    }

    /// The words that are neither options nor, as far as can be told, their values; the last word is one all the same.
    private var operands: [String] {
        arguments.indices.filter { index in
            let word = arguments[index]
            guard !word.hasPrefix("-"), word != value else { return false }
            return index == arguments.count - 1 || index == 0 || !arguments[index - 1].hasPrefix("-")
        }.map { arguments[$0] }
    }

    private static func value(of options: [String], in arguments: [String]) -> String? {
        for (index, argument) in arguments.enumerated() {
            for option in options {
                if argument.hasPrefix(option + "=") { return String(argument.dropFirst(option.count + 1)) }
                if argument == option, index + 1 < arguments.count, !arguments[index + 1].hasPrefix("-") {
                    return arguments[index + 1]
                }
            }
        }
        return nil
    }

    private static func isServer(_ word: String) -> Bool {
        guard word.contains("://") || (!Operand.isFile(word) && !Operand.isRegularFile(word)),
            word.contains(".") || word.contains(":") || word == "localhost"
        else { return false }
        return (try? Target(word)) != nil
    }

    private static func quoted(_ word: String) -> String { ShellLine.of([ShownURL.text(ofTarget: word)]) }
}
