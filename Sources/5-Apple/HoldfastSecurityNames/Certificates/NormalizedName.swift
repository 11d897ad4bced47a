public import Foundation
import HoldfastX509

/// The issuer's name in the form in which Apple's keychain compares it: DER, printable strings in upper case without
/// superfluous blanks; nil where the certificate cannot be read.
public func SecCertificateCopyNormalizedIssuerSequence(_ certificate: SecCertificate) -> CFData? {
    certificate.certificate.map { NormalizedSequence.data($0.issuer) }
}

/// The subject's name in the form in which Apple's keychain compares it; see
/// ``SecCertificateCopyNormalizedIssuerSequence(_:)``.
public func SecCertificateCopyNormalizedSubjectSequence(_ certificate: SecCertificate) -> CFData? {
    certificate.certificate.map { NormalizedSequence.data($0.subject) }
}

/// RFC 3280 §4.1.2.4, rules (c) and (d): of a PrintableString neither letters' case nor runs of blanks count; any other
/// string is taken as it is. RFC 5280 §7.1 compares names otherwise: this form is for looking certificates up, and
/// decides about no path.
enum NormalizedSequence {
    static func data(_ name: DistinguishedName) -> CFData {
        let names = name.relativeNames.map { RelativeDistinguishedName($0.attributes.map(normalized)) }
        return Data(DistinguishedName(names).bytes) as CFData
    }

    private static func normalized(_ attribute: AttributeValue) -> AttributeValue {
        guard attribute.valueTag == .printableString else { return attribute }
        let words = attribute.value.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        let value = words.joined(separator: [UInt8(ascii: " ")]).map(ASCIIText.uppercased)
        return AttributeValue(attribute.type, valueTag: attribute.valueTag, value: value[...])
    }
}
