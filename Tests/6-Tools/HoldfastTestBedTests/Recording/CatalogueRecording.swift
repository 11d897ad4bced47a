import Foundation
import HoldfastAuthority
import HoldfastX509

@testable import HoldfastTestBed

/// The catalogue's chains as files: fixed bytes on which an engine must come to fixed verdicts.
///
/// Keys, serial numbers and signatures are new in each recording; what is expected of a judge is not, and every change
/// of it is told.
enum CatalogueRecording {
    /// The file of expectations.
    static let expectationsFile = "expectations.txt"
    /// The moment for which chains are recorded: 2026-12-01T00:00:00Z.
    static let moment = Instant(secondsSince1970: 1_796_083_200)
    /// Bytes of certificates above which a chain is not recorded but only served: 64 KiB.
    static let maximumBytes = 64 << 10

    /// The anchors that most entries have in common.
    private static let commonAnchors = "lab.anchors.pem"

    /// Records every entry that has a chain: `NAME.pem`, its anchors, and a line of expectations.
    ///
    /// PEM and JSON files in the folder that belong to no entry any more are removed.
    ///
    /// - Parameter folder: A folder that exists, and that holds nothing but a recording.
    /// - Returns: How the expectations differ from those that stood there: lines with `-` or `+` before them; none
    ///   where nothing has changed.
    static func record(in folder: String) throws(TestBedError) -> [String] {
        let authority = try TestAuthority(at: moment)
        var lines: [String] = []
        var omitted: [String] = []
        var files: [String: String] = [commonAnchors: pem([authority.root.certificate])]
        for entry in TestBed.catalogue {
            guard entry.needs.isEmpty else {
                // The rules' own chains have ML-DSA, with what a library without it says (Vectors/rules).
                let needs = entry.needs.map(\.description).joined(separator: ", ")
                omitted.append("# \(entry.name): \(needs), which not every OpenSSL has, not recorded")
                continue
            }
            let staging = try entry.stage(authority, entry.host)
            guard let chain = staging.chain else { continue }
            let size = chain.reduce(0) { $0 + $1.count }
            guard size <= maximumBytes else {
                omitted.append("# \(entry.name): over \(maximumBytes >> 10) KiB, not recorded")
                continue
            }
            let anchors =
                staging.anchors == [authority.root.certificate] ? commonAnchors : "\(entry.name).anchors.pem"
            files[anchors] = pem(staging.anchors)
            files["\(entry.name).pem"] = pem(chain)
            let logs = staging.logList.map { _ in "\(entry.name).logs.json" }
            if let logs { files[logs] = staging.logList }
            lines.append(RecordedExpectation(entry, at: moment, anchors: anchors, logs: logs).description)
        }
        let path = "\(folder)/\(expectationsFile)"
        let recorded = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        let previous = recorded.split(separator: "\n").map(String.init)
        for name in try names(in: folder) where files[name] == nil {
            if name.hasSuffix(".pem") || name.hasSuffix(".json") { try remove("\(folder)/\(name)") }
        }
        for (name, text) in files.sorted(by: { $0.key < $1.key }) { try TextFile.write(text, to: "\(folder)/\(name)") }
        let text = [RecordedExpectation.header] + omitted + lines
        try TextFile.write(text.joined(separator: "\n") + "\n", to: path)
        return difference(from: previous, to: text)
    }

    private static func difference(from old: [String], to new: [String]) -> [String] {
        let (before, after) = (Set(old), Set(new))
        return old.filter { !after.contains($0) }.map { "- " + $0 }
            + new.filter { !before.contains($0) }.map { "+ " + $0 }
    }

    private static func pem(_ certificates: [[UInt8]]) -> String {
        certificates.map { PEMBlock(label: "CERTIFICATE", contents: $0).encoded }.joined()
    }

    private static func names(in folder: String) throws(TestBedError) -> [String] {
        guard let directory = unsafe opendir(folder) else { throw failure(folder) }
        defer { unsafe closedir(directory) }
        var names: [String] = []
        while let entry = unsafe readdir(directory) {
            names.append(
                unsafe withUnsafeBytes(of: &entry.pointee.d_name) { raw in
                    unsafe String(decoding: raw.prefix(while: { $0 != 0 }), as: UTF8.self)
                })
        }
        return names.sorted()
    }

    private static func remove(_ path: String) throws(TestBedError) {
        guard unsafe unlink(path) == 0 else { throw failure(path) }
    }

    private static func failure(_ path: String) -> TestBedError {
        .file(path: path, reason: unsafe String(cString: strerror(errno)))
    }
}

/// One line of a recording's expectations: which chain, judged how, must come to what.
struct RecordedExpectation: Hashable, Sendable, CustomStringConvertible {
    /// The entry's name in the catalogue; its chain stands in `NAME.pem`.
    let name: String
    /// The host name or address that is to be proven.
    let host: String
    /// The instant to judge for.
    let at: Instant
    /// Other arguments of `holdfast evaluate`; files stand in the folder.
    let arguments: [String]
    /// The exit code of `holdfast evaluate`.
    let exit: Int32
    /// The codes of all findings that are errors: exactly these, sorted.
    let codes: [String]
    /// The file of anchors.
    let anchors: String

    /// Describes what is expected of an entry's chain.
    ///
    /// - Parameter logs: the file with the list of logs of certificates; nil where none are asked about.
    init(_ entry: BadServer, at moment: Instant, anchors: String, logs: String?) {
        name = entry.name
        host = entry.host
        at = moment.advanced(bySeconds: entry.judgedAfter ?? 0)
        arguments = entry.arguments + (logs.map { ["--ct-logs", $0] } ?? [])
        exit = entry.expectedExit
        codes = entry.expectedFindings.sorted()
        self.anchors = anchors
    }

    /// The line: columns between bars, words between spaces, a hyphen for none.
    var description: String {
        func words(_ list: [String]) -> String { list.isEmpty ? "-" : list.joined(separator: " ") }
        return [name, host, "\(at)", words(arguments), "\(exit)", words(codes), anchors].joined(separator: " | ")
    }

    /// The titles of the columns.
    static let header = "# name | host | at | arguments | exit | codes | anchors"
}
