import HoldfastCrypto
public import HoldfastX509

/// The places that a certificate names for what else is to be known of it: those that can be fetched from.
///
/// RFC 5280 §8 and RFC 6960 §A.1 mean plain HTTP: what is there is signed, and a fetch over TLS would ask for a
/// verdict of its own, and so on. Other schemes are passed over.
extension Certificate {
    /// Places of one kind that are used; certificates of the public web name one or two.
    private static let maximumPlaces = 4

    /// The OCSP responders (RFC 5280 §4.2.2.1, `id-ad-ocsp`), in order; at most four.
    public var ocspPlaces: [String] { places(of: .ocspAccess) }

    /// The places of the issuer's certificate (RFC 5280 §4.2.2.1, `id-ad-caIssuers`), in order; at most four.
    public var issuerPlaces: [String] { places(of: .caIssuersAccess) }

    /// The places of its revocation lists (RFC 5280 §4.2.1.13) and of their deltas (§4.2.1.15), in order; at most four
    /// of each.
    ///
    /// Several URIs of one point are the same list: the first that can be fetched stands for it.
    public var revocationListPlaces: [String] {
        Self.places(of: cRLDistributionPoints) + Self.places(of: freshestCRL)
    }

    private func places(of method: ObjectIdentifier) -> [String] {
        let named = (authorityInformationAccess ?? []).filter { $0.accessMethod == method }
        return Self.distinct(named.compactMap { Self.place($0.accessLocation) })
    }

    fileprivate static func places(of points: [DistributionPoint]?) -> [String] {
        distinct(
            (points ?? []).compactMap { point in
                guard case .fullName(let names) = point.distributionPoint else { return nil }
                return names.compactMap(place).first
            })
    }

    private static func place(_ name: GeneralName) -> String? {
        guard case .uniformResourceIdentifier(let text) = name else { return nil }
        let uri = String(decoding: text.bytes, as: UTF8.self)
        return uri.utf8.count <= 2_048 && uri.prefix(7).asciiLowercased() == "http://" ? uri : nil
    }

    private static func distinct(_ places: [String]) -> [String] {
        var seen: Set<String> = []
        return Array(places.filter { seen.insert($0).inserted }.prefix(maximumPlaces))
    }

    /// Whether anybody can be asked whether it was revoked.
    var namesRevocationService: Bool { !ocspPlaces.isEmpty || !revocationListPlaces.isEmpty }

    /// Whether it lives so short that its authority need not say whether it was revoked (CA/B BR 7.1.2.7.7: seven days
    /// and less, "Short-lived Subscriber Certificate").
    var isShortLived: Bool {
        validity.notAfter.instant.seconds(since: validity.notBefore.instant) < 7 * 86_400
    }
}

extension CertificateList {
    /// The places of the changes to a complete list (RFC 5280 §5.2.6), in order; at most four. A list of changes names
    /// none: "This extension MUST NOT appear in delta CRLs".
    public var deltaPlaces: [String] { isDelta ? [] : Certificate.places(of: freshestCRL) }
}

extension CertID {
    /// Names a certificate as a question to a responder does (RFC 6960 §4.1.1); nil where the digest is not to be had.
    ///
    /// - Parameters:
    ///   - issuer: the certificate whose key signed it.
    ///   - digest: every responder understands SHA-1 (RFC 5019 §2.1.1); nothing rests on it, since the answer is
    ///     signed.
    public init?(of certificate: Certificate, issuedBy issuer: Certificate, _ digest: DigestAlgorithm = .sha1) {
        guard let nameHash = try? Digest.hash(digest, certificate.issuer.bytes),
            let keyHash = try? Digest.hash(digest, issuer.subjectPublicKeyInfo.subjectPublicKey.bytes)
        else { return nil }
        self.init(
            digest, issuerNameHash: nameHash, issuerKeyHash: keyHash, serialNumber: certificate.serialNumber)
    }
}
