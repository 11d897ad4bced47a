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

extension TraceDelay: JSONReport {
    package var json: JSONObject {
        JSONObject(["roundTrip": JSONNumber.milliseconds(roundTrip), "server": server])
    }
}

extension TraceReport: JSONLineReport, JSONReport {
    package var json: JSONObject {
        JSONObject(
            [
                "schema": Self.schema, "target": target, "host": trace.target.host,
                "port": trace.target.port, "startTLS": trace.target.startTLS?.rawValue,
                "startedAt": trace.startedAt.toTheMillisecond, "address": trace.address?.description,
                "loopback": isLoopback, "outcome": trace.outcomeJSON, "exitCode": exitCode,
                "negotiated": trace.negotiated.json, "timing": trace.timing.json,
                "phases": trace.phases.map(\.json),
                "events": trace.events.map { $0.json(in: trace.negotiated.version) }, "verdict": verdict,
            ], unlessNone: ["delay": delay])
    }
}

extension HandshakeTrace {
    fileprivate var outcomeJSON: JSONObject {
        switch outcome {
        case .completed: JSONObject(["result": "completed", "closing": closing.rawValue])
        case .refusedByServer(let alert, let duringHandshake):
            JSONObject(["result": "refusedByServer", "alert": alert.name, "duringHandshake": duringHandshake])
        case .refusedByUs(let alert): JSONObject(["result": "refusedByUs"], unlessNone: ["alert": alert?.name])
        case .failed(let error): JSONObject(["result": "failed", "error": error.json])
        }
    }
}

extension TraceError {
    fileprivate var json: JSONObject {
        JSONObject(
            [
                "phase": phase.rawValue, "code": code.rawValue, "message": message, "hint": hint,
                "statement": StatementReport(statement), "librarySays": librarySays.map(\.description),
            ], unlessNone: ["adviceStatement": adviceStatement.map(StatementReport.init)])
    }
}

extension NegotiatedParameters {
    fileprivate var json: JSONObject {
        JSONObject(
            [
                "resumed": isResumed, "helloRetryRequest": usedHelloRetryRequest,
                "extendedMasterSecret": extendedMasterSecret, "encryptThenMAC": encryptThenMAC,
                "secureRenegotiation": secureRenegotiation, "clientCertificateRequested": clientCertificateRequested,
                "clientCertificateSent": clientCertificateSent, "certificates": certificates.count,
                "stapledOCSP": stapledOCSP != nil, "signedCertificateTimestamps": signedCertificateTimestamps != nil,
                "tickets": ticketCount, "sessionIDLength": sessionIDLength,
            ],
            unlessNone: [
                "version": version?.name, "cipherSuite": cipherSuite?.name, "keyExchange": keyExchange?.description,
                "forwardSecrecy": isKeyExchangeDone ? keyExchange?.hasForwardSecrecy : nil,
                "serverSignature": serverSignature?.name, "alpn": applicationProtocol, "sni": serverName,
                "downgradeSentinel": downgradeSentinel?.name,
            ])
    }
}

extension TraceTiming {
    /// The times in milliseconds.
    fileprivate var json: JSONObject {
        JSONObject(
            ["total": JSONNumber.milliseconds(total), "roundTrips": roundTrips],
            unlessNone: [
                "dns": dns.map(JSONNumber.milliseconds), "tcp": tcp.map(JSONNumber.milliseconds),
                "startTLS": startTLS.map(JSONNumber.milliseconds), "tls": tls.map(JSONNumber.milliseconds),
                "trust": trust.map(JSONNumber.milliseconds), "ratio": ratio.map(JSONNumber.rounded),
                "kernelRoundTrip": kernelRoundTrip.map(JSONNumber.milliseconds),
            ])
    }
}

extension TracePhase {
    fileprivate var json: JSONObject {
        JSONObject([
            "phase": phase.rawValue, "start": JSONNumber.milliseconds(start), "end": JSONNumber.milliseconds(end),
            "steps": steps.map { JSONObject(["event": $0.event], unlessNone: ["content": $0.content]) },
            "knowledge": knowledge.map(\.json),
        ])
    }
}

extension Knowledge {
    fileprivate var json: JSONObject {
        let (name, group) = KnowledgeWords.code(item)
        return JSONObject(
            ["item": name, "holders": Holder.allCases.filter(holders.contains).map(\.rawValue)],
            unlessNone: ["group": group, "hex": value.map { HexString.encode($0) }])
    }
}
