import Foundation
import HoldfastHTTPS
import HoldfastNetworkingNames
import HoldfastPolicy
import HoldfastTransport
import HoldfastTrust
import TestSupport
import Testing

@Suite("App Transport Security of a process")
struct ProcessTransportSecurityTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func file(_ contents: String) throws -> String { try folder.write(contents, to: "Info.plist") }

    private static func rules(plist path: String?, bundle: [String: Any]? = nil) -> ProcessTransportSecurity {
        ProcessTransportSecurity(environment: { $0 == "HOLDFAST_INFO_PLIST" ? path : nil }, bundle: bundle)
    }

    private func allows(_ host: String, plist path: String?, bundle: [String: Any]? = nil) -> Bool {
        Self.rules(plist: path, bundle: bundle).refusal(host: host) == nil
    }

    @Test("without an Info.plist nothing is refused") func absent() {
        #expect(allows("example.com", plist: nil) && allows("192.0.2.1", plist: nil, bundle: ["CFBundleName": "x"]))
        #expect(allows("example.com", plist: ""))
    }

    @Test("with one, Apple's defaults hold where it says nothing") func named() throws {
        let path = try file("<plist version=\"1.0\"><dict/></plist>")
        #expect(!allows("example.com", plist: path) && allows("localhost", plist: path))
    }

    @Test("the bundle's counts if it has the key, and not beside a file") func bundle() throws {
        let open: [String: Any] = ["NSAppTransportSecurity": ["NSAllowsArbitraryLoads": true]]
        #expect(allows("example.com", plist: nil, bundle: open))
        #expect(!allows("example.com", plist: nil, bundle: ["NSAppTransportSecurity": [String: Any]()]))
        let path = try file("<plist version=\"1.0\"><dict/></plist>")
        #expect(!allows("example.com", plist: path, bundle: open))
    }

    @Test("what a session asks of servers by them: nothing, the rules, or Apple's own demands where none can be read")
    func sessions() throws {
        func demands(_ rules: ProcessTransportSecurity, _ host: String) throws -> TransportSecurity? {
            var configuration = HTTPSSession.Configuration()
            rules.apply(to: &configuration)
            return configuration.serverSettings(try ServerName(host)).transportSecurity
        }
        #expect(try demands(Self.rules(plist: nil), "a.test") == nil)
        let path = try file(
            """
            <plist version="1.0"><dict><key>NSAppTransportSecurity</key><dict><key>NSExceptionDomains</key><dict>
            <key>a.test</key><dict><key>NSExceptionRequiresForwardSecrecy</key><false/></dict>
            </dict></dict></dict></plist>
            """)
        let rules = Self.rules(plist: path)
        #expect(try demands(rules, "a.test")?.cipherSuites == .aes)
        #expect(try demands(rules, "b.test") == TransportSecurity())
        #expect(try demands(Self.rules(plist: "/nonexistent"), "localhost") == TransportSecurity())
    }

    @Test("rules that cannot be read refuse everything, and say why") func undecided() throws {
        let path = try file("<plist version=\"1.0\"><dict><key>NSAppTransportSecurity</key><true/></dict></plist>")
        for path in [path, "/nonexistent"] {
            let rules = Self.rules(plist: path)
            #expect(try #require(rules.refusal(host: "localhost")).description.contains(path))
        }
        #expect(!allows("localhost", plist: nil, bundle: ["NSAppTransportSecurity": ["NSAllowsArbitraryLoads": 1]]))
    }
}
