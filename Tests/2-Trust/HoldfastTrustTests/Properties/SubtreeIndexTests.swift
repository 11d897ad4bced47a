import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastTrust

/// What is looked up among many subtrees is what comparing the name with each of them gives.
@Suite("Property: constraints that are looked up are constraints that are compared", .ownThread)
struct SubtreeIndexTests {
    private static func ia5(_ text: String) -> IA5String { IA5String(text) ?? .empty }

    private static let labels = ["a", "B", "www", "example", "test", "x"]

    private func host(_ generator: inout SeededGenerator) -> String {
        (0..<Int.random(in: 1...4, using: &generator)).map { _ in generator.pick(Self.labels) }.joined(separator: ".")
    }

    private func directory(_ generator: inout SeededGenerator, _ levels: ClosedRange<Int>) -> DistinguishedName {
        let types: [ObjectIdentifier] = [.organizationName, .commonName]
        return DistinguishedName(
            (0..<Int.random(in: levels, using: &generator)).map { _ in
                (type: generator.pick(types), text: generator.pick(["A", "a ", "B", "Süd"]))
            })
    }

    private func base(_ generator: inout SeededGenerator) -> GeneralName {
        let host = host(&generator)
        let prefix = UInt32.max << UInt32.random(in: 0...31, using: &generator)
        let mask = (0..<4).map { UInt8(truncatingIfNeeded: prefix >> (24 - 8 * UInt32($0))) }
        switch Int.random(in: 0...8, using: &generator) {
        case 0:
            return .dnsName(Self.ia5(generator.oneIn(10) ? "" : generator.pick([host, host, "." + host, host + "."])))
        case 1:
            let boxes = [host, "." + host, "Root@" + host, "root@" + host, #""ro\ot"@"# + host]
            return .rfc822Name(Self.ia5(generator.oneIn(10) ? "" : generator.pick(boxes)))
        case 2:
            return .uniformResourceIdentifier(Self.ia5(generator.oneIn(10) ? "" : generator.pick([host, "." + host])))
        case 3: return .ipAddress([10, 0, UInt8.random(in: 0...3, using: &generator), 1] + mask)
        case 4: return .ipAddress(Array(repeating: 0, count: 32)[...])
        case 5: return .directoryName(directory(&generator, 0...2))
        case 6: return .registeredID(.commonName)
        case 7: return .otherName(type: .smtpUTF8Mailbox, value: [0x0C, 0x01, 0x41])
        default: return .otherName(type: .commonName, value: [0x0C, 0x01, 0x41])
        }
    }

    private func name(_ generator: inout SeededGenerator) -> GeneralName {
        let host = host(&generator)
        switch Int.random(in: 0...8, using: &generator) {
        case 0: return .dnsName(Self.ia5(generator.pick([host, "*." + host, "." + host, host.uppercased()])))
        case 1: return .rfc822Name(Self.ia5(generator.pick(["root@", "ROOT@", "a@b@", #""root"@"#]) + host))
        case 2: return .uniformResourceIdentifier(Self.ia5("https://\(host)/"))
        case 3: return .ipAddress([10, 0, UInt8.random(in: 0...3, using: &generator), 1])
        case 4: return .ipAddress(Array(repeating: 0, count: 16)[...])
        case 5: return .directoryName(directory(&generator, 0...4))
        case 6: return .registeredID(.organizationName)
        case 7:
            let mailbox = Array("root@\(host)".utf8)
            return .otherName(type: .smtpUTF8Mailbox, value: [0x0C, UInt8(mailbox.count)] + mailbox)
        default: return .otherName(type: .commonName, value: [])
        }
    }

    @Test("seeded names and subtrees of every kind", arguments: 0..<10)
    func same(_ seed: Int) {
        var generator = SeededGenerator(UInt64(seed))
        var within = 0
        for _ in 0..<40 {
            let bases = (0..<Int.random(in: 0...6, using: &generator)).map { _ in base(&generator) }
            let index = SubtreeIndex(bases.map { GeneralSubtree($0) })
            for _ in 0..<20 {
                let name = ConstrainedName(name(&generator))
                #expect(index.hasType(of: name) == bases.contains { name.isSameType(as: $0) }, "\(name.name), \(bases)")
                #expect(index.contains(name) == bases.contains { name.isWithin($0) }, "\(name.name), \(bases)")
                let overlapping = index.overlapping(name)
                #expect((overlapping != nil) == bases.contains { name.overlaps($0) }, "\(name.name), \(bases)")
                if let overlapping { #expect(name.overlaps(overlapping.base), "\(name.name), \(overlapping.base)") }
                if index.contains(name) { within += 1 }
            }
        }
        #expect(within > 10)
    }
}
