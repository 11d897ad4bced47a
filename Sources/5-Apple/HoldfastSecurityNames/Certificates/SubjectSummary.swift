public import Foundation
import HoldfastTrust
import HoldfastX509

/// A name for people: the common name, else the organisational unit, the organisation, an e-mail address, a DNS name or
/// an IP address; nil where a certificate has none of them.
///
/// Everything in it is the word of whoever issued the certificate; it proves nothing.
public func SecCertificateCopySubjectSummary(_ certificate: SecCertificate) -> CFString? {
    certificate.certificate.flatMap(SubjectSummary.text).map { $0 as CFString }
}

/// The last common name of a certificate's subject.
///
/// - Parameters:
///   - certificate: the certificate.
///   - commonName: where the name is put; unchanged where there is none.
/// - Returns: `errSecSuccess`; -26276 where the subject has no common name: Apple's implementation gives its private
///   `errSecInternal` then.
@discardableResult
public func SecCertificateCopyCommonName(
    _ certificate: SecCertificate, _ commonName: UnsafeMutablePointer<CFString?>
) -> OSStatus {
    guard let name = certificate.certificate?.subject.commonName else { return -26276 }
    unsafe commonName.pointee = name as CFString
    return errSecSuccess
}

/// The e-mail addresses of a certificate: those among its alternative names, then those of its subject.
///
/// - Parameters:
///   - certificate: the certificate.
///   - emailAddresses: where the array of `CFString` is put; an empty one where there are none.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecCertificateCopyEmailAddresses(
    _ certificate: SecCertificate, _ emailAddresses: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
    let addresses = certificate.certificate.map(SubjectSummary.mailboxes(of:)) ?? []
    unsafe emailAddresses.pointee = addresses as CFArray
    return errSecSuccess
}

/// The names by which people know a certificate.
enum SubjectSummary {
    private static let description = ObjectIdentifier(2, 5, 4, 13)

    static func text(_ certificate: Certificate) -> String? {
        let subject = certificate.subject
        let words = last(description, of: subject)
        if let name = subject.commonName { return words.map { "\(name) (\($0))" } ?? name }
        return words ?? last(.organizationalUnitName, of: subject) ?? last(.organizationName, of: subject)
            ?? mailboxes(of: certificate).first ?? hosts(of: certificate).first
    }

    static func mailboxes(of certificate: Certificate) -> [String] {
        let alternative = (certificate.subjectAlternativeName ?? []).compactMap { name -> String? in
            if case .rfc822Name(let mailbox) = name { mailbox.description } else { nil }
        }
        return alternative + texts(.emailAddress, of: certificate.subject)
    }

    /// DNS names first.
    private static func hosts(of certificate: Certificate) -> [String] {
        let names = certificate.subjectAlternativeName ?? []
        let domains = names.compactMap { name -> String? in
            if case .dnsName(let domain) = name { domain.description } else { nil }
        }
        let addresses = names.compactMap { name -> String? in
            if case .ipAddress(let bytes) = name { IPAddress(bytes: Array(bytes))?.description } else { nil }
        }
        return domains + addresses
    }

    private static func last(_ type: ObjectIdentifier, of name: DistinguishedName) -> String? {
        texts(type, of: name).last
    }

    private static func texts(_ type: ObjectIdentifier, of name: DistinguishedName) -> [String] {
        name.relativeNames.flatMap(\.attributes).filter { $0.type == type }.compactMap(\.string)
    }
}
