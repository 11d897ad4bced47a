import HoldfastFiles
import HoldfastStatements
import HoldfastTrust
import Synchronization

/// Answers from a file as hosts(5) describes it: `192.0.2.1  www.example.com  example.com`.
///
/// Names in any case, several on a line, all addresses of all lines in the file's order. A name that the file has with
/// addresses of the other kind only is there and has none of the kind; a name that it does not have is not there, so
/// that the next source is asked. The file is looked at for each question, and read again when it was changed.
public final class HostsFileResolver: Resolver {
    /// The largest file that is read: 1 MiB, some twenty thousand lines.
    public static let maximumBytes = 1 << 20

    public let name: String
    public let identifier: String
    public var isCacheable: Bool { false }
    /// The path of the file.
    public let path: String

    private struct Reading {
        var stamp: FileStamp
        var file: HostsFile
    }
    private let reading = Mutex<Reading?>(nil)

    public init(path: String = "/etc/hosts", name: String = "hosts") {
        self.path = path
        self.name = name
        identifier = "hosts:\(path)"
    }

    /// Looks a name up in the file.
    ///
    /// - Throws: ``ResolverError``: `unusable` for a file that cannot be read, `tooLarge` for one of more than
    ///   ``maximumBytes``.
    public func resolve(_ query: ResolverQuery) async throws(ResolverError) -> ResolverAnswer {
        guard let addresses = try current().addresses[query.name] else { throw ResolverError(.noSuchName, from: name) }
        return ResolverAnswer(addresses.filter { AddressKind(of: $0) == query.kind }, from: name)
    }

    /// The lines of the file that are left out, a hundred at most.
    ///
    /// - Throws: ``ResolverError`` as ``resolve(_:)`` does.
    public func problems() throws(ResolverError) -> [HostsFileProblem] { try current().problems }

    private func current() throws(ResolverError) -> HostsFile {
        if let kept = reading.withLock({ $0 }), kept.stamp == FileStamp.of(path) { return kept.file }
        do throws(FileReadError) {
            let (bytes, status) = try BoundedFile.read(path, limit: Self.maximumBytes)
            let new = Reading(stamp: FileStamp(status), file: HostsFile(bytes))
            reading.withLock { $0 = new }
            return new.file
        } catch {
            let reason =
                switch error {
                case .tooLarge(let limit): throw ResolverError(.tooLarge(limit: limit), from: name)
                case .system(let number): Statement(verbatim: SystemText.error(number))
                case .wrongKind: error.statement
                }
            throw ResolverError(
                .unusable(ResolverUseSentence.unreadableFile(path: path, reason).statement), from: name)
        }
    }
}
