import HoldfastLibC
import HoldfastX509

/// The folder where the XDG Base Directory Specification has what programs keep for a user.
package enum StateFolder {
    /// `holdfast` in `$XDG_STATE_HOME`, else in `~/.local/state`.
    ///
    /// Nil where neither variable names an absolute path, and in a program that runs with more rights than its caller,
    /// which must not choose what it trusts.
    package static func path(_ environment: (String) -> String?) -> String? {
        path("XDG_STATE_HOME", "/.local/state", environment)
    }

    /// `holdfast` in `$XDG_CACHE_HOME`, else in `~/.cache`; nil as with ``path(_:)``.
    package static func cachePath(_ environment: (String) -> String?) -> String? {
        path("XDG_CACHE_HOME", "/.cache", environment)
    }

    /// `holdfast` in `$XDG_DATA_HOME`, else in `~/.local/share`; nil as with ``path(_:)``.
    package static func dataPath(_ environment: (String) -> String?) -> String? {
        path("XDG_DATA_HOME", "/.local/share", environment)
    }

    private static func path(_ name: String, _ usual: String, _ environment: (String) -> String?) -> String? {
        guard getuid() == geteuid(), getgid() == getegid() else { return nil }
        func absolute(_ name: String) -> String? {
            environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        let folder = absolute(name) ?? absolute("HOME").map { $0 + usual }
        return folder.map { $0 + "/holdfast" }
    }

    /// The folder and the name of a file; `name` for a path that has none.
    package static func parts(of path: String, unnamed name: String) -> (folder: String, name: String) {
        let parts = PathSteps.parts(path)
        let above = parts.dropLast().joined(separator: "/")
        let folder = PathSteps.isAbsolute(path) ? "/" + above : above.isEmpty ? "." : above
        return (folder, parts.last ?? name)
    }

    /// A program's name as part of a file's name; nil for one that could lead elsewhere.
    package static func fileName(_ program: String) -> String? {
        let isPlain = program.utf8.allSatisfy { ASCIIText.isLetterOrDigit($0) || "-_.".utf8.contains($0) }
        return isPlain && !program.isEmpty && program.utf8.count <= 100 && !program.hasPrefix(".") ? program : nil
    }
}
