import Foundation
import HoldfastAuthority
import HoldfastServing
import HoldfastX509
import TestSupport
import Testing

/// The page of `trace`, looked at by Chromium.
@Suite(
    "The page of a trace in Chromium", .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"))
struct TracePagePeerTests {
    @Test(
        """
        At 360 and 1280 pixels it fits, unfolded, in both schemes and languages; all text has contrast, nothing is \
        loaded
        """,
        arguments: [360, 1280], ["light", "dark"])
    func fits(_ width: Int, _ scheme: String) throws {
        let identity = try Identity.selfSigned(
            .server(names: ["trace.test"], at: .init(secondsSince1970: 1_790_000_000)))
        let server = try TLSServer(TLSServerConfiguration(identity)) { _ in ServerResponse(text: "") }
        // Refused, and more than one connection: every part of the page is there.
        let arguments = [
            "trace", "https://trace.test", "--connect-to", "trace.test:443:127.0.0.1:\(server.port)", "--repeat", "3",
            "--at", "2026-09-22T00:00:00Z",
        ]
        try CommandPage.with(
            width: width, scheme: scheme, arguments: { arguments + ["--report", $0] }
        ) { page in
            try page.openAll()
            try page.expectFitting {
                let words = try page.value("document.body.innerText") as? String
                #expect(words?.contains("ClientHello") == true && words?.contains("selfSignedNotAnchor") == true)
            }
            try page.expectContrast(ofAtLeast: 100)
            page.expectSelfContained()
        }
    }
}
