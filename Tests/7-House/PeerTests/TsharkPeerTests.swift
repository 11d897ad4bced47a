import Foundation
import HoldfastAuthority
import HoldfastCrypto
import HoldfastTracing
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// A trace says what a capture of the same connection says that tshark decodes.
@Suite(
    "Traces against captures by tshark", .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"),
    .enabled(if: getuid() == 0, "capturing on lo needs root"))
struct TsharkPeerTests {
    typealias Conversation = TsharkConversation

    private let workshop: TsharkWorkshop

    init() throws { workshop = try TsharkWorkshop() }

    @Test("message for message", arguments: TsharkCase.all)
    func agrees(_ one: TsharkCase) async throws {
        let staple = one.staples ? ["-status_file", try workshop.staple()] : []
        let authority = one.wantsClient ? ["-Verify", "1", "-CAfile", workshop.path("root.pem")] : []
        let server = try await OpenSSLServer(workshop, one.server + staple + authority)
        let relay = try one.relay.map { try TsharkRelay(to: server.port, $0) }
        let port = relay?.port ?? server.port
        let capture = try await TsharkCapture(port: port, in: workshop.folder.url)

        var traces = [await trace(port, one)]
        if one.resumes {
            let session = try #require(traces[0].session, "no session to resume: \(traces[0].outcome)")
            traces.append(await trace(port, one) { $0.resuming = session })
            #expect(traces[1].negotiated.isResumed)
        }
        let captured = try await capture.conversations(keyLog: server.keyLog)

        try #require(captured.count == traces.count)
        for (trace, captured) in zip(traces, captured) {
            let traced = Conversation(trace)
            let differences = TsharkComparison.differences(capture: captured, trace: traced)
            #expect(differences.isEmpty, "\(one.name):\n\(differences.joined(separator: "\n"))")
            noticesEveryChange(captured, traced, differences)
        }
        // The capture has what the RFC's figure has: two empty lists would agree as well.
        let last = try #require(captured.last)
        #expect(last.handshakeKinds(from: .client) == one.client)
        #expect(last.handshakeKinds(from: .server) == one.serverFlight)
        if let isRight = one.records { #expect(isRight(last.records), "\(last.records.map(\.summary))") }
        print("tshark: \(one.name): \(last.messages.count) messages in \(last.records.count) records compared")
    }

    /// A comparison that notices nothing proves nothing: each message left out on either side, and each field changed.
    private func noticesEveryChange(_ captured: Conversation, _ traced: Conversation, _ known: [String]) {
        func expectNotice(_ message: Conversation.Message, _ capture: Conversation, _ trace: Conversation) {
            let noticed = TsharkComparison.differences(capture: capture, trace: trace)
            let isNamed = noticed.contains { $0.hasPrefix(message.sender.rawValue) && $0.contains(message.kind) }
            #expect(isNamed && noticed != known, "\(message.kind) left out: \(noticed)")
        }
        for (index, message) in traced.messages.enumerated() {
            expectNotice(message, captured, traced.dropping(message: index))
        }
        for (index, message) in captured.messages.enumerated() {
            expectNotice(message, captured.dropping(message: index), traced)
            for name in message.fields.keys {
                let changed = captured.changing(message: index) { $0.fields[name, default: ""] += "0" }
                let noticed = TsharkComparison.differences(capture: changed, trace: traced)
                #expect(noticed.contains { $0.contains(message.kind) && $0.contains(name) }, "\(name) changed")
            }
        }
    }

    private func trace(
        _ port: UInt16, _ one: TsharkCase, _ also: (inout TraceConfiguration) -> Void = { _ in }
    ) async -> HandshakeTrace {
        do {
            var policy = TrustPolicy.ssl(try ServerName(TsharkWorkshop.host))
            if !one.hasNoAnchor { policy.anchors = .only([try Certificate(der: workshop.root.certificate)]) }
            var configuration = TraceConfiguration(policy: policy)
            configuration.serverName = TsharkWorkshop.host
            configuration.request = [UInt8]("GET / HTTP/1.0\r\n\r\n".utf8)
            if one.wantsClient {
                configuration.clientIdentity = ClientIdentity(
                    certificates: workshop.client.chain, key: workshop.client.key)
            }
            one.configure(&configuration)
            also(&configuration)
            let target = TraceTarget(
                host: TsharkWorkshop.host, port: port, addresses: [try #require(IPAddress("127.0.0.1"))])
            return await TraceClient().trace(target, configuration)
        } catch {
            Issue.record("\(error)")
            return HandshakeTrace(
                target: TraceTarget(host: TsharkWorkshop.host, port: port), startedAt: SystemClock.now(),
                outcome: .failed(TraceError(.internal, .notRun, TraceSetupSentence.notRun)))
        }
    }
}

extension TsharkConversation {
    /// The kinds up to the sender's Finished, or all where there is none; without tickets, which a server may send or
    /// not.
    fileprivate func handshakeKinds(from sender: Sender) -> [String] {
        let all = kinds(from: sender)
        let end = all.lastIndex(of: "finished") ?? all.endIndex - 1
        return all.prefix(end + 1).filter { $0 != "new_session_ticket" }
    }
}
