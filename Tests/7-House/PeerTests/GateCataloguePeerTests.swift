import Foundation
import HoldfastTestBed
import Synchronization
import TestSupport
import Testing

/// Ordinary clients behind the gate, before every server of the catalogue, good and bad.
@Suite(
    "Clients behind the gate", .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"))
struct GateCataloguePeerTests {
    @Test("good servers answer; of bad ones each client gets the reason and no byte, and they none of it")
    func catalogue() throws {
        let clients = try GateClients()
        let folder = try TemporaryFolder()
        let lab = try Lab(directory: folder.path)
        // What is judged at another time is no case for clients that live now.
        let entries = TestBed.available.filter { $0.judgedAfter == nil }
        #expect(entries.count >= 100)
        DispatchQueue.concurrentPerform(iterations: entries.count) { index in
            do { try Self.judge(entries[index], lab, clients) } catch {
                Issue.record("\(entries[index].name): \(error)")
            }
        }
    }

    private static func judge(_ entry: BadServer, _ lab: Lab, _ clients: GateClients) throws {
        let server = try lab.start(entry.name)
        defer { server.stop() }
        let anchors = try #require(server.anchorsFile)
        let (answers, gate) = try clients.run(
            server.url, ["--connect-to", server.connectTo, "--anchors-only", anchors] + server.arguments)
        #expect(answers.map(\.client) == clients.names, "\(entry.name): \(gate)")
        for answer in answers {
            let said = Comment(rawValue: "\(entry.name), \(answer.client): \(answer.output)\(answer.errors)\(gate)")
            // Node without proxies of its own says so, whatever an agent does for it.
            if answer.client == "Node" {
                #expect(answer.errors.contains("around the gate") != GateClients.nodeReadsProxies, said)
            }
            // Before 3.13 it writes an IPv6 address into CONNECT without its brackets.
            if answer.client == "Python", server.host.contains(":") {
                #expect(answer.exitCode != 0, said)
                continue
            }
            #expect(answer.exitCode == 0, said)
            let status = Int(answer.output.split(separator: "\n").last ?? "")
            switch answer.client {
            // They offer no protocol, and so there is none for the server to refuse.
            case "Java" where entry.name == "no-protocol", "Node" where entry.name == "no-protocol":
                #expect(status == 200, said)
            case _ where Self.wantsClientCertificate(entry) || entry.name == "no-protocol":
                #expect(status == 502 && !answer.output.contains(entry.story), said)
            case _ where entry.expectedExit == 0:
                #expect(status == 200 && answer.output.hasPrefix(entry.name), said)
            default:
                #expect(status == (entry.expectedExit == 7 ? 504 : 502), said)
                #expect(!answer.output.contains(entry.story) && answer.output.count > 20, said)
            }
        }
        if Self.wantsClientCertificate(entry) {
            #expect(gate.contains("certificate"), "\(entry.name): \(gate)")
        }
        if entry.name == "no-protocol" { #expect(gate.contains("no_application_protocol"), "\(gate)") }
        guard entry.expectedExit != 0 else { return }
        #expect(
            server.waitUntilIdle(afterAtLeast: 0) && server.applicationBytesReceived == 0, "\(entry.name)")
        #expect(entry.expectedFindings.allSatisfy { gate.contains($0) }, "\(entry.name): \(gate)")
    }

    /// Whether a server has nothing wrong with it, and refuses those who show no certificate of their own.
    private static func wantsClientCertificate(_ entry: BadServer) -> Bool {
        ["client-certificate", "client-certificate-tls12"].contains(entry.name)
    }
}
