import HoldfastStatements
import HoldfastDiagnostics
import HoldfastFiles
import HoldfastHTTPS
import HoldfastWeb
import HoldfastX509

/// The cookies of a request: read from files before it, and written to one after it.
struct CookieOptions {
    /// Lines of a file that are told one by one.
    private static let maximumTold = 5

    private let store: MemoryCookieStore
    private let clock: @Sendable () -> Instant
    private let jar: ReplacedFile?
    private let isAsked: Bool

    /// Reads the files, and finds out whether the other one can be written.
    ///
    /// - Parameter clock: what cookies expire by.
    init(_ invocation: Invocation, clock: @escaping @Sendable () -> Instant) throws(CommandError) {
        self.clock = clock
        isAsked = invocation.has(.cookie) || invocation.has(.cookieJar)
        store = MemoryCookieStore(clock: clock)
        for path in invocation.values(.cookie) { try Self.read(path, into: store, at: clock()) }
        jar = try invocation.value(.cookieJar).map { path throws(CommandError) in
            guard path != "-" else {
                throw .usage(
                    RequestSentence.jarToStandardOutput,
                    hint: UsageAdvice.nameAFile)
            }
            return try ReplacedFile(path, isSecret: true)
        }
    }

    func apply(to configuration: inout HTTPSSession.Configuration) {
        if isAsked { configuration.cookies.handling = .shared(store) }
    }

    /// Writes what is there by now, where a file for it was named.
    func save() throws(CommandError) {
        guard let jar else { return }
        let (bytes, omitted) = NetscapeCookieFile.text(of: store.all, at: clock())
        try jar.write(bytes)
        if omitted > 0 {
            Console.note(CookieNote.omitted(file: jar.path, count: omitted))
        }
    }

    private static func read(_ path: String, into store: MemoryCookieStore, at now: Instant) throws(CommandError) {
        if path != "-", path.contains("="), FileStamp.isOfNothing(path) {
            throw .usage(
                RequestSentence.noCookieFile(file: path),
                hint: RequestAdvice.oneCookie)
        }
        let bytes = try SecretFile.bytes(of: path, limit: NetscapeCookieFile.byteLimit, othersMayRead: true) { text in
            CommandError(
                .internalError, code: .cookieFile, UsageSentence.fileFault(file: path, reason: text.statement),
                hint: RequestAdvice.netscape)
        }
        if path != "-", let status = try? FileStatus(of: path), status.kind == .regular, status.mode & 0o044 != 0 {
            Console.note(CookieNote.readableByOthers(file: path))
        }
        let file = NetscapeCookieFile(bytes, at: now)
        for cookie in file.cookies { store.set(cookie) }
        for problem in file.problems.prefix(maximumTold) {
            Console.note(CookieNote.passedOver(file: path, problem.statement))
        }
        if file.problems.count > maximumTold {
            Console.note(CookieNote.morePassedOver(file: path))
        }
    }
}
