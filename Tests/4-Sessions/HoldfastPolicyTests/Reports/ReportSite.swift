import Foundation
import HoldfastAuthority
import HoldfastCrypto
import HoldfastHTTPS
import HoldfastPins
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import LoopbackSupport
import Synchronization
import TestSupport

/// A server with pins that do not match, a server that takes reports, and a session between them.
final class ReportSite: Sendable {
    static let host = "api.holdfast.test"
    static let collector = "reports.holdfast.test"

    let bench: Loopback
    let hands = Hands()
    let target: TLSServer
    let reports: TLSServer
    let received = Notes<ServerRequest>()
    let folder = TemporaryFolder.toBeMade()
    let identity: Identity
    private let answers: Answers

    final class Answers: Sendable {
        private let answer = Mutex<@Sendable (ServerRequest) -> ServerResponse>({ _ in ServerResponse(status: 204) })
        func set(_ answer: @escaping @Sendable (ServerRequest) -> ServerResponse) {
            self.answer.withLock { $0 = answer }
        }
        func callAsFunction(_ request: ServerRequest) -> ServerResponse { answer.withLock { $0 }(request) }
    }

    init() throws {
        bench = try Loopback.ofTests()
        answers = Answers()
        identity = try bench.lasting(Self.host)
        target = try TLSServer(TLSServerConfiguration(identity)) { _ in ServerResponse(text: "hello") }
        reports = try bench.answering(as: bench.lasting(Self.collector)) { [received, answers] request in
            received.add(request)
            return answers(request)
        }
    }

    func answer(_ answer: @escaping @Sendable (ServerRequest) -> ServerResponse) { answers.set(answer) }

    func answer(_ status: Int) { answer { _ in ServerResponse(status: status) } }

    var reportURI: HTTPSURL {
        get throws { try HTTPSURL("https://\(Self.collector):\(reports.port)/pins") }
    }

    func uris(_ host: String = ReportSite.host) throws -> PinReportURIs {
        PinReportURIs([.host(try ServerName(host)): [try reportURI]])
    }

    func wrongPins(_ enforcement: PinSet.Enforcement = .enforce) throws -> PinSet {
        try UpdateBench.pins(9).with(enforcement: enforcement)
    }

    func spool(_ limits: PinReportSpool.Limits = .init()) -> PinReportSpool {
        PinReportSpool(path: folder.path + "/spool", limits: limits)
    }

    /// A reporter whose waits never end, so that only what is done at once and by `flush()` is seen.
    func reporter(
        _ uris: PinReportURIs? = nil, limits: PinReportSpool.Limits = .init(),
        _ change: (inout PinReporter.Configuration) -> Void = { _ in }
    ) throws -> PinReporter {
        var configuration = PinReporter.Configuration()
        configuration.session = bench.configuration([(Self.collector, reports.port)], by: hands)
        configuration.timeout = .seconds(120)
        configuration.sleep = { _ in try await Task.sleep(for: .seconds(100_000)) }
        change(&configuration)
        return PinReporter(to: try uris ?? self.uris(), by: spool(limits), configuration: configuration)
    }

    /// A session whose pins for the server are those.
    func session(
        _ reporter: PinReporter, pins: PinSet? = nil, _ change: (inout HTTPSSession.Configuration) -> Void = { _ in }
    ) throws -> HTTPSSession {
        let hosts = try PinnedHosts([.withSubdomains(.test): .pinned(try pins ?? wrongPins())])
        var configuration = bench.configuration([(Self.host, target.port)], by: hands, pins: TrustPins(hosts))
        change(&configuration)
        reporter.observe(&configuration)
        return HTTPSSession(configuration: configuration)
    }

    var url: HTTPSURL { get throws { try HTTPSURL("https://\(Self.host):\(target.port)/") } }

    /// The spool's reports on disk.
    var waiting: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/spool")) ?? []
        return names.filter { $0.hasPrefix("report-") }.sorted()
    }

    /// A refusal by pins, made without a connection, that differs by its number.
    func failure(_ number: UInt8 = 9, at now: Instant = UpdateBench.moment) throws -> TrustFailure? {
        let trust = try ServerTrust(derChain: [identity.certificate, bench.intermediate.certificate])
        var policy = TrustPolicy.ssl(try ServerName(Self.host))
        policy.anchors = bench.anchors
        policy.pins = TrustPins(.everywhere(try UpdateBench.pins(number)))
        do throws(TrustFailure) {
            _ = try TrustEngine().evaluate(trust, with: policy, at: now)
            return nil
        } catch {
            return error
        }
    }
}

/// The word of the error that a request ends with; nil where it is answered.
func word(_ session: HTTPSSession, _ url: HTTPSURL) async -> String? {
    do throws(HTTPSError) {
        _ = try await session.data(for: HTTPSRequest(url))
        return nil
    } catch {
        return error.code.rawValue
    }
}

func json(_ bytes: [UInt8]) throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] ?? [:]
}
