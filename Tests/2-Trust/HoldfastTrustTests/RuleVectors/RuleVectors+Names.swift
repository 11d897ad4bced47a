import HoldfastAuthority
import HoldfastTrust
import HoldfastX509

/// The names of servers and of authorities.
extension RuleFolder {
    static let nameRules = [serverName, subjectAltName, commonName, subject]

    // MARK: ServerNameRule

    private static let serverName = RuleFolder(
        "ServerNameRule",
        [
            RuleVector(
                "another-name",
                "RFC 9525 §6.3: the DNS domain name portion matches by a comparison of the whole name.",
                .own, host: "other.example.com", .everywhere("error serverName.matches")),
            RuleVector(
                "common-name-alone",
                "RFC 9525 §2 and Apple (103769): names stand in the subject alternative name; a common name is not "
                    + "looked at. CA/B BR 7.1.4.3: it is a copy of one of them.",
                .own,
                RuleExpectation(
                    default: "error serverName.matches, error serverName.subjectAltName",
                    rfc5280: "error serverName.matches, error serverName.subjectAltName",
                    webpki: "error serverName.matches, error serverName.subjectAltName, warning commonName.listed",
                    apple: "error serverName.matches, error serverName.subjectAltName")
            ) {
                $0.leaf.names = []
                $0.leaf.subject = RootProgramChain.subject(RootProgramChain.host)
            },
            RuleVector(
                "wildcard-over-two-labels",
                "RFC 9525 §6.3: a wildcard stands for the complete left-most label, and for one label alone.",
                .own, host: "a.b.example.com", .everywhere("error serverName.matches")
            ) { $0.leaf.names = ["*.example.com"] },
            RuleVector(
                "wildcard-over-one-label", "RFC 9525 §6.3, of one label.", .own, host: "b.example.com", .good
            ) { $0.leaf.names = ["*.example.com"] },
            RuleVector(
                "wildcard-below-a-public-suffix",
                "CA/B BR 3.2.2.6: \"CAs MUST NOT issue \"*.co.uk\" or \"*.local\"\"; Chromium and Apple refuse it "
                    + "under every anchor; RFC 9525 §7.1 names \"the risk of vouching for rogue or buggy hosts\".",
                .own, host: "example.co.uk",
                RuleExpectation(
                    default: "error serverName.publicSuffixWildcard",
                    rfc5280: "error serverName.publicSuffixWildcard, error subjectAltName.publicSuffixWildcard",
                    webpki: "error serverName.publicSuffixWildcard, error subjectAltName.publicSuffixWildcard",
                    apple: "error serverName.publicSuffixWildcard")
            ) { $0.leaf.names = ["*.co.uk"] },
            RuleVector(
                "address-written-as-a-dns-name",
                "RFC 9525 §6.5: an address matches an iPAddress alone. RFC 1123 §2.1: no host name has the form of an "
                    + "address.",
                .own, host: "93.184.216.34",
                RuleExpectation(
                    default: "error serverName.matches, warning subjectAltName.addressAsName",
                    rfc5280: "error serverName.matches, error subjectAltName.addressAsName",
                    webpki: "error serverName.matches, error subjectAltName.addressAsName",
                    apple: "error serverName.matches, warning subjectAltName.addressAsName")
            ) {
                $0.leaf.names = []
                $0.leaf.alternativeNames = [try RootProgramChain.dns("93.184.216.34")]
            },
            RuleVector(
                "address", "RFC 9525 §6.5: the octets of an iPAddress are compared.", .own, host: "93.184.216.34", .good
            ) { $0.leaf.names = ["93.184.216.34"] },
            RuleVector(
                "internal-name-by-a-public-authority",
                "CA/B BR 7.1.2.7.12: an internal name is not permitted; Chromium refuses it under known roots.",
                .publicWeb, host: "host.internal",
                .weights("E-E-", "serverName.publicName", webpkiToo: "error subjectAltName.internalName")
            ) { $0.leaf.names = ["host.internal"] },
            RuleVector(
                "internal-name-by-ones-own-authority",
                "CA/B BR 1.1: not for one's own infrastructure.", .own, host: "host.internal",
                .webpki("warning subjectAltName.internalName")
            ) { $0.leaf.names = ["host.internal"] },
            RuleVector(
                "wildcard-over-somebodys-customers",
                "CA/B BR 3.2.2.6: allowed where \"the Applicant proves its rightful control of the entire Domain "
                    + "Namespace\"; Chromium and Apple go by the list's ICANN part alone.",
                .own, host: "customer.hosting.com",
                .servers("error serverName.privateSuffixWildcard, error subjectAltName.privateSuffixWildcard")
            ) { $0.leaf.names = ["*.hosting.com"] },
        ])

    // MARK: SubjectAltNameRule

    private static let syntax =
        "RFC 5280 §4.2.1.6: \"The name MUST be in the \"preferred name syntax\", as specified by Section 3.5 of "
        + "[RFC1034] and as modified by Section 2.1 of [RFC1123].\""

    private static let subjectAltName = RuleFolder(
        "SubjectAltNameRule",
        [
            RuleVector("underscore", syntax, .own, .weights("WEEW", "subjectAltName.syntax")) {
                $0.leaf.names = [RootProgramChain.host, "a_b.example.com"]
            },
            RuleVector("hyphen", syntax, .own, .good) { $0.leaf.names = [RootProgramChain.host, "a-b.example.com"] },
            RuleVector(
                "address-of-five-octets",
                "RFC 5280 §4.2.1.6: \"For IP version 4 (…) the octet string MUST contain exactly four octets. For IP "
                    + "version 6 (…) exactly sixteen octets.\"",
                .own, .weights("WEEW", "subjectAltName.address")
            ) { $0.leaf.alternativeNames = [.ipAddress([1, 2, 3, 4, 5])] },
            RuleVector(
                "wildcard-inside",
                "CA/B BR 1.6.1: \"Wildcard Domain Name: A string starting with \"*.\"\"; RFC 9525 §6.3: such a pattern "
                    + "matches nothing.",
                .publicWeb, .weights("N-E-", "subjectAltName.wildcard")
            ) { $0.leaf.names = [RootProgramChain.host, "a.*.example.com"] },
            RuleVector(
                "wildcard", "CA/B BR 1.6.1: the asterisk is the whole left-most label.", .publicWeb, .good
            ) { $0.leaf.names = [RootProgramChain.host, "*.example.com"] },
            RuleVector(
                "address-of-ones-own-network",
                "CA/B BR 7.1.2.7.12: \"The entry MUST NOT contain a Reserved IP Address.\"",
                .publicWeb, .webpki("error subjectAltName.reservedAddress")
            ) { $0.leaf.names = [RootProgramChain.host, "192.168.1.1"] },
            RuleVector(
                "mailbox-without-a-host",
                "RFC 5280 §4.2.1.6: \"The format of an rfc822Name is a \"Mailbox\" as defined in Section 4.1.2 of "
                    + "[RFC2821].\" CA/B BR 7.1.2.7.12 permits no rfc822Name at all.",
                .own, .weights("WEEW", "subjectAltName.mailbox", webpkiToo: "warning subjectAltName.nameTypes")
            ) { $0.leaf.alternativeNames = [try RootProgramChain.mail("someone")] },
            RuleVector(
                "reserved-label",
                "CA/B BR 7.1.2.7.12: \"MUST be composed entirely of P-Labels or Non-Reserved LDH Labels\".", .publicWeb,
                .webpki("error subjectAltName.reservedLabel")
            ) { $0.leaf.names = [RootProgramChain.host, "ab--cd.example.com"] },
            RuleVector(
                "reverse-zone", "CA/B BR 7.1.2.7.12: from 15 March 2026 on no name ends in in-addr.arpa or ip6.arpa.",
                .publicWeb, .webpki("error subjectAltName.reverseZone")
            ) { $0.leaf.names = [RootProgramChain.host, "34.216.184.93.in-addr.arpa"] },
        ])

    // MARK: CommonNameRule

    private static let copied =
        "CA/B BR 7.1.4.3: \"If present, this attribute MUST contain exactly one entry that is one of the values "
        + "contained in the Certificate's subjectAltName extension.\""

    private static let commonName = RuleFolder(
        "CommonNameRule",
        [
            RuleVector("another-host", copied, .own, .webpki("error commonName.copy")) {
                $0.leaf.subject = RootProgramChain.subject("other.example.com")
            },
            RuleVector("the-same-in-capitals", copied, .own, .servers("error commonName.spelling")) {
                $0.leaf.subject = RootProgramChain.subject("WWW.example.com")
            },
            RuleVector("the-same", copied, .own, .good) {
                $0.leaf.subject = RootProgramChain.subject(RootProgramChain.host)
            },
            RuleVector(
                "twice", "CA/B BR 7.1.4.1: an attribute stands in the subject once at most.", .publicWeb,
                .webpki("error commonName.single")
            ) { $0.leaf.subject = RootProgramChain.subject(RootProgramChain.host, RootProgramChain.host) },
            RuleVector("no-name-of-a-server", copied, .publicWeb, .webpki("error commonName.listed")) {
                $0.leaf.subject = RootProgramChain.subject("*.example.com")
            },
        ])

    // MARK: SubjectRule

    private static let nameless =
        "RFC 5280 §4.1.2.6: \"If the subject is a CA (…), then the subject field MUST be "
        + "populated with a non-empty distinguished name\"; §4.1.2.4: \"The issuer field MUST contain a non-empty "
        + "distinguished name (DN).\""

    private static let anonymous = "error serverName.matches, error serverName.subjectAltName, "

    private static let subject = RuleFolder(
        "SubjectRule",
        [
            RuleVector(
                "authority-without-a-name", nameless + " Apple refuses it, Chromium does not.", .own,
                RuleExpectation(
                    default: "warning subject.authority, warning subject.issuer",
                    rfc5280: "error subject.authority, error subject.issuer",
                    webpki: "error subject.authority, error subject.issuer, warning authorityProfile.name",
                    apple: "error subject.authority, error subject.issuer")
            ) { $0.intermediate.subject = RootProgramChain.nobody },
            RuleVector(
                "root-without-a-name", nameless + " A root has a name too.", .own,
                RuleExpectation(
                    default: "warning subject.anchor, warning subject.issuer",
                    rfc5280: "error subject.anchor, error subject.issuer",
                    webpki: "error subject.anchor, error subject.issuer, warning authorityProfile.name",
                    apple: "error subject.anchor, error subject.issuer")
            ) { $0.root.subject = RootProgramChain.nobody },
            RuleVector(
                "alternative-name-alone-and-not-critical",
                "RFC 5280 §4.2.1.6: \"If the subject field contains an empty sequence, then the issuing CA MUST "
                    + "include a subjectAltName extension that is marked as critical.\"",
                .own, .everywhere("error subject.alternativeNameCritical")
            ) { $0.leaf.criticality[.subjectAlternativeName] = false },
            RuleVector(
                "alternative-name-alone-and-critical", "RFC 5280 §4.2.1.6, kept.", .own, .good),
            RuleVector(
                "server-without-any-name",
                "RFC 5280 §4.2.1.6: without a subject the CA \"MUST include a subjectAltName extension\"; RFC 9525 "
                    + "§6.4 looks at nothing else.",
                .own,
                RuleExpectation(
                    default: anonymous + "warning subject.alternativeName",
                    rfc5280: anonymous + "error subject.alternativeName",
                    webpki: anonymous + "error subject.alternativeName",
                    apple: anonymous + "error subject.alternativeName")
            ) { $0.leaf.names = [] },
        ])
}
