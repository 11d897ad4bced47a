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
    /// The time to judge for; nil for now.
    let at: String?
    /// A PEM file of what it sends, where that can be written so.
    let chain: String?
    let expectedExit: Int32
    let expectedFindings: [String]

    /// A server of the catalogue that was not started.
    init(_ entry: BadServer) {
        name = entry.name
        story = entry.story
        (url, connectTo, anchors, at, chain) = (nil, nil, nil, nil, nil)
        arguments = entry.arguments
        expectedExit = entry.expectedExit
        expectedFindings = entry.expectedFindings.sorted()
    }

    /// A server that listens.
    init(_ server: LabServer) {
        name = server.name
        story = server.story
        url = server.url
        connectTo = server.connectTo
        anchors = server.anchorsFile
        arguments = server.arguments
        at = server.at?.toTheMillisecond
        chain = server.chainFile
        expectedExit = server.entry.expectedExit
        expectedFindings = server.entry.expectedFindings.sorted()
    }

    /// The arguments of the `check` that judges the server as it is meant to be judged.
    var checkArguments: [String] {
        func option(_ name: String, _ value: String?) -> [String] { value.map { [name, $0] } ?? [] }
        return option("--connect-to", connectTo) + option("--anchors-only", anchors) + option("--at", at) + arguments
            + [url].compactMap(\.self)
    }
}

/// The line after the last server: all of them listen.
struct LabReady: Encodable {
    let ready: Bool

    init() { ready = true }
}
