import HoldfastX509
import TestSupport

/// Values of all kinds as chance has it, the same at every run.
struct SeededValues {
    private var generator: SeededGenerator

    init(_ seed: UInt64) { generator = SeededGenerator(seed) }

    private mutating func number(_ range: ClosedRange<Int>) -> Int { generator.number(range) }

    private mutating func octets(_ range: ClosedRange<Int>) -> [UInt8] { generator.octets(range) }

    /// Small and large ones alike.
    mutating func integer() -> Int { Int(truncatingIfNeeded: generator.next()) >> number(0...63) }

    mutating func serialNumber() -> SerialNumber { SerialNumber(magnitude: octets(0...20)) }

    mutating func objectIdentifier() -> ObjectIdentifier {
        let arcs = (0..<number(1...8)).map { _ in "\(generator.next() >> UInt64(number(0...63)))" }
        let top = number(0...2)
        let text = ["\(top)", "\(number(0...39))"] + arcs
        return ObjectIdentifier(text.joined(separator: ".")) ?? .commonName
    }

    /// From 1950 to 9999, in whole seconds.
    mutating func time() -> Time {
        Time(Instant(secondsSince1970: Int64(number(-631_152_000...253_402_300_799))))
    }

    private mutating func text() -> String {
        let alphabet = Array("abc XYZ019.-ßéλ漢😀")
        return String((0..<number(0...20)).map { _ in alphabet[number(0...(alphabet.count - 1))] })
    }

    mutating func distinguishedName() -> DistinguishedName {
        let types: [ObjectIdentifier] = [.commonName, .organizationName, .countryName, .emailAddress, .domainComponent]
        return DistinguishedName(
            (0..<number(0...6)).map { _ in
                RelativeDistinguishedName(
                    (0..<number(1...3)).map { _ in AttributeValue(types[number(0...4)], text()) })
            })
    }

    private mutating func ia5() -> IA5String {
        IA5String((0..<number(0...30)).map { _ in UInt8(number(0x20...0x7E)) }[...]) ?? .empty
    }

    mutating func generalName() -> GeneralName {
        switch number(0...6) {
        case 0: .rfc822Name(ia5())
        case 1: .dnsName(ia5())
        case 2: .directoryName(distinguishedName())
        case 3: .uniformResourceIdentifier(ia5())
        case 4: .ipAddress(octets(4...32)[...])
        case 5: .registeredID(objectIdentifier())
        default: .otherName(type: objectIdentifier(), value: [0x0C, 0x01, 0x41])
        }
    }

    mutating func keyUsage() -> KeyUsage {
        let all: [KeyUsage] = [
            .digitalSignature, .nonRepudiation, .keyEncipherment, .dataEncipherment, .keyAgreement, .keyCertSign,
            .cRLSign, .encipherOnly, .decipherOnly,
        ]
        return all.reduce(into: KeyUsage()) { usage, bit in if generator.next() & 1 == 0 { usage.formUnion(bit) } }
    }

    mutating func nameConstraints() -> NameConstraints {
        let permitted = (0..<number(1...4)).map { _ in GeneralSubtree(generalName(), minimum: number(0...3)) }
        let excluded = (0..<number(1...4)).map { _ in GeneralSubtree(generalName()) }
        return NameConstraints(
            permittedSubtrees: generator.next() & 1 == 0 ? permitted : nil,
            excludedSubtrees: generator.next() & 1 == 0 ? excluded : nil)
    }
}
