import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509

@testable import HoldfastTrust

/// What keys may be used for: authorities, key usages, purposes.
extension RuleFolder {
    static let authorityRules = [basicConstraints, keyUsage]
    static let usageRules = [extendedKeyUsage, programmeUsage]

    // MARK: BasicConstraintsRule

    private static let basicConstraints = RuleFolder(
        "BasicConstraintsRule",
        [
            RuleVector(
                "server-as-an-authority",
                "RFC 5280 §6.1.4(k): \"verify that the basicConstraints extension is present and that cA is set to "
                    + "TRUE\"; (n): \"verify that the keyCertSign bit is set\". CA/B BR 7.1.2.10.7: an authority signs "
                    + "certificates and lists.",
                .own,
                RuleExpectation(
                    default: "error basicConstraints.cA, error keyUsage.keyCertSign",
                    rfc5280: "error basicConstraints.cA, error keyUsage.keyCertSign",
                    webpki: "error basicConstraints.cA, error keyUsage.keyCertSign, warning authorityProfile.keyUsage",
                    apple: "error basicConstraints.cA, error keyUsage.keyCertSign")
            ) {
                $0.intermediate.basicConstraints = BasicConstraints(isCA: false)
                $0.intermediate.keyUsage = .digitalSignature
            },
            RuleVector(
                "ca-false-with-keycertsign",
                "RFC 5280 §4.2.1.9: \"If the cA boolean is not asserted, then the keyCertSign bit in the key usage "
                    + "extension MUST NOT be asserted.\"",
                .own,
                RuleExpectation(
                    default: "error basicConstraints.cA, warning keyUsage.withoutAuthority",
                    rfc5280: "error basicConstraints.cA, error keyUsage.withoutAuthority",
                    webpki: "error basicConstraints.cA, error keyUsage.withoutAuthority",
                    apple: "error basicConstraints.cA, warning keyUsage.withoutAuthority")
            ) { $0.intermediate.basicConstraints = BasicConstraints(isCA: false) },
            RuleVector(
                "anchor-without-the-mark",
                "RFC 5280 §6.1.1(d): an anchor is a name and a key; §4.2.1.9 wants the extension in every authority's "
                    + "certificate.",
                .own, .weights("WEEW", "basicConstraints.anchor")
            ) { $0.root.basicConstraints = nil },
            RuleVector(
                "path-length-of-a-server",
                "RFC 5280 §4.2.1.9: \"CAs MUST NOT include the pathLenConstraint field unless the cA boolean is "
                    + "asserted and the key usage extension asserts the keyCertSign bit.\" Chromium refuses half an "
                    + "authority under public anchors.",
                .own,
                RuleExpectation(
                    default: "warning basicConstraints.pathLength, warning subscriber.consistentAuthority",
                    rfc5280: "error basicConstraints.pathLength, error subscriber.consistentAuthority",
                    webpki: "error basicConstraints.pathLength, error subscriber.consistentAuthority",
                    apple: "warning basicConstraints.pathLength")
            ) { $0.leaf.basicConstraints = BasicConstraints(isCA: false, pathLengthConstraint: 0) },
            RuleVector(
                "server-without-the-extension",
                "RFC 5280 §4.2.1.9: the extension \"MAY appear as a critical or non-critical extension in end entity "
                    + "certificates\".",
                .own, .good
            ) { $0.leaf.basicConstraints = nil },
        ])

    // MARK: KeyUsageRule

    private static let keyUsage = RuleFolder(
        "KeyUsageRule",
        [
            RuleVector(
                "authority-without-keycertsign",
                "RFC 5280 §6.1.4(n): \"If a key usage extension is present, verify that the keyCertSign bit is set.\" "
                    + "CA/B BR 7.1.2.10.7 wants it too.",
                .own, .weights("EEEE", "keyUsage.keyCertSign", webpkiToo: "warning authorityProfile.keyUsage")
            ) {
                $0.intermediate.keyUsage = .cRLSign
                $0.intermediate.basicConstraints = BasicConstraints(isCA: true)
            },
            RuleVector(
                "ec-server-for-key-agreement-alone",
                "RFC 8446 §4.4.2.2: \"the digitalSignature bit MUST be set if the Key Usage extension is present\". "
                    + "RFC 5280 §6.1 does not look at it; CA/B BR 7.1.2.7.11: \"digitalSignature\" MUST for an EC key.",
                .own, .weights("EWEE", "keyUsage.handshake", webpkiToo: "error subscriber.keyUsage")
            ) { $0.leaf.keyUsage = .keyAgreement },
            RuleVector(
                "rsa-server-for-key-encipherment-alone",
                "RFC 5246 §7.4.2: for RSA \"the keyEncipherment bit MUST be set if the key usage extension is "
                    + "present\"; RFC 8446 §4.4.2.2 asks for digitalSignature. Of a recorded chain nobody knows which "
                    + "handshake it was.",
                .own, .everywhere("note keyUsage.handshake")
            ) {
                $0.leafKey = try .generate(.rsa(bits: 2048))
                $0.leaf.keyUsage = .keyEncipherment
            },
            RuleVector(
                "authority-without-a-key-usage",
                "RFC 5280 §4.2.1.3: \"Conforming CAs MUST include this extension in certificates that contain public "
                    + "keys that are used to validate digital signatures on other public key certificates or CRLs.\"",
                .own, .weights("WEE-", "keyUsage.present")
            ) { $0.intermediate.keyUsage = nil },
            RuleVector(
                "server-without-a-key-usage",
                "RFC 5280 §4.2.1.3 asks for it of authorities; CA/B BR 7.1.2.7.6: SHOULD.",
                .own, .good
            ) { $0.leaf.keyUsage = nil },
            RuleVector(
                "keycertsign-at-a-server",
                "RFC 5280 §4.2.1.3: \"If the keyCertSign bit is asserted, then the cA bit in the basic constraints "
                    + "extension (Section 4.2.1.9) MUST also be asserted.\"",
                .own,
                RuleExpectation(
                    default: "warning keyUsage.withoutAuthority, warning subscriber.consistentAuthority",
                    rfc5280: "error keyUsage.withoutAuthority, error subscriber.consistentAuthority",
                    webpki: "error keyUsage.withoutAuthority, error subscriber.consistentAuthority, "
                        + "error subscriber.keyUsage",
                    apple: "warning keyUsage.withoutAuthority")
            ) { $0.leaf.keyUsage = [.digitalSignature, .keyCertSign] },
            RuleVector(
                "anchor-without-keycertsign",
                "RFC 5280 §4.2.1.3: keyCertSign \"is asserted when the subject public key is used for verifying "
                    + "signatures on public key certificates\"; §6.1.1(d) does not look at an anchor's.",
                .own, .weights("WEEW", "keyUsage.anchor", webpkiToo: "warning authorityProfile.keyUsage")
            ) { $0.root.keyUsage = .cRLSign },
            RuleVector(
                "server-for-data-encipherment-alone",
                "RFC 5280 §4.2.1.12: \"the certificate MUST only be used for a purpose consistent with both "
                    + "extensions\"; with serverAuth that is digitalSignature, keyEncipherment or keyAgreement. CA/B "
                    + "BR 7.1.2.7.11: dataEncipherment MUST NOT for an EC key.",
                .own, .weights("EEEE", "keyUsage.purpose", webpkiToo: "error subscriber.keyUsage")
            ) { $0.leaf.keyUsage = .dataEncipherment },
            RuleVector(
                "server-for-nothing",
                "RFC 5280 §4.2.1.3: \"When the keyUsage extension appears in a certificate, at least one of the bits "
                    + "MUST be set to 1.\" §4.2.1.12: no purpose is consistent with none.",
                .own,
                RuleExpectation(
                    default: "error keyUsage.purpose, warning keyUsage.empty",
                    rfc5280: "error keyUsage.purpose, error keyUsage.empty",
                    webpki: "error keyUsage.purpose, error keyUsage.empty, error subscriber.keyUsage",
                    apple: "error keyUsage.purpose, warning keyUsage.empty")
            ) { $0.leaf.keyUsage = [] },
        ])

    // MARK: ExtendedKeyUsageRule

    private static let apple =
        "Apple (103769): TLS server certificates \"must contain an ExtendedKeyUsage (EKU) extension "
        + "containing the id-kp-serverAuth OID\", if issued after 1 July 2019"

    private static let extendedKeyUsage = RuleFolder(
        "ExtendedKeyUsageRule",
        [
            RuleVector(
                "client-certificate",
                "RFC 5280 §4.2.1.12: \"If the extension is present, then the certificate MUST only be used for one of "
                    + "the purposes indicated.\"",
                .own, .everywhere("error extendedKeyUsage.leaf")
            ) { $0.leaf.extendedKeyUsage = [.clientAuth] },
            RuleVector(
                "server-and-client", "RFC 5280 §4.2.1.12: \"one of the purposes\"; CA/B BR 7.1.2.7.10: clientAuth MAY.",
                .own, .good
            ) { $0.leaf.extendedKeyUsage = [.clientAuth, .serverAuth] },
            RuleVector("no-purpose", apple + ".", .own, .weights("W-EE", "extendedKeyUsage.present")) {
                $0.leaf.extendedKeyUsage = nil
            },
            RuleVector(
                "no-purpose-on-1-july-2019", apple + "; this one is of that day.", .own,
                at: RootProgram.day(2019, 7, 2), .weights("W-E-", "extendedKeyUsage.presentBefore2019")
            ) {
                $0.serverLasts(40, from: RootProgram.day(2019, 7, 1))
                $0.leaf.extendedKeyUsage = nil
            },
            RuleVector(
                "any-purpose-alone",
                "RFC 5280 §4.2.1.12: applications \"MAY reject certificates that include the anyExtendedKeyUsage OID "
                    + "but not the particular OID expected for the application\"; CA/B BR 7.1.2.7.10: MUST NOT.",
                .own,
                RuleExpectation(
                    default: "warning extendedKeyUsage.named", rfc5280: "error programmeUsage.anyPurpose",
                    webpki: "error extendedKeyUsage.named, error programmeUsage.anyPurpose",
                    apple: "error extendedKeyUsage.named")
            ) { $0.leaf.extendedKeyUsage = [.anyExtendedKeyUsage] },
            RuleVector(
                "authority-for-mail",
                "CA/B BR 7.1.2.10.6: emailProtection MUST NOT, serverAuth MUST; Apple looks below preinstalled roots; "
                    + "RFC 5280 §4.2.1.12: \"the certificate MUST only be used for one of the purposes indicated\".",
                .own,
                .weights("EEEW", "extendedKeyUsage.authority", webpkiToo: "warning programmeUsage.authorityPurpose")
            ) { $0.intermediate.extendedKeyUsage = [.emailProtection] },
        ])

    // MARK: RootProgramUsageRule

    private static let programmeUsage = RuleFolder(
        "RootProgramUsageRule",
        [
            RuleVector(
                "any-purpose-beside-server", "CA/B BR 7.1.2.7.10: anyExtendedKeyUsage MUST NOT.", .own,
                .servers("error programmeUsage.anyPurpose")
            ) { $0.leaf.extendedKeyUsage = [.serverAuth, .anyExtendedKeyUsage] },
            RuleVector(
                "mail-beside-server", "CA/B BR 7.1.2.7.10: id-kp-emailProtection MUST NOT.", .publicWeb,
                .webpki("error programmeUsage.otherPurpose")
            ) { $0.leaf.extendedKeyUsage = [.serverAuth, .emailProtection] },
            RuleVector(
                "client-beside-server", "CA/B BR 7.1.2.7.10: id-kp-clientAuth MAY.", .publicWeb, .good
            ) { $0.leaf.extendedKeyUsage = [.serverAuth, .clientAuth] },
            RuleVector(
                "authority-for-mail-too", "CA/B BR 7.1.2.10.6: id-kp-emailProtection MUST NOT.", .publicWeb,
                .webpki("error programmeUsage.authorityPurpose")
            ) { $0.intermediate.extendedKeyUsage = [.serverAuth, .emailProtection] },
            RuleVector(
                "root-for-servers", "CA/B BR 7.1.2.1.2: extKeyUsage MUST NOT.", .own,
                .servers("error programmeUsage.root")
            ) { $0.root.extendedKeyUsage = [.serverAuth] },
            RuleVector(
                "authority-for-anything", "CA/B BR 7.1.2.6.1: extKeyUsage MUST, 7.1.2.2.3: SHOULD.", .publicWeb,
                .webpki("warning programmeUsage.authorityPresent")
            ) { $0.intermediate.extendedKeyUsage = nil },
            RuleVector(
                "client-beside-server-2027",
                "Chrome Root Program Policy 1.8, 1.3.2: from 2027-03-15 \"only (…) id-kp-serverAuth\".", .publicWeb,
                at: RootProgram.day(2027, 3, 16), .weights("W-W-", "programmeUsage.chromeLeaf")
            ) {
                $0.leaf.extendedKeyUsage = [.serverAuth, .clientAuth]
                $0.serverLasts(40, from: RootProgram.day(2027, 3, 15))
            },
            RuleVector(
                "authority-for-anything-2026",
                "Apple Root Program Policy 2.0, 1.7: from 2026-08-01 \"MUST contain an Extended Key Usage\".",
                .publicWeb, at: RootProgram.day(2026, 8, 2),
                RuleExpectation(
                    default: "warning programmeUsage.chromeAuthority, warning programmeUsage.appleAuthority",
                    rfc5280: "-",
                    webpki: "warning programmeUsage.authorityPresent, warning programmeUsage.chromeAuthority, "
                        + "warning programmeUsage.appleAuthority",
                    apple: "warning programmeUsage.appleAuthority")
            ) {
                $0.intermediate.extendedKeyUsage = nil
                $0.intermediate.notBefore = RootProgram.day(2026, 8, 1)
                $0.serverLasts(40, from: RootProgram.day(2026, 8, 1))
            },
        ])
}
