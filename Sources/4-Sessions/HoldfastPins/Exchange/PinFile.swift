public import HoldfastJSON
public import HoldfastStatements
public import HoldfastTrust
import HoldfastX509

/// Pins as a file states them: read, and not yet believed.
///
/// `read` takes any of the formats, ``pins(publicSuffixes:)`` makes pins of it that a program can use, and
/// ``PinLint`` says what is wrong with it.
public struct PinFile: Hashable, Sendable {
    /// Statements of a file about the servers of one pattern.
    public struct Entry: Hashable, Sendable {
        /// A pattern as ``HostPattern`` writes it; empty for every server, which only curl says.
        public let pattern: String
        /// The place in the file.
        public let place: String
        /// Whether the servers are not pinned, whatever a wider pattern says.
        public var isExcluded = false
        public var pins: [WrittenPin] = []
        public var enforcement = PinSet.Enforcement.enforce
        public var expiry: PinExpiry?
        /// Whether the file itself says that no backup is wanted.
        public var waivesBackup = false
        /// The URIs that failures are reported to.
        public var reportURIs: [String] = []
        /// The least version of TLS, `1.2` or `1.3`; nil where nothing is said.
        public var minimumTLS: String?
        /// Comments by the member of a policy file that they are in: empty for the entry itself, `pins`.
        var comments: [String: String] = [:]

        init(_ pattern: String, at place: String) { (self.pattern, self.place) = (pattern, place) }

        /// Whether it says anything about pins.
        public var isAboutPins: Bool { isExcluded || !pins.isEmpty }
    }

    public let format: PinFormat
    public var entries: [Entry]
    /// Statements that could not be taken over, or only in other words.
    public var notes: [PinNote]
    /// The comment of the file as a whole; nil for none.
    var comment: String?

    /// Problems that the strict reader of policy files has found; empty for other formats.
    public internal(set) var problems: [DocumentProblem] = []

    init(_ format: PinFormat, entries: [Entry] = [], notes: [PinNote] = []) {
        (self.format, self.entries, self.notes) = (format, entries, notes)
    }

    /// Bytes that a file may have, in any format; 4 MiB, which is room for the most patterns with some pins each.
    public static let sizeLimit = 4 << 20
}

/// An error for a file that gives no pins.
public struct PinFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The place in the file; empty for the whole of it.
    public let place: String
    /// The fault, without its place.
    public let reasonStatement: Statement

    init(_ sentence: PinFileSentence, at place: String = "") { self.init(sentence.statement, at: place) }
    init(_ statement: Statement, at place: String = "") { (self.place, reasonStatement) = (place, statement) }

    /// The place and the fault as a statement.
    public var statement: Statement {
        place.isEmpty ? reasonStatement : PinFileSentence.at(place: place, reasonStatement).statement
    }

    /// A clause.
    public var reason: String { reasonStatement.english }

    public var description: String { statement.english }
}

extension PinFileError: PropertyListKeysError {
    init(expected type: PropertyListType, at path: [String]) {
        let sentence: PinFileSentence =
            switch type {
            case .dictionary: .noDictionary
            case .array: .noArray
            case .flag: .noBoolean
            case .text: .noString
            }
        self.init(sentence, at: path.joined(separator: " > "))
    }
}

/// A dictionary of a file of pins.
typealias PinFileKeys = PropertyListKeys<PinFileError>

extension PinFile {
    /// Reader of source code in Kotlin or Java: gives the calls by which it fills a `CertificatePinner`, and notes what
    /// it leaves out.
    public typealias OkHttpSourceReader = (_ source: String, _ notes: inout [PinNote]) -> [OkHttpCall]

    /// Reads a file in one of the formats, or in the one that it is in.
    ///
    /// - Parameters:
    ///   - format: nil to find out; an Info.plist that holds two gives both.
    ///   - pattern: whose pins curl's are, as ``HostPattern`` writes it; empty for every server.
    ///   - okHttpSource: reads source code that fills OkHttp's `CertificatePinner`; nil to read lists alone.
    ///   - policyProblems: finds everything that is wrong with a policy file as a whole, of which only the pins are
    ///     read here; `import Holdfast` brings a `read` that asks the strict reader of such files.
    /// - Throws: ``PinFileError`` for what is damaged, larger than ``sizeLimit``, or in no known format.
    public static func read(
        _ bytes: [UInt8], as format: PinFormat? = nil, for pattern: String = "",
        okHttpSource: OkHttpSourceReader? = nil, policyProblems: (_ policyFile: [UInt8]) -> [DocumentProblem]
    ) throws(PinFileError) -> [PinFile] {
        guard bytes.count <= sizeLimit else { throw PinFileError(.tooLarge(limit: sizeLimit)) }
        guard bytes.contains(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else {
            throw PinFileError(.empty)
        }
        let formats = format.map { [$0] } ?? PinFormat.detected(in: bytes) { plistKeys(bytes) }
        guard !formats.isEmpty else {
            let names = PinFormat.allCases.map(\.rawValue)
            throw PinFileError(.noFormat(known: names))
        }
        var files: [PinFile] = []
        for format in formats {
            let file =
                switch format {
                case .policy: try PolicyPins.read(bytes, policyProblems)
                case .okHttp: try OkHttpPins.read(bytes, okHttpSource)
                case .curl: try CurlPins.read(bytes, for: pattern)
                case .android: try AndroidPins.read(bytes)
                case .trustKit: try TrustKitPins.read(try plist(bytes))
                case .pinnedDomains: try ApplePins.read(try plist(bytes))
                }
            files.append(file)
        }
        return files
    }

    private static func plist(_ bytes: [UInt8]) throws(PinFileError) -> Any {
        do throws(PropertyList.FormatError) {
            return try PropertyList.value(of: bytes, limit: sizeLimit)
        } catch {
            throw PinFileError(error.statement)
        }
    }

    private static func plistKeys(_ bytes: [UInt8]) -> Set<String> {
        guard let value = try? plist(bytes), let keys = value as? [String: Any] else { return [] }
        return Set(keys.keys)
    }
}

/// The formats in which programs keep their pins.
public enum PinFormat: String, Hashable, Sendable, CaseIterable {
    /// Our own policy file.
    case policy
    /// TrustKit's dictionary (`TSKPinnedDomains`), alone or in an Info.plist under `TSKConfiguration`.
    case trustKit = "trustkit"
    /// Apple's `NSPinnedDomains` and `NSExceptionDomains` in an Info.plist's `NSAppTransportSecurity`.
    case pinnedDomains = "nspinned"
    /// Android's network security configuration, and TrustKit-Android's additions to it.
    case android
    /// OkHttp's `CertificatePinner`: lists `PATTERN PIN…`, or source code that fills one where a reader of it is given.
    case okHttp = "okhttp"
    /// curl's `--pinnedpubkey`.
    case curl

    /// The formats of a file, told by its content; an Info.plist may hold two.
    static func detected(in file: [UInt8], plistKeys: () -> Set<String>) -> [PinFormat] {
        let start = file.starts(with: [0xEF, 0xBB, 0xBF]) ? file.dropFirst(3) : file[...]
        let text = String(decoding: start.prefix(4096), as: UTF8.self)
        let trimmed = text.drop { $0.isWhitespace }
        if text.hasPrefix("bplist") || text.contains("<plist") {
            let keys = plistKeys()
            var found: [PinFormat] = []
            if keys.contains("NSAppTransportSecurity") { found.append(.pinnedDomains) }
            if !keys.isDisjoint(with: TrustKitKeys.top) { found.append(.trustKit) }
            return found
        }
        if trimmed.hasPrefix("<") { return [.android] }
        if trimmed.hasPrefix("{") { return [.policy] }
        if trimmed.hasPrefix("sha256//") { return [.curl] }
        let whole = String(decoding: start, as: UTF8.self)
        return whole.contains("sha256/") || whole.contains("sha1/") ? [.okHttp] : []
    }
}
