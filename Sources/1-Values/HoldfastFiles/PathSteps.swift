import HoldfastLibC

/// The steps along a path for whoever walks it by open folders.
enum PathSteps {
    /// Links followed on the way; as many as Linux does.
    static let maximumLinks = 40

    /// Whether a path begins at the root.
    static func isAbsolute(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "/") }

    /// The parts of a path between its slashes.
    ///
    /// As octets, which the kernel reads: with a combining mark behind it a slash is another character to Swift, and
    /// two names would be entered as one, a link that is the first of them unseen.
    static func parts(_ path: String) -> [String] {
        path.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The names in a path that are to be entered, the first one last.
    static func names(_ path: String) -> [String] { parts(path).filter { $0 != "." }.reversed() }

    /// The path that an open link leads to.
    static func target(of link: Int32) throws(SystemError) -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlinkat(link, "", &buffer, buffer.count)
        guard count >= 0 else { throw .last }
        guard count < buffer.count else { throw SystemError(ENAMETOOLONG) }
        return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Whether what a user has put on the way is relied on: the process's own user, and root.
    static func isTrusted(_ user: UInt32) -> Bool { user == 0 || user == geteuid() }
}
