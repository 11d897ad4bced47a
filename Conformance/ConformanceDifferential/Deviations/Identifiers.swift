import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509

extension Deviation {
    /// Key identifiers, versions and serial numbers.
    static let identifiers: [Deviation] = keyIdentifiers + versions + serialNumbers

    private static let keyIdentifiers: [Deviation] =
        each("authorityKey.missing", "has no authority key identifier") { plan, level in
            plan.change(level) { $0.authorityKeyIdentifier = .omitted }
        }
        + each("authorityKey.other", "has the key identifier of nobody as its authority's") { plan, level in
            plan.change(level) { $0.authorityKeyIdentifier = .value([UInt8](repeating: 7, count: 20)) }
        }
        + each([.leaf, .intermediate], "authorityKey.critical", "has a critical authority key identifier") {
            plan, level in plan.change(level) { $0.criticality[.authorityKeyIdentifier] = true }
        }
        + each("subjectKey.missing", "has no subject key identifier") { plan, level in
            plan.change(level) { $0.subjectKeyIdentifier = .omitted }
        }
        + each([.leaf, .intermediate], "subjectKey.critical", "has a critical subject key identifier") { plan, level in
            plan.change(level) { $0.criticality[.subjectKeyIdentifier] = true }
        }
        + [
            Deviation("subjectKey.own.intermediate", "has a key identifier of its own making") { plan in
                plan.change(.intermediate) { $0.subjectKeyIdentifier = .value([1, 2, 3, 4]) }
            },
            Deviation("subjectKey.empty.intermediate", "has an empty subject key identifier") { plan in
                plan.change(.intermediate) { $0.subjectKeyIdentifier = .value([]) }
            },
            Deviation("authorityKey.empty.leaf", "has an authority key identifier that says nothing") { plan in
                plan.leaf.template.authorityKeyIdentifier = .omitted
                plan.leaf.template.add(.authorityKeyIdentifier, AuthorityKeyIdentifier())
            },
            Deviation("authorityKey.garbage.leaf", "has an authority key identifier that is no SEQUENCE") { plan in
                plan.leaf.template.authorityKeyIdentifier = .omitted
                plan.leaf.template.additionalExtensions.append(
                    Extension(.authorityKeyIdentifier, value: [0x05, 0x00]))
            },
            Deviation("authorityKey.serial.leaf", "names its issuer's issuer and serial number") { plan in
                plan.needIntermediates(1)
                plan.change(.intermediate) { $0.serialNumber = SerialNumber(4_711) }
                issuerAndSerial(&plan, SerialNumber(4_711))
            },
            Deviation("authorityKey.otherSerial.leaf", "names another serial number as its issuer's") { plan in
                plan.needIntermediates(1)
                plan.change(.intermediate) { $0.serialNumber = SerialNumber(4_711) }
                issuerAndSerial(&plan, SerialNumber(4_712))
            },
            Deviation("authorityKey.serialWithoutName.leaf", "names its issuer's serial number without a name") {
                plan in
                plan.change(.intermediate) { $0.serialNumber = SerialNumber(4_711) }
                plan.leaf.template.authorityKeyIdentifier = .omitted
                plan.leaf.template.add(
                    .authorityKeyIdentifier, AuthorityKeyIdentifier(authorityCertSerialNumber: SerialNumber(4_711)))
            },
        ]

    private static func issuerAndSerial(_ plan: inout ChainPlan, _ serial: SerialNumber) {
        let above = plan.intermediates.dropLast().last ?? plan.root
        plan.leaf.template.authorityKeyIdentifier = .omitted
        plan.leaf.template.add(
            .authorityKeyIdentifier,
            AuthorityKeyIdentifier(
                authorityCertIssuer: [.directoryName(above.template.subject)], authorityCertSerialNumber: serial))
    }

    private static let versions: [Deviation] =
        each("version.one", "is of version 1, without extensions") { plan, level in
            plan.change(level) { $0.downgrade(to: .v1) }
        }
        + each("version.oneExtended", "is of version 1, with extensions") { plan, level in
            plan.change(level) { $0.version = .v1 }
        }
        + each([.leaf, .intermediate], "version.twoExtended", "is of version 2, with extensions") { plan, level in
            plan.change(level) { $0.version = .v2 }
        }
        + [
            Deviation("version.noExtensions.leaf", "is of version 3, without extensions") { plan in
                plan.leaf.template.removeExtensions()
            },
            Deviation("version.four.leaf", "is of version 4") { plan in
                plan.editSignedPart(
                    .leaf, DERSurgery.replacing(.version) { _ in DERSurgery.tagged(0xA0, [0x02, 0x01, 0x03]) })
            },
            Deviation("version.explicitOne.leaf", "has version 1 written out, which DER forbids") { plan in
                plan.editSignedPart(
                    .leaf, DERSurgery.replacing(.version) { _ in DERSurgery.tagged(0xA0, [0x02, 0x01, 0x00]) })
            },
        ]

    private static func serial(_ name: String, _ level: Level, _ story: String, _ content: [UInt8]) -> Deviation {
        Deviation("serial.\(name).\(level.rawValue)", story) { plan in
            plan.editSignedPart(level, DERSurgery.replacing(.serialNumber) { _ in DERSurgery.tagged(0x02, content) })
        }
    }

    private static let serialNumbers: [Deviation] = [
        serial("zero", .leaf, "has the serial number 0", [0]),
        serial("zero", .intermediate, "has the serial number 0", [0]),
        serial("zero", .anchor, "has the serial number 0", [0]),
        serial("negative", .leaf, "has a negative serial number", [0x81, 1, 2, 3]),
        serial("negative", .intermediate, "has a negative serial number", [0x81, 1, 2, 3]),
        serial("twentyOctets", .leaf, "has a serial number of 20 octets", [UInt8](repeating: 0x55, count: 20)),
        serial("twentyOneOctets", .leaf, "has a serial number of 21 octets", [UInt8](repeating: 0x55, count: 21)),
        serial(
            "twentyWithZero", .leaf, "has a serial number of 20 octets and a zero before them",
            [0] + [UInt8](repeating: 0xAA, count: 20)),
        serial("padded", .leaf, "has a serial number that is not in its shortest form", [0, 0x55]),
        serial("noOctets", .leaf, "has a serial number of no octets", []),
        Deviation("serial.same", "leaf and intermediate have one serial number") { plan in
            plan.change(.intermediate) { $0.serialNumber = SerialNumber(77) }
            plan.leaf.template.serialNumber = SerialNumber(77)
        },
    ]
}
