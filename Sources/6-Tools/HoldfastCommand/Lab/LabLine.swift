import HoldfastDelayLine
import HoldfastDiagnostics
import HoldfastTestBed
import HoldfastX509

/// The line of `lab --json` about one server: how to reach it, how to judge it, and the expected verdict.
///
/// As JSON in the schema `holdfast.lab/1`.
struct LabLine: Encodable {
    private let schema = "holdfast.lab/1"
    let name: String
    let story: String
    /// With the real host name; nil where the server was not started.
    let url: String?
    /// For `--connect-to`.
    let connectTo: String?
    /// A file for `--anchors-only`.
    let anchors: String?
    /// Other arguments that the case needs.
    let arguments: [String]
    /// The algorithms that it needs, and that not every OpenSSL has; nil where there are none.
    let needs: [String]?
    /// The time to judge for; nil for now.
    let at: String?
    /// A PEM file of what it sends, where that can be written so.
    let chain: String?
    /// The round-trip time of the delay line that it is behind, in milliseconds; nil for none.
    let roundTrip: Double?
    let expectedExit: Int32
    let expectedFindings: [String]

    /// A server of the catalogue that was not started.
    init(_ entry: BadServer) {
        name = entry.name
        story = entry.story
        (url, connectTo, anchors, at, chain, roundTrip) = (nil, nil, nil, nil, nil, nil)
        arguments = entry.arguments
        needs = Self.needs(entry)
        expectedExit = entry.expectedExit
        expectedFindings = entry.expectedFindings.sorted()
    }

    /// A server that listens.
    ///
    /// - Parameter line: the delay line before it; nil for none.
    init(_ server: LabServer, behind line: DelayLine? = nil) {
        name = server.name
        story = server.story
        url = server.url
        let way = line.map { server.way(at: $0.address) } ?? (server.connectTo, server.arguments)
        connectTo = way.0
        anchors = server.anchorsFile
        arguments = way.1
        needs = Self.needs(server.entry)
        roundTrip = line.map { ($0.roundTrip / .microseconds(1)).rounded() / 1_000 }
        at = server.at?.toTheMillisecond
        chain = server.chainFile
        expectedExit = server.entry.expectedExit
        expectedFindings = server.entry.expectedFindings.sorted()
    }

    private static func needs(_ entry: BadServer) -> [String]? {
        entry.needs.isEmpty ? nil : entry.needs.map(\.description)
    }

    /// The arguments of the `check` that judges the server as it is meant to be judged.
    var checkArguments: [String] {
        func option(_ name: String, _ value: String?) -> [String] { value.map { [name, $0] } ?? [] }
        return option("--connect-to", connectTo) + option("--anchors-only", anchors) + option("--at", at) + arguments
            + [url].compactMap(\.self)
    }
}

/// Command lines as a shell reads them.
enum ShellLine {
    /// The words, each in quotes where it needs them.
    static func of(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }

    private static func quoted(_ word: String) -> String {
        let isPlain = word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./:=,@%+".contains($0)) }
        return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }
}

/// The line after the last server: all of them listen.
struct LabReady: Encodable {
    let ready = true
    /// The URL of the control; nil where there is none.
    let control: String?

    private enum CodingKeys: String, CodingKey { case ready, control }
}
