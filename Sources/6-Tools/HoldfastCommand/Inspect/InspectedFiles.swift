import HoldfastStatements
import HoldfastDiagnostics
import HoldfastFiles
import HoldfastLibC
import HoldfastTrust
import HoldfastX509

/// Files and folders that are inspected.
struct InspectedFiles {
    /// A file of a folder that holds nothing, or a part of a file, and why.
    struct Nothing: Encodable {
        let schema = ObjectInspection.schema
        let kind = "nothing"
        let source: String
        let reason: EnglishText
        /// The words about a part of a file; nil where they are about the whole of it.
        let part: LocalizedText?

        private enum CodingKeys: String, CodingKey { case schema, kind, source, reason }

        init(source: String, _ reason: Statement) {
            (self.source, self.reason, part) = (source, EnglishText(statement: reason), nil)
        }

        /// Secrets of a file that hold nothing.
        init(secrets count: Int, of source: String) {
            let words = InspectNothing.secrets(count: count)
            (self.source, reason, part) = (source, EnglishText(statement: words.statement), words.words)
        }
    }

    /// As many bytes as a revocation list may have (``DERLimits/revocationList``).
    static let maximumBytes = 128 << 20
    /// Files of one folder, those of folders inside it among them.
    static let maximumFiles = 10_000
    /// Folders inside folders.
    private static let maximumDepth = 16

    private(set) var inspection: Inspection
    private(set) var nothing: [Nothing] = []
    private var fileCount = 0

    init(_ inspection: Inspection) { self.inspection = inspection }

    static func isFolder(_ path: String) -> Bool { path != "-" && (try? FileStatus(of: path))?.kind == .folder }

    /// Adds a file that the user named: what it holds has to be something.
    mutating func add(file path: String) throws(CommandError) {
        let bytes = try InputFile.bytes(
            of: path, limit: Self.maximumBytes, advice: FileAdvice.largestThings)
        guard !KubernetesSecret.isMeant(by: bytes) else { return try add(secretsIn: bytes, from: path) }
        var found: [EncodedObject] = []
        var reason: EncodedObjectError?
        do throws(EncodedObjectError) { found = try EncodedObject.all(in: bytes) } catch { reason = error }
        guard found.allSatisfy({ $0.kind == .unknown }) else { return inspection.add(found, from: path) }
        switch reason {
        case .pem(let error): throw CommandError(error, of: path)
        case .foreign(let form): throw CommandError(form, of: path)
        case .empty, .unknownForm, nil: break
        }
        guard path != "-", bytes.count <= InputFile.maximumBytes else {
            throw .usage(
                InspectSentence.nothingKnown(file: path), code: .nothing, hint: InspectAdvice.pemOrDER)
        }
        // What begins like a certificate is shown as a broken one; the rest is told as what it is not.
        for certificate in try CertificateInput.certificates(in: path) {
            inspection.add(certificate: PresentedCertificate(der: certificate), from: path)
        }
    }

    /// Adds secrets of Kubernetes; those that hold nothing known are counted.
    private mutating func add(secretsIn bytes: [UInt8], from path: String) throws(CommandError) {
        let secrets: [KubernetesSecret]
        do throws(KubernetesSecretError) { secrets = try KubernetesSecret.all(in: bytes) } catch {
            throw .usage(
                UsageSentence.fileFault(file: path, reason: error.statement), code: .malformedFile,
                hint: InspectAdvice.kubectl)
        }
        let others = inspection.add(secrets, from: path)
        guard others < secrets.count else {
            throw .usage(InspectSentence.nothingKnown(file: path), code: .nothing, hint: InspectAdvice.kubectl)
        }
        if others > 0 { nothing.append(Nothing(secrets: others, of: path)) }
    }

    /// Adds what a server sent.
    mutating func add(_ trust: ServerTrust, from source: String) { inspection.add(trust, from: source) }

    /// Adds the files of a folder in the order of their names; those that hold nothing are counted.
    mutating func add(folder path: String, isRecursive: Bool, depth: Int = 0) throws(CommandError) {
        let names = try Self.names(in: path)
        for name in names {
            let inside = path.hasSuffix("/") ? path + name : path + "/" + name
            if Self.isFolder(inside) {
                guard isRecursive else { continue }
                guard depth < Self.maximumDepth else {
                    nothing.append(Nothing(source: inside, InspectNothing.tooDeep.statement))
                    continue
                }
                // A link to a folder may lead back into it.
                guard !Self.isLink(inside) else {
                    nothing.append(Nothing(source: inside, InspectNothing.link.statement))
                    continue
                }
                try add(folder: inside, isRecursive: true, depth: depth + 1)
            } else {
                fileCount += 1
                guard fileCount <= Self.maximumFiles else {
                    throw CommandError(
                        .workLimit, code: .workLimit,
                        InspectSentence.tooManyFiles(folder: path, limit: Self.maximumFiles),
                        hint: InspectAdvice.smallerFolder)
                }
                add(fileOfFolder: inside)
            }
        }
    }

    private mutating func add(fileOfFolder path: String) {
        do throws(CommandError) {
            guard Self.isRegular(path) else {
                return nothing.append(Nothing(source: path, InspectNothing.notRegular.statement))
            }
            let bytes = try InputFile.bytes(of: path, limit: InputFile.maximumBytes, advice: nil)
            guard !KubernetesSecret.isMeant(by: bytes) else { return try add(secretsIn: bytes, from: path) }
            do throws(EncodedObjectError) {
                let found = try EncodedObject.all(in: bytes).filter { $0.kind != .unknown }
                guard found.isEmpty else { return inspection.add(found, from: path) }
                nothing.append(Nothing(source: path, InspectNothing.nothingKnown.statement))
            } catch {
                nothing.append(Nothing(source: path, error.statement))
            }
        } catch {
            nothing.append(Nothing(source: path, error.statement))
        }
    }

    private static func isRegular(_ path: String) -> Bool {
        (try? FileStatus(of: path)).map { $0.kind == .regular } ?? true
    }

    private static func isLink(_ path: String) -> Bool {
        (try? FileStatus(of: path, followingLinks: false))?.kind == .link
    }

    /// The names in a folder, in the order of their bytes.
    private static func names(in path: String) throws(CommandError) -> [String] {
        guard let folder = unsafe opendir(path) else {
            let reason = SystemText.clause(errno)
            throw CommandError(
                .internalError, code: .unreadableFile,
                UsageSentence.fileFault(file: path, reason: Statement(verbatim: reason)),
                hint: UsageAdvice.checkFolder)
        }
        defer { unsafe closedir(folder) }
        var names: [[UInt8]] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
            if name != [0x2e], name != [0x2e, 0x2e] { names.append(name) }
            guard names.count <= maximumFiles * 2 else { break }
        }
        return names.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
    }
}
