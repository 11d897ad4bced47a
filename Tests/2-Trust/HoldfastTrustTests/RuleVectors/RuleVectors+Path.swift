import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509

/// Where a path ends, its signatures, and its length.
extension RuleFolder {
    static let pathRules = [
        anchor, signature, algorithmMismatch, version, pathLength, maximumPath, presentedList,
        anchorConstraint,
    ]

    // MARK: PresentedListRule

    private static let presentedList = RuleFolder(
        "PresentedListRule",
        [
            RuleVector(
                "root-before-its-intermediate",
                "RFC 5246 §7.4.2: \"Each following certificate MUST directly certify the one preceding it.\"", .own,
                .everywhere("note presentedList.order"),
                made: {
                    let made = try RootProgramChain().made()
                    return ([made.chain[0], made.root, made.chain[1]], made.root)
                }),
            RuleVector(
                "certificate-of-somebody-else",
                "RFC 8446 §4.4.2: \"all implementations SHOULD be prepared to handle potentially extraneous "
                    + "certificates\".", .own, .everywhere("note presentedList.used"),
                made: {
                    let made = try RootProgramChain().made()
                    return (made.chain + [try RootProgramChain().made().chain[1]], made.root)
                }),
            RuleVector(
                "root-sent-too",
                "RFC 8446 §4.4.2: \"a certificate that specifies a trust anchor MAY be omitted from the chain\".", .own,
                .good,
                made: {
                    let made = try RootProgramChain().made()
                    return (made.chain + [made.root], made.root)
                }),
        ])

    // MARK: AnchorRule

    private static let anchor = RuleFolder(
        "AnchorRule",
        [
            RuleVector(
                "intermediate-not-sent",
                "RFC 8446 §4.4.2: \"Each following certificate SHOULD directly certify the one immediately preceding "
                    + "it.\" Here none follows.",
                .own, .everywhere("error anchor.issuerFound"),
                made: {
                    let made = try RootProgramChain().made()
                    return (Array(made.chain.prefix(1)), made.root)
                }),
            RuleVector(
                "self-signed-server",
                "RFC 5280 §6.1.1(d): the trust anchor is an input of the validation; a certificate is none by itself.",
                .own, .everywhere("error anchor.selfSignedLeaf"),
                made: {
                    var chain = try RootProgramChain()
                    chain.leaf.subject = RootProgramChain.subject(RootProgramChain.host)
                    let alone = try Identity.selfSigned(chain.leaf)
                    return (alone.chain, try chain.authorities().root.certificate)
                }),
            RuleVector(
                "authorities-that-loop",
                "RFC 5280 §6.1: \"certificate 1 is issued by the trust anchor\". Two that issue each other never get "
                    + "there.",
                .own, .everywhere("error anchor.known"), made: loop),
            RuleVector(
                "self-signed-server-for-ten-years",
                "RFC 5280 §6.1.1(d): it would be an anchor of one's own if it were one, and is graded so "
                    + "(Docs/profiles.md): Apple, 103769: \"825 days or fewer\", \"an ExtendedKeyUsage (EKU) "
                    + "extension\".",
                .own,
                RuleExpectation(
                    default: "error anchor.selfSignedLeaf, warning extendedKeyUsage.present, warning lifetime.platform",
                    rfc5280: "error anchor.selfSignedLeaf",
                    webpki: "error anchor.selfSignedLeaf, error extendedKeyUsage.present, error lifetime.shortened",
                    apple: "error anchor.selfSignedLeaf, error extendedKeyUsage.present, error lifetime.platform"),
                made: {
                    var chain = try RootProgramChain()
                    chain.leaf.subject = RootProgramChain.subject(RootProgramChain.host)
                    chain.leaf.notAfter = chain.leaf.notBefore.advanced(byDays: 3650)
                    chain.leaf.extendedKeyUsage = nil
                    let alone = try Identity.selfSigned(chain.leaf)
                    return (alone.chain, try chain.authorities().root.certificate)
                }),
            RuleVector(
                "self-signed-server-with-a-short-key",
                "NIST SP 800-131A r2 §3: RSA keys below 2048 bits are disallowed. That the key is one's own nobody "
                    + "vouches for: it is graded as the public web's.",
                .own, .everywhere("error anchor.selfSignedLeaf, error weakKey.rsa2048"),
                made: {
                    var chain = try RootProgramChain()
                    chain.leaf.subject = RootProgramChain.subject(RootProgramChain.host)
                    let alone = try Identity.selfSigned(chain.leaf, key: .generate(.rsa(bits: 1024)))
                    return (alone.chain, try chain.authorities().root.certificate)
                }),
            RuleVector(
                "server-is-the-anchor",
                "RFC 5280 §6.1.1(d): an anchor is a name and a key; what programmes ask of certificates that somebody "
                    + "issued is not asked of it, which their profiles say.",
                .own, .weights("--NN", "anchor.leafIsAnchor"),
                made: {
                    var chain = try RootProgramChain()
                    chain.leaf.subject = RootProgramChain.subject(RootProgramChain.host)
                    let alone = try Identity.selfSigned(chain.leaf)
                    return (alone.chain, alone.certificate)
                }),
            RuleVector(
                "intermediate-is-the-anchor",
                "RFC 5280 §6.1.1(d): an anchor is a name and a key; \"self-signed\" is only one form in which it may "
                    + "come.",
                .own, .good,
                made: {
                    let chain = try RootProgramChain()
                    let intermediate = try chain.authorities().intermediate
                    return ([try intermediate.issue(chain.leaf).certificate], intermediate.certificate)
                }),
        ])

    @Sendable private static func loop() throws -> RuleVector.Made {
        let chain = try RootProgramChain()
        let (one, other) = (try PrivateKey.generate(.p256), try PrivateKey.generate(.p256))
        let first = chain.authority(named: "First", pathLength: nil)
        let second = chain.authority(named: "Second", pathLength: nil)
        let firstRoot = CertificateAuthority(try Identity.selfSigned(first, key: one))
        let secondRoot = CertificateAuthority(try Identity.selfSigned(second, key: other))
        let sent = [
            try firstRoot.issue(chain.leaf).certificate, try secondRoot.issue(first, key: one).certificate,
            try firstRoot.issue(second, key: other).certificate,
        ]
        return (sent, try chain.authorities().root.certificate)
    }

    // MARK: SignatureRule

    private static let signature = RuleFolder(
        "SignatureRule",
        [
            RuleVector(
                "one-bit-of-the-signature",
                "RFC 5280 §6.1.3(a)(1): \"The signature on the certificate can be verified using "
                    + "working_public_key_algorithm, the working_public_key, and the working_public_key_parameters.\"",
                .own, .everywhere("error signature.verifies")
            ) { $0.leaf.signatureEdit = .flippingBit(at: -1) },
            RuleVector(
                "one-bit-of-what-is-signed",
                "RFC 5280 §6.1.3(a)(1), of an authority: a bit of its serial number is another.",
                .own, .everywhere("error signature.verifies")
            ) { $0.intermediate.certificateEdit = .flippingBit(at: 24) },
            RuleVector(
                "impostor-of-the-same-name",
                "RFC 5280 §6.1.3(a)(1): the name and the key identifier of the issuer are the right ones, the key is "
                    + "not.",
                .own, .everywhere("error signature.verifies"), made: { try impostor(sendsOwn: false) }),
            RuleVector(
                "two-issuers-of-the-same-name",
                "RFC 5280 §6.1: a path is found by the key, and the sender's order is no part of it.",
                .own, .everywhere("note presentedList.used"), made: { try impostor(sendsOwn: true) }),
            RuleVector(
                "of-a-kind-that-is-not-supported",
                "RFC 5280 §6.1.3(a)(1): a signature that cannot be checked is not verified; here ECDSA with SHA3-256.",
                .own, .everywhere("error signature.recognised")
            ) {
                let identifier = AlgorithmIdentifier(algorithm: ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 3, 10))
                $0.leaf.innerAlgorithm = .unknown(identifier)
                $0.leaf.outerAlgorithm = .unknown(identifier)
            },
        ])

    /// A server's certificate by the second of two authorities of one name.
    private static func impostor(sendsOwn: Bool) throws -> RuleVector.Made {
        var chain = try RootProgramChain()
        let (root, real) = try chain.authorities()
        let other = CertificateAuthority(try root.issue(chain.intermediate))
        if sendsOwn {
            let leaf = try other.issue(chain.leaf).certificate
            return ([leaf, real.certificate, other.certificate], root.certificate)
        }
        let stated = try Certificate(der: real.certificate).subjectKeyIdentifier.map { Array($0) } ?? []
        chain.leaf.authorityKeyIdentifier = .value(stated)
        return ([try other.issue(chain.leaf).certificate, real.certificate], root.certificate)
    }

    // MARK: AlgorithmMismatchRule

    private static let algorithmMismatch = RuleFolder(
        "AlgorithmMismatchRule",
        [
            RuleVector(
                "other-inside-than-outside",
                "RFC 5280 §4.1.1.2: \"This field MUST contain the same algorithm identifier as the signature field in "
                    + "the sequence tbsCertificate\".",
                .own, .everywhere("error algorithmMismatch.same")
            ) { $0.leaf.innerAlgorithm = .ecdsa(.sha384) },
            RuleVector(
                "of-an-authority", "RFC 5280 §4.1.1.2 holds for every certificate of the path.",
                .own, .everywhere("error algorithmMismatch.same")
            ) { $0.intermediate.innerAlgorithm = .ecdsa(.sha512) },
            RuleVector(
                "of-the-anchor", "RFC 5280 §6.1.1(d): an anchor is a name and a key; nobody needs its signature.",
                .own, .good
            ) { $0.root.innerAlgorithm = .ecdsa(.sha512) },
        ])

    // MARK: VersionRule

    private static let nameless =
        "error version.v3, error serverName.matches, error serverName.subjectAltName"
    private static let version = RuleFolder(
        "VersionRule",
        [
            RuleVector(
                "version-2-with-extensions",
                "RFC 5280 §4.1.2.1: \"When extensions are used, as expected in this profile, version MUST be 3 (value "
                    + "is 2).\"",
                .own, .everywhere("error version.v3")
            ) { $0.leaf.version = .v2 },
            RuleVector(
                "version-1-server",
                "RFC 5280 §4.1.2.9: extensions \"MUST only appear if the version is 3\": so there is no alternative "
                    + "name, and RFC 9525 looks at nothing else.",
                .own,
                RuleExpectation(
                    default: nameless + ", warning extendedKeyUsage.present", rfc5280: nameless,
                    webpki: nameless + ", error extendedKeyUsage.present, "
                        + "warning subscriber.informationAccess, warning subscriber.policies, "
                        + "warning subscriber.revocationLists",
                    apple: nameless + ", error extendedKeyUsage.present")
            ) {
                $0.leaf.downgrade(to: .v1)
                $0.leaf.subject = DistinguishedName([(type: .organizationName, text: "Example")])
            },
            RuleVector(
                "version-1-anchor",
                "RFC 5280 §6.1.1(d): the anchor's version is no input of the validation.", .own, .good
            ) { $0.root.downgrade(to: .v1) },
        ])

    // MARK: PathLengthRule

    private static let pathLength = RuleFolder(
        "PathLengthRule",
        [
            RuleVector(
                "one-authority-too-many",
                "RFC 5280 §4.2.1.9: \"A pathLenConstraint of zero indicates that no non-self-issued intermediate CA "
                    + "certificates may follow in a valid certification path.\"",
                .own, .everywhere("error pathLength.constraint"), made: { try below([("First", 0), ("Second", 0)]) }),
            RuleVector(
                "as-many-as-allowed",
                "RFC 5280 §4.2.1.9: \"the maximum number of non-self-issued intermediate certificates that may follow "
                    + "this certificate\".",
                .own, .good, made: { try below([("First", 1), ("Second", 0)]) }),
            RuleVector(
                "self-issued-does-not-count",
                "RFC 5280 §6.1.4(l): \"If the certificate was not self-issued, verify that max_path_length is greater "
                    + "than zero and decrement max_path_length by 1.\"",
                .own, .good, made: { try below([("First", 0), ("First", 0)]) }),
            RuleVector(
                "a-lower-one-cannot-widen",
                "RFC 5280 §6.1.4(m): a path length below counts where it \"is less than max_path_length\".",
                .own, .everywhere("error pathLength.constraint"),
                made: { try below([("First", 1), ("Second", 5), ("Third", 0)]) }),
        ])

    /// A server below authorities of these names and path lengths.
    private static func below(_ authorities: [(name: String, pathLength: Int?)]) throws -> RuleVector.Made {
        let chain = try RootProgramChain()
        return try chain.made(below: authorities.map { chain.authority(named: $0.name, pathLength: $0.pathLength) })
    }

    // MARK: MaximumPathRule

    private static let maximumPath = RuleFolder(
        "MaximumPathRule",
        [
            RuleVector(
                "more-than-the-caller-allows",
                "RFC 5280 §6.1.2(k): max_path_length \"may be reduced\" below n by whoever validates. Here it is 0.",
                .own, settings: [.maximumIntermediates: 0], .everywhere("error pathLength.policy")),
            RuleVector(
                "as-many-as-the-caller-allows", "RFC 5280 §6.1.2(k), with one intermediate and 1 allowed.",
                .own, settings: [.maximumIntermediates: 1], .good),
            RuleVector(
                "self-issued-does-not-count",
                "RFC 5280 §6.1.4(l): a self-issued certificate does not decrement max_path_length.",
                .own, settings: [.maximumIntermediates: 1], .good, made: { try below([("First", nil), ("First", 0)]) }),
        ])

    // MARK: AnchorConstraintRule

    private static let anchorConstraint = RuleFolder(
        "AnchorConstraintRule",
        [
            RuleVector(
                "longer-than-the-anchor-may-vouch",
                "Apple Root Program 5.1 names constraints of a root by validity; here 41 days, of a certificate of 41 "
                    + "days and a second.",
                .own, settings: [.maximumLifetimeDays: 41], .everywhere("error anchorConstraint.lifetime")),
            RuleVector(
                "as-long-as-the-anchor-may-vouch",
                "The same certificate, below an anchor that is trusted for 42 days, both ends counted.",
                .own, settings: [.maximumLifetimeDays: 42], .good),
        ])
}
