import Foundation
import PeerPrograms
import TestSupport
import Testing

/// Samples/FromOutside and Samples/TestedClient: packages of their own that depend on this one by its path, built and
/// run by the toolchain.
@Suite(
    "A package that depends on this one", .ownThread,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"),
    .serialized)
struct FromOutsidePeerTests {
    private static let top = ProjectFolder.top
    private static let clone = ProcessInfo.processInfo.environment["HOLDFAST_ALAMOFIRE"]

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

    @Test("a client's tests against the test bed pass, those of XCTest and those of Swift Testing")
    func tests() throws {
        let run = try Peer.run(
            "swift",
            [
                "test", "--package-path", Self.top.appending(path: "Samples/TestedClient").path,
                "--scratch-path", Self.top.appending(path: ".build/outside").path,
            ])
        let said = run.output + run.errors
        #expect(run.status == 0, "\(said.suffix(2_000))")
        #expect(said.contains("Executed 3 tests, with 0 failures"), "\(said.suffix(2_000))")
        #expect(said.contains("Test run with 4 tests"), "\(said.suffix(2_000))")
    }

    @Test(
        "Alamofire's own tests of WebSockets pass with its import line changed",
        .enabled(if: clone != nil, "set HOLDFAST_ALAMOFIRE to a clone of it"))
    func alamofire() throws {
        let run = try Peer.run(Self.top.appending(path: "scripts/alamofire").path, [#require(Self.clone)])
        let said = run.output + run.errors
        #expect(run.status == 0 && said.contains("with 0 failures"), "\(said.suffix(2_000))")
    }
}
