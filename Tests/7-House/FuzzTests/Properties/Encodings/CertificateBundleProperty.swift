import HoldfastX509

/// Certificates as authorities offer them are parts of what they offer, few enough, in its order; one certificate is
/// itself, and nothing may stand behind either form.
func checkCertificateBundle(_ bytes: [UInt8]) throws(Violation) {
    let input = Input(bytes: bytes)
    let bundle: CertificateBundle
    do throws(DERError) {
        bundle = try CertificateBundle(der: bytes)
    } catch {
        try input.expectPlace(of: error)
        return
    }
    try expect(bundle.certificates.count <= CertificateBundle.maximumCertificates, "more certificates than the limit")
    try expect((try? CertificateBundle(der: bytes)) == bundle, "another one when it is read again")
    try expect((try? CertificateBundle(der: bytes + [0])) == nil, "read with an octet too many")
    var rest = bytes[...]
    for certificate in bundle.certificates {
        guard let place = rest.firstRange(of: certificate) else {
            throw Violation("a certificate that does not stand there, or not in that order")
        }
        rest = rest[place.upperBound...]
    }
    guard let certificate = try? Certificate(der: bytes) else { return }
    try expect(bundle.certificates == [Array(certificate.bytes)], "a certificate is offered as something else")
}
