import HoldfastAuthority
import HoldfastTrust
import HoldfastX509
import Testing

/// What a recorded chain is pinned to, by the number that stands in its file.
enum RuleVectorPins: Int64 {
    /// The anchor's key, anywhere in the chain.
    case anchorKey = 1
    /// A key that no chain has.
    case otherKey = 2
    /// The same, and only reported.
    case otherKeyReported = 3
    /// The anchor's key, of the server's certificate.
    case anchorKeyAsLeaf = 4
    /// A key that no chain has, until a second before.
    case endedOpen = 5
    case endedWarn = 6
    /// The anchor's key, until a second before.
    case endedClosed = 7
    /// Another server's name.
    case otherHost = 8
    /// The anchor's whole certificate, among the authorities.
    case anchorCertificate = 9
    /// A key that no chain has for all below the domain, and this server taken out of it.
    case excluded = 10

    func hosts(_ anchor: Certificate) throws -> PinnedHosts {
        let key = Pin(anchor)
        let other = try Pin(subject: .publicKey, algorithm: .sha256, digest: Array(repeating: 0x5a, count: 32))
        let moment = RootProgramChain.moment
        func set(_ pins: Set<Pin>, _ mode: PinExpiry.Mode? = nil) throws -> PinSet {
            try PinSet(
                anywhere: pins, expiry: mode.map { PinExpiry(moment.advanced(bySeconds: -1), then: $0) },
                backup: .waived)
        }
        switch self {
        case .anchorKey: return .everywhere(try set([key, other]))
        case .otherKey: return .everywhere(try set([other]))
        case .otherKeyReported: return .everywhere(try set([other]).with(enforcement: .reportOnly))
        case .anchorKeyAsLeaf: return .everywhere(try PinSet(leaf: [key, other]))
        case .endedOpen: return .everywhere(try set([other], .open))
        case .endedWarn: return .everywhere(try set([other], .warn))
        case .endedClosed: return .everywhere(try set([key], .closed))
        case .otherHost:
            return try PinnedHosts([
                HostPattern("other.\(RootProgramChain.host)", publicSuffixes: nil): .pinned(set([other]))
            ])
        case .anchorCertificate:
            return .everywhere(try PinSet(authorities: [Pin(anchor, .certificate)], backup: .waived))
        case .excluded:
            let host = try HostPattern(RootProgramChain.host, publicSuffixes: nil)
            return try PinnedHosts([host: .excluded], everywhere: set([other]))
        }
    }
}

/// Pins: the good chain, judged with some.
extension RuleFolder {
    static let pinRules = [pins]

    private static let match =
        "RFC 7469 §2.6: \"If the connection has no errors, then the UA will determine whether to apply a new, "
        + "additional correctness check: Pin Validation. (...) the set of public key pins in the certificate "
        + "chain (...) must intersect\" in substance; a group of pins that is given wants one match."
    private static let ended =
        "PinExpiry: once pins have ended they do nothing (open), warn (warn) or refuse the server (closed)."
    private static let groups =
        "NSPinnedDomains (Apple): NSPinnedLeafIdentities are compared with the server's certificate, "
        + "NSPinnedCAIdentities with those above it."

    private static func vector(
        _ name: String, _ sentence: String, _ pins: RuleVectorPins, _ expected: RuleExpectation
    ) -> RuleVector {
        RuleVector(name, sentence, .own, settings: [.pins: pins.rawValue], expected)
    }

    private static let pins = RuleFolder(
        "PinRule",
        [
            vector("anchors-key", match, .anchorKey, .good),
            vector("none-of-the-keys", match, .otherKey, .everywhere("error pin.match")),
            vector("none-of-the-keys-reported", match, .otherKeyReported, .everywhere("warning pin.match")),
            vector("authoritys-key-as-the-servers", groups, .anchorKeyAsLeaf, .everywhere("error pin.match")),
            vector("authoritys-certificate", groups, .anchorCertificate, .good),
            vector("ended-open", ended, .endedOpen, .everywhere("note pin.current")),
            vector("ended-warn", ended, .endedWarn, .everywhere("warning pin.current")),
            vector("ended-closed", ended, .endedClosed, .everywhere("error pin.current")),
            vector("another-servers-pins", match, .otherHost, .good),
            vector(
                "server-taken-out", "PinnedHosts: an exclusion takes a name out of what is said more widely.",
                .excluded, .good),
        ])
}
