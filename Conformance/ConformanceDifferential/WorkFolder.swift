import FoundationEssentials
import HoldfastX509

/// Where the files of cases lie while other programs read them.
final class WorkFolder {
    struct FolderError: Error, CustomStringConvertible {
        let description: String
    }

    let url: URL
    private let isKept: Bool

    /// The folder at `path`, which is kept; nil for one that is gone afterwards.
    init(keeping path: String?) throws {
        isKept = path != nil
        url =
            path.map { URL(filePath: $0, directoryHint: .isDirectory) }
            ?? FileManager.default.temporaryDirectory.appending(path: "holdfast-differential-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        } catch {
            throw FolderError(description: "'\(url.path)' cannot be made")
        }
    }

    deinit { if !isKept { try? FileManager.default.removeItem(at: url) } }

    func path(_ name: String) -> String { url.appending(path: name).path }

    func write(_ text: String, to name: String) throws {
        do {
            try Data(text.utf8).write(to: url.appending(path: name))
        } catch {
            throw FolderError(description: "'\(path(name))' cannot be written")
        }
    }

    /// The three files of a case: the leaf, the other certificates sent, and the anchors.
    func write(_ testCase: DifferentialCase) throws {
        let name = Self.stem(testCase)
        try write(Self.pem(testCase.presented.prefix(1)), to: "\(name).leaf.pem")
        try write(Self.pem(testCase.presented.dropFirst()), to: "\(name).others.pem")
        try write(Self.pem(testCase.anchors[...]), to: "\(name).anchors.pem")
    }

    /// Takes them away again, where nothing is to be kept.
    func remove(_ testCase: DifferentialCase) {
        guard !isKept else { return }
        for part in ["leaf", "others", "anchors"] {
            try? FileManager.default.removeItem(at: url.appending(path: "\(Self.stem(testCase)).\(part).pem"))
        }
    }

    static func stem(_ testCase: DifferentialCase) -> String { "case-\(testCase.number)" }

    private static func pem(_ certificates: ArraySlice<[UInt8]>) -> String {
        certificates.map { PEMBlock(label: "CERTIFICATE", contents: $0).encoded }.joined()
    }
}
