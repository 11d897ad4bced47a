import HoldfastStatements
import HoldfastX509
import HoldfastTrust
import TestSupport
import Testing

@testable import HoldfastDiagnostics
@testable import HoldfastTracing

/// The JSON of a trace, as Docs/trace.md has it.
@Suite(.ownThread) struct TraceJSONTests {
    private func text(_ object: JSONDocument?) -> String? { if case .text(let text)? = object { text } else { nil } }
    private func number(_ object: JSONDocument?) -> Double? {
        if case .number(let value)? = object { value } else { nil }
    }

    @Test("holdfast.trace/1: target, negotiated, timing, phases, events, and the verdict in its own schema")
    func shape() throws {
        let report = try TraceSamples().rsa()
        let line = try report.jsonLine()
        #expect(!line.contains("\n"))
        let object = try JSONDocument(line)
        #expect(
            object.keys == [
                "schema", "target", "host", "port", "startTLS", "startedAt", "address", "loopback", "outcome",
                "exitCode",
                "negotiated", "timing", "phases", "events", "verdict",
            ])
        #expect(text(object["schema"]) == "holdfast.trace/1" && text(object["host"]) == "www.example.com")
        #expect(text(object["verdict"]?["schema"]) == "holdfast.verdict/1")
        #expect(
            text(object["negotiated"]?["version"]) == "TLS 1.0" && text(object["negotiated"]?["keyExchange"]) == "RSA")
        #expect(object["negotiated"]?["forwardSecrecy"] == .bool(false))
        #expect(number(object["timing"]?["tcp"]) == 22 && number(object["timing"]?["tls"]) == 64)
        #expect(object["phases"]?.count == 6 && text(object["phases"]?[2]?["phase"]) == "certificateCheck")
        #expect(object["events"]?.count == report.trace.events.count)
        #expect(text(object["outcome"]?["result"]) == "completed" && number(object["exitCode"]) == 0)
    }

    @Test("A message has its name, its fields and its very bytes")
    func messages() throws {
        let object = try JSONDocument(TraceSamples().tls13().jsonLine())
        let hello = object["events"]?[3]?["record"]?["contents"]?[0]
        #expect(text(hello?["message"]) == "ClientHello")
        #expect(text(hello?["hex"]) == HexString.encode(TraceRFC8448.clientHello))
        let flight = try #require(object["events"]?[5]?["record"])
        #expect(flight["encrypted"] == .bool(true) && flight["contents"]?.count == 4)
        #expect(text(flight["contents"]?[1]?["hex"]) == HexString.encode(TraceRFC8448.certificate))
        let known = try #require(object["phases"]?[1]?["knowledge"])
        #expect((0..<known.count).contains { text(known[$0]?["item"]) == "sharedSecret" })
    }

    @Test("A failure says how, and where nothing is known nothing is said")
    func failure() throws {
        let error = TraceError(
            .connect, .connectionRefused, TraceSentence.nothingListens(system: "x"),
            advice: TraceAdvice.checkPortAndAddress)
        let object = try JSONDocument(TraceSamples().ended(.failed(error)).jsonLine())
        #expect(text(object["outcome"]?["result"]) == "failed")
        #expect(text(object["outcome"]?["error"]?["code"]) == "connectionRefused")
        let statement = object["outcome"]?["error"]?["statement"]
        #expect(text(statement?["identifier"]) == "trace.nothingListens")
        #expect(text(statement?["arguments"]?["system"]) == "x")
        #expect(object["verdict"]?["error"]?["statement"] == statement)
        #expect(number(object["exitCode"]) == 3 && object["negotiated"]?["version"] == nil)
        #expect(text(object["verdict"]?["error"]?["phase"]) == "connect")
    }
}

/// What many connections come to.
@Suite(.ownThread) struct TraceSeriesTests {
    private func series(_ tls: [Int], address: String = "192.0.2.7") throws -> TraceSeries {
        var series = TraceSeries(target: "x")
        for time in tls {
            var trace = try TraceSamples().rsa(address: address).trace
            trace.timing = TraceSamples.timing(tcp: 20, tls: time, trust: 1)
            series.add(
                TraceReport(trace, target: "x", policy: .basicX509, at: try Samples().at))
        }
        return series
    }

    @Test("Minimum, median, 90th percentile by the nearest rank, maximum, and TLS : TCP")
    func distribution() throws {
        let series = try series([60, 10, 20, 30, 40, 50, 70, 80, 90, 100])
        let text = series.text()
        let row = try #require(text.split(separator: "\n").first { $0.hasPrefix("  TLS ") && $0.hasSuffix("ms") })
        // Of ten values the ninth is the smallest that nine tenths are not above.
        #expect(
            row.split(separator: " ").map(String.init) == ["TLS", "10.000", "55.000", "90.000", "100.000", "ms"])
        let ratio = try #require(text.split(separator: "\n").first { $0.hasPrefix("  TLS : TCP") })
        #expect(ratio.split(separator: " ").map(String.init).suffix(6) == ["0.50", "2.75", "4.50", "5.00", ":", "1"])
        let object = try JSONDocument(series.jsonLine())
        #expect(object["schema"] == .text("holdfast.trace-statistics/1") && object["handshakes"]?.count == 1)
        #expect(object["handshakes"]?[0]?["kind"] == .text("full"))
        #expect(object["handshakes"]?[0]?["tls"]?["p90"] == .number(90))
        #expect(object["handshakes"]?[0]?["tls"]?["values"]?.count == 10)
    }

    @Test("The histogram holds every value once, the largest in its last part")
    func bins() {
        let bins = TracePlot.bins([0, 1, 2, 3, 10], end: 10, count: 5)
        #expect(bins == [2, 2, 0, 0, 1])
        #expect(TracePlot.bins([1, 2], end: 0, count: 3) == [0, 0, 0])
    }

    @Test("On loopback the ratio comes with its warning, elsewhere without")
    func loopback() throws {
        #expect(try series([10, 20], address: "127.0.0.1").text().contains("means nothing"))
        #expect(try !series([10, 20]).text().contains("means nothing"))
    }
}
