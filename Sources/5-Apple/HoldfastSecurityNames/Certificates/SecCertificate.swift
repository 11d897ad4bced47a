public import Foundation
import HoldfastTrust
import HoldfastX509

/// An X.509 certificate.
///
/// Two are equal when their bytes are. What a server presented may be carried by one although it cannot be read: its
/// bytes are then all that it has.
public final class SecCertificate: Sendable {
    let presented: PresentedCertificate

    init(_ presented: PresentedCertificate) { self.presented = presented }

    convenience init(_ certificate: Certificate) { self.init(.certificate(certificate)) }

    /// The certificate that the bytes hold; nil where they cannot be read.
    var certificate: Certificate? { presented.certificate }
}

extension SecCertificate: Hashable {
    public static func == (left: SecCertificate, right: SecCertificate) -> Bool {
        left.presented.bytes == right.presented.bytes
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(presented.bytes) }
}

extension SecCertificate: CFObject {
    static let typeID: CFTypeID = 0x5EC_0001

    var coreFoundationDescription: String {
        "<SecCertificate s: \(certificate?.subject.description ?? "(unreadable)") "
            + "i: \(certificate?.issuer.description ?? "(unreadable)")>"
    }
}

/// The type of ``SecCertificate`` among Core Foundation's.
public func SecCertificateGetTypeID() -> CFTypeID { SecCertificate.typeID }

/// A certificate from its DER bytes; nil for anything else.
///
/// PEM is not read, as on Apple's platforms: take its text apart first. Nor are bytes after the certificate.
///
/// - Parameters:
///   - allocator: not used.
///   - data: one certificate, DER (RFC 5280 §4.1).
public func SecCertificateCreateWithData(_ allocator: CFAllocator?, _ data: CFData) -> SecCertificate? {
    let presented = PresentedCertificate(der: Array(data as Data))
    return presented.certificate == nil ? nil : SecCertificate(presented)
}

/// The DER bytes of a certificate.
public func SecCertificateCopyData(_ certificate: SecCertificate) -> CFData {
    Data(certificate.presented.bytes) as CFData
}

extension SecCertificate {
    /// Certificates of these bytes, readable or not.
    package static func all(_ list: [[UInt8]]) -> [SecCertificate] {
        list.map { SecCertificate(PresentedCertificate(der: $0)) }
    }
}
