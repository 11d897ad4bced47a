import Foundation
import Glibc
import HoldfastCrypto
import HoldfastFiles
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastPins

@Suite("A process that is killed while it takes pin updates", .ownThread)
struct PinUpdateKillTests {
    /// Killed after a number of updates that differs each time, between any two of its instructions.
    @Test(arguments: 1...4)
    func leavesAWholeStore(round: Int) async throws {
        let result = await #expect(processExitsWith: .signal(SIGKILL), observing: [\.standardOutputContent]) {
            await OwnProcess.run {
                let bench = try UpdateBench()
                let path = TemporaryFolder.toBeMade().path
                let store = PinUpdateStore(path: path + "/pins.json")
                let keys = [bench.inUse, bench.keptElsewhere].map { Base64.encode($0.subjectPublicKeyInfo.bytes) }
                let updates = try (1...300).map { try bench.signed(UInt64($0)) }
                try FileHandle.standardOutput.write(contentsOf: Data("\(path) \(keys[0]) \(keys[1]) .".utf8))
                Thread.detachNewThread {
                    usleep(UInt32.random(in: 2_000...60_000))
                    kill(getpid(), SIGKILL)
                }
                for update in updates {
                    _ = try store.take(update, entityTag: "\"e\"", by: bench.verifier, at: UpdateBench.moment) {
                        (_) throws(PinUpdateFailure) in
                    }
                }
                while true { usleep(1_000) }
            }
        }
        let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
        let words = try #require(output.firstMatch(of: /(\/\S+) (\S+) (\S+) \./)).output
        let path = String(words.1)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let verifier = PinUpdateVerifier(keys: try PinUpdateKeys(base64: [String(words.2), String(words.3)]))
        let contents = PinUpdateStore(path: path + "/pins.json").load(by: verifier, at: UpdateBench.moment)
        #expect(contents.problem == nil)
        // Killed before the first one there is none; after it there is always one.
        let isThere = FileManager.default.fileExists(atPath: path + "/pins.json")
        #expect((contents.update != nil) == isThere)
        if let update = contents.update { #expect(update.update.counter == contents.history.last?.counter) }
    }
}
