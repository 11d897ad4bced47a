import Foundation

/// The libcurl that runs with the tests, which need not be the one that they were built with.
package enum CurlLibrary {
    /// The first number of its version (curl_version(3)); 0 where there is none.
    package static let majorVersion: Int = {
        guard let symbol = unsafe dlsym(nil, "curl_version") else { return 0 }
        let version = unsafe unsafeBitCast(symbol, to: (@convention(c) () -> UnsafePointer<CChar>).self)
        return major(of: unsafe String(cString: version()), after: "libcurl/")
    }()

    /// That of the `curl` command.
    package static let majorVersionOfCommand = major(
        of: (try? Peer.run("curl", ["--version"]))?.output ?? "", after: "curl ")

    private static func major(of text: String, after name: String) -> Int {
        guard let start = text.firstRange(of: name) else { return 0 }
        return Int(text[start.upperBound...].prefix { $0.isNumber }) ?? 0
    }
}
