import HoldfastFiles
import HoldfastLibC

/// The programs by which stores are read and changed, found on the user's path and in the folders of administrators.
struct StorePrograms: Sendable {
    private let folders: [String]
    private let environment: [String]

    /// Finds the folders of programs.
    ///
    /// - Parameters:
    ///   - path: the variable PATH; administrators' programs are found in `/usr/sbin` and `/sbin` all the same.
    ///   - home: the variable HOME for the programs.
    init(path: String?, home: String?) {
        let path = path ?? "/usr/local/bin:/usr/bin:/bin"
        folders = path.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") } + ["/usr/sbin", "/sbin"]
        // Nothing else of the user's: variables steer what programs trust, and in which language they speak.
        environment =
            ["PATH=" + folders.joined(separator: ":"), "LC_ALL=C.UTF-8"] + (home.map { ["HOME=\($0)"] } ?? [])
    }

    /// The path of a program; nil where it is not installed. A path is taken as it is.
    func path(of name: String) -> String? {
        let candidates = name.contains("/") ? [name] : folders.map { "\($0)/\(name)" }
        return candidates.first { unsafe (try? FileStatus(of: $0))?.kind == .regular && access($0, X_OK) == 0 }
    }

    /// Runs a program to its end, whatever its exit code.
    ///
    /// - Parameter packages: the packages that have it, for whoever has to install it.
    func run(
        _ command: [String], input: [UInt8] = [], packages: String = ""
    ) throws(TrustStoreError) -> ProgramRun {
        let name = command.first ?? ""
        guard let program = path(of: name) else { throw .noProgram(name, packages: packages) }
        do throws(SystemError) {
            return try ProgramRun.of([program] + command.dropFirst(), environment, input: input)
        } catch {
            throw .program(name, SystemText.clause(error.number))
        }
    }

    /// Runs a program that has to succeed.
    func succeed(_ command: [String], input: [UInt8] = [], packages: String = "") throws(TrustStoreError) {
        let run = try run(command, input: input, packages: packages)
        guard run.exitCode == 0 else { throw .program(command.first ?? "", run.complaint) }
    }
}

/// A folder that is there while something is tried in it, for this user alone.
enum ScratchFolder {
    /// Makes a folder, lends it, and removes it with the files in it.
    static func with(_ body: (String) throws(TrustStoreError) -> Void) throws(TrustStoreError) {
        var name = Array("/tmp/holdfast-store-XXXXXX".utf8CString)
        guard let made = unsafe mkdtemp(&name) else {
            throw .file("/tmp", SystemText.clause(errno))
        }
        let folder = unsafe String(cString: made)
        defer {
            for file in (try? FolderNames.of(folder, limit: 100)) ?? [] { unsafe unlink("\(folder)/\(file)") }
            unsafe rmdir(folder)
        }
        try body(folder)
    }
}
