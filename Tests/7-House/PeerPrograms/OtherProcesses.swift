import Foundation

/// The processes of this machine besides this one, as proc(5) has them.
package enum OtherProcesses {
    private static var all: [Int32] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { Int32($0) }.filter { $0 != getpid() }
    }

    /// Those that have a text among their variables or arguments.
    package static func mentioning(_ text: String) -> [Int32] {
        let text = Data(text.utf8)
        return all.filter { process in
            ["environ", "cmdline"].contains { file in
                KernelFile.bytes("/proc/\(process)/\(file)")?.range(of: text) != nil
            }
        }
    }

    package static func children(of parent: Int32) -> [Int32] { all.filter { status($0)?.parent == parent } }

    /// Those of a session, which is named by its first one, and that have not ended.
    package static func ofSession(_ session: Int32) -> [Int32] {
        all.filter { status($0).map { $0.session == session && $0.state != "Z" } ?? false }
    }

    /// Whether a process is there, and has not ended.
    package static func runs(_ process: Int32) -> Bool { status(process).map { $0.state != "Z" } ?? false }

    /// The name before them may hold anything but its last parenthesis.
    private static func status(_ process: Int32) -> (state: String, parent: Int32, session: Int32)? {
        guard let text = KernelFile.text("/proc/\(process)/stat"), let end = text.lastIndex(of: ")")
        else { return nil }
        let words = text[text.index(after: end)...].split(separator: " ")
        guard words.count > 3, let parent = Int32(words[1]), let session = Int32(words[3]) else { return nil }
        return (String(words[0]), parent, session)
    }
}
