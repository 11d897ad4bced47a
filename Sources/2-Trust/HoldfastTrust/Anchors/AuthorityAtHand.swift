package import HoldfastX509

/// An authority that lies at hand and is no anchor, as the one that a user made for this machine.
///
/// Where a chain ends for want of it, the refusal says so: it changes what is advised, and nobody is trusted for it.
package struct AuthorityAtHand: Hashable, Sendable {
    package let certificate: Certificate
    /// The file in which it lies.
    package let file: String
    /// The option that would make it an anchor, as it is to be pasted.
    package let option: String

    package init(_ certificate: Certificate, file: String, option: String) {
        (self.certificate, self.file, self.option) = (certificate, file, option)
    }

    /// Whether it is the issuer of a certificate, by its name and, where both state one, its key identifier.
    func isIssuer(of child: Certificate) -> Bool { certificate.mayBeIssuer(of: child) }

    /// Whether a certificate has its name and key.
    func isSame(as other: Certificate) -> Bool {
        certificate.subject.matches(other.subject)
            && certificate.subjectPublicKeyInfo.bytes == other.subjectPublicKeyInfo.bytes
    }
}

extension Certificate {
    /// Whether it may have issued a certificate, by its name and, where both state one, its key identifier.
    func mayBeIssuer(of child: Certificate) -> Bool {
        guard subject.matches(child.issuer) else { return false }
        guard let asked = child.authorityKeyIdentifier?.keyIdentifier, let has = subjectKeyIdentifier else {
            return true
        }
        return asked.elementsEqual(has)
    }
}
