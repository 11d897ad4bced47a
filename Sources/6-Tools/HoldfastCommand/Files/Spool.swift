import HoldfastDiagnostics
import HoldfastFiles
import HoldfastLibC
import HoldfastStatements
import HoldfastSystem

/// Octets that are appended as they come and read again at the end: in memory while they are few, then in a file
/// without a name, which is gone with the process.
struct Spool: ~Copyable {
    /// Octets that are kept in memory.
    private static let mostInMemory = 1 << 18
    /// Octets that are read at once.
    private static let chunk = 1 << 16

    private var pending: [UInt8] = []
    /// The file; below 0 for none.
    private var file: Int32 = -1
    /// Octets in the file.
    private var written = 0

    deinit { if file >= 0 { _ = close(file) } }

    /// The number of octets.
    var count: Int { written + pending.count }

    mutating func append(_ bytes: some Collection<UInt8>) throws(CommandError) {
        pending.append(contentsOf: bytes)
        guard pending.count >= Self.mostInMemory else { return }
        do throws(SystemError) {
            if file < 0 { file = try Self.nameless() }
            try FileWriting.write(pending, to: file)
            written += pending.count
            pending.removeAll(keepingCapacity: true)
        } catch {
            throw CommandError(
                .internalError, code: .temporaryFolder,
                FileSentence.noTemporaryFolder(base: Self.folder, fault: SystemText.clause(error.number)),
                hint: FileAdvice.nameTMPDIR)
        }
    }

    /// Some of the octets of a range, from its beginning; empty only for an empty range.
    func beginning(of range: Range<Int>) throws(CommandError) -> [UInt8] {
        let wanted = range.lowerBound..<min(range.upperBound, range.lowerBound + Self.chunk)
        guard wanted.lowerBound < written else {
            let lower = max(0, wanted.lowerBound - written)
            return Array(pending[lower..<max(lower, min(pending.count, wanted.upperBound - written))])
        }
        var bytes = [UInt8](repeating: 0, count: min(wanted.count, written - wanted.lowerBound))
        let number = file
        let count = unsafe bytes.withUnsafeMutableBytes {
            unsafe pread(number, $0.baseAddress, $0.count, off_t(wanted.lowerBound))
        }
        guard count > 0 else {
            throw CommandError(
                .internalError, code: .temporaryFolder,
                FileSentence.noTemporaryFolder(base: Self.folder, fault: SystemText.clause(count < 0 ? errno : EIO)),
                hint: FileAdvice.nameTMPDIR)
        }
        return Array(bytes.prefix(count))
    }

    private static var folder: String {
        Descriptor.environment("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    }

    /// Makes a file of its own user's, and takes its name away.
    private static func nameless() throws(SystemError) -> Int32 {
        var template = Array("\(folder)/holdfast-XXXXXX".utf8CString)
        let file = try OwnedDescriptor(made: unsafe mkstemp(&template))
        _ = unsafe unlink(template)
        return file.release()
    }
}

/// A document that grows by pieces and is written as a whole at the end.
final class GrowingFile {
    private let place: ReportFile
    private var parts: [Part] = []
    /// The first failure, after which nothing is added.
    private var failure: CommandError?

    private final class Part {
        var spool = Spool()
    }

    init(at place: ReportFile) { self.place = place }

    /// Adds pieces; where there is no room for them, ``finish(_:)`` says so.
    func append(_ pieces: [DocumentPiece]) {
        guard failure == nil else { return }
        do throws(CommandError) {
            for piece in pieces {
                while parts.count <= piece.part { parts.append(Part()) }
                try parts[piece.part].spool.append(piece.text.utf8)
            }
        } catch {
            failure = error
        }
    }

    /// Writes the document to its place, put together of some segments.
    func finish(_ all: [DocumentSegment]) throws(CommandError) {
        if let failure { throw failure }
        var segments = all[...]
        var rest: (part: Int, range: Range<Int>)?
        try place.write { () throws(CommandError) -> [UInt8]? in
            while true {
                if let (part, range) = rest {
                    let bytes = try self.parts[part].spool.beginning(of: range)
                    rest =
                        bytes.count < range.count && !bytes.isEmpty
                        ? (part, range.lowerBound + bytes.count..<range.upperBound) : nil
                    if !bytes.isEmpty { return bytes }
                }
                guard let segment = segments.popFirst() else { return nil }
                switch segment {
                case .text(let text): return Array(text.utf8)
                case .part(let part) where part < self.parts.count: rest = (part, 0..<self.parts[part].spool.count)
                case .octets(let range, let part) where part < self.parts.count: rest = (part, range)
                case .part, .octets: break
                }
            }
        }
    }
}
