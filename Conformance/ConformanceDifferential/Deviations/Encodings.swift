import HoldfastAuthority
import HoldfastX509

extension Deviation {
    /// Certificates that are no DER, or have something before, behind or between.
    static let encodings: [Deviation] =
        each([.leaf, .intermediate], "encoding.trailing", "has octets behind it") { plan, level in
            plan.change(level) { $0.certificateEdit = .appending([0x00, 0x00]) }
        }
        + each([.leaf, .intermediate], "encoding.trailingSigned", "has an element behind the extensions, signed") {
            plan, level in
            plan.editSignedPart(level) { DERSurgery.sequence(DERSurgery.elements(of: $0) + [[0x05, 0x00]]) }
        }
        + each([.leaf, .intermediate], "encoding.longLength", "has a length in more octets than it needs") {
            plan, level in
            plan.change(level) {
                $0.certificateEdit = ByteEdit { der in
                    let content = DERSurgery.content(of: der)
                    let count = content.count
                    return [0x30, 0x83, 0, UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count)]
                        + content
                }
            }
        }
        + each([.leaf, .intermediate], "encoding.indefinite", "has an outer length that is not stated (BER)") {
            plan, level in
            plan.change(level) {
                $0.certificateEdit = ByteEdit { [0x30, 0x80] + DERSurgery.content(of: $0) + [0, 0] }
            }
        }
        + each([.leaf, .intermediate], "encoding.cut", "ends in the middle") { plan, level in
            plan.change(level) { $0.certificateEdit = ByteEdit { Array($0.prefix($0.count / 2)) } }
        }
        + [
            Deviation("encoding.empty.leaf", "is an empty sequence") { plan in
                plan.leaf.template.certificateEdit = .replacing(with: [0x30, 0x00])
            },
            Deviation("encoding.booleanOne.leaf", "has a TRUE that is 01, as BER allows") { plan in
                plan.editSignedPart(
                    .leaf,
                    DERSurgery.replacing(.extensions) { list in
                        replaceFirst([0x01, 0x01, 0xFF], with: [0x01, 0x01, 0x01], in: list)
                    })
            },
            Deviation("encoding.longLengthSigned.leaf", "has a length in the signed part longer than needed") { plan in
                plan.editSignedPart(
                    .leaf,
                    DERSurgery.replacing(.subject) { name in
                        let content = DERSurgery.content(of: name)
                        return [0x30, 0x82, 0, UInt8(truncatingIfNeeded: content.count)] + content
                    })
            },
            Deviation("encoding.indefiniteSigned.leaf", "has a length in the signed part that is not stated (BER)") {
                plan in
                plan.editSignedPart(
                    .leaf,
                    DERSurgery.replacing(.subject) { [0x30, 0x80] + DERSurgery.content(of: $0) + [0, 0] })
            },
            Deviation("encoding.constructedString.leaf", "has an extension's value in pieces (BER)") { plan in
                plan.editSignedPart(
                    .leaf,
                    DERSurgery.replacing(.extensions) { list in
                        let inner = DERSurgery.elements(of: list).first ?? []
                        let unknown = ObjectIdentifier(1, 3, 6, 1, 4, 1, 99_999, 1, 1).der
                        let pieces = DERSurgery.tagged(0x24, [0x04, 0x01, 0x05, 0x04, 0x01, 0x00])
                        let extra = DERSurgery.sequence([unknown, pieces])
                        return DERSurgery.tagged(
                            0xA3, DERSurgery.sequence(DERSurgery.elements(of: inner) + [extra]))
                    })
            },
            Deviation("encoding.deep.leaf", "has an unknown extension nested a hundred levels deep") { plan in
                var value: [UInt8] = [0x05, 0x00]
                for _ in 0..<100 { value = DERSurgery.tagged(0x30, value) }
                plan.leaf.template.additionalExtensions.append(
                    Extension(ObjectIdentifier(1, 3, 6, 1, 4, 1, 99_999, 1, 1), value: value))
            },
            Deviation("encoding.large.leaf", "has an unknown extension of 20,000 octets") { plan in
                plan.leaf.template.additionalExtensions.append(
                    Extension(
                        ObjectIdentifier(1, 3, 6, 1, 4, 1, 99_999, 1, 1),
                        value: DERSurgery.tagged(0x04, [UInt8](repeating: 0, count: 20_000))))
            },
        ]

    private static func replaceFirst(_ old: [UInt8], with new: [UInt8], in bytes: [UInt8]) -> [UInt8] {
        guard let range = bytes.firstRange(of: old) else { return bytes }
        var bytes = bytes
        bytes.replaceSubrange(range, with: new)
        return bytes
    }
}
