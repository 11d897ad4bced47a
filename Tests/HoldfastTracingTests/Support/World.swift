import HoldfastAuthority
import HoldfastCrypto
import HoldfastServing
import HoldfastTrust
import HoldfastX509
import Testing

@testable import HoldfastTracing

/// An authority, its anchors, and traces of servers on loopback: what most tests here need.
struct World: Sendable {
    let authority: CertificateAuthority
    let now: Instant

    init(keys kind: KeyKind = .p256) throws {
        now = SystemClock.now()
        authority = try .root(name: "Trace Root", at: now, key: try PrivateKey.generate(kind))
    }

    func identity(_ kind: KeyKind = .p256, name: String = "example.test") throws -> Identity {
        try authority.issue(.server(names: [name], at: now), key: try PrivateKey.generate(kind))
    }

    func policy(trusting: Bool = true) throws -> TrustPolicy {
        var policy = TrustPolicy.ssl(try ServerName("example.test"))
        policy.anchors = .only(trusting ? [try Certificate(der: authority.certificate)] : [])
        return policy
    }

    func configuration(trusting: Bool = true) throws -> TraceConfiguration {
        var configuration = TraceConfiguration(policy: try policy(trusting: trusting))
        configuration.serverName = "example.test"
        configuration.timeout = .seconds(20)
        return configuration
    }

    func target(_ port: UInt16, _ startTLS: StartTLS? = nil) -> TraceTarget {
        TraceTarget(
            host: "example.test", port: port, addresses: [IPAddress("127.0.0.1")].compactMap { $0 }, startTLS: startTLS)
    }

    /// Traces a server on loopback.
    func trace(
        _ port: UInt16, trusting: Bool = true, startTLS: StartTLS? = nil,
        _ change: (inout TraceConfiguration) throws -> Void = { _ in }
    ) async throws -> HandshakeTrace {
        var configuration = try configuration(trusting: trusting)
        try change(&configuration)
        return await TraceClient().trace(target(port, startTLS), configuration)
    }

    /// A server for `example.test` that answers with the target that it was asked for.
    func server(
        _ kind: KeyKind = .p256, _ change: (inout TLSServerConfiguration) throws -> Void = { _ in }
    ) throws -> TLSServer {
        var configuration = TLSServerConfiguration(try identity(kind))
        try change(&configuration)
        return try TLSServer(configuration) { request in ServerResponse(text: request.target) }
    }
}

extension HandshakeTrace {
    /// Everything in the records as words: `> client_hello`, `< server_hello`, `< !close_notify`.
    var words: [String] {
        messages.map { sender, content in
            let arrow = sender == .client ? "> " : "< "
            switch content {
            case .handshake(let message):
                if case .helloRetryRequest = message.content { return arrow + "hello_retry_request" }
                return arrow + message.type.name
            case .changeCipherSpec: return arrow + "ccs"
            case .alert(_, let description): return arrow + "!" + description.name
            case .applicationData: return arrow + "data"
            case .heartbeat: return arrow + "heartbeat"
            }
        }
    }

    /// The words up to the end of the handshake.
    var handshakeWords: [String] {
        var finished = 0
        return Array(
            words.prefix { word in
                defer { if word.hasSuffix("finished") { finished += 1 } }
                return finished < 2
            })
    }

    /// Whether the ClientHello holds a ticket of TLS 1.2 (RFC 5077 §3.2).
    var offersTicket: Bool {
        messages.contains { _, content in
            guard case .handshake(let message) = content, case .clientHello(let hello) = message.content else {
                return false
            }
            return hello.extensions.contains { $0.type == .sessionTicket && !$0.data.isEmpty }
        }
    }

    var isCompleted: Bool { if case .completed = outcome { true } else { false } }
    var error: TraceError? { if case .failed(let error) = outcome { error } else { nil } }
    var notes: [String] { events.compactMap { if case .note(let text) = $0.kind { text } else { nil } } }
    /// Messages that could not be read.
    var unreadable: [WireError] {
        messages.compactMap { if case .handshake(let message) = $0.content { message.error } else { nil } }
            + events.compactMap(\.record?.error)
    }
}
