import HoldfastDiagnostics
import HoldfastFiles
import HoldfastLibC
import HoldfastStatements
import HoldfastSystem
import HoldfastTracing
import Synchronization

/// A list of servers, of which as much is read as is asked for: it may have any number of lines, and grow while it is
/// read. What kubectl prints of secrets is a list of these.
///
/// A pipe may have nothing to say for hours: a thread of its own waits for it.
final class ScanList: Sendable {
    /// The settings by which lines become jobs.
    struct Reading: Sendable {
        /// The protocol that is spoken before TLS where a line does not say it.
        var startTLS: StartTLS?
        let dial: DialOptions
        /// The part of the list that is asked; nil for all of it.
        var shard: ScanShard?
        /// Whether the first line that is wrong is the last.
        var isStrict = false
        /// The file that verdicts are placed in, for SARIF; nil for none.
        var place: String?
    }

    /// The part of the list that has been read.
    struct Position: Sendable {
        /// Targets that were named, those of other parts too.
        var targets = 0
        /// Targets of this part.
        var jobs = 0
        var wrongLines = 0
        /// Octets that were read.
        var octets = 0
        /// The end of the list was reached.
        var isAtEnd = false
        /// The share of the file; nil where its size is not known.
        var share: Double?
    }

    /// Octets that are read at once.
    private static let chunk = 16_384
    /// Wrong lines that are told one by one.
    static let mostTold = 20

    private struct State {
        var pending: [UInt8] = []
        var line = 0
        /// Whether the rest of a line that is too long is passed over.
        var isSkipping = false
        var position = Position()
        var complaints: [CommandError] = []
        var failure: CommandError?
        /// Options about places that no server of the list was led to, of other parts too.
        var unused: DialOptions.UnusedRules
    }

    /// The list as the user named it.
    let name: String
    private let file: InputFile.Open
    private let reading: Reading
    private let thread = WaitingThreads(limit: 1)
    private let state: Mutex<State>

    /// Opens a list; `-` is standard input.
    init(_ name: String, _ reading: Reading) throws(CommandError) {
        self.name = name
        self.reading = reading
        state = Mutex(State(unused: reading.dial.unused))
        do throws(CommandError) { file = try InputFile.Open(name) } catch {
            guard error.code == .command(.noSuchFile), let target = try? Target(name) else { throw error }
            throw .usage(ScanSentence.isServer(text: target.text), hint: ScanAdvice.check(target: target.text))
        }
    }

    var position: Position { state.withLock(\.position) }

    /// The error that ended the list before its end; nil for none.
    var failure: CommandError? { state.withLock(\.failure) }

    /// Says which options about places have led none of the servers anywhere, once all are known.
    func complainOfUnused() {
        let (unused, position) = state.withLock { ($0.unused, $0.position) }
        if failure == nil, position.isAtEnd, position.targets > 0 { unused.complain() }
    }

    /// The errors about lines, as many as are told, that nobody has asked for yet.
    func takeComplaints() -> [CommandError] {
        state.withLock { state in
            defer { state.complaints = [] }
            return state.complaints
        }
    }

    /// Some more targets; none at the end.
    func next() async -> [ScanJob] {
        await thread.result { () throws(Never) -> [ScanJob] in
            while true {
                if self.position.isAtEnd { return [] }
                let jobs = self.read()
                if !jobs.isEmpty { return jobs }
            }
        }
    }

    /// Reads a piece of the file, and makes jobs of the lines that are whole.
    private func read() -> [ScanJob] {
        var bytes = [UInt8](repeating: 0, count: Self.chunk)
        let number = file.number
        let count = unsafe bytes.withUnsafeMutableBytes { buffer -> Int in
            while true {
                let count = unsafe HoldfastLibC.read(number, buffer.baseAddress, buffer.count)
                if count >= 0 || errno != EINTR { return count }
            }
        }
        let error = errno
        if count > 0, position.octets == 0, KubernetesSecret.isBegun(by: bytes.prefix(count)) {
            return takeSecrets(bytes.prefix(count))
        }
        return state.withLock { state in
            guard count > 0 else {
                if count < 0 { state.failure = InputFile.unreadable(name, error) }
                let rest = state.pending
                state.pending = []
                let jobs = rest.isEmpty && !state.isSkipping ? [] : [job(of: rest[...], &state)].compactMap(\.self)
                state.position.isAtEnd = true
                return jobs.map(ScanJob.server)
            }
            state.position.octets += count
            state.position.share = file.size.map { min(1, Double(state.position.octets) / Double(max(1, $0))) }
            return jobs(of: bytes.prefix(count), &state).map(ScanJob.server)
        }
    }

    /// Reads the rest of a file of secrets, in which there are no lines: one reading gives all of its jobs.
    private func takeSecrets(_ beginning: ArraySlice<UInt8>) -> [ScanJob] {
        var jobs: [SecretJob] = []
        var failure: CommandError?
        do throws(CommandError) {
            jobs = try SecretJob.all(
                in: Array(beginning) + InputFile.rest(of: file, name, limit: SecretJob.maximumBytes), of: name,
                place: reading.place)
        } catch {
            failure = error
        }
        let own = jobs.filter { reading.shard?.contains($0.target) ?? true }
        state.withLock { state in
            (state.failure, state.position.isAtEnd) = (failure, true)
            (state.position.targets, state.position.jobs) = (jobs.count, own.count)
        }
        return own.map(ScanJob.secret)
    }

    private func jobs(of bytes: ArraySlice<UInt8>, _ state: inout State) -> [CheckJob] {
        var jobs: [CheckJob] = []
        var rest = bytes
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")), !state.position.isAtEnd {
            let line = rest[..<end]
            rest = rest[(end + 1)...]
            if state.pending.isEmpty {
                if let job = job(of: line, &state) { jobs.append(job) }
            } else {
                let whole = state.pending + line
                state.pending.removeAll(keepingCapacity: true)
                if let job = job(of: whole[...], &state) { jobs.append(job) }
            }
        }
        state.pending += rest
        if state.pending.count > ScanLine.longest {
            state.isSkipping = true
            state.pending.removeAll(keepingCapacity: true)
        }
        return jobs
    }

    /// The job of a line; nil for a remark, for another part's, and for a line that is wrong.
    private func job(of line: ArraySlice<UInt8>, _ state: inout State) -> CheckJob? {
        state.line += 1
        do throws(CommandError) {
            guard !state.isSkipping, line.count <= ScanLine.longest else {
                state.isSkipping = false
                throw .usage(ScanSentence.lineTooLong(limit: ScanLine.longest), hint: ScanAdvice.oneALine)
            }
            // What some editors put in front of UTF-8.
            let bytes = state.line == 1 && line.starts(with: [0xef, 0xbb, 0xbf]) ? line.dropFirst(3) : line
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw .usage(ListSentence.notUTF8, hint: ListAdvice.oneALineInUTF8(.target))
            }
            guard let line = try ScanLine(text[...]) else { return nil }
            var job = try line.job(
                state.position.targets, line: state.line, startTLS: reading.startTLS, by: reading.dial)
            state.position.targets += 1
            state.unused.take((job.dialled ?? job.server).url)
            guard reading.shard?.contains(job.target) ?? true else { return nil }
            state.position.jobs += 1
            if let place = reading.place {
                job.place = ReportPlace(
                    file: place, line: state.line, column: line.column, length: line.word.utf16.count)
            }
            return job
        } catch {
            var error = error
            error.statement = ScanSentence.at(file: name, line: state.line, reason: error.statement).statement
            state.position.wrongLines += 1
            if reading.isStrict {
                state.failure = error
                state.position.isAtEnd = true
            } else if state.position.wrongLines <= Self.mostTold {
                state.complaints.append(error)
            }
            return nil
        }
    }
}
