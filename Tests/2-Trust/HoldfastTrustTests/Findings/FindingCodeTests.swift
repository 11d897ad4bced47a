import HoldfastTrust
import Testing

@Suite("The table of finding codes")
struct FindingCodeTests {
    @Test("names are unique, and every exit code is one of the tool's")
    func table() {
        #expect(Set(FindingCode.all.map(\.rawValue)).count == FindingCode.all.count)
        for code in FindingCode.all { #expect((20...32).contains(code.exitCode), "\(code)") }
    }

    @Test("the order in which causes are named")
    func ranking() {
        let order: [Int32] = [31, 30, 29, 25, 26, 22, 21, 24, 27, 28, 32]
        let ranks = order.map { exit in FindingCode.all.first { $0.exitCode == exit }?.rank }
        for (earlier, later) in zip(ranks, ranks.dropFirst()) {
            #expect(earlier ?? .max < later ?? .min, "\(ranks)")
        }
        #expect(FindingCode.issuerNotFound.rank == FindingCode.noAnchor.rank)
    }

    @Test("what no exception overrides")
    func exceptable() {
        let never = FindingCode.all.filter { !$0.isExceptable }
        #expect(
            Set(never) == [
                .workLimit, .malformedCertificate, .badSignature, .revoked, .pinMismatch, .pinsExpired, .anchorRejected,
            ], "\(never)")
    }

    @Test("Apple's numbers, as in SecBase.h")
    func osStatus() {
        let numbers: [(FindingCode, Int32)] = [
            (.hostMismatch, -67602), (.unknownCriticalExtension, -67603), (.basicConstraints, -67605),
            (.keyUsage, -67608), (.extendedKeyUsage, -67609), (.pathLength, -67611), (.weakKey, -67735),
            (.weakSignature, -67815), (.expired, -67818), (.notYetValid, -67819), (.revoked, -67820),
            (.noAnchor, -67843), (.issuerNotFound, -25318), (.nameConstraints, -67900), (.lifetime, -67901),
            (.duplicateExtension, -67903), (.malformedCertificate, -25257), (.anchorRejected, -67654),
        ]
        for (code, number) in numbers { #expect(code.osStatus == number, "\(code)") }
    }

    @Test("a code of one's own neither collides nor outranks")
    func custom() {
        let code = FindingCode(custom: "hostMismatch")
        #expect(code != .hostMismatch)
        #expect(code.exitCode == 28)
    }
}
