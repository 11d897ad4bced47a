import HoldfastHTTPS
import HoldfastTrust

/// Names of servers as people write them.
enum HostName {
    /// The name or address to prove; U-labels become A-labels as they do in URLs.
    static func parse(_ text: String) throws(CommandFailure) -> ServerName {
        do throws(ServerNameError) {
            return try ServerName(unicode: text)
        } catch {
            throw .usage(
                "--host: \(Wording.quoted(error.text)) \(error.reason.rawValue)",
                hint: "write a DNS name or an IP address, without scheme and port")
        }
    }
}
