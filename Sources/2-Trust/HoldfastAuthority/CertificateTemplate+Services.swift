import HoldfastX509

extension CertificateTemplate {
    /// Adds the places of the issuer's OCSP responders and of its certificate (RFC 5280 §4.2.2.1).
    ///
    /// - Parameters:
    ///   - ocspResponders: URLs of OCSP responders.
    ///   - issuerCertificates: URLs of the issuer's certificate (DER).
    /// - Throws: ``AuthorityError`` for what is no URL.
    public mutating func addInformationAccess(
        ocspResponders: [String] = [], issuerCertificates: [String] = []
    ) throws(AuthorityError) {
        var descriptions: [AccessDescription] = []
        for url in ocspResponders {
            descriptions.append(AccessDescription(.ocspAccess, try GeneralName(alternativeName: "URI:" + url)))
        }
        for url in issuerCertificates {
            descriptions.append(AccessDescription(.caIssuersAccess, try GeneralName(alternativeName: "URI:" + url)))
        }
        guard !descriptions.isEmpty else { return }
        add(.authorityInformationAccess, InformationAccess(descriptions))
    }

    /// Adds the places of the issuer's revocation lists (RFC 5280 §4.2.1.13): each URL a list of its own.
    ///
    /// - Throws: ``AuthorityError`` for what is no URL.
    public mutating func addRevocationLists(_ urls: [String]) throws(AuthorityError) {
        var points: [DistributionPoint] = []
        for url in urls {
            points.append(
                DistributionPoint(distributionPoint: .fullName([try GeneralName(alternativeName: "URI:" + url)])))
        }
        guard !points.isEmpty else { return }
        add(.cRLDistributionPoints, CRLDistributionPoints(points))
    }
}
