import HoldfastX509

/// A revocation list that can be read is written anew to the same bytes, and what its index finds is what stands there.
func checkRevocationList(_ bytes: [UInt8]) throws(Violation) {
    let input = Input(bytes: bytes)
    let list: CertificateList
    do throws(DERError) {
        list = try CertificateList(der: bytes)
    } catch {
        try input.expectPlace(of: error)
        return
    }
    try expect(list.reencoded() == bytes, "written anew it differs")
    let moved = [0x30, 0x80] + bytes
    guard let again = try? CertificateList(der: moved[2...]) else { throw Violation("not read behind other bytes") }
    try expect(again == list && again.hashValue == list.hashValue, "another one behind other bytes")
    try expect(again.reencoded() == bytes, "read behind other bytes and written anew it differs")
    try expect((try? CertificateList(der: bytes + [0])) == nil, "read with an octet too many")
    try checkFields(list, input)
    try checkEntries(list, again.revokedCertificates, input)
}

private func checkFields(_ list: CertificateList, _ input: Input) throws(Violation) {
    try input.expectHolds(list.tbsBytes, "tbsCertList")
    try input.expectHolds(list.signature.bytes, "signatureValue")
    try input.expectHolds(list.extensions)
    try checkName(list.issuer)
    try checkTime(list.thisUpdate)
    if let next = list.nextUpdate { try checkTime(next) }
    try checkAlgorithm(list.signatureAlgorithmIdentifier, list.signatureAlgorithm)
    try checkText("\(list)")
    try checkRoundTrip(list.cRLNumber, "cRLNumber")
    try checkRoundTrip(list.deltaCRLIndicator, "deltaCRLIndicator")
    try checkRoundTrip(list.issuingDistributionPoint, "issuingDistributionPoint")
    try checkRoundTrip(list.authorityKeyIdentifier, "authorityKeyIdentifier")
    try checkNames(list.issuerAlternativeName, in: input)
    try checkNames(list.authorityInformationAccess?.map(\.accessLocation), in: input)
    try checkPoints(list.freshestCRL, input)
    if let number = list.cRLNumber, let base = list.deltaCRLIndicator {
        try expect([number < base, base < number, number == base].count { $0 } == 1, "numbers without an order")
    }
    try expect(list.isDelta == (list.deltaCRLIndicator != nil), "a delta without an indicator, or the reverse")
}

/// The index, the issuers that entries inherit (RFC 5280 §5.3.3) and the summaries, beside a walk through all entries.
private func checkEntries(
    _ list: CertificateList, _ moved: RevokedCertificates, _ input: Input
) throws(Violation) {
    let revoked = list.revokedCertificates
    let entries = Array(revoked)
    try expect(entries.count == revoked.count, "\(entries.count) entries are read where \(revoked.count) stand")
    try expect(Array(moved) == entries, "other entries behind other bytes")
    var last: [SerialNumber: (entry: RevokedCertificate, issuer: [GeneralName]?)] = [:]
    var issuer: [GeneralName]?
    for entry in entries {
        try expect((try? RevokedCertificate(der: entry.der)) == entry, "an entry, written and read, is another one")
        try input.expectHolds(entry.crlEntryExtensions ?? [])
        try checkNames(entry.certificateIssuer, in: input)
        try checkTime(entry.revocationDate)
        issuer = entry.certificateIssuer ?? issuer
        last[entry.userCertificate] = (entry, issuer)
    }
    for (number, expected) in last {
        let match = revoked.last(number)
        try expect(match?.entry == expected.entry, "the index finds another entry for \(number)")
        try expect(match?.certificateIssuer == expected.issuer, "another issuer of \(number) than stands before it")
    }
    try expect(
        revoked.haveCertificateIssuers == entries.contains { $0.certificateIssuer != nil }, "issuers are overlooked")
    try expect(
        revoked.haveExtensions == entries.contains { $0.crlEntryExtensions != nil }, "extensions are overlooked")
    try expect(
        revoked.unknownCriticalExtension == entries.compactMap(\.unknownCriticalExtension).first,
        "a critical extension is overlooked")
    try expect(
        revoked.repeatedExtension == entries.compactMap(\.repeatedExtension).first,
        "a repeated extension is overlooked")
}
