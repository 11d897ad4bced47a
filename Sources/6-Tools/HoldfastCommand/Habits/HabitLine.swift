import HoldfastJSON
import HoldfastTracing
import HoldfastTransport
import HoldfastWeb
import HoldfastX509

/// A command line with words of another program, taken apart: what each word becomes here.
///
/// It is a whole line of that program, or one of ours on which some words are another's.
struct HabitLine {
    /// Options of ours, as they stand on the line.
    struct Wish {
        var words: [String]
        /// The command that has them where the one at hand does not.
        var owner: String?
        /// The word that they stand for; nil for ours.
        var spelling: String?
        /// Whether a value in them is the help's word for it, since the line has none.
        var isOpen = false

        var names: [String] { words.filter { $0.hasPrefix("--") } }
    }

    /// The command that the line is for.
    private(set) var base: Command
    /// Commands that words ask for, each once.
    private(set) var commands: [Command] = []
    private(set) var wishes: [Wish] = []
    /// The options that the command at hand has from the word that it stands for.
    private(set) var own: [Wish] = []
    private(set) var remarks: [HabitAdvice] = []
    /// Words that are no options, and no values of any, as they were written.
    private(set) var operands: [String] = []
    /// Operands of a command that a word asks for: they stand in the place of all others.
    private(set) var fixedOperands: [String] = []
    /// Certificates between the leaf and an anchor, behind the leaf's file.
    private(set) var issuers: [String] = []
    /// The shell's part of the line: `> FILE` or `< FILE`.
    private(set) var redirection = ""
    /// The server that an option named.
    private(set) var server: String?
    private(set) var name: String?
    private(set) var address: String?
    /// Whether an address was asked for: it may be missing.
    private(set) var wantsAddress = false
    private(set) var port: String?
    /// Whether anything on the line has a meaning here.
    var isEmpty: Bool { commands.isEmpty && wishes.isEmpty && operands.isEmpty && server == nil && name == nil }

    /// Whether it is a whole line of another program.
    var isForeign: Bool { tool != nil }

    private let tool: HabitTool?
    /// The option that named a file for what is printed, and the file, where the command at hand has no option for it.
    private var output: (spelling: String, file: String)?
    private var unknown: [String] = []
    /// The words that are still to be read.
    private var rest: ArraySlice<String>

    /// Takes apart a line.
    ///
    /// - Parameters:
    ///   - arguments: what stands behind the command's name.
    ///   - tool: the program whose line it is; nil for a line of ours.
    ///   - base: the command at hand, or the one that does what the program does.
    ///   - pattern: that command with its options, where a word was it.
    init(_ arguments: some Sequence<String>, of tool: HabitTool? = nil, base: Command, asking pattern: String? = nil) {
        self.tool = tool
        self.base = base
        rest = Array(arguments)[...]
        if let pattern, let (command, words) = Command.leading(pattern) {
            self.base = command
            add(pattern: words, value: nil, owner: nil, spelling: nil)
            (own, wishes) = (wishes, [])
        }
        let last = rest.last
        while let argument = rest.popFirst() { read(argument, isLast: rest.isEmpty) }
        if let output { settle(output.spelling, output.file) }
        if tool == .httpie { readItems() }
        if tool == .curl || tool == .wget { readScheme() }
        if operands.isEmpty, server == nil, let last { reclaim(last) }
        if !unknown.isEmpty { remark(.leftOut(words: unknown.joined(separator: ", "))) }
    }

    // MARK: Words

    private mutating func read(_ argument: String, isLast: Bool) {
        if argument == "--" {
            operands += rest
            rest = []
            return
        }
        guard argument.hasPrefix("-"), argument.count > 1 else {
            // What follows an option that nobody knows is mostly its value, and may be a password.
            if !wasUnknown || isLast && (!isForeign || HabitWords.isPlain(argument)) { operands.append(argument) }
            wasUnknown = false
            return
        }
        wasUnknown = false
        let name = String(argument.prefix { $0 != "=" })
        let attached = name.count < argument.count ? String(argument.dropFirst(name.count + 1)) : nil
        if argument.hasPrefix("--") || name.count > 2, take(name, attached) { return }
        guard !argument.hasPrefix("--") else { return addUnknown(name) }
        guard tool?.hasLetters ?? true else {
            if !take(name, attached) { addUnknown(name) }
            return
        }
        // Letters, of which the last may have its value attached.
        var letters = argument.dropFirst()
        while let letter = letters.popFirst() {
            if takesValue("-\(letter)") {
                _ = take("-\(letter)", letters.isEmpty ? nil : String(letters.drop { $0 == "=" }))
                return
            }
            guard take("-\(letter)", nil) else { return addUnknown(letters.isEmpty ? "-\(letter)" : argument) }
        }
    }

    /// Whether the word before was an option that nobody knows.
    private var wasUnknown = false

    private mutating func addUnknown(_ name: String) {
        unknown.append(ShownURL.text(of: name))
        wasUnknown = true
    }

    private func own(_ name: String) -> CommandOption? {
        let option = base.options.first { $0.isCalled(name) }
        return option == .help ? nil : option
    }

    private func takesValue(_ name: String) -> Bool {
        if !isForeign, let own = own(name) { return own.takesValue }
        return Habit.row(of: name, on: tool)?.takesValue ?? own(name)?.takesValue ?? false
    }

    /// Reads an option, ours or another's; false where it is nobody's.
    private mutating func take(_ name: String, _ attached: String?) -> Bool {
        let row = Habit.row(of: name, on: tool)
        if let own = own(name), !isForeign || row == nil {
            let value = own.takesValue ? attached ?? rest.popFirst() : nil
            add(Wish(words: [own.name] + [value].compactMap(\.self)), value)
            return true
        }
        if HabitWords.isSecret(name) {
            // What lets somebody in is on no line, whatever it looks like.
            if attached == nil { _ = rest.popFirst() }
            if let row {
                add(row, name, nil)
            } else if HabitWords.isPassphrase(name), (commands.last ?? base).has("--passphrase-file") {
                remark(.passphraseFile)
            } else {
                unknown.append(name)
            }
            return true
        }
        guard let row else { return false }
        let value = row.takesValue ? attached ?? nextValue() : nil
        add(row, name, value)
        // A server is no value that is left out, where it is the only one.
        if let value, !row.usesValue, rest.isEmpty, operands.isEmpty, server == nil, HabitWords.isServer(value) {
            operands.append(value)
        }
        return true
    }

    /// The word behind an option where it can be its value.
    private mutating func nextValue() -> String? {
        guard let next = rest.first, !next.hasPrefix("-") || next == "-" else { return nil }
        return rest.popFirst()
    }

    // MARK: What they become

    private mutating func add(_ row: Habit, _ name: String, _ value: String?) {
        switch row.answer {
        case .options(let pattern, let owner): add(pattern: pattern, value: value, owner: owner, spelling: name)
        case .command(let pattern): ask(pattern, value, name)
        case .scan:
            remark(.scanComes)
            ask("trace --tls 1.1", nil, name)
        case .server(let pattern):
            if Command.leading(pattern) != nil {
                ask(pattern, nil, name)
            } else {
                add(pattern: pattern, value: nil, owner: nil, spelling: name)
            }
            server = value ?? "HOST"
        case .name: self.name = value ?? "NAME"
        case .address:
            // testssl.sh: one of the addresses, and the proxy's choice, which is what is done anyway.
            if value == "one" || value == "proxy" { return remark(.oneAddress) }
            wantsAddress = true
            address = value.flatMap { HabitWords.isAddress($0) ? $0 : nil }
            if address == nil, let value { operands.append(value) }
        case .port:
            port = value.flatMap { UInt16($0) != nil ? $0 : nil } ?? "PORT"
            if port == "PORT", let value, HabitWords.isServer(value) { operands.append(value) }
        case .output:
            if base.has("--out") || commands.contains(where: { $0.has("--out") }) {
                add(pattern: "--out {FILE}", value: value, owner: nil, spelling: name)
            } else if let value, HabitWords.isForm(value) {
                add(pattern: "--json", value: nil, owner: nil, spelling: name)
            } else {
                output = (name, value ?? "FILE")
            }
        case .trial: remark(TrialRun.advice(for: base))
        case .list: redirection = "< " + HabitWords.quoted(value ?? "FILE")
        case .file: operands.append(value ?? "FILE")
        case .issuers: issuers.append(value ?? "FILE")
        case .advice(let advice, let pattern):
            remark(advice)
            add(pattern: pattern, value: nil, owner: nil, spelling: name)
        case .nothing: break
        }
    }

    /// The file for what is printed: of `--out` where a command of the line has it, else the shell's, which empties the
    /// file before anything is read.
    private mutating func settle(_ spelling: String, _ file: String) {
        let owners = wishes.filter { commands.isEmpty && !base.has($0) }.compactMap(\.owner)
        if (commands + Command.running.filter { owners.contains($0.name) }).contains(where: { $0.has("--out") }) {
            add(pattern: "--out {FILE}", value: file, owner: nil, spelling: spelling)
        } else {
            redirection = "> " + HabitWords.quoted(file)
        }
    }

    private mutating func remark(_ advice: HabitAdvice) {
        // A whole line shows by itself that a word is not on it.
        if !(isForeign && advice.isNeedless), !remarks.contains(advice) { remarks.append(advice) }
    }

    private mutating func ask(_ pattern: String, _ value: String?, _ spelling: String) {
        guard let (command, words) = Command.leading(pattern) else { return }
        if !commands.contains(where: { $0.name == command.name }) { commands.append(command) }
        add(pattern: words, value: value, owner: command.name, spelling: spelling)
    }

    /// Adds the options of a pattern, with the value in its place.
    private mutating func add(pattern: String, value: String?, owner: String?, spelling: String?) {
        guard !pattern.isEmpty else { return }
        // HTTPie's and others' word for switching off, in the place of a file.
        if let value, HabitWords.isOff(value), pattern.hasPrefix("--anchors-only") {
            return remark(.nothingSwitchesOff)
        }
        var found: [Wish] = []
        for word in HabitWords.split(pattern) where word != ">" {
            let filled = HabitWords.filled(word, with: value)
            if let advice = filled.remark { remark(advice) }
            if let value, filled.isOpen, HabitWords.isServer(value) { operands.append(value) }
            if HabitWords.isRedirected(word, in: pattern) {
                redirection = "> " + HabitWords.quoted(filled.text)
            } else if word.hasPrefix("--") {
                found.append(Wish(words: [word], owner: owner, spelling: spelling))
            } else if let index = found.indices.last, found[index].words.count == 1 {
                found[index].words.append(filled.text)
                found[index].isOpen = filled.isOpen || HabitWords.isPlaceholder(word)
            } else {
                fixedOperands.append(filled.text)
            }
        }
        for wish in found { add(wish, value) }
    }

    private mutating func add(_ wish: Wish, _ value: String?) {
        // One for each of curl's pins.
        if wish.words.first == "--pin", isForeign || wish.spelling != nil, let value {
            wishes += value.split(separator: ";").map { Wish(words: ["--pin", String($0)], spelling: wish.spelling) }
            return
        }
        // curl joins the parts of a body (curl(1), --data).
        if isForeign, let text = wish.words.last, wish.words.first == "--data",
            let index = wishes.firstIndex(where: { $0.words.first == "--data" && $0.words.count == 2 }),
            let before = wishes[index].words.last
        {
            wishes[index].words[1] = before + "&" + text
            return
        }
        if wish.spelling == nil || !wishes.contains(where: { $0.words == wish.words }) { wishes.append(wish) }
    }

    /// Gives back the last word to the operands where it was taken for a value, and there is no server without it.
    private mutating func reclaim(_ last: String) {
        guard base.takesServers, commands.allSatisfy(\.takesServers), HabitWords.isServer(last),
            let index = wishes.lastIndex(where: { $0.words.last == last && $0.words.count == 2 }),
            let option = base.options.first(where: { $0.name == wishes[index].words[0] }),
            let placeholder = option.placeholder, !HabitWords.mayBeServer(placeholder)
        else { return }
        wishes[index].words[1] = placeholder
        wishes[index].isOpen = true
        operands.append(last)
    }

    /// Reads the scheme of curl's and Wget's URLs other than HTTP's: its server is checked, asked to change to TLS or
    /// at the port where TLS begins at once (curl(1), "--ssl-reqd"; FTPS, IMAPS and their like are of the second
    /// kind).
    private mutating func readScheme() {
        for word in operands {
            guard let end = word.firstRange(of: "://") else { continue }
            let scheme = word[..<end.lowerBound].asciiLowercased()
            let authority = word[end.upperBound...].prefix { !"/?#".contains($0) }
            let place = String(authority.split(separator: "@").last ?? "")
            guard !place.isEmpty else { continue }
            if let kind = StartTLS(named: scheme) {
                wishes.removeAll { $0.names == ["--starttls"] }
                wishes.insert(Wish(words: ["--starttls", kind.rawValue]), at: 0)
                server = place
            } else if let port = Target.portsOfTLS[scheme] {
                let hasPort = !place.hasSuffix("]") && place.contains(":")
                server = hasPort ? place : "\(place):\(port)"
            } else {
                continue
            }
            base = .check
            // What is loaded or sent is none of a judgement's.
            let chosen = commands + [base]
            wishes.removeAll { wish in !chosen.contains { $0.has(wish) } }
            operands.removeAll()
            return
        }
    }

    /// HTTPie's words behind the URL, and the method before it (HTTPie's manual, "Request items").
    private mutating func readItems() {
        if let method = operands.first, method.allSatisfy({ $0.isUppercase && $0.isASCII }), method != "GET" {
            wishes.append(Wish(words: ["--method", method]))
        }
        operands.removeAll { $0.allSatisfy { $0.isUppercase && $0.isASCII } }
        let items = operands.dropFirst()
        operands = Array(operands.prefix(1))
        var members: [String] = []
        for item in items {
            guard let place = item.firstIndex(where: { ":=@".contains($0) }) else { continue }
            let key = String(item[..<place])
            let value = String(item[item.index(after: place)...])
            if item[place] == "=", !value.hasPrefix("=") {
                members.append("\(JSONText.string(key)):\(JSONText.string(value))")
            } else if item[place] == ":", value.hasPrefix("=") {
                members.append("\(JSONText.string(key)):\(value.dropFirst())")
            } else if item[place] == ":" {
                wishes.append(Wish(words: ["--header", "\(key): \(value)"]))
            } else {
                unknown.append(item)
            }
        }
        guard !members.isEmpty else { return }
        wishes.append(Wish(words: ["--header", "Content-Type: application/json"]))
        wishes.append(Wish(words: ["--data", "{\(members.joined(separator: ","))}"]))
    }
}
