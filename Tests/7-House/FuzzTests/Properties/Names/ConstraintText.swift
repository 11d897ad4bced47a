import HoldfastX509

/// Name constraints and the names below them, one a line, so that a fuzzer has words to play with.
///
/// The first letter of a line says what it is: `p` a permitted subtree, `x` an excluded one, `n` an alternative name,
/// `s` the subject; the second one of what type: `d` DNS, `m` mail, `u` URI, `i` address (hexadecimal), `n` directory
/// name (`o=Example,c=Leaf`: organisation, common name, mail address `e`), `r` registered identifier.
struct ConstraintText {
    var permitted: [GeneralSubtree] = []
    var excluded: [GeneralSubtree] = []
    var names: [GeneralName] = []
    var subject = DistinguishedName([(type: ObjectIdentifier, text: String)]())

    /// Lines that are read; more make an input slow and say nothing new.
    private static let maximumLines = 48

    init(_ bytes: [UInt8]) {
        for line in bytes.split(separator: 0x0A).prefix(Self.maximumLines) {
            guard let what = line.first, let name = Self.name(line.dropFirst()) else { continue }
            switch what {
            case UInt8(ascii: "p"): permitted.append(GeneralSubtree(name))
            case UInt8(ascii: "x"): excluded.append(GeneralSubtree(name))
            case UInt8(ascii: "s"): if case .directoryName(let directory) = name { subject = directory }
            case UInt8(ascii: "n"): names.append(name)
            default: continue
            }
        }
    }

    private static func name(_ text: ArraySlice<UInt8>) -> GeneralName? {
        let rest = text.dropFirst()
        switch text.first {
        case UInt8(ascii: "d"): return IA5String(rest).map(GeneralName.dnsName)
        case UInt8(ascii: "m"): return IA5String(rest).map(GeneralName.rfc822Name)
        case UInt8(ascii: "u"): return IA5String(rest).map(GeneralName.uniformResourceIdentifier)
        case UInt8(ascii: "i"): return .ipAddress(octets(rest)[...])
        case UInt8(ascii: "n"): return .directoryName(directory(rest))
        case UInt8(ascii: "r"): return (try? ObjectIdentifier(content: rest)).map(GeneralName.registeredID)
        default: return nil
        }
    }

    /// Pairs of hexadecimal digits; whatever is none stands for one.
    private static func octets(_ digits: ArraySlice<UInt8>) -> [UInt8] {
        let values = digits.map { $0 < UInt8(ascii: "A") ? $0 & 15 : ($0 & 7) + 9 }
        return stride(from: 0, to: values.count - 1, by: 2).map { values[$0] << 4 | values[$0 + 1] & 15 }
    }

    private static func directory(_ text: ArraySlice<UInt8>) -> DistinguishedName {
        let levels = text.split(separator: UInt8(ascii: ",")).prefix(8)
        return DistinguishedName(
            levels.map { level in
                let value = String(decoding: level.dropFirst(2), as: UTF8.self)
                return switch level.first {
                case UInt8(ascii: "o"): (type: .organizationName, text: value)
                case UInt8(ascii: "e"): (type: .emailAddress, text: value)
                default: (type: .commonName, text: value)
                }
            })
    }
}
