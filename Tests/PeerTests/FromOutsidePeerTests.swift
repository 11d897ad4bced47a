import Foundation
import PeerPrograms
import TestSupport
import Testing

/// Samples/FromOutside: a package of its own that depends on this one by its path, built and run by the toolchain.
@Suite(
    "A package that depends on this one", .ownThread,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"),
    .serialized)
struct FromOutsidePeerTests {
    private static let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test(
        "its programs are built from nothing but the manifest, and judge a good server and an expired one",
        arguments: [
            ("FromOutside", "good: 200\nexpired: expired\n"),
            // The challenge is cancelled where the delegate's own evaluation fails: NSURLErrorCancelled.
            ("FromOutsideURLSession", "good: 200\nexpired: -999\n"),
        ])
    func run(program: String, output: String) throws {
        let run = try Peer.run(
            "swift",
            [
                "run", "--package-path", Self.top.appending(path: "Samples/FromOutside").path,
                "--scratch-path", Self.top.appending(path: ".build/outside").path, program,
            ])
        #expect(run.status == 0 && run.output == output, "\(run.output)\(run.errors.suffix(2_000))")
    }
}
