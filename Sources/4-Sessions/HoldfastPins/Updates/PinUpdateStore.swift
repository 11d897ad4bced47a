public import HoldfastFiles
import HoldfastSystem
import HoldfastTrust
public import HoldfastX509

/// The file in which a program keeps the last update that it has taken, and what guards it against going back.
///
/// Update, signature, counters and time stand in one file that is replaced as a whole, under a lock between processes.
/// The folder has to be 0700 and the file 0600, both the property of the user that the process acts for. The disk is
/// not believed: the signature is checked each time that the file is read, and what does not hold is put aside and
/// counts as absent.
///
/// A process keeps what it has once read or written: a file that is deleted, damaged or set back while it runs changes
/// nothing but what is said (``Contents/problem``), and the next update that is taken writes it anew. Whoever can
/// delete the file brings the program back, with its next start, to the pins that it was built with, and no further:
/// ``PinUpdateVerifier/minimumCounter`` stands in the program.
public struct PinUpdateStore: Sendable {
    /// Bytes of the file; 2 MiB, which an update of the greatest size fits into.
    public static let maximumBytes = 2 << 20
    /// The file.
    public var path: String { file.path }
    let file: LockedFile
    let memory: PinUpdateMemory

    /// A store in a file, which need not be there yet.
    public init(path: String) { self.init(path: path, memory: .process) }

    /// Makes a store with a memory of the states that were seen.
    ///
    /// - Parameter memory: what was seen of stores; one of its own stands for a process of its own.
    init(path: String, memory: PinUpdateMemory) {
        self.memory = memory
        file = LockedFile(path: path, unnamed: "pins.json")
    }

    /// The store of a program for its user: `holdfast/pins-PROGRAM.json` in `$XDG_STATE_HOME`, else in
    /// `~/.local/state`.
    ///
    /// - Parameters:
    ///   - program: letters, digits, `-`, `_` and `.`; programs with other keys need other names.
    ///   - environment: gives the value of a variable.
    /// - Returns: nil where there is no such folder or the name is none.
    public static func user(program: String, environment: (String) -> String?) -> PinUpdateStore? {
        guard let folder = StateFolder.path(environment), let name = StateFolder.fileName(program) else { return nil }
        return PinUpdateStore(path: "\(folder)/pins-\(name).json")
    }

    /// The store of a program for its user, by the variables of the process's environment.
    public static func user(program: String) -> PinUpdateStore? {
        user(program: program, environment: ProcessEnvironment.value)
    }

    /// Contents of the store, as far as they may be used now.
    public struct Contents: Sendable {
        /// The last update, where it holds.
        public internal(set) var update: VerifiedPinUpdate?
        /// The reason why the last update does not hold; its counter counts all the same.
        public internal(set) var refusal: PinUpdateFailure?
        /// The file's problem, to be shown to somebody; what the process has seen of the file counts in its place.
        public internal(set) var problem: StoreError?
        var state: PinUpdateState?
        /// Whether the file holds that state.
        var isOnDisk = false

        var history: PinUpdateHistory { state?.history ?? PinUpdateHistory() }
    }

    /// Reads the store and judges what is in it. Nothing is thrown: what cannot be used is not there, and why is said.
    public func load(by verifier: PinUpdateVerifier, at now: Instant) -> Contents {
        let contents = read(verifier, now)
        guard case .corrupt? = contents.problem?.reason else { return contents }
        let found = try? file.whileLocked(failing: { $0 }) { folder throws(StoreError) in
            readPuttingAside(folder, verifier, now)
        }
        return found ?? contents
    }

    /// Takes an update: judges it against what the file says at that time, and keeps it, before anybody uses it.
    ///
    /// - Parameters:
    ///   - entityTag: what the server calls it; nil for nothing.
    ///   - check: a last objection.
    /// - Throws: ``PinUpdateError/refused(_:)`` or ``PinUpdateError/store(_:)``; the file is then as it was.
    func take(
        _ signed: SignedPinUpdate, entityTag: String?, by verifier: PinUpdateVerifier, at now: Instant,
        unless check: (VerifiedPinUpdate) throws(PinUpdateFailure) -> Void
    ) throws(PinUpdateError) -> VerifiedPinUpdate {
        // Of what fails here nothing is written, not even a folder.
        do throws(PinUpdateFailure) { _ = try verifier.read(signed) } catch { throw .refused(error) }
        do throws(PrivateFolderError) { try PrivateFolder.make(file.folder) } catch {
            throw .store(StoreError(error, path, isWriting: true))
        }
        let taken = try file.whileLocked(failing: { PinUpdateError.store($0) }) { folder throws(PinUpdateError) in
            let before = readPuttingAside(folder, verifier, now)
            // What is corrupt is written over, whether it could be put aside or not; what is gone is written anew.
            if let problem = before.problem, !problem.isMended { throw .store(problem) }
            let verified: VerifiedPinUpdate
            do throws(PinUpdateFailure) {
                verified = try verifier.verify(signed, after: before.history, at: now)
                try check(verified)
            } catch {
                throw .refused(error)
            }
            let state = PinUpdateState(signed, verified.history, entityTag: entityTag)
            if state != before.state || !before.isOnDisk {
                do throws(StoreError) { try file.replace(in: folder, with: state.bytes) } catch { throw .store(error) }
            }
            memory.keep(state, of: path, by: verifier)
            return verified
        }
        // Somebody has taken the folder away again.
        guard let taken else { throw .store(StoreError(.absent, path, isWriting: true)) }
        return taken
    }

    /// Remembers the time, up to the end of the last update, where it has passed by an hour or more.
    func note(_ now: Instant, by verifier: PinUpdateVerifier) {
        let contents = read(verifier, now)
        guard let update = contents.update?.update ?? contents.state.flatMap({ try? verifier.read($0.signed) }),
            let latest = contents.history.latest,
            let later = contents.history.noting(now, of: update).latest,
            later.seconds(since: latest) >= 3600 || later > latest && later == update.expires
        else { return }
        if var state = contents.state {
            state.history = state.history.noting(now, of: update)
            memory.keep(state, of: path, by: verifier)
        }
        // Where it fails, only the guard against a set-back clock is weaker than it could be.
        _ = try? file.whileLocked(failing: { $0 }) { folder throws(StoreError) in
            // Another process may have taken an update meanwhile, which has noted the time itself.
            guard var state = readFile(verifier).state, state.history.last == contents.history.last else { return }
            state.history = state.history.noting(now, of: update)
            try file.replace(in: folder, with: state.bytes)
        }
    }
}

extension PinUpdateStore: Hashable {
    public static func == (one: PinUpdateStore, other: PinUpdateStore) -> Bool { one.path == other.path }

    public func hash(into hasher: inout Hasher) { hasher.combine(path) }
}

extension StoreError {
    /// Whether writing the file puts it right.
    var isMended: Bool {
        switch reason {
        case .corrupt, .gone, .setBack: true
        default: false
        }
    }
}

extension WaitingThreads {
    /// For the files of pins, of updates and of reports, which processes of one user share under locks. More calls than
    /// that wait their turn, no longer than such a lock is waited for.
    static let pins = WaitingThreads(limit: 4)
}
