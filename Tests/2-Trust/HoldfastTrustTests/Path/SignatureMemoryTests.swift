import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastTrust

/// What is remembered of verified signatures is bounded: a stranger can present as many chains as there are.
@Suite("Memory of signatures", .ownThread)
struct SignatureMemoryTests {
    private func key(_ index: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: index >> (8 * $0)) }
    }

    @Test("4,096 are kept; from then on each new one takes the place of the oldest")
    func bound() {
        let memory = SignatureMemory()
        for index in 0..<4_096 { memory.insert(key(index)) }
        #expect((0..<4_096).allSatisfy { memory.contains(key($0)) })
        memory.insert(key(4_095))
        #expect(memory.contains(key(0)))
        memory.insert(key(4_096))
        memory.insert(key(4_097))
        #expect(!memory.contains(key(0)))
        #expect(!memory.contains(key(1)))
        #expect((2...4_097).allSatisfy { memory.contains(key($0)) })
        for index in 4_098..<8_194 { memory.insert(key(index)) }
        #expect(!memory.contains(key(4_097)))
        #expect((4_098..<8_194).allSatisfy { memory.contains(key($0)) })
    }
}
