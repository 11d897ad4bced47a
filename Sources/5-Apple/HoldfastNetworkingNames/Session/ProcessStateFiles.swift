import Foundation
import HoldfastCredentials
import HoldfastFiles
import HoldfastHTTPS
import HoldfastResolving
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import Synchronization

/// The folder in which `HTTPCookieStorage.shared`, the storages of groups and the hosts that want nothing but TLS have
/// their files.
///
/// A program says once, before it asks for the first storage, which it is. One that says nothing has `holdfast` in
/// `$XDG_STATE_HOME`, else in `~/.local/state`, and its executable's name; where there is no such folder, and in a
/// program that runs with more rights than its caller, they end with the process. Apple has no such type.
public struct ProcessStateFiles: Hashable, Sendable {
    /// The folder, for its owner alone; nil where nothing outlasts the process.
    public var folder: String?
    /// The name by which the program's own files, and the folder of `URLCache`, are told from other programs'.
    public var program: String

    /// Names a folder, which need not be there yet.
    ///
    /// - Parameters:
    ///   - folder: an absolute path; nil where nothing outlasts the process.
    ///   - program: letters, digits, `-`, `_` and `.`, at most 100; nil for the executable's name.
    public init(folder: String?, program: String? = nil) {
        self.folder = folder
        self.program = program ?? ProcessCredentialStores.programName(CommandLine.arguments.first)
    }

    /// The storages that a process has several programs' worth of.
    enum Kind: Hashable, Sendable {
        case program
        case group(String)
    }

    // MARK: The process's own

    /// The folder of one task and its children, in the place of the process's: so that tests share none.
    @TaskLocal package static var ofTask: ProcessStateFiles?

    private static let ofProcess = Mutex(ProcessStateFiles?.none)

    private struct Key: Hashable {
        let files: ProcessStateFiles
        let kind: Kind
    }

    private static let storages = Mutex<[Key: HTTPCookieStorage]>([:])
    private static let hosts = Mutex<[ProcessStateFiles: KnownHostStore]>([:])

    /// Makes a folder that of the process, from the next storage on that is asked for.
    public static func use(_ files: ProcessStateFiles) { ofProcess.withLock { $0 = files } }

    static var current: ProcessStateFiles {
        if let ofTask { return ofTask }
        return ofProcess.withLock { files in
            if let files { return files }
            let found = ProcessStateFiles(folder: StateFolder.path(ProcessEnvironment.value))
            files = found
            return found
        }
    }

    /// The file of a storage; nil where it is in memory.
    private func path(_ kind: Kind) -> String? {
        guard let folder else { return nil }
        return switch kind {
        case .program: CookieFileStore.path(ofProgram: program, in: folder)
        case .group(let identifier): StateFolder.fileName(identifier).map { "\(folder)/group-cookies-\($0).sqlite" }
        }
    }

    /// The program's one store of hosts that want nothing but TLS.
    var knownHosts: KnownHostStore {
        Self.hosts.withLock { stores in
            if let store = stores[self] { return store }
            let path = folder.flatMap { KnownHostStore.path(ofProgram: program, in: $0) }
            let store =
                path.map { path in
                    KnownHostStore(path: path) { problem in
                        DangerLog.say("holdfast: known hosts: \(problem)", about: "known hosts: \(problem)")
                    }
                } ?? KnownHostStore()
            stores[self] = store
            return store
        }
    }

    private static func storage(at path: String) -> HTTPCookieStorage {
        HTTPCookieStorage(at: path, publicSuffixes: .system, clock: { Instant(Date()) }) { line, about in
            DangerLog.say(line, about: about)
        }
    }

    /// The one storage of its kind.
    func storage(_ kind: Kind) -> HTTPCookieStorage {
        Self.storages.withLock { storages in
            let key = Key(files: self, kind: kind)
            if let storage = storages[key] { return storage }
            let storage = path(kind).map(Self.storage(at:)) ?? HTTPCookieStorage()
            storages[key] = storage
            return storage
        }
    }
}
