/// The trust settings that OpenSSL's tools keep behind a certificate: the uses that it is trusted and rejected for.
///
/// They stand in blocks of `TRUSTED CERTIFICATE`, which `openssl x509 -trustout` and p11-kit's `trust extract
/// --format=openssl-bundle` write. Whoever reads the certificate and leaves them out takes an authority that its owner
/// distrusts for one that he trusts.
///
///     SEQUENCE {
///         trust   SEQUENCE OF OBJECT IDENTIFIER OPTIONAL,
///         reject  [0] IMPLICIT SEQUENCE OF OBJECT IDENTIFIER OPTIONAL,
///         alias   UTF8String OPTIONAL,
///         keyid   OCTET STRING OPTIONAL,
///         other   [1] IMPLICIT SEQUENCE OF AlgorithmIdentifier OPTIONAL }
///
/// Source: openssl-x509(1), "Trust Settings"; openssl-verification-options(1), "Trust Anchors".
public struct CertificateTrustSettings: Hashable, Sendable {
    /// The uses that it is trusted for, as extended key usages name them; nil where nothing is said of them, and the
    /// certificate is then trusted for all that is not rejected.
    public let trustedUses: [ObjectIdentifier]?
    /// The uses that it is rejected for.
    public let rejectedUses: [ObjectIdentifier]
    /// The name that its owner has given it.
    public let alias: String?
    /// The identifier of its key, as its owner has given it.
    public let keyIdentifier: [UInt8]?
    /// Whatever else stands there, by its identifiers; OpenSSL writes none and reads them without looking.
    public let others: [ObjectIdentifier]

    /// Reads the settings.
    ///
    /// - Parameter der: all octets behind the certificate.
    /// - Throws: ``DERError`` for anything else, octets behind them included: what is not understood may reject it.
    public init(der: ArraySlice<UInt8>, limits: DERLimits = .default) throws(DERError) {
        var reader = try DERReader(der, limits: limits)
        let list = { (inner: inout DERReader) throws(DERError) -> [ObjectIdentifier] in
            try inner.readAll { (item: inout DERReader) throws(DERError) in try item.readObjectIdentifier() }
        }
        let outside = try reader.enter(.sequence)
        trustedUses = try reader.readOptionalSequence("trust", as: .sequence, list)
        rejectedUses = try reader.readOptionalSequence("reject", as: .context(0, constructed: true), list) ?? []
        alias = try reader.field("alias") { (inner: inout DERReader) throws(DERError) -> String? in
            let start = inner.offset
            guard let element = try inner.readOptional(.utf8String) else { return nil }
            guard let text = String(validating: element.content, as: UTF8.self) else {
                throw DERError(.invalidString(.notUTF8), at: start)
            }
            return text
        }
        keyIdentifier = try reader.readOptional(.octetString).map { Array($0.content) }
        others =
            try reader.readOptionalSequence("other", as: .context(1, constructed: true)) {
                (inner: inout DERReader) throws(DERError) in
                try inner.readAll { (item: inout DERReader) throws(DERError) in
                    try AlgorithmIdentifier(from: &item).algorithm
                }
            } ?? []
        try reader.leave(outside)
        try reader.expectEnd()
    }

    /// The uses whose names settings are known to have: those of openssl-verification-options(1), and the three of
    /// IPsec, which p11-kit rejects as well where it rejects an authority altogether.
    public static let knownUses: Set<ObjectIdentifier> = [
        .anyExtendedKeyUsage, .serverAuth, .clientAuth, .codeSigning, .emailProtection, .timeStamping, .ocspSigning,
        .ocspAccess, .ipsecEndSystem, .ipsecTunnel, .ipsecUser,
    ]

    /// Whether the certificate may be an anchor for a use.
    ///
    /// As OpenSSL has it: `anyExtendedKeyUsage` "blocks all uses when rejected or enables all uses when trusted"; what
    /// is rejected stays so, whatever is trusted; and where some uses are trusted, the others are not. Beyond OpenSSL,
    /// a rejected use that is not known here may be any, and rejects all.
    ///
    /// - Parameter use: the use; nil for a chain that is judged for none, whose anchor must be rejected neither for
    ///   servers nor for clients, and, where some uses are trusted, be trusted for any.
    public func permits(_ use: ObjectIdentifier?) -> Bool {
        let barred: Set<ObjectIdentifier> = use.map { [$0] } ?? [.serverAuth, .clientAuth]
        let isRejected = rejectedUses.contains {
            $0 == .anyExtendedKeyUsage || barred.contains($0) || !Self.knownUses.contains($0)
        }
        guard !isRejected else { return false }
        guard let trustedUses else { return true }
        return trustedUses.contains { $0 == .anyExtendedKeyUsage || $0 == use }
    }

    /// Whether they limit nothing: no use is rejected, and none trusted before others.
    public var isUnlimited: Bool { trustedUses == nil && rejectedUses.isEmpty }
}

extension CertificateTrustSettings {
    /// The trusted uses by name, as `serverAuth, clientAuth`; nil where all are.
    public var trustedText: String? { trustedUses.map(Self.text) }
    /// The rejected uses by name; nil where none is.
    public var rejectedText: String? { rejectedUses.isEmpty ? nil : Self.text(rejectedUses) }

    private static func text(_ uses: [ObjectIdentifier]) -> String {
        uses.isEmpty ? "nothing" : uses.map { $0.name ?? $0.description }.joined(separator: ", ")
    }
}
