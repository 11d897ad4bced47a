import HoldfastHTTPS
import HoldfastTrust

/// A server as people name it: `https://host[:port]/…`, `host`, `host:port`, or an address.
struct Target: Sendable {
    /// As it was written.
    let text: String
    let url: HTTPSURL

    init(_ text: String) throws(CommandFailure) {
        self.text = text
        let written = try Self.normalised(text)
        do throws(HTTPSURLError) {
            url = try HTTPSURL(written)
        } catch {
            throw .usage(
                "'\(text)': \(Wording.clause(error.reason))",
                hint: "write https://host, host:port or an address; IPv6 stands in brackets before a port")
        }
    }

    /// Puts `https://` before what has no scheme, and brackets around a bare IPv6 address.
    private static func normalised(_ text: String) throws(CommandFailure) -> String {
        if let scheme = text.firstRange(of: "://") {
            if text[..<scheme.lowerBound].lowercased() == "https" { return text }
            throw .usage(
                "'\(text)' is no https URL", hint: "without TLS there is no certificate to judge; write https://…")
        }
        // With two colons or more it is an address, or nothing that has a meaning here.
        if text.count(where: { $0 == ":" }) > 1, !text.hasPrefix("["), IPAddress(text) != nil {
            return "https://[\(text)]"
        }
        return "https://" + text
    }

    /// Targets from arguments, and from standard input where one is `-`: one a line, `#` begins a remark.
    static func all(_ arguments: [String]) throws(CommandFailure) -> [Target] {
        var targets: [Target] = []
        for argument in arguments {
            guard argument == "-" else {
                targets.append(try Target(argument))
                continue
            }
            let bytes = try InputFile.bytes(of: "-", limit: 1 << 20, advice: "check fewer targets at once")
            for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
                let word = line.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)[0]
                    .split(whereSeparator: \.isWhitespace).joined(separator: " ")
                if !word.isEmpty { targets.append(try Target(word)) }
            }
        }
        guard !targets.isEmpty else {
            throw .usage("standard input names no target", hint: "write one URL a line")
        }
        return targets
    }
}
