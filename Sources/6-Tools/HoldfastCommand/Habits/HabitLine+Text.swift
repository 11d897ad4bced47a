import HoldfastTransport

extension HabitLine {
    /// The line to write here, with everything on it that has a meaning here; several with semicolons between them,
    /// where no one command does all that was asked for.
    ///
    /// - Parameter remarks: what is to be said of words that are on none of them.
    func text(_ remarks: inout [HabitAdvice]) -> String {
        var chosen = commands
        // A command that the option at hand is of, where the one at hand lacks it.
        if chosen.isEmpty {
            for wish in wishes {
                if let owner = wish.owner, !base.has(wish),
                    let command = Command.running.first(where: { $0.name == owner })
                {
                    chosen = [command]
                }
            }
        }
        if chosen.isEmpty { chosen = [base] }
        chosen = chosen.map(fitting)
        let left = wishes.filter { wish in !chosen.contains { $0.has(wish) } }
        // Behind a command that was typed its own options stay with it; another program's line is for servers.
        let others = [base, fitting(.check)].map(fitting)
        if let other = others.first(where: { other in
            other.runsItself
                && left.contains { other.has($0) && ($0.spelling == nil || isForeign || other.name == base.name) }
        }) {
            chosen.insert(other, at: 0)
        }
        for wish in wishes where !chosen.contains(where: { $0.has(wish) }) {
            guard let name = wish.names.first else { continue }
            let owners = Command.running.filter { $0.has(wish) }.prefix(3).map(\.name).joined(separator: ", ")
            remarks.append(.otherCommand(option: name, command: chosen[0].name, others: owners))
        }
        var seen: Set<String> = []
        return chosen.filter { seen.insert($0.name).inserted }.map(line).joined(separator: "; ")
    }

    /// The command for what the line names: servers are checked, files evaluated.
    private func fitting(_ command: Command) -> Command {
        let isServer = server != nil || operands.contains(where: HabitWords.isServer)
        let isFile = !operands.isEmpty && !operands.contains(where: HabitWords.isServer) && server == nil
        if command.name == Command.check.name, isFile, isForeign, redirection.isEmpty { return .evaluate }
        if command.name == Command.evaluate.name, isServer, operands.allSatisfy(HabitWords.isServer) { return .check }
        return command
    }

    /// The line of one command, with the options that it has.
    private func line(of command: Command) -> String {
        var words: [String] = []
        var rest = operands
        var single: Set<String> = []
        let isAtHand = commands.isEmpty || command.name == base.name
        let own = own.filter { wish in isAtHand && !wishes.contains { $0.names == wish.names } }
        for wish in own + wishes where command.has(wish) {
            if wish.isOpen, wishes.contains(where: { !$0.isOpen && $0.names == wish.names }) { continue }
            // Two words of another program may mean one option, which is given once.
            if wish.spelling != nil, let name = wish.names.first,
                command.options.contains(where: { $0.name == name && !$0.isRepeatable }),
                !single.insert(name).inserted
            {
                continue
            }
            guard let option = wish.words.first, wish.words.count > 1 else {
                words += wish.words
                continue
            }
            var value = wish.words[1]
            if value == "[FILE]" {
                value = rest.first(where: { !HabitWords.isServer($0) }) ?? "FILE"
                rest.removeAll { $0 == value }
            }
            words += [option, HabitWords.quoted(value, behind: option)]
        }
        let places = places(of: command, rest, startTLS: words)
        let way = places.options.map { HabitWords.quoted($0) }
        let line = (["holdfast", command.name] + words + way).joined(separator: " ")
        return ([line] + places.operands + [redirection]).filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Options that say where to connect, and the operands as the shell takes them.
    private func places(
        of command: Command, _ operands: [String], startTLS words: [String]
    ) -> (options: [String], operands: [String]) {
        if !fixedOperands.isEmpty { return ([], fixedOperands) }
        if redirection.hasPrefix("< ") { return ([], ["-"]) }
        let isForeignFile = isForeign && !command.takesServers
        guard command.takesServers,
            server != nil || !command.takesFiles || operands.contains(where: HabitWords.isServer)
        else {
            let files =
                command.takesFiles ? operands.filter { !isForeign || !HabitWords.isServer($0) } + issuers : operands
            if command.operands.isEmpty { return ([], []) }
            if files.isEmpty { return ([], [words.contains("--csr") ? "" : command.missingOperand]) }
            // step names the files that it makes behind the name.
            let names = isForeignFile && !command.takesFiles ? files.filter { !Operand.isFile($0) } : files
            return (
                name.map { command.has("--host") ? ["--host", $0] : [] } ?? [], names.map { HabitWords.quoted($0) }
            )
        }
        let servers = server.map { [$0] } ?? operands.filter { !isForeign || HabitWords.isServer($0) }
        let place = HabitPlace(servers.first ?? "HOST", port: port)
        let isStartTLS = words.contains("--starttls")
        if let name, name != place.host {
            let target = isStartTLS ? "\(name):\(place.port ?? "PORT")" : name
            let number = isStartTLS ? place.port ?? "PORT" : "443"
            let dialled = servers.isEmpty ? "ADDRESS:PORT" : "\(place.bracketed):\(place.port ?? "443")"
            return (["--connect-to", "\(name):\(number):\(dialled)"], [written(target, for: command)])
        }
        if wantsAddress {
            let number = place.port ?? "443"
            let at = address.map { $0.contains(":") && !$0.hasPrefix("[") ? "[\($0)]" : $0 } ?? "ADDRESS"
            let way = ["--connect-to", "\(place.host):\(number):\(at):\(number)"]
            return (way, [written(place.text, for: command)])
        }
        let all = servers.isEmpty ? [name ?? place.text] : [place.text] + servers.dropFirst()
        return ([], all.map { written($0, for: command) })
    }

    /// A server as the command takes it.
    private func written(_ server: String, for command: Command) -> String {
        let needsURL = command.operands == "URL" && !server.contains("://") && isForeign
        return HabitWords.quoted(needsURL ? "https://\(server)" : HabitWords.secured(server))
    }
}

/// A server of another program's line, in its parts.
private struct HabitPlace {
    let host: String
    let port: String?
    /// As it was written, with the port that stood apart.
    let text: String

    var bracketed: String { host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host }

    /// Takes a server apart.
    ///
    /// - Parameter apart: the port of an option.
    init(_ written: String, port apart: String?) {
        var authority = written[...]
        if let scheme = authority.firstRange(of: "://") { authority = authority[scheme.upperBound...] }
        authority = authority.prefix { !"/?#".contains($0) }
        if let at = authority.lastIndex(of: "@") { authority = authority[authority.index(after: at)...] }
        let isBare = authority.count { $0 == ":" } > 1 && !authority.hasPrefix("[")
        let colon = isBare || authority.hasSuffix("]") ? nil : authority.lastIndex(of: ":")
        host = String(colon.map { authority[..<$0] } ?? authority)
        let own = colon.map { String(authority[authority.index(after: $0)...]) }
        port = own ?? apart
        guard own == nil, let apart else {
            text = written
            return
        }
        let name = isBare ? "[\(host)]" : host
        text = written.contains("://") ? written.replacing(authority, with: "\(name):\(apart)") : "\(name):\(apart)"
    }
}

extension Command {
    /// The word for an operand that is not there.
    fileprivate var missingOperand: String {
        if operands.contains("CA.pem") { return "CA.pem" }
        return takesFiles ? "FILE" : name.hasPrefix("create ") && operands.contains("NAME") ? "NAME" : ""
    }

    /// Whether it has all options of a wish.
    func has(_ wish: HabitLine.Wish) -> Bool { wish.names.allSatisfy(has) }

    func has(_ option: String) -> Bool { options.contains { $0.name == option } }
}
