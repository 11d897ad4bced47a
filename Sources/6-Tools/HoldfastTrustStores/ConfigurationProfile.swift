import HoldfastCrypto
import HoldfastPins
import HoldfastX509

/// A configuration profile (`.mobileconfig`) that offers an authority to iPhones, iPads and Macs.
///
/// Its user installs it in the settings, and on iOS then switches the trust on by hand (Settings, General, About,
/// Certificate Trust Settings). It is not signed, and says so there.
public struct ConfigurationProfile: Sendable {
    private let authority: StoreAuthority

    /// A profile with one authority.
    public init(_ authority: StoreAuthority) { self.authority = authority }

    /// The file, always the same for the same certificate: installed anew, it takes the place of the one before.
    ///
    /// The keys are those of Apple's "Device Management": TopLevel, and CertificateRoot (`com.apple.security.root`).
    public var bytes: [UInt8] {
        let certificate = authority.certificate
        let name = certificate.subject.shortDescription
        let identifier = "holdfast.authority.\(HexString.encode(authority.fingerprint))"
        let permitted = authority.permittedNames
        let limits =
            permitted.isEmpty
            ? "It may issue for every name in the world." : "It may issue for \(permitted.joined(separator: ", "))."
        let root: PropertyListValue = .dictionary([
            ("PayloadCertificateFileName", .text("\(authority.label).cer")),
            ("PayloadContent", .data(Array(certificate.bytes))),
            ("PayloadDescription", .text("Adds the root of the authority \(name). \(limits)")),
            ("PayloadDisplayName", .text(name)),
            ("PayloadIdentifier", .text("\(identifier).root")),
            ("PayloadType", .text("com.apple.security.root")),
            ("PayloadUUID", .text(uuid("root"))),
            ("PayloadVersion", .number(1)),
        ])
        let profile: PropertyListValue = .dictionary([
            ("PayloadContent", .list([root])),
            ("PayloadDescription", .text("Trust in the authority \(name). \(limits)")),
            ("PayloadDisplayName", .text("\(name) (authority)")),
            ("PayloadIdentifier", .text(identifier)),
            ("PayloadRemovalDisallowed", .flag(false)),
            ("PayloadType", .text("Configuration")),
            ("PayloadUUID", .text(uuid("profile"))),
            ("PayloadVersion", .number(1)),
        ])
        return Array(profile.xml.utf8)
    }

    /// A UUID of version 8 (RFC 9562 §5.8) out of the fingerprint and a part's name.
    private func uuid(_ part: String) -> String {
        var octets = Array(Digest.sha256(authority.fingerprint + Array(part.utf8)).prefix(16))
        octets[6] = octets[6] & 0x0F | 0x80
        octets[8] = octets[8] & 0x3F | 0x80
        let digits = Array(HexString.encode(octets).uppercased())
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
    }
}
