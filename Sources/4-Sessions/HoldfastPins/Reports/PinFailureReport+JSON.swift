import HoldfastJSON
import HoldfastTrust
import HoldfastX509

extension PinFailureReport {
    /// A format that reports are written in.
    public enum Form: String, Hashable, Sendable, CaseIterable {
        /// RFC 7469 §3, with TrustKit's members beside it: what collectors of such reports read.
        case httpPublicKeyPinning
        /// The schema `holdfast.pin-report/1`: every finding, every pin, and fingerprints in the place of certificates.
        case holdfast
    }

    /// The report as JSON.
    public func bytes(_ form: Form) -> [UInt8] {
        let draft =
            switch form {
            case .httpPublicKeyPinning: publicKeyPinning
            case .holdfast: own
            }
        return Array((draft.pretty + "\n").utf8)
    }

    /// RFC 7469 §3. What is left out of the report is left out here.
    private var publicKeyPinning: JSONDraft {
        var members: [(name: String, value: JSONDraft)] = [("date-time", .text(at.wholeSeconds))]
        if let host { members.append(("hostname", .text(host))) }
        if let port { members.append(("port", .number(Int(port)))) }
        if let pinsExpire { members.append(("effective-expiration-date", .text(pinsExpire.wholeSeconds))) }
        members.append(("include-subdomains", .truth(includesSubdomains)))
        if let notedHost { members.append(("noted-hostname", .text(notedHost))) }
        members += [
            ("served-certificate-chain", Self.certificates(served)),
            ("validated-certificate-chain", Self.certificates(validated)),
            ("known-pins", .list(pins.compactMap(Self.directive).map { .text($0) })),
            ("enforce-pinning", .truth(isEnforced)),
            ("validation-result", .number(hasOtherErrors ? 2 : 1)),
        ]
        members += programMembers("app-bundle-id", "app-version", "app-platform")
        return .members(members)
    }

    private var own: JSONDraft {
        var members: [(name: String, value: JSONDraft)] = [
            ("schema", .text("holdfast.pin-report/1")), ("at", .text(at.wholeSeconds)),
        ]
        if let host { members.append(("host", .text(host))) }
        if let port { members.append(("port", .number(Int(port)))) }
        if let notedHost { members.append(("notedHost", .text(notedHost))) }
        members += [
            ("includesSubdomains", .truth(includesSubdomains)), ("enforced", .truth(isEnforced)),
            ("pins", .list(pins.map { .text($0) })),
        ]
        if let pinsExpire { members.append(("pinsExpire", .text(pinsExpire.wholeSeconds))) }
        members += [
            ("served", Self.fingerprints(served)), ("validated", Self.fingerprints(validated)),
            (
                "findings",
                .list(problems.map { .members([("code", .text($0.code)), ("severity", .text($0.severity))]) })
            ),
        ]
        members += programMembers("program", "version", "platform")
        return .members(members)
    }

    /// TrustKit's `TSKTrustEvaluationFailedInvalidCertificateChain`, 2, in the place of
    /// `TSKTrustEvaluationFailedNoMatchingPin`, 1.
    private var hasOtherErrors: Bool {
        problems.contains { $0.severity == Severity.error.rawValue && $0.code != FindingCode.pinMismatch.rawValue }
    }

    private func programMembers(
        _ identifier: String, _ version: String, _ platform: String
    ) -> [(name: String, value: JSONDraft)] {
        [(identifier, program.identifier), (version, program.version), (platform, program.platform)].compactMap {
            name, value in value.map { (name, .text($0)) }
        }
    }

    private static func certificates(_ elements: [Element]) -> JSONDraft {
        .list(
            elements.compactMap(\.certificate).map {
                .text(PEMBlock(label: "CERTIFICATE", contents: $0).encoded)
            })
    }

    private static func fingerprints(_ elements: [Element]) -> JSONDraft {
        .list(
            elements.map { element in
                var members: [(name: String, value: JSONDraft)] = [
                    ("fingerprintSHA256", .text(HexString.encode(element.fingerprint)))
                ]
                if let pin = element.pin { members.append(("pin", .text(pin))) }
                return .members(members)
            })
    }

    /// RFC 7469 §2.1.1: `pin-sha256="…"`; it knows no pins of certificates.
    private static func directive(_ pin: String) -> String? {
        guard let pin = try? Pin(pin), pin.subject == .publicKey else { return nil }
        return "pin-\(pin.algorithm.rawValue)=\"\(Base64.encode(pin.digest))\""
    }
}

extension Instant {
    /// As TrustKit's collectors read it: without a fraction.
    fileprivate var wholeSeconds: String { Instant(secondsSince1970: secondsSince1970).description }
}
