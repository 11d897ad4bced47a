import Foundation
import HoldfastCrypto
import HoldfastHTTPS
import HoldfastServing
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

@testable import HoldfastPins
@testable import HoldfastPolicy

@Suite("Updates that a policy file names")
struct PinUpdaterPolicyTests {
    let site: UpdateSite
    let folder: TemporaryFolder

    init() throws {
        site = try UpdateSite()
        folder = try TemporaryFolder()
    }

    private func write(_ number: UInt8, uri: String, keys: [String]? = nil) throws -> String {
        let own = [site.updates.inUse, site.updates.keptElsewhere].map { Base64.encode($0.subjectPublicKeyInfo.bytes) }
        let pins = try UpdateBench.pins(number).anywhere.map { "\"\($0)\"" }.joined(separator: ",")
        let text = """
            {"schema":"holdfast.policy/1",
             "hosts":{"other.test":{"pins":{"anywhere":[\(pins)]},"reportURIs":["\(uri)"]}},
             "updates":{"url":"https://\(UpdateSite.host):\(site.server.port)/pins.json","minimumCounter":5,\
            "every":"6h",
               "keys":["\((keys ?? own).joined(separator: "\",\""))"]}}
            """
        return try folder.write(text, to: "policy.json", mode: 0o600)
    }

    private func pins(_ policy: PolicyInForce, _ name: String) throws -> PinSet? {
        policy.pins.current().hosts.duty(for: try ServerName(name))?.set
    }

    @Test func theFileAndTheUpdateHoldTogether() async throws {
        let policy = try PolicyInForce(path: try write(1, uri: "https://one.test/"))
        var configuration = PinUpdater.Configuration()
        configuration.session = site.bench.configuration([(UpdateSite.host, site.server.port)], by: site.hands)
        configuration.timeout = .seconds(120)
        var updater = try PinUpdater(by: policy, in: site.store, configuration: configuration)
        #expect(updater?.configuration.interval == .seconds(6 * 3600))
        #expect(updater?.verifier.minimumCounter == 5)
        site.publish(try site.updates.signed(5, pins: 2))
        #expect(try await updater?.updateNow() == .accepted(counter: 5))
        #expect(try pins(policy, "other.test") == (try UpdateBench.pins(1)))
        #expect(try pins(policy, "a.holdfast.test") == (try UpdateBench.pins(2)))
        #expect(policy.reportURIs.uris(for: try ServerName("other.test")) == [try HTTPSURL("https://one.test/")])
        // A later version of the file takes its place below the update.
        _ = try write(3, uri: "https://three.test/")
        try policy.reload()
        #expect(try pins(policy, "other.test") == (try UpdateBench.pins(3)))
        #expect(try pins(policy, "a.holdfast.test") == (try UpdateBench.pins(2)))
        #expect(policy.reportURIs.uris(for: try ServerName("other.test")) == [try HTTPSURL("https://three.test/")])
        // Without an updater the file holds alone.
        updater = nil
        _ = try write(4, uri: "https://four.test/")
        try policy.reload()
        #expect(try pins(policy, "other.test") == (try UpdateBench.pins(4)))
        #expect(try pins(policy, "a.holdfast.test") == nil)
    }

    @Test func keysThatAnybodyCouldSignForAreRefused() throws {
        let neutral = [0x30, 0x2a, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 3, 0x21, 0, 1] + [UInt8](repeating: 0, count: 31)
        let own = Base64.encode(site.updates.inUse.subjectPublicKeyInfo.bytes)
        let path = try write(1, uri: "https://one.test/", keys: [own, Base64.encode(neutral)])
        #expect(throws: PolicyFileError.self) { try PolicyInForce(path: path) }
    }
}
