/// What leads around HoldfastNetworking in files and folders of Swift source code.
///
/// A program that imports HoldfastNetworking has each server judged. A file of it that still imports FoundationNetworking
/// compiles as well and sends its requests by that module's `URLSession`, of which nobody hears anything; so do Foundation's
/// own loaders, such as `Data(contentsOf:)`. A file that imports neither uses neither.
public struct ImportReport: Sendable {
    /// The name of the JSON form.
    public static let schema = "holdfast.imports/1"
    /// Bytes of a file that is read: 16 MiB.
    public static let fileLimit = 16 << 20
    /// Findings of one file that are told.
    public static let findingLimit = 1_000
    /// Files of Swift that are read.
    public static let countLimit = 100_000
    /// Folders inside folders that are entered.
    public static let depthLimit = 64

    /// Something that could not be looked at, so that nobody knows what it holds.
    public struct Problem: Hashable, Sendable, Encodable {
        public let file: String
        /// A clause.
        public let reason: String
    }

    /// In the order of the files, those of a folder by the bytes of their names.
    public internal(set) var findings: [ImportFinding] = []
    public internal(set) var problems: [Problem] = []
    /// Links inside the folders, to folders or to files of Swift; they are not followed.
    public internal(set) var links: [String] = []
    /// Files that were looked through.
    public internal(set) var fileCount = 0

    /// Whether there is a finding that is more than a note.
    public var hasErrors: Bool { findings.contains { $0.severity == .error } }

    /// Looks through files, and through all `.swift` files of folders.
    ///
    /// Folders named `.build` and `.git` are passed over inside the folders that were given, and links are not followed: no
    /// file outside of them is read. Time and memory are bounded by the limits above; what is beyond them is a problem.
    ///
    /// - Parameter paths: files of any name, and folders.
    public init(of paths: [String]) {
        var files = SourceFiles()
        for path in paths { files.visit(path, &self) }
    }

    /// Looks through source code that is at hand.
    ///
    /// - Parameters:
    ///   - source: UTF-8; what is none is passed over.
    ///   - file: what the findings call it.
    public init(source: some Sequence<UInt8>, file: String) {
        look(at: Array(source), file)
    }

    mutating func look(at bytes: [UInt8], _ file: String) {
        fileCount += 1
        let found = ImportScan.findings(in: bytes, file: file, atMost: Self.findingLimit)
        findings += found
        if found.count == Self.findingLimit {
            fail(file, "it has \(Self.findingLimit) findings, and is not looked at any further")
        }
    }
}
