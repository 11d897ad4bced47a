package import HoldfastAuthority
package import HoldfastX509

/// Statements of an authority about the certificates that it has issued: OCSP responses and revocation lists.
package struct AuthorityStatements: Sendable {
    private let issuer: CertificateAuthority
    private let moment: Instant

    /// Statements of one authority, as of a moment.
    package init(of issuer: CertificateAuthority, at moment: Instant) {
        self.issuer = issuer
        self.moment = moment
    }

    /// The status of a certificate that was revoked a minute before, since its key is known to others.
    package var revoked: SingleResponse.CertStatus {
        .revoked(
            SingleResponse.RevokedInfo(
                revocationTime: moment.advanced(bySeconds: -60), revocationReason: .keyCompromise))
    }

    /// A responder's answer about one certificate, DER.
    ///
    /// - Parameters:
    ///   - identity: whose certificate it is about.
    ///   - status: what it says.
    ///   - signer: signs it; nil for the authority itself.
    ///   - change: makes it deviate.
    package func response(
        about identity: Identity, _ status: SingleResponse.CertStatus = .good, by signer: CertificateAuthority? = nil,
        _ change: (inout OCSPResponseTemplate) -> Void = { _ in }
    ) throws(TestBedError) -> [UInt8] {
        let serial = try Self.serialNumber(of: identity)
        do throws(AuthorityError) {
            var template = OCSPResponseTemplate(at: moment)
            change(&template)
            template.answer(try issuer.certID(for: serial), status)
            return try (signer ?? issuer).issue(template)
        } catch {
            throw .authority(error)
        }
    }

    /// The authority's revocation list, DER.
    ///
    /// - Parameters:
    ///   - identity: whose certificate it has; nil for an empty list.
    ///   - change: makes it deviate.
    package func list(
        revoking identity: Identity? = nil, _ change: (inout RevocationListTemplate) -> Void = { _ in }
    ) throws(TestBedError) -> [UInt8] {
        let serial: SerialNumber? = if let identity { try Self.serialNumber(of: identity) } else { nil }
        do throws(AuthorityError) {
            var template = RevocationListTemplate(at: moment)
            if let serial { template.revoke(serial, on: moment.advanced(bySeconds: -60), for: .keyCompromise) }
            change(&template)
            return try issuer.issue(template)
        } catch {
            throw .authority(error)
        }
    }

    private static func serialNumber(of identity: Identity) throws(TestBedError) -> SerialNumber {
        do throws(DERError) { return try Certificate(der: identity.certificate).serialNumber } catch {
            throw .authority(.malformed(error))
        }
    }
}
