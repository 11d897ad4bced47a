import Foundation
import TestSupport
import Testing

/// Which file and line SARIF's results of `check` and `evaluate` name.
@Suite(.ownThread)
struct SARIFPlaceTests {
    private struct Place: Equatable {
        let uri: String
        let line: Double
        let columns: [Double]
    }

    private func places(_ line: String, in folder: Folder) throws -> [Place] {
        let run = try CommandRun(shell: line, in: folder)
        let text = try String(contentsOf: folder.url.appending(path: "a.sarif"), encoding: .utf8)
        let results = try #require(try JSONDocument(text)["runs"]?[0]?["results"]?.elements, "\(run.errors)")
        return try results.map { result in
            let place = try #require(result["locations"]?[0]?["physicalLocation"])
            let region = place["region"]
            return Place(
                uri: place["artifactLocation"]?["uri"]?.text ?? "", line: region?["startLine"]?.number ?? 0,
                columns: ["startColumn", "endColumn"].compactMap { region?[$0]?.number })
        }
    }

    @Test("A server that is listed in a file: its line there, from the working directory on")
    func list() throws {
        let folder = try Folder()
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "ops"), withIntermediateDirectories: true)
        try folder.write("ops/servers.txt", "# ours\n\n  127.0.0.1:1  # closed\n[::1]:1\n")
        #expect(
            try places(#""$holdfast" check - --quiet --sarif a.sarif < ops/servers.txt"#, in: folder) == [
                Place(uri: "ops/servers.txt", line: 3, columns: [3, 14]),
                Place(uri: "ops/servers.txt", line: 4, columns: [1, 8]),
            ])
    }

    @Test("A server that is listed nowhere: a path of its name and port")
    func argument() throws {
        let folder = try Folder()
        let expected = [
            Place(uri: "servers/127.0.0.1/1", line: 1, columns: [1, 1]),
            Place(uri: "servers/%3A%3A1/1", line: 1, columns: [1, 1]),
        ]
        #expect(try places(#""$holdfast" check 127.0.0.1:1 [::1]:1 --quiet --sarif a.sarif"#, in: folder) == expected)
        let piped = #"printf '127.0.0.1:1\n[::1]:1\n' | "$holdfast" check - --quiet --sarif a.sarif"#
        #expect(try places(piped, in: folder) == expected)
    }

    @Test("A recorded chain: its file, relative also where its path is not")
    func recorded() throws {
        let folder = try Folder()
        try folder.write("leaf.pem", Recorded.leaf)
        let expected = [Place(uri: "leaf.pem", line: 1, columns: [1, 1])]
        for file in ["leaf.pem", "./leaf.pem", "\"$PWD/leaf.pem\"", "- < leaf.pem"] {
            #expect(
                try places("\"$holdfast\" evaluate \(file) --quiet --sarif a.sarif", in: folder) == expected, "\(file)")
        }
    }
}
