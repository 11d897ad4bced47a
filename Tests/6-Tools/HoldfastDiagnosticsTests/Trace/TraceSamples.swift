import HoldfastAuthority
import HoldfastTrust
import HoldfastX509
import Testing

@testable import HoldfastDiagnostics
@testable import HoldfastTracing

/// Traces put together from recorded messages, without a connection.
struct TraceSamples {
    let samples: Samples

    init() throws { samples = try Samples() }

    /// The handshake of the articles: TLS 1.0, RSA, and an encrypted alert at its end (RFC 2246 §7.3, figure 1).
    func rsa(
        serverName: String = "www.example.com", isTrusted: Bool = true, address: String = "192.0.2.7"
    ) throws -> TraceReport {
        let chain = try samples.leaf().chain
        var recording = try Recording(to: address)
        let suite: [UInt8] = [0x00, 0x2F]
        recording.message(
            1, [3, 1] + Self.bytes(32, 0xC0) + [0, 0, 2] + suite + [1, 0] + Self.vector(2, Self.sni(serverName)),
            by: .client)
        recording.message(2, [3, 1] + Self.bytes(32, 0x51) + [32] + Self.bytes(32, 0x1D) + suite + [0], by: .server)
        recording.message(11, Self.vector(3, chain.flatMap { Self.vector(3, $0) }), by: .server)
        recording.message(14, [], by: .server)
        recording.add(.verdict(try verdict(chain, isTrusted: isTrusted)))
        recording.message(16, Self.vector(2, Self.bytes(256, 0xEE)), by: .client)
        for party in [TraceEvent.Party.client, .server] {
            recording.record(20, [1], by: party, [.changeCipherSpec])
            recording.message(20, Self.bytes(12, 0xF0), by: party, isEncrypted: true)
        }
        recording.record(21, Self.bytes(32, 0xAA), by: .client, [.alert(.warning, .closeNotify)], isEncrypted: true)
        recording.add(.tcp(.finished), by: .client)
        return try recording.report(samples, timing: [("tcp", 22), ("tls", 64), ("trust", 2)])
    }

    /// RFC 8448 §3: the server's four messages stand in one record, as there.
    func tls13(isTrusted: Bool = true) throws -> TraceReport {
        var recording = try Recording(to: "192.0.2.7")
        recording.whole(TraceRFC8448.clientHello, by: .client)
        recording.whole(TraceRFC8448.serverHello, by: .server)
        let flight = [
            TraceRFC8448.encryptedExtensions, TraceRFC8448.certificate, TraceRFC8448.certificateVerify,
            TraceRFC8448.serverFinished,
        ].map { HandshakeMessage($0, in: recording.context) }
        recording.record(
            23, Self.bytes(674, 0xD1), by: .server, flight.map { .handshake($0) }, isEncrypted: true)
        recording.add(.verdict(try verdict(samples.leaf().chain, isTrusted: isTrusted)))
        recording.whole(TraceRFC8448.clientFinished, by: .client, isEncrypted: true)
        recording.whole(TraceRFC8448.newSessionTicket, by: .server, isEncrypted: true)
        return try recording.report(samples, timing: [("tcp", 10), ("tls", 15)])
    }

    /// A trace that ended so, after nothing else.
    func ended(_ outcome: TraceOutcome, judged: TraceVerdict? = nil) throws -> TraceReport {
        var recording = try Recording(to: "192.0.2.7")
        if let judged { recording.add(.verdict(judged)) }
        return try recording.report(samples, timing: [], outcome: outcome)
    }

    func verdict(_ chain: [[UInt8]], isTrusted: Bool) throws -> TraceVerdict {
        var policy = TrustPolicy.ssl(try ServerName("www.example.com"))
        policy.anchors = .only(isTrusted ? [try Certificate(der: samples.root.certificate)] : [])
        let trust = try ServerTrust(derChain: chain)
        do throws(TrustFailure) {
            let evaluation = try TrustEngine().evaluate(trust, with: policy, at: samples.at)
            return TraceVerdict(.trusted(evaluation), duration: .milliseconds(2))
        } catch {
            return TraceVerdict(.refused(error), duration: .milliseconds(2))
        }
    }

    static func bytes(_ count: Int, _ value: UInt8) -> [UInt8] { [UInt8](repeating: value, count: count) }

    static func vector(_ octets: Int, _ content: [UInt8]) -> [UInt8] {
        (0..<octets).reversed().map { UInt8(truncatingIfNeeded: content.count >> (8 * $0)) } + content
    }

    /// RFC 6066 §3.
    static func sni(_ name: String) -> [UInt8] { [0, 0] + vector(2, vector(2, [0] + vector(2, Array(name.utf8)))) }

    /// Times as a trace measures them.
    static func timing(tcp: Int, tls: Int, trust: Int? = nil) -> TraceTiming {
        var timing = TraceTiming()
        timing.tcp = .milliseconds(tcp)
        timing.tls = .milliseconds(tls)
        timing.trust = trust.map { .milliseconds($0) }
        return timing
    }
}

/// Events in the making, a millisecond apart.
struct Recording {
    private(set) var events: [TraceEvent] = []
    private(set) var context = HandshakeContext()
    private let address: IPAddress

    init(to text: String) throws {
        address = try #require(IPAddress(text))
        add(.addresses([address], wereGiven: true))
        add(.tcp(.connecting(address, port: 443)), by: .client)
        add(.tcp(.connected(localPort: 50_000)), by: .server)
    }

    mutating func add(_ kind: TraceEvent.Kind, by sender: TraceEvent.Party? = nil) {
        events.append(
            TraceEvent(number: events.count + 1, time: .milliseconds(events.count), sender: sender, kind: kind))
    }

    mutating func record(
        _ type: UInt8, _ fragment: [UInt8], by sender: TraceEvent.Party, _ contents: [RecordEvent.Content],
        isEncrypted: Bool = false
    ) {
        var event = RecordEvent(
            TLSRecord(bytes: [type, 3, 3] + TraceSamples.vector(2, fragment)), isEncrypted: isEncrypted)
        event.contents = contents
        add(.record(event), by: sender)
    }

    mutating func whole(_ bytes: [UInt8], by sender: TraceEvent.Party, isEncrypted: Bool = false) {
        let message = HandshakeMessage(bytes, in: context)
        context.note(message)
        record(22, bytes, by: sender, [.handshake(message)], isEncrypted: isEncrypted)
    }

    mutating func message(_ type: UInt8, _ body: [UInt8], by sender: TraceEvent.Party, isEncrypted: Bool = false) {
        whole([type] + TraceSamples.vector(3, body), by: sender, isEncrypted: isEncrypted)
    }

    func report(
        _ samples: Samples, timing: [(String, Int)], outcome: TraceOutcome = .completed
    ) throws -> TraceReport {
        var times = TraceTiming()
        for (name, value) in timing {
            switch name {
            case "tcp": times.tcp = .milliseconds(value)
            case "trust": times.trust = .milliseconds(value)
            default: break
            }
        }
        var trace = HandshakeTrace(
            target: TraceTarget(host: "www.example.com", port: 443), startedAt: samples.at, outcome: outcome,
            events: events, timing: times)
        trace.address = address
        if let tls = timing.first(where: { $0.0 == "tls" }) { trace.timing.tls = .milliseconds(tls.1) }
        return TraceReport(
            trace, target: "https://www.example.com", policy: .ssl(try ServerName("www.example.com")), at: samples.at)
    }
}
