import HoldfastHTTPS
import HoldfastTracing
import HoldfastStatements
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

/// A name to look up, and the server of that name.
struct NameOperand: Sendable {
    /// As it was written.
    let text: String
    let name: DNSName
    /// The server that its addresses are connected to as.
    let target: Target

    /// The way in which names are read.
    struct Reading {
        /// The port of `--port`; nil for the server's own.
        var port: UInt16?
        /// The protocol that is spoken before TLS; nil for TLS from the first byte.
        var startTLS: StartTLS?
    }

    /// Reads a name, or a server of that name.
    init(_ text: String, _ reading: Reading) throws(CommandError) {
        let server: ServerName
        var port = reading.port
        if IPAddress(text) == nil, text.utf8.contains(where: { "/?#@:[".utf8.contains($0) }) {
            let target = try Target(text, startTLS: reading.startTLS)
            (self.text, server, port) = (target.text, target.url.serverName, port ?? target.url.port)
        } else {
            do throws(ServerNameError) { server = try ServerName(unicode: text) } catch {
                throw .usage(error.statement.sentence, hint: ResolveAdvice.writeHost)
            }
            self.text = text
        }
        guard case .dns(let name) = server else {
            throw .usage(
                ResolveSentence.isAddress(text: text), hint: ResolveAdvice.checkJudges)
        }
        self.name = name
        target = try Target(port.map { "\(name.text):\($0)" } ?? name.text, startTLS: reading.startTLS)
    }
}

/// Names from arguments, and from standard input where one is `-`, as ``TargetList`` reads targets.
enum NameList {
    static let maximumCount = TargetList.maximumCount

    static func read(_ arguments: [String], _ reading: NameOperand.Reading) throws(CommandError) -> [NameOperand] {
        guard arguments.count(where: { $0 == "-" }) <= 1 else {
            throw .usage(UsageSentence.dashTwice, hint: UsageAdvice.readOnce)
        }
        var names: [NameOperand] = []
        for argument in arguments {
            guard argument == "-" else {
                names.append(try NameOperand(argument, reading))
                continue
            }
            names += try StandardInputLines.map(of: .name, maximumCount: maximumCount) {
                (word, _, _) throws(CommandError) in try NameOperand(word, reading)
            }
        }
        guard names.count <= maximumCount else {
            throw .usage(ResolveSentence.tooManyNames(most: maximumCount), hint: ResolveAdvice.fewerAtOnce)
        }
        return names
    }
}
