import HoldfastDiagnostics
import HoldfastHTTP
import HoldfastTracing
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

/// A line of a list of servers: a target, options of its own, and whose it is.
///
///     mail.example.com starttls=smtp address=192.0.2.7 # the mail team
///
/// What follows a `#` at the beginning of a line or after a space is the owner; a line of that alone is a remark.
struct ScanLine: Sendable {
    /// Octets of a line.
    static let longest = 16_384

    let word: String
    let options: [ScanTarget.Option]
    let owner: String?
    /// The column of the target, from 1, in UTF-16 code units.
    let column: Int

    /// Reads a line; nil for one that is empty, or a remark.
    ///
    /// - Throws: a usage error where an option is none, or stands there twice.
    init?(_ line: Substring) throws(CommandError) {
        var rest = line
        let isSpace = { (character: Character) in character == " " || character == "\t" || character == "\r" }
        func word() -> Substring? {
            rest = rest.drop(while: isSpace)
            guard let first = rest.first, first != "#" else { return nil }
            let word = rest.prefix { !isSpace($0) }
            rest = rest[word.endIndex...]
            return word
        }
        column = line.prefix(while: isSpace).utf16.count + 1
        guard let target = word() else { return nil }
        self.word = String(target)
        var options: [ScanTarget.Option] = []
        while let word = word() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, Name(rawValue: parts[0]) != nil, !parts[1].isEmpty else {
                throw .usage(ScanSentence.noOption(text: String(word)), hint: ScanAdvice.lineOptions)
            }
            guard !options.contains(where: { $0.name == parts[0] }) else {
                throw .usage(UsageSentence.givenTwice(option: parts[0]), hint: UsageAdvice.giveItOnce)
            }
            options.append(ScanTarget.Option(parts[0], parts[1]))
        }
        self.options = options
        let remark = rest.drop { $0 == "#" }
        let end = remark.lastIndex { !isSpace($0) }.map { remark.index(after: $0) } ?? remark.startIndex
        let owner = remark[..<end].drop(while: isSpace)
        self.owner = owner.isEmpty ? nil : String(owner)
    }

    /// The options of a line.
    enum Name: String, CaseIterable {
        /// The protocol that is spoken before TLS.
        case starttls
        /// The address to connect to.
        case address
        /// The server name that is sent, and that the certificate has to prove.
        case sni
    }

    private func value(_ name: Name) -> String? { options.first { $0.name == name.rawValue }?.value }

    /// The job that the line asks for.
    ///
    /// - Parameters:
    ///   - index: the target's place in the list.
    ///   - line: its line, from 1.
    ///   - startTLS: what is spoken before TLS where the line does not say it.
    ///   - dial: what the options let be dialled.
    func job(
        _ index: Int, line: Int, startTLS: StartTLS?, by dial: DialOptions
    ) throws(CommandError) -> CheckJob {
        let spoken = try value(.starttls).map { text throws(CommandError) in try StartTLSOption.kind(named: text) }
        let written = try Target(word, startTLS: spoken ?? startTLS)
        let address = try value(.address).map { text throws(CommandError) in
            guard let address = IPAddress(text) else {
                throw .usage(ScanSentence.noAddress(text: text), hint: ScanAdvice.writeAddress)
            }
            return address
        }
        if written.startTLS != nil { try dial.allowDiagnosticClient(of: CommandOption.startTLS.name) }
        var server = written
        if let name = value(.sni) {
            let proven = try HostArgument.parse(name, of: CommandOption("sni=", help: "", chinese: ""))
            server = try Target(written, named: proven, text: written.text)
        } else if address == nil {
            try dial.allow(written)
        }
        let target = ScanTarget(
            index: index, key: ScanTarget.key(of: written.authority, options: keyed(startTLS)), text: written.text,
            options: options, owner: owner, line: line)
        return CheckJob(
            target, server, at: address, dialling: value(.sni) == nil || address != nil ? nil : written)
    }

    /// The options that make it another target: the line's own, and what it leaves to the command.
    private func keyed(_ startTLS: StartTLS?) -> [ScanTarget.Option] {
        guard let startTLS, value(.starttls) == nil else { return options }
        return options + [ScanTarget.Option(Name.starttls.rawValue, startTLS.rawValue)]
    }
}
