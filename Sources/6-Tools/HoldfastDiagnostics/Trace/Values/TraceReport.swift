import HoldfastCrypto
public import HoldfastTracing
import HoldfastTransport
public import HoldfastTrust
import HoldfastStatements
import HoldfastWeb
public import HoldfastX509

/// A traced connection, ready to be shown: as a packet table, as JSON of the schema `holdfast.trace/1`, as a page.
///
/// ```swift
/// let trace = await TraceClient().trace(
///     TraceTarget(host: "example.com", port: 443), TraceConfiguration(policy: policy))
/// let report = TraceReport(trace, target: "https://example.com", policy: policy, at: now)
/// print(report.text())
/// ```
public struct TraceReport: Sendable {
    /// The name and version of the JSON's shape.
    package static let schema = "holdfast.trace/1"

    /// The server as the user named it, without the user and the password of a URL.
    package let target: String
    package let trace: HandshakeTrace
    /// The verdict, as `check` has it: what was found of the chain, or what kept it from being judged.
    public package(set) var verdict: VerdictReport
    /// The delay line that the connection went through; nil for none.
    package var delay: TraceDelay?

    /// Makes the report of a recorded handshake.
    ///
    /// - Parameters:
    ///   - policy: what the server was judged by.
    ///   - at: the time it was judged for, for a server that was not judged.
    public init(_ trace: HandshakeTrace, target: String, policy: TrustPolicy, at: Instant) {
        self.target = ShownURL.text(of: target)
        self.trace = trace
        verdict = VerdictReport(trace, target: target, policy: policy, at: at)
    }

    /// The exit code of the verdict, as the table of exit codes says.
    public var exitCode: Int32 { verdict.exitCode }

    /// Whether it went to this machine itself, where the time that TCP takes says nothing about a network.
    package var isLoopback: Bool { trace.address?.isLoopback == true }
}

/// A delay line on the way of a connection, which makes a server of this machine as far as one elsewhere.
package struct TraceDelay: Hashable, Sendable {
    /// The time that both ways take together.
    package let roundTrip: Duration
    /// The server at its end, `address:port`.
    package let server: String

    package init(roundTrip: Duration, server: String) {
        self.roundTrip = roundTrip
        self.server = server
    }

    /// The line in words.
    var words: LocalizedText {
        let time = TraceTime.text(TraceTime.milliseconds(roundTrip), decimals: roundTrip.isWholeMilliseconds ? 0 : 3)
        return LocalizedText(
            "behind a delay line with a round-trip time of \(time) ms, which leads to \(server)",
            "经过往返时间为 \(time) 毫秒的延迟线路，通往 \(server)")
    }
}

extension Duration {
    fileprivate var isWholeMilliseconds: Bool { components.attoseconds % 1_000_000_000_000_000 == 0 }
}

extension TraceDelay: Encodable {
    private enum CodingKeys: String, CodingKey {
        case roundTrip, server
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(JSONNumber.milliseconds(roundTrip), forKey: .roundTrip)
        try container.encode(server, forKey: .server)
    }
}

extension TraceReport {
    /// One line of JSON in the schema `holdfast.trace/1`, keys sorted, without a line end.
    public func jsonLine() throws -> String {
        String(decoding: try JSONLine.bytes(of: self), as: UTF8.self)
    }
}

extension TraceReport: Encodable {
    private enum CodingKeys: String, CodingKey {
        case schema, target, host, port, startTLS, startedAt, address, loopback, outcome, exitCode, negotiated, timing
        case phases, events, verdict, delay
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Self.schema, forKey: .schema)
        try container.encode(target, forKey: .target)
        try container.encode(trace.target.host, forKey: .host)
        try container.encode(trace.target.port, forKey: .port)
        try container.encode(trace.target.startTLS?.rawValue, forKey: .startTLS)
        try container.encode(trace.startedAt.toTheMillisecond, forKey: .startedAt)
        try container.encode(trace.address?.description, forKey: .address)
        try container.encode(isLoopback, forKey: .loopback)
        try container.encodeIfPresent(delay, forKey: .delay)
        try container.encode(OutcomeJSON(trace), forKey: .outcome)
        try container.encode(exitCode, forKey: .exitCode)
        try container.encode(NegotiatedJSON(trace.negotiated), forKey: .negotiated)
        try container.encode(TimingJSON(trace.timing), forKey: .timing)
        try container.encode(trace.phases.map(PhaseJSON.init), forKey: .phases)
        try container.encode(trace.events.map { TraceEventJSON($0, in: trace.negotiated.version) }, forKey: .events)
        try container.encode(verdict, forKey: .verdict)
    }
}

private struct OutcomeJSON: Encodable {
    struct Problem: Encodable {
        let phase: String
        let code: String
        let message: String
        let hint: String
        let statement: StatementReport
        let adviceStatement: StatementReport?
        let librarySays: [String]
    }

    enum Result: String, Encodable {
        case completed, refusedByServer, refusedByUs, failed
    }

    let result: Result
    var closing: String?
    var alert: String?
    var duringHandshake: Bool?
    var error: Problem?

    init(_ trace: HandshakeTrace) {
        switch trace.outcome {
        case .completed:
            result = .completed
            closing = trace.closing.rawValue
        case .refusedByServer(let alert, let duringHandshake):
            result = .refusedByServer
            self.alert = alert.name
            self.duringHandshake = duringHandshake
        case .refusedByUs(let alert):
            result = .refusedByUs
            self.alert = alert?.name
        case .failed(let error):
            result = .failed
            self.error = Problem(
                phase: error.phase.rawValue, code: error.code.rawValue, message: error.message, hint: error.hint,
                statement: StatementReport(error.statement),
                adviceStatement: error.adviceStatement.map(StatementReport.init),
                librarySays: error.librarySays.map(\.description))
        }
    }
}

private struct NegotiatedJSON: Encodable {
    let version: String?
    let cipherSuite: String?
    let keyExchange: String?
    let forwardSecrecy: Bool?
    let serverSignature: String?
    let alpn: String?
    let sni: String?
    let resumed: Bool
    let helloRetryRequest: Bool
    let extendedMasterSecret: Bool
    let encryptThenMAC: Bool
    let secureRenegotiation: Bool
    let clientCertificateRequested: Bool
    let clientCertificateSent: Bool
    let certificates: Int
    let stapledOCSP: Bool
    let signedCertificateTimestamps: Bool
    let tickets: Int
    let sessionIDLength: Int
    let downgradeSentinel: String?

    init(_ negotiated: NegotiatedParameters) {
        version = negotiated.version?.name
        cipherSuite = negotiated.cipherSuite?.name
        keyExchange = negotiated.keyExchange?.description
        forwardSecrecy = negotiated.isKeyExchangeDone ? negotiated.keyExchange?.hasForwardSecrecy : nil
        serverSignature = negotiated.serverSignature?.name
        alpn = negotiated.applicationProtocol
        sni = negotiated.serverName
        resumed = negotiated.isResumed
        helloRetryRequest = negotiated.usedHelloRetryRequest
        extendedMasterSecret = negotiated.extendedMasterSecret
        encryptThenMAC = negotiated.encryptThenMAC
        secureRenegotiation = negotiated.secureRenegotiation
        clientCertificateRequested = negotiated.clientCertificateRequested
        clientCertificateSent = negotiated.clientCertificateSent
        certificates = negotiated.certificates.count
        stapledOCSP = negotiated.stapledOCSP != nil
        signedCertificateTimestamps = negotiated.signedCertificateTimestamps != nil
        tickets = negotiated.ticketCount
        sessionIDLength = negotiated.sessionIDLength
        downgradeSentinel = negotiated.downgradeSentinel?.name
    }
}

/// Milliseconds.
private struct TimingJSON: Encodable {
    let dns: Double?
    let tcp: Double?
    let startTLS: Double?
    let tls: Double?
    let trust: Double?
    let total: Double
    let kernelRoundTrip: Double?
    let roundTrips: Int
    let ratio: Double?

    init(_ timing: TraceTiming) {
        func milliseconds(_ duration: Duration?) -> Double? { duration.map(JSONNumber.milliseconds) }
        dns = milliseconds(timing.dns)
        tcp = milliseconds(timing.tcp)
        startTLS = milliseconds(timing.startTLS)
        tls = milliseconds(timing.tls)
        trust = milliseconds(timing.trust)
        total = JSONNumber.milliseconds(timing.total)
        kernelRoundTrip = milliseconds(timing.kernelRoundTrip)
        roundTrips = timing.roundTrips
        ratio = timing.ratio.map(JSONNumber.rounded)
    }
}

private struct PhaseJSON: Encodable {
    struct Step: Encodable {
        let event: Int
        let content: Int?
    }

    struct Known: Encodable {
        let item: String
        let group: String?
        let holders: [String]
        let hex: String?

        init(_ knowledge: Knowledge) {
            (item, group) = KnowledgeWords.code(knowledge.item)
            holders = Knowledge.Holder.allCases.filter(knowledge.holders.contains).map(\.rawValue)
            hex = knowledge.value.map { HexString.encode($0) }
        }
    }

    let phase: String
    let start: Double
    let end: Double
    let steps: [Step]
    let knowledge: [Known]

    init(_ phase: TracePhase) {
        self.phase = phase.phase.rawValue
        start = JSONNumber.milliseconds(phase.start)
        end = JSONNumber.milliseconds(phase.end)
        steps = phase.steps.map { Step(event: $0.event, content: $0.content) }
        knowledge = phase.knowledge.map(Known.init)
    }
}
