import HoldfastCrypto
import HoldfastFiles
import HoldfastHTTPS
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

/// The folder in which reports wait until they are delivered: one file each, written all or nothing, which survives the
/// end of the program.
///
/// The folder has to be 0700, the property of the user that the process acts for; programs may share it. Files that are
/// damaged are put aside.
public struct PinReportSpool: Hashable, Sendable {
    /// Bounds of a spool.
    public struct Limits: Hashable, Sendable {
        /// Reports that wait; 100. What comes then is dropped, and not what waits: the first reports say what happened.
        public var reports = 100
        /// Their bytes; 4 MiB.
        public var bytes = 4 << 20
        /// Bytes of one report; 256 KiB, many times a chain's.
        public var reportBytes = 256 << 10
        /// Days for which delivering is tried; 7.
        public var days: Int64 = 7
        /// Attempts at delivering a report; 10.
        public var attempts = 10

        public init() {}
    }

    /// The folder.
    public let path: String
    public var limits: Limits

    /// A spool in a folder, which need not be there yet.
    public init(path: String, limits: Limits = Limits()) { (self.path, self.limits) = (path, limits) }

    /// The spool of a program for its user: `holdfast/pin-reports-PROGRAM` in `$XDG_STATE_HOME`, else in
    /// `~/.local/state`.
    ///
    /// - Parameters:
    ///   - program: letters, digits, `-`, `_` and `.`.
    ///   - environment: gives the value of a variable.
    /// - Returns: nil where there is no such folder or the name is none.
    public static func user(program: String, environment: (String) -> String?) -> PinReportSpool? {
        guard let folder = StateFolder.path(environment), let name = StateFolder.fileName(program) else { return nil }
        return PinReportSpool(path: "\(folder)/pin-reports-\(name)")
    }

    /// The spool of a program for its user, by the variables of the process's environment.
    public static func user(program: String) -> PinReportSpool? {
        user(program: program, environment: ProcessEnvironment.value)
    }

    static let lockName = "spool.lock"
    static let indexName = "recent.json"
    private static let lockSeconds = 10
    private static let prefix = "report-"
    private static let suffix = ".json"
    /// Damaged files that are kept to be looked at.
    private static let maximumAside = 10

    /// The outcome of taking up a failure.
    enum Admission: Hashable {
        case spooled(Int)
        /// Reported lately.
        case duplicate
        /// More failures than are reported in an hour.
        case limited
        /// No room.
        case full
    }

    /// A report that waits.
    struct Waiting: Hashable {
        let name: String
        var report: SpooledReport
        let byteCount: Int
    }

    /// The reports of the folder, and how many were cleared out.
    struct Contents {
        var waiting: [Waiting] = []
        var cleared = Cleared()
    }

    /// Numbers of the reports that were cleared out of the folder.
    struct Cleared {
        /// Taken away, since they waited too long.
        var expired = 0
        /// Put aside, since they cannot be read.
        var damaged = 0
    }

    /// Takes a report up for each URI, unless the same failure was reported lately; says what it cleared out for room.
    ///
    /// - Parameters:
    ///   - period: for how many seconds the same failure is not reported again.
    ///   - hourly: failures that are reported in an hour.
    func admit(
        _ body: [UInt8], to uris: [HTTPSURL], failure digest: [UInt8], at now: Instant, period: Int64, hourly: Int
    ) throws(StoreError) -> (Admission, Cleared) {
        guard body.count <= limits.reportBytes else { return (.full, Cleared()) }
        do throws(PrivateFolderError) {
            try PrivateFolder.make(path)
        } catch {
            throw StoreError(error, path, isWriting: true)
        }
        return try locked { (folder) throws(PrivateFolderError) in
            var recent = try index(folder)
            guard !recent.has(digest, within: period, of: now) else { return (.duplicate, Cleared()) }
            guard recent.count(within: 3600, of: now) < hourly else { return (.limited, Cleared()) }
            let contents = try read(folder, now)
            let reports = uris.map { SpooledReport(to: $0, created: now, body: body).bytes }
            guard contents.waiting.count + reports.count <= limits.reports,
                (contents.waiting.map(\.byteCount) + reports.map(\.count)).reduce(0, +) <= limits.bytes
            else { return (.full, contents.cleared) }
            for report in reports { try folder.replace(try Self.newName(now), with: report) }
            recent.add(digest, at: now, keeping: max(period, 3600))
            try folder.replace(Self.indexName, with: recent.bytes)
            return (.spooled(reports.count), contents.cleared)
        }
    }

    /// Takes out a report that is to be tried now, and sees to it that nobody else tries it at the same time; nil where
    /// it is not there any more, or not to be tried.
    ///
    /// - Parameters:
    ///   - lease: after so many seconds others may, as where this process ends meanwhile.
    ///   - everything: also what was put off.
    func claim(
        _ name: String, at now: Instant, lease: Int64, everything: Bool
    ) throws(StoreError) -> Waiting? {
        try ifThere(nil) { (folder) throws(PrivateFolderError) in
            guard var waiting = try read(name, folder), waiting.report.isFree(at: now, everything: everything),
                !isTooOld(waiting, at: now)
            else { return nil }
            waiting.report.leasedUntil = now.advanced(bySeconds: lease)
            waiting.report.attempts += 1
            try folder.replace(name, with: waiting.report.bytes)
            return waiting
        }
    }

    /// Takes a report away: delivered, or refused for good.
    func remove(_ waiting: Waiting) throws(StoreError) {
        try ifThere(()) { (folder) throws(PrivateFolderError) in try folder.remove(waiting.name) }
    }

    /// Puts off a report that could not be delivered; false where it was tried often enough and is taken away.
    func putOff(_ waiting: Waiting, until due: Instant) throws(StoreError) -> Bool {
        try ifThere(false) { (folder) throws(PrivateFolderError) in
            guard waiting.report.attempts < limits.attempts else {
                try folder.remove(waiting.name)
                return false
            }
            var report = waiting.report
            (report.due, report.leasedUntil) = (due, report.created)
            try folder.replace(waiting.name, with: report.bytes)
            return true
        }
    }

    /// The reports that wait now; none where there is no folder.
    func contents(at now: Instant) throws(StoreError) -> Contents {
        try ifThere(Contents()) { (folder) throws(PrivateFolderError) in try read(folder, now) }
    }

    /// The reports that wait, the oldest first; damaged files are put aside, what is too old is taken away.
    private func read(_ folder: PrivateFolder, _ now: Instant) throws(PrivateFolderError) -> Contents {
        var contents = Contents()
        let names = try folder.names().sorted()
        for name in names.filter({ !$0.hasSuffix(Self.suffix) && $0.contains(".corrupt-") }).dropLast(Self.maximumAside)
        {
            try folder.remove(name)
        }
        for name in names where name.hasPrefix(Self.prefix) {
            guard name.hasSuffix(Self.suffix) else {
                // A draft that a process left behind when it ended.
                if name.hasSuffix(".new") { try folder.remove(name) }
                continue
            }
            guard let waiting = try read(name, folder) else {
                contents.cleared.damaged += 1
                if folder.putAside(name, suffix: "corrupt") == nil { try folder.remove(name) }
                continue
            }
            guard !isTooOld(waiting, at: now) else {
                contents.cleared.expired += 1
                try folder.remove(name)
                continue
            }
            contents.waiting.append(waiting)
        }
        return contents
    }

    /// Whether a report has waited for longer than any is kept, or was written by a clock that ran ahead by as much.
    private func isTooOld(_ waiting: Waiting, at now: Instant) -> Bool {
        abs(now.seconds(since: waiting.report.created)) >= limits.days * 86_400
    }

    /// One report; nil where there is none that can be read.
    private func read(_ name: String, _ folder: PrivateFolder) throws(PrivateFolderError) -> Waiting? {
        do throws(PrivateFolderError) {
            // Base64, and what stands around it.
            let bytes = try folder.read(name, limit: limits.reportBytes * 2 + 4096)
            return (try? SpooledReport(bytes)).map { Waiting(name: name, report: $0, byteCount: bytes.count) }
        } catch {
            if case .system = error { throw error }
            return nil
        }
    }

    private func index(_ folder: PrivateFolder) throws(PrivateFolderError) -> RecentReports {
        do throws(PrivateFolderError) {
            let bytes = try folder.read(Self.indexName, limit: 1 << 20)
            if let recent = RecentReports(bytes) { return recent }
        } catch {
            if error == .absent { return RecentReports() }
        }
        if folder.putAside(Self.indexName, suffix: "corrupt") == nil { try folder.remove(Self.indexName) }
        return RecentReports()
    }

    /// Names sort by time; what is behind it keeps processes from taking the same one.
    private static func newName(_ now: Instant) throws(PrivateFolderError) -> String {
        guard let random = try? SystemRandom.bytes(8) else { throw .absent }
        let seconds = String(max(0, now.secondsSince1970))
        let padded = String(repeating: "0", count: max(0, 12 - seconds.utf8.count)) + seconds
        return prefix + padded + "-" + HexString.encode(random) + suffix
    }

    private func locked<Value>(
        _ body: (PrivateFolder) throws(PrivateFolderError) -> Value
    ) throws(StoreError) -> Value {
        do throws(PrivateFolderError) {
            let folder = try PrivateFolder(path)
            return try folder.whileLocked(Self.lockName, seconds: Self.lockSeconds) { () throws(PrivateFolderError) in
                try body(folder)
            }
        } catch {
            throw StoreError(error, path, isWriting: true)
        }
    }

    /// Runs a body under the lock, or gives a value in its place where there is no folder.
    private func ifThere<Value>(
        _ value: Value, _ body: (PrivateFolder) throws(PrivateFolderError) -> Value
    ) throws(StoreError) -> Value {
        do throws(PrivateFolderError) {
            _ = try PrivateFolder(path)
        } catch {
            if error == .absent { return value }
            throw StoreError(error, path, isWriting: false)
        }
        return try locked(body)
    }
}
