import HoldfastFiles
import HoldfastLibC
import HoldfastTransport
import HoldfastWeb

/// The file of a download that may go on after the process ended, with its journal beside it: `PATH.part` and
/// `PATH.part.journal`, for their owner alone.
///
/// Locked while it is open: of two processes one has it. Belongs to the task that writes it.
struct PartFile: ~Copyable {
    /// Bytes between two moments at which the journal says what is safe.
    private static let stride: Int64 = 16 << 20

    private let path: String
    private let descriptor: Int32
    private var isPlaced = false
    /// Bytes in the file.
    private(set) var count: Int64
    private(set) var journal: DownloadJournal?

    private static func part(_ path: String) -> String { path + ".part" }
    private static func journal(_ path: String) -> String { path + ".part.journal" }

    /// An error for a part that cannot be had: another process has it, or something stands there that is not this
    /// user's own file, for nobody else.
    struct UnavailableError: Error {}

    /// Opens the file, or makes it. What its journal does not vouch for, is thrown away.
    ///
    /// - Parameter url: what is to be loaded.
    init(for path: String, of url: HTTPSURL) throws(UnavailableError) {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw UnavailableError() }
        let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
        let opened = unsafe open(Self.part(path), flags, 0o600)
        guard opened >= 0 else { throw UnavailableError() }
        guard flock(opened, LOCK_EX | LOCK_NB) == 0, let size = Self.sizeIfOwn(opened, at: Self.part(path)) else {
            close(opened)
            throw UnavailableError()
        }
        let journal = Self.read(Self.journal(path))
        let usable = journal.flatMap { $0.url == url.description ? $0.usable(of: size, boot: Self.boot) : nil }
        let kept = usable ?? 0
        guard ftruncate(opened, off_t(kept)) == 0, lseek(opened, off_t(kept), SEEK_SET) >= 0 else {
            close(opened)
            throw UnavailableError()
        }
        if usable == nil { _ = unsafe unlink(Self.journal(path)) }
        self.path = path
        descriptor = opened
        self.journal = usable == nil ? nil : journal
        count = kept
    }

    deinit {
        // A process that is being started has the descriptor too, until it runs its own program; it has no lock then.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// The system's start; empty where it does not say.
    private static let boot: String = {
        let bytes = try? BoundedFile.bytes("/proc/sys/kernel/random/boot_id", limit: 100, ofAnyKind: true)
        return String(decoding: (bytes ?? []).prefix { $0 != 0x0A }, as: UTF8.self)
    }()

    /// The size of a regular file of this user's own, with one name and without rights for others, which still stands
    /// there: whoever had it before may have given it its name since. Nil for any other.
    private static func sizeIfOwn(_ descriptor: Int32, at path: String) -> Int64? {
        guard let status = try? FileStatus(of: descriptor), status.kind == .regular, status.owner == geteuid(),
            status.mode & 0o077 == 0, status.nameCount == 1,
            let there = try? FileStatus(of: path, followingLinks: false), there.isSameFile(as: status)
        else { return nil }
        return Int64(status.size)
    }

    private static func read(_ path: String) -> DownloadJournal? {
        let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard sizeIfOwn(descriptor, at: path) != nil,
            let bytes = try? BoundedFile.contents(of: descriptor, limit: DownloadJournal.byteLimit)
        else { return nil }
        return DownloadJournal(bytes)
    }

    /// Begins anew: what is there is thrown away.
    ///
    /// - Parameters:
    ///   - validator: what the rest can be asked for by; nil where it cannot.
    ///   - total: the size of the whole; nil where it is not known.
    ///   - source: the digest of where it comes from.
    mutating func begin(
        _ url: HTTPSURL, _ validator: RangeValidator?, total: Int64?, from source: String
    ) throws(HTTPSError) {
        try clear()
        guard let validator else { return }
        journal = DownloadJournal(
            url: url, validator: validator, total: total, safe: 0, boot: Self.boot, source: source)
        try writeJournal()
    }

    /// Throws away what is there.
    mutating func clear() throws(HTTPSError) {
        _ = unsafe unlink(Self.journal(path))
        guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) >= 0 else { throw failure(errno) }
        (count, journal) = (0, nil)
    }

    mutating func write(_ bytes: [UInt8]) throws(HTTPSError) {
        do throws(SystemError) { try FileWriting.write(bytes, to: descriptor) } catch { throw failure(error.number) }
        count += Int64(bytes.count)
        guard let safe = journal?.safe, count - safe >= Self.stride else { return }
        guard fdatasync(descriptor) == 0 else { throw failure(errno) }
        journal?.safe = count
        try writeJournal()
    }

    /// The journal, whole or not at all.
    private func writeJournal() throws(HTTPSError) {
        guard let journal else { return }
        let draft = Self.journal(path) + ".new"
        _ = unsafe unlink(draft)
        do throws(SystemError) {
            var file = try FileDraft(named: draft, mode: 0o600)
            try file.setMode(0o600)
            try file.write(journal.bytes)
            try file.place(as: Self.journal(path), replacing: true)
        } catch {
            throw failure(error.number)
        }
    }

    /// Gives the file its name, and removes the journal: what was read by then is all there is.
    ///
    /// - Parameter replacing: whether a file of that name goes; otherwise it is the error `fileExists`.
    mutating func place(replacing: Bool) throws(HTTPSError) {
        guard fsync(descriptor) == 0 else { throw failure(errno) }
        if replacing {
            guard unsafe rename(Self.part(path), path) == 0 else { throw failure(errno) }
        } else {
            // A link, unlike a rename, fails where somebody has made the file in the meantime.
            guard unsafe link(Self.part(path), path) == 0 else {
                throw errno == EEXIST ? DownloadFile.exists(path) : failure(errno)
            }
            _ = unsafe unlink(Self.part(path))
        }
        _ = unsafe unlink(Self.journal(path))
        isPlaced = true
    }

    /// Removes what no later download could go on with.
    func leave() {
        guard journal == nil, !isPlaced else { return }
        _ = unsafe unlink(Self.part(path))
        _ = unsafe unlink(Self.journal(path))
    }

    private func failure(_ error: Int32) -> HTTPSError { DownloadFile.failure(path, SystemText.error(error)) }
}
