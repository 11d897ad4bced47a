import Foundation
import HoldfastCrypto
import HoldfastX509
import Testing

@Suite("The system's randomness and clock")
struct SystemTests {
    @Test("randomness has the asked length and does not repeat")
    func random() throws {
        for count in [0, 1, 16, 1000] { #expect(try SystemRandom.bytes(count).count == count) }
        #expect(try SystemRandom.bytes(-1) == [])
        #expect(try Set((0..<100).map { _ in try SystemRandom.bytes(16) }).count == 100)
    }

    @Test("the clock is the one that others read")
    func clock() {
        let before = Int64(Date().timeIntervalSince1970)
        let now = SystemClock.now().secondsSince1970
        let after = Int64(Date().timeIntervalSince1970)
        #expect(before...after ~= now)
    }
}
