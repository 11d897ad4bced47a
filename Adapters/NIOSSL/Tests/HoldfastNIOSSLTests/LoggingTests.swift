import Holdfast
import HoldfastNIOSSL
import HoldfastNIOSSLLogging
import HoldfastTestBed
import Logging
import Synchronization
import Testing

/// What a logger is told of verdicts.
@Suite("Verdicts in a log")
struct LoggingTests {
    @Test("a line for each verdict, refusals as warnings with their findings")
    func lines() async throws {
        let lines = Lines()
        var settings = JudgeSettings()
        let logger = Logger(label: "test") { _ in Collector(lines: lines) }
        settings.log(to: logger)
        for (name, level) in [("good", Logger.Level.debug), ("expired", .warning)] {
            let server = try TestBed.start(name)
            let anchors = TrustAnchors.only(try server.anchors.map { try Certificate(der: $0) })
            let judge = ServerJudge(settings: settings) { name in
                var policy = TrustPolicy.ssl(name)
                policy.anchors = anchors
                return policy
            }
            _ = try await TestClient(judge).ask(server)
            let line = try #require(lines.all.last)
            #expect(line.level == level && line.metadata["name"] == "\(server.host)")
            #expect(line.metadata["peer"] == "server" && line.metadata["duration"] != nil)
        }
        #expect(lines.all.map(\.message) == ["peer accepted", "peer refused"])
        #expect(lines.all.last?.metadata["findings"] == ["expired"])
    }
}

/// Lines that a logger has written.
final class Lines: Sendable {
    struct Line: Sendable {
        let level: Logger.Level
        let message: String
        let metadata: Logger.Metadata
    }

    private let lines = Mutex<[Line]>([])

    var all: [Line] { lines.withLock { $0 } }

    func append(_ line: Line) { lines.withLock { $0.append(line) } }
}

/// Keeps what is logged.
struct Collector: LogHandler {
    let lines: Lines
    var metadata = Logger.Metadata()
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        lines.append(
            Lines.Line(level: event.level, message: event.message.description, metadata: event.metadata ?? [:]))
    }
}
