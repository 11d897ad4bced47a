import HoldfastAuthority
import HoldfastX509

extension Deviation {
    /// Deviations of key usage and extended key usage.
    static let usages: [Deviation] = keyUsages + purposes

    private static func usage(
        _ name: String, _ level: Level, _ story: String, _ usage: KeyUsage?
    ) -> Deviation {
        Deviation("keyUsage.\(name).\(level.rawValue)", story) { plan in
            plan.change(level) { $0.keyUsage = usage }
        }
    }

    private static let keyUsages: [Deviation] = [
        usage("missing", .leaf, "has no key usage", nil),
        usage("empty", .leaf, "has a key usage without a bit", []),
        usage("agreement", .leaf, "has the key usage keyAgreement alone", .keyAgreement),
        usage("encipherment", .leaf, "has the key usage keyEncipherment alone", .keyEncipherment),
        usage("nonRepudiation", .leaf, "has the key usage nonRepudiation alone", .nonRepudiation),
        usage("dataEncipherment", .leaf, "has the key usage dataEncipherment alone", .dataEncipherment),
        usage(
            "signsCertificates", .leaf, "has the key usage keyCertSign and is no authority",
            [.digitalSignature, .keyCertSign]),
        usage("crlSign", .leaf, "has the key usage cRLSign alone", .cRLSign),
        usage("missing", .intermediate, "has no key usage", nil),
        usage("empty", .intermediate, "has a key usage without a bit", []),
        usage("noCertSign", .intermediate, "has a key usage without keyCertSign", [.digitalSignature, .cRLSign]),
        usage("onlyCertSign", .intermediate, "has the key usage keyCertSign alone", .keyCertSign),
        usage("missing", .anchor, "has no key usage", nil),
        usage("noCertSign", .anchor, "has a key usage without keyCertSign", .cRLSign),
        Deviation("keyUsage.notCritical.leaf", "has a key usage that is not critical") { plan in
            plan.leaf.template.criticality[.keyUsage] = false
        },
        Deviation("keyUsage.notCritical.intermediate", "has a key usage that is not critical") { plan in
            plan.change(.intermediate) { $0.criticality[.keyUsage] = false }
        },
        Deviation("keyUsage.garbage.leaf", "has a key usage that is no BIT STRING") { plan in
            plan.leaf.template.keyUsage = nil
            plan.leaf.template.additionalExtensions.append(
                Extension(.keyUsage, isCritical: true, value: [0x04, 0x01, 0x80]))
        },
        Deviation("keyUsage.trailingZeros.leaf", "has a key usage with zero bits at its end") { plan in
            plan.leaf.template.keyUsage = nil
            plan.leaf.template.additionalExtensions.append(
                Extension(.keyUsage, isCritical: true, value: [0x03, 0x02, 0x00, 0x80]))
        },
    ]

    private static func purpose(
        _ name: String, _ level: Level, _ story: String, _ purposes: [ObjectIdentifier]?
    ) -> Deviation {
        Deviation("purpose.\(name).\(level.rawValue)", story) { plan in
            plan.change(level) { $0.extendedKeyUsage = purposes }
        }
    }

    private static let purposes: [Deviation] = [
        purpose("missing", .leaf, "has no extended key usage", nil),
        purpose("client", .leaf, "is for clients", [.clientAuth]),
        purpose("both", .leaf, "is for servers and clients", [.serverAuth, .clientAuth]),
        purpose("any", .leaf, "is for any purpose", [.anyExtendedKeyUsage]),
        purpose("empty", .leaf, "has an extended key usage with no purpose in it", []),
        purpose("unknown", .leaf, "is for an unknown purpose", [ObjectIdentifier(1, 3, 6, 1, 4, 1, 99_999, 1)]),
        purpose("netscapeGated", .leaf, "is for Netscape's server gated cryptography", [.netscapeServerGatedCrypto]),
        purpose("microsoftGated", .leaf, "is for Microsoft's server gated cryptography", [.microsoftServerGatedCrypto]),
        purpose("codeSigning", .leaf, "is for signing code", [.codeSigning]),
        purpose("server", .intermediate, "may issue for servers", [.serverAuth]),
        purpose("client", .intermediate, "may issue for clients only", [.clientAuth]),
        purpose("any", .intermediate, "may issue for any purpose", [.anyExtendedKeyUsage]),
        purpose("mail", .intermediate, "may issue for mail only", [.emailProtection]),
        purpose("empty", .intermediate, "has an extended key usage with no purpose in it", []),
        purpose("server", .anchor, "the anchor may issue for servers", [.serverAuth]),
        purpose("client", .anchor, "the anchor may issue for clients only", [.clientAuth]),
        purpose("ocsp", .leaf, "is for signing OCSP responses", [.ocspSigning]),
        Deviation("purpose.critical.leaf", "has a critical extended key usage") { plan in
            plan.leaf.template.criticality[.extendedKeyUsage] = true
        },
        Deviation("purpose.criticalClient.leaf", "has a critical extended key usage for clients") { plan in
            plan.leaf.template.extendedKeyUsage = [.clientAuth]
            plan.leaf.template.criticality[.extendedKeyUsage] = true
        },
        Deviation("purpose.garbage.leaf", "has an extended key usage that is no SEQUENCE") { plan in
            plan.leaf.template.extendedKeyUsage = nil
            plan.leaf.template.additionalExtensions.append(Extension(.extendedKeyUsage, value: [0x05, 0x00]))
        },
    ]
}
