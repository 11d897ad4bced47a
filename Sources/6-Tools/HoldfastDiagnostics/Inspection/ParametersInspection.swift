import HoldfastStatements
import HoldfastX509

/// Parameters of keys as inspections show them: no key, and nothing secret.
struct ParametersContent: InspectedContent {
    /// The PEM label, where there is one.
    let label: String?
    /// `DH`, `DSA` or `EC`.
    let type: String
    /// The size of a Diffie-Hellman group's prime; null for other parameters.
    let bits: Int?
    /// The group's generator, hexadecimal; null for other parameters.
    let generator: String?
    /// The reason why they are not those that the label says; null where they are, or were not looked at.
    private let malformed: LocalizedText?

    private enum CodingKeys: String, CodingKey { case label, type, bits, generator }

    init(_ object: EncodedObject) {
        label = object.block?.label
        switch object.block?.knownLabel {
        case .ecParameters: (type, bits, generator, malformed) = ("EC", nil, nil, nil)
        case .dsaParameters: (type, bits, generator, malformed) = ("DSA", nil, nil, nil)
        default:
            type = "DH"
            do throws(DERError) {
                let isX942 = object.block?.knownLabel == .x942DHParameters
                let group = isX942 ? try DHParameters(x942DER: object.bytes) : try DHParameters(der: object.bytes)
                (bits, generator, malformed) = (group.bits, HexString.encode(group.generator), nil)
            } catch {
                (bits, generator, malformed) = (nil, nil, error.statement.words)
            }
        }
    }

    var problem: ObjectInspection.Problem? { malformed.map { .unreadable($0) } }

    var title: LocalizedText {
        guard type == "DH" else { return LocalizedText("parameters of \(type) keys", "\(type) 密钥的参数") }
        return bits.map { LocalizedText("Diffie-Hellman parameters, \($0) bits", "Diffie-Hellman 参数，\($0) 位") }
            ?? LocalizedText("malformed Diffie-Hellman parameters", "格式错误的 Diffie-Hellman 参数")
    }

    var brief: LocalizedText { label.map { LocalizedText("PEM label \($0)", "PEM 标签 \($0)") } ?? .same("") }

    var rows: [InspectionRow] {
        var rows = [InspectionRow(.label, optional: label)].compactMap(\.self)
        if let bits, let generator {
            // X9.42 groups have generators as long as the prime.
            let shown = UInt64(generator, radix: 16).map { String($0) } ?? "0x" + generator
            rows.append(InspectionRow(.prime, LocalizedText("\(bits) bits", "\(bits) 位")))
            rows.append(InspectionRow(.generator, .same(shown)))
        }
        let inKey = LocalizedText("they stand in the key too; no key, and nothing secret", "密钥中也有这些参数；不是密钥，也没有秘密")
        rows.append(InspectionRow(.use, type == "DH" ? Self.use : inKey))
        return rows
    }

    /// RFC 5246 §7.4.3 has them sent in the clear by a server; RFC 7919 §4 has the named groups.
    private static let use = LocalizedText(
        "a server's key agreement by DHE in TLS 1.2 (nginx: ssl_dhparam); no key, nothing secret, no pin is made of it",
        "用于服务器在 TLS 1.2 中以 DHE 协商密钥（nginx：ssl_dhparam）；不是密钥，没有秘密，不能由它得到固定值")
}
