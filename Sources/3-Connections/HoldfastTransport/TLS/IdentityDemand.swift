package import HoldfastStatements
package import HoldfastX509

/// A server's request for a client's certificate, as reports and errors tell of it: whose certificates it accepts, and
/// whether the one at hand is none of them.
package struct IdentityDemand: Hashable, Sendable {
    /// The authorities that the server names (RFC 8446 §4.2.4, RFC 5246 §7.4.4), for people; nil where it names none.
    package let authorities: String?
    /// The name of the authority above the certificate that was not sent, since the server names others; nil where none
    /// was kept back.
    package private(set) var withheldIssuer: String?
    /// The reason why the settings kept a certificate from the server; nil where they did not.
    package var keptBack: KeptIdentity?

    /// Names that are told; of more, how many there are.
    private static let toldNames = 3
    /// Characters of a name that are told: the server writes them, 64 KiB of them if it likes.
    private static let toldCharacters = 120

    package init(_ authorities: [DistinguishedName], withheld issuer: DistinguishedName? = nil) {
        let told = authorities.prefix(Self.toldNames).map(Self.text).joined(separator: ", ")
        let rest = authorities.count > Self.toldNames ? ", … (\(authorities.count))" : ""
        self.authorities = authorities.isEmpty ? nil : told + rest
        withheldIssuer = issuer.map(Self.text)
    }

    /// Notes that there is a certificate that was not sent.
    mutating func withhold(issuedBy issuer: DistinguishedName) { withheldIssuer = Self.text(of: issuer) }

    private static func text(of name: DistinguishedName) -> String {
        let whole = "\(name)"
        return whole.count > toldCharacters ? whole.prefix(toldCharacters) + "…" : whole
    }

    /// The authorities as a sentence; nil where the server names none.
    package var authoritiesStatement: Statement? {
        authorities.map { ClientCertificateAdvice.accepts(authorities: $0).statement }
    }

    /// The remedy for a certificate that was kept back; nil where none was.
    package var withheldStatement: Statement? {
        withheldIssuer.map { ClientCertificateAdvice.withheld(issuer: $0, authorities: authorities ?? "").statement }
    }

    /// The sentence for whoever gave the certificate that was kept back; nil where none was.
    package func withheldWarning(of subject: DistinguishedName) -> Statement? {
        withheldIssuer.map { issuer in
            ClientCertificateSentence.notSent(
                subject: Self.text(of: subject), issuer: issuer, authorities: authorities ?? ""
            ).statement
        }
    }
}
