/// The command `curl`, of which versions differ.
package enum CurlCommand {
    /// The first number of its version; 0 where there is none.
    package static let majorVersion: Int = {
        let text = (try? Peer.run("curl", ["--version"]))?.output ?? ""
        guard let start = text.firstRange(of: "curl ") else { return 0 }
        return Int(text[start.upperBound...].prefix { $0.isNumber }) ?? 0
    }()
}
