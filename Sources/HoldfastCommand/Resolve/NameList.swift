import HoldfastHTTPS
import HoldfastTrust

/// A name to look up, and the server of that name.
struct NameOperand: Sendable {
    /// As it was written.
    let text: String
    let name: DNSName
    /// The server that its addresses are connected to as.
    let url: HTTPSURL

    /// Reads a name, or a server of that name.
    ///
    /// - Parameter named: the port of `--port`; nil for the server's own.
    init(_ text: String, port named: UInt16?) throws(CommandError) {
        let hint = "write a host, host:port or https://host"
        let server: ServerName
        let port: UInt16
        if IPAddress(text) == nil, text.utf8.contains(where: { "/?#@:[".utf8.contains($0) }) {
            let target = try Target(text)
            (server, port) = (target.url.serverName, named ?? target.url.port)
            self.text = target.text
        } else {
            do throws(ServerNameError) { server = try ServerName(unicode: text) } catch {
                throw .usage("\(error)", hint: hint)
            }
            (self.text, port) = (text, named ?? 443)
        }
        guard case .dns(let name) = server else {
            throw .usage(
                "\(Wording.quoted(text)) is an address already", hint: "holdfast check judges the server at an address")
        }
        self.name = name
        do throws(HTTPSURLError) { url = try HTTPSURL("https://\(name.text):\(port)") } catch {
            throw .usage("\(Wording.quoted(text)): \(Wording.clause(error.reason))", hint: hint)
        }
    }
}

/// Names from arguments, and from standard input where one is `-`, as ``TargetList`` reads targets.
enum NameList {
    static let maximumCount = TargetList.maximumCount

    static func read(_ arguments: [String], port: UInt16?) throws(CommandError) -> [NameOperand] {
        guard arguments.count(where: { $0 == "-" }) <= 1 else {
            throw .usage("- is given twice", hint: "standard input can be read once")
        }
        var names: [NameOperand] = []
        for argument in arguments {
            guard argument == "-" else {
                names.append(try NameOperand(argument, port: port))
                continue
            }
            names += try StandardInputLines.map(of: "name", maximumCount: maximumCount) {
                (word, _, _) throws(CommandError) in try NameOperand(word, port: port)
            }
        }
        guard names.count <= maximumCount else {
            throw .usage("more than \(maximumCount) names", hint: "resolve fewer at once")
        }
        return names
    }
}
