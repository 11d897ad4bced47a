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
        // Octets: a mark that combines with the last slash would hide it from a search among characters.
        if let scheme = Array(text.utf8).firstRange(of: Array("://".utf8)) {
            if String(decoding: text.utf8.prefix(scheme.lowerBound), as: UTF8.self).lowercased() == "https" {
                return text
            }
            throw .usage(
                "'\(text)' is no https URL", hint: "without TLS there is no certificate to judge; write https://…")
        }
        // With two colons or more it is an address, or nothing that has a meaning here.
        if text.count(where: { $0 == ":" }) > 1, !text.hasPrefix("["), IPAddress(text) != nil {
            return "https://[\(text)]"
        }
        return "https://" + text
    }
}
