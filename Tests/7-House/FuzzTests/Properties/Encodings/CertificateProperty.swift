import HoldfastCrypto
import HoldfastX509

/// A certificate that can be read is written anew to the same bytes, reads the same wherever it stands, and lies with
/// all its parts in the input; every field of it can be asked for.
func checkCertificate(_ bytes: [UInt8]) throws(Violation) {
    let input = Input(bytes: bytes)
    let certificate: Certificate
    do throws(DERError) {
        certificate = try Certificate(der: bytes)
    } catch {
        try input.expectPlace(of: error)
        return
    }
    try expect(certificate.reencoded() == bytes, "written anew it differs")
    try expect(Array(certificate.bytes) == bytes, "its bytes are not the input")
    // At another place, and with something behind it.
    let moved = [0x30, 0x80] + bytes
    guard let again = try? Certificate(der: moved[2...]) else { throw Violation("not read behind other bytes") }
    try expect(again == certificate && again.hashValue == certificate.hashValue, "another one behind other bytes")
    try expect(again.reencoded() == bytes, "read behind other bytes and written anew it differs")
    try expect((try? Certificate(der: bytes + [0])) == nil, "read with an octet too many")
    try checkFields(certificate, input)
    try checkExtensions(certificate, input)
}

private func checkFields(_ certificate: Certificate, _ input: Input) throws(Violation) {
    try input.expectHolds(certificate.tbsBytes, "tbsCertificate")
    try input.expectHolds(certificate.signature.bytes, "signatureValue")
    try input.expectHolds(certificate.serialNumber.bytes, "serialNumber")
    try input.expectHolds(certificate.issuer.bytes, "issuer")
    try input.expectHolds(certificate.subject.bytes, "subject")
    try input.expectHolds(certificate.subjectPublicKeyInfo.bytes, "subjectPublicKeyInfo")
    try checkName(certificate.issuer)
    try checkName(certificate.subject)
    try checkMatching(certificate.issuer, certificate.subject)
    try expect(
        certificate.isSelfIssued == certificate.issuer.matches(certificate.subject), "self-issued by another name")
    try checkText("\(certificate)")
    try checkText("\(certificate.serialNumber)")
    try checkText("\(certificate.signatureAlgorithm)")
    try checkRoundTrip(certificate.serialNumber, "serialNumber")
    try checkTime(certificate.validity.notBefore)
    try checkTime(certificate.validity.notAfter)
    try checkKey(certificate.subjectPublicKeyInfo)
    try checkAlgorithm(certificate.signatureAlgorithmIdentifier, certificate.signatureAlgorithm)
    _ = certificate.emptyLists
    _ = certificate.issuerUniqueID?.bitCount
    _ = certificate.subjectUniqueID?.bitCount
    try expect(!(certificate.hasEmptyExtensionList && !certificate.extensions.isEmpty), "an empty list with elements")
}

func checkTime(_ time: Time) throws(Violation) {
    try checkRoundTrip(time, "the time \(time)")
    try expect(Instant(rfc3339: time.description) == time.instant, "\(time) is read as another instant")
}

func checkAlgorithm(_ identifier: AlgorithmIdentifier, _ algorithm: SignatureAlgorithm) throws(Violation) {
    try checkRoundTrip(identifier, "an algorithm identifier")
    try expect(
        SignatureAlgorithm(algorithm.identifier) == algorithm, "\(algorithm), written and read, is another algorithm")
}

private func checkKey(_ info: SubjectPublicKeyInfo) throws(Violation) {
    try checkRoundTrip(info, "subjectPublicKeyInfo")
    try checkText(info.typeName)
    _ = (info.bits, info.curveName)
    if case .rsa(let key) = info.key { try checkRoundTrip(key, "an RSA key") }
    // The bytes reach libcrypto here: an error or a key.
    _ = try? PublicKey(info)
}

private func checkExtensions(_ certificate: Certificate, _ input: Input) throws(Violation) {
    try input.expectHolds(certificate.extensions)
    for next in certificate.extensions {
        let first = certificate.firstExtension(next.oid)
        try expect(first?.oid == next.oid, "an extension is not found by its identifier")
    }
    try checkNames(certificate.subjectAlternativeName, in: input)
    try checkNames(certificate.issuerAlternativeName, in: input)
    try checkNames(certificate.authorityKeyIdentifier?.authorityCertIssuer, in: input)
    try checkNames(certificate.authorityInformationAccess?.map(\.accessLocation), in: input)
    try checkNames(certificate.subjectInformationAccess?.map(\.accessLocation), in: input)
    try checkNames(certificate.nameConstraints?.permittedSubtrees?.map(\.base), in: input)
    try checkNames(certificate.nameConstraints?.excludedSubtrees?.map(\.base), in: input)
    try checkPoints(certificate.cRLDistributionPoints, input)
    try checkPoints(certificate.freshestCRL, input)
    try checkRoundTrip(certificate.basicConstraints, "basicConstraints")
    try checkRoundTrip(certificate.keyUsage, "keyUsage")
    try checkRoundTrip(certificate.nameConstraints, "nameConstraints")
    try checkRoundTrip(certificate.policyConstraints, "policyConstraints")
    try checkRoundTrip(certificate.authorityKeyIdentifier, "authorityKeyIdentifier")
    try checkText("\(certificate.keyUsage ?? [])")
    for purpose in certificate.extendedKeyUsage ?? [] { try checkIdentifier(purpose) }
    for policy in certificate.certificatePolicies ?? [] {
        try checkRoundTrip(policy, "a policy")
        for qualifier in policy.policyQualifiers ?? [] {
            if let uri = qualifier.practiceStatementURI { try checkText("\(uri)") }
        }
    }
    for mapping in certificate.policyMappings ?? [] { try checkIdentifier(mapping.subjectDomainPolicy) }
    _ = (certificate.inhibitAnyPolicy, certificate.tlsFeature)
    try input.expectHolds(certificate.subjectKeyIdentifier ?? [], "subjectKeyIdentifier")
    if let list = certificate.embeddedSCTList {
        try input.expectHolds(list, "the list of timestamps")
        _ = try? SignedCertificateTimestampList(bytes: list)
    }
}

func checkPoints(_ points: [DistributionPoint]?, _ input: Input) throws(Violation) {
    for point in points ?? [] {
        try checkRoundTrip(point, "a distribution point")
        try checkNames(point.cRLIssuer, in: input)
        if case .fullName(let names) = point.distributionPoint { try checkNames(names, in: input) }
    }
}
