public import HoldfastTrust

extension ServerName {
    /// A server name as people write it: U-labels become A-labels, as they do in the host of a URL.
    ///
    /// - Throws: ``ServerNameError`` for what is neither a DNS name nor an address.
    public init(unicode text: String) throws(ServerNameError) {
        do throws(ServerNameError) {
            try self.init(text)
        } catch {
            // What else a URL may have beside its host would be lost without a word.
            // Octets: a mark that combines with one of these would hide it from a search among characters.
            guard error.reason == .notASCII, !text.utf8.contains(where: { "/?#@:\\".utf8.contains($0) }),
                let url = try? HTTPSURL("https://" + text + "/")
            else { throw error }
            self = url.serverName
        }
    }
}
