import HoldfastFiles
import HoldfastLibC

/// Paths within a tree of files that is not the machine's own: its links lead to places of the tree.
struct TreePath: Sendable {
    /// The folder on top; `/` for the machine's own tree.
    let root: String

    /// As many links as the kernel follows (path_resolution(7)).
    private static let mostLinks = 40

    init(_ root: String) {
        var root = root
        while root.count > 1, root.hasSuffix("/") { root.removeLast() }
        self.root = root
    }

    /// Whether it is the machine's own.
    var isOwn: Bool { root == "/" }

    /// A path of the tree as this process names it, links not looked at.
    func path(_ path: String) -> String { isOwn ? path : root + path }

    /// The place that a path of the tree leads to, for this process; nil for circles of links.
    ///
    /// A link to `/etc/x` is one to `etc/x` of the tree, and `..` ends at its top: a tree does not lead to the
    /// machine's own files. What is not there is named all the same.
    func resolved(_ path: String) -> String? {
        guard !isOwn else { return path }
        var rest = Self.parts(path)[...]
        var done: [String] = []
        var links = 0
        while let part = rest.popFirst() {
            if part == ".." {
                _ = done.popLast()
                continue
            }
            let place = ([root] + done + [part]).joined(separator: "/")
            guard (try? FileStatus(of: place, followingLinks: false))?.kind == .link, let target = Self.link(place)
            else {
                done.append(part)
                continue
            }
            links += 1
            guard links <= Self.mostLinks else { return nil }
            if target.hasPrefix("/") { done = [] }
            rest = (Self.parts(target) + rest)[...]
        }
        return ([root] + done).joined(separator: "/")
    }

    /// Whether something is at a path of the tree.
    func exists(_ path: String) -> Bool { kind(path) != nil }

    /// The kind of file at a path of the tree; nil where there is none.
    func kind(_ path: String) -> FileStatus.Kind? {
        resolved(path).flatMap { try? FileStatus(of: $0).kind }
    }

    /// The names in a folder of the tree, in order.
    func names(_ folder: String) -> [String] {
        guard let place = resolved(folder) else { return [] }
        return ((try? FolderNames.of(place, limit: 10_000)) ?? []).sorted()
    }

    private static func parts(_ path: String) -> [String] {
        path.split(separator: "/").map(String.init).filter { $0 != "." }
    }

    private static func link(_ path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink(path, &buffer, buffer.count)
        return count > 0
            ? String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }
}
