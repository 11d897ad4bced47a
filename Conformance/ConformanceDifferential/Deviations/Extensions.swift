import HoldfastAuthority
import HoldfastX509

extension Deviation {
    private static let unknown = ObjectIdentifier(1, 3, 6, 1, 4, 1, 99_999, 1, 1)

    /// Extensions that are unknown, critical, twice there, or broken.
    static let extensions: [Deviation] =
        each("extension.unknownCritical", "has an unknown critical extension") { plan, level in
            plan.change(level) {
                $0.additionalExtensions.append(Extension(unknown, isCritical: true, value: [0x05, 0x00]))
            }
        }
        + each("extension.unknown", "has an unknown extension") { plan, level in
            plan.change(level) { $0.additionalExtensions.append(Extension(unknown, value: [0x05, 0x00])) }
        }
        + each("extension.unknownTwice", "has an unknown extension twice") { plan, level in
            plan.change(level) {
                $0.additionalExtensions.append(Extension(unknown, value: [0x05, 0x00]))
                $0.additionalExtensions.append(Extension(unknown, value: [0x05, 0x00]))
            }
        }
        + each([.intermediate, .anchor], "extension.constraintsTwice", "has basicConstraints twice") { plan, level in
            plan.change(level) { $0.add(.basicConstraints, BasicConstraints(isCA: true), isCritical: true) }
        }
        + [
            Deviation("extension.namesTwice.leaf", "has two alternative name extensions, the host in the second") {
                plan in
                plan.leaf.template.names = ["mail.holdfast.test"]
                plan.leaf.template.add(
                    .subjectAlternativeName, GeneralNames([.dnsName(IA5String(ChainPlan.host) ?? .empty)]))
            },
            Deviation("extension.usageTwice.leaf", "has two extended key usages, serverAuth in the second") { plan in
                plan.leaf.template.extendedKeyUsage = [.clientAuth]
                plan.leaf.template.add(.extendedKeyUsage, ExtendedKeyUsage([.serverAuth]))
            },
            critical(
                "accessCritical", .authorityInformationAccess, "has a critical authority information access",
                accessDescription("http://ca.holdfast.test/")),
            critical(
                "pointsCritical", .cRLDistributionPoints, "has critical CRL distribution points",
                distributionPoint("http://ca.holdfast.test/crl")),
            critical(
                "stapleCritical", .tlsFeature, "has a critical TLS feature (must-staple)",
                [0x30, 0x03, 0x02, 0x01, 0x05]),
            critical("poison", .precertificatePoison, "is a precertificate", [0x05, 0x00]),
            critical(
                "issuerNameCritical", .issuerAlternativeName, "has a critical issuer alternative name",
                GeneralNames([.dnsName(IA5String("ca.holdfast.test") ?? .empty)]).der),
            critical(
                "netscapeCritical", .netscapeCertificateType, "has a critical Netscape certificate type: server",
                [0x03, 0x02, 0x06, 0x40]),
            critical(
                "directoryCritical", .subjectDirectoryAttributes, "has critical subject directory attributes",
                [0x30, 0x00]),
            critical(
                "privateKeyPeriod", .privateKeyUsagePeriod, "has a critical private key usage period",
                DERSurgery.sequence([DERSurgery.tagged(0x80, Array("20260101000000Z".utf8))])),
            Deviation("extension.netscapeClient.leaf", "has a Netscape certificate type: client") { plan in
                plan.leaf.template.additionalExtensions.append(
                    Extension(.netscapeCertificateType, value: [0x03, 0x02, 0x07, 0x80]))
            },
            Deviation("extension.proxy.leaf", "is a proxy certificate by a critical extension (RFC 3820)") { plan in
                // SEQUENCE { SEQUENCE { OID id-ppl-inheritAll } }
                let language: [UInt8] = [0x06, 0x08, 0x2B, 0x06, 0x01, 0x05, 0x05, 0x07, 0x15, 0x01]
                plan.leaf.template.additionalExtensions.append(
                    Extension(
                        ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 1, 14), isCritical: true,
                        value: DERSurgery.sequence([DERSurgery.sequence([language])])))
            },
            Deviation("extension.emptyList.leaf", "has a list of extensions with none in it") { plan in
                plan.editSignedPart(
                    .leaf, DERSurgery.replacing(.extensions) { _ in DERSurgery.tagged(0xA3, [0x30, 0x00]) })
            },
            Deviation("extension.explicitFalse.leaf", "has critical FALSE written out, which DER forbids") { plan in
                plan.editSignedPart(
                    .leaf,
                    DERSurgery.replacing(.extensions) { list in
                        let inner = DERSurgery.elements(of: list).first ?? []
                        let extra = DERSurgery.sequence([unknown.der, [0x01, 0x01, 0x00], [0x04, 0x02, 0x05, 0x00]])
                        return DERSurgery.tagged(
                            0xA3, DERSurgery.sequence(DERSurgery.elements(of: inner) + [extra]))
                    })
            },
            Deviation("extension.brokenAccess.leaf", "has an authority information access that is no SEQUENCE") {
                plan in
                plan.leaf.template.additionalExtensions.append(
                    Extension(.authorityInformationAccess, value: [0x05, 0x00]))
            },
            Deviation("extension.brokenUnknown.leaf", "has an unknown extension whose value is no DER") { plan in
                plan.leaf.template.additionalExtensions.append(Extension(unknown, value: [0xFF, 0xFF]))
            },
            Deviation("extension.trailing.leaf", "has octets behind the value of basicConstraints") { plan in
                plan.leaf.template.basicConstraints = nil
                plan.leaf.template.additionalExtensions.append(
                    Extension(.basicConstraints, isCritical: true, value: [0x30, 0x00, 0x05, 0x00]))
            },
        ]

    private static func critical(
        _ name: String, _ oid: ObjectIdentifier, _ story: String, _ value: [UInt8]
    ) -> Deviation {
        Deviation("extension.\(name).leaf", story) { plan in
            plan.leaf.template.additionalExtensions.append(Extension(oid, isCritical: true, value: value))
        }
    }

    private static func accessDescription(_ uri: String) -> [UInt8] {
        let method = ObjectIdentifier.caIssuersAccess.der
        return DERSurgery.sequence([DERSurgery.sequence([method, DERSurgery.tagged(0x86, Array(uri.utf8))])])
    }

    private static func distributionPoint(_ uri: String) -> [UInt8] {
        let names = DERSurgery.tagged(0xA0, DERSurgery.tagged(0x86, Array(uri.utf8)))
        return DERSurgery.sequence([DERSurgery.sequence([DERSurgery.tagged(0xA0, names)])])
    }
}
