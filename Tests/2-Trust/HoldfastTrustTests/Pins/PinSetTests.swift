import HoldfastTrust
import Testing

@Suite("Sets of pins")
struct PinSetTests {
    static func pin(_ octet: UInt8) throws -> Pin {
        try Pin(subject: .publicKey, algorithm: .sha256, digest: Array(repeating: octet, count: 32))
    }

    @Test("a group of one pin needs to be said", arguments: PinSet.Group.allCases)
    func backup(_ group: PinSet.Group) throws {
        func set(_ pins: Set<Pin>, _ backup: PinSet.Backup = .required) throws -> PinSet {
            switch group {
            case .anywhere: try PinSet(anywhere: pins, backup: backup)
            case .leaf: try PinSet(leaf: pins, backup: backup)
            case .authorities: try PinSet(authorities: pins, backup: backup)
            }
        }
        let (one, other) = (try Self.pin(1), try Self.pin(2))
        #expect(throws: PinSetError.noBackup(group)) { try set([one]) }
        #expect(try set([one], .waived).pins(of: group) == [one])
        #expect(try set([one, other]).all == [one, other])
    }

    /// One of two groups that must both match is as easily lost as the whole set.
    @Test("each group needs a backup of its own")
    func backups() throws {
        let pins = try (1...3).map { try Self.pin($0) }
        #expect(throws: PinSetError.noBackup(.authorities)) {
            try PinSet(leaf: [pins[0], pins[1]], authorities: [pins[2]])
        }
    }

    @Test("no pins are no set, and too many are too many")
    func bounds() throws {
        #expect(throws: PinSetError.empty) { try PinSet(backup: .waived) }
        var many: Set<Pin> = []
        for number in 0...PinSet.maximumPins {
            let digest = [UInt8(number >> 8), UInt8(number & 0xff)] + Array(repeating: UInt8(0), count: 30)
            many.insert(try Pin(subject: .publicKey, algorithm: .sha256, digest: digest))
        }
        #expect(throws: PinSetError.tooMany(limit: PinSet.maximumPins)) { try PinSet(anywhere: many) }
        many.removeFirst()
        #expect(try PinSet(anywhere: many).anywhere.count == PinSet.maximumPins)
    }
}
