import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastHTTPS
import HoldfastJSON
import HoldfastResolving
import HoldfastPolicy
import HoldfastStatements
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

/// `holdfast policy show`: a file and hosts in, what is in force for each out; without hosts, for each entry.
struct PolicyShow {
    private let path: String
    private let hosts: [(text: String, name: ServerName)]
    private let file: ReadPolicyFile
    private let output: ResultOutput

    init(_ invocation: Invocation) throws(CommandError) {
        output = try ResultOutput(invocation)
        path = invocation.operands[0]
        var hosts: [(text: String, name: ServerName)] = []
        for text in invocation.operands.dropFirst() {
            let target = try Target(text)
            hosts.append((target.text, target.url.serverName))
        }
        self.hosts = hosts
        let now = try TimeArgument.value(of: .ownTime, invocation) ?? SystemClock.now()
        file = try ReadPolicyFile(path: path, invocation, at: now)
    }

    func run() -> ExitCode {
        guard !hosts.isEmpty else {
            output.show(PolicyFileLine(path, file)) { _ in wholeText }
            return .success
        }
        for (index, host) in hosts.enumerated() {
            let settings = file.settings(for: host.name)
            let near = file.document.nearestPattern(to: host.name)
            output.show(PolicyShowLine(path, host.name, settings, near)) { _ in
                (index == 0 ? "" : "\n") + text(of: host.name, settings, near)
            }
        }
        return .success
    }

    private func told(_ sentence: PolicyCommandSentence) -> String {
        Wording.line(sentence.words.text(in: output.language)) + "\n"
    }

    private func text(
        of name: ServerName, _ settings: [ReadPolicyFile.Setting], _ near: NearHostPattern?
    ) -> String {
        var text =
            settings.isEmpty
            ? told(.saysNothing(file: path, host: "\(name)")) : told(.inForce(file: path, host: "\(name)"))
        text += rows(settings)
        if let near { text += told(.near(pattern: "\(near.pattern)", host: "\(name)")) }
        return text
    }

    /// Members with their values, a row each.
    private func rows(_ settings: [ReadPolicyFile.Setting]) -> String {
        let width = settings.map(\.member.count).max() ?? 0
        return settings.map { setting in
            let space = String(repeating: " ", count: width - setting.member.count + 2)
            return "  \(setting.member)\(space)"
                + told(
                    .setting(
                        setting.value, pattern: "\(setting.pattern)", file: path, line: setting.position.line,
                        column: setting.position.column))
        }.joined()
    }

    /// Hosts that a line of a pattern names.
    private static let mostNamed = 5

    private var wholeText: String {
        let entries = file.understood
        var text = told(.entries(file: path, count: entries.count))
        for entry in entries {
            let (line, column) = (entry.position.line, entry.position.column)
            let names = entry.hosts.prefix(Self.mostNamed).map { "\($0)" }
            text += "\n"
            text +=
                entry.pattern.domain == nil
                ? told(.exactHost(pattern: "\(entry.pattern)", file: path, line: line, column: column))
                : told(
                    .manyHosts(
                        pattern: "\(entry.pattern)", file: path, line: line, column: column, count: entry.hosts.count,
                        names: (names + (entry.hosts.count > names.count ? ["…"] : [])).joined(separator: ", ")))
            text += entry.settings.isEmpty ? "  " + told(.nothingCounts) : rows(entry.settings)
        }
        if let updates = file.document.updates {
            text += "\n" + told(.updates(url: "\(updates.url)", seconds: updates.every.components.seconds))
        }
        return text
    }
}

/// The members in force for a host as JSON, in the schema `holdfast.policyShow/1`.
private struct PolicyShowLine: Encodable {
    struct Nearest: Encodable {
        let pattern: String
        let slip: String
    }

    private let schema = "holdfast.policyShow/1"
    private let file: String
    private let host: String
    private let settings: [PolicySettingLine]
    @Nullable private var nearest: Nearest?

    init(_ file: String, _ host: ServerName, _ settings: [ReadPolicyFile.Setting], _ near: NearHostPattern?) {
        (self.file, self.host) = (file, "\(host)")
        self.settings = settings.map(PolicySettingLine.init)
        nearest = near.map { Nearest(pattern: "\($0.pattern)", slip: $0.slip.rawValue) }
    }
}

/// A file as a whole as JSON, in the schema `holdfast.policyShow/1`.
private struct PolicyFileLine: Encodable {
    struct Entry: Encodable {
        let pattern: String
        let line: Int
        let column: Int
        let settings: [PolicySettingLine]
        let hosts: [String]
    }

    struct Updates: Encodable {
        let url: String
        let seconds: Int64
    }

    private let schema = "holdfast.policyShow/1"
    private let file: String
    private let entries: [Entry]
    private let updates: Updates?

    init(_ path: String, _ file: ReadPolicyFile) {
        self.file = path
        entries = file.understood.map { entry in
            Entry(
                pattern: "\(entry.pattern)", line: entry.position.line, column: entry.position.column,
                settings: entry.settings.map(PolicySettingLine.init), hosts: entry.hosts.map { "\($0)" })
        }
        updates = file.document.updates.map { Updates(url: "\($0.url)", seconds: $0.every.components.seconds) }
    }
}
