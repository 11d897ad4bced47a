/// The values of extensions that are read together with the list of them, each kind from its first occurrence.
///
/// Further occurrences are read too, since malformed content is an error wherever it stands, and then dropped.
protocol ExtensionDecoder: Sendable {
    /// Reads the value of an extension that stands in the reader's input; unknown ones are left alone.
    mutating func decode(_ next: Extension, _ reader: inout DERReader) throws(DERError)
}

extension ExtensionDecoder {
    /// Reads the value inside `range` of the input, and keeps it where it is the first of its kind.
    @inline(__always)
    static func keep<Value: DERCodable>(
        _ slot: inout Value?, _ name: StaticString, _ range: Range<Int>, _ reader: inout DERReader
    ) throws(DERError) {
        let value = try reader.value(name, inside: range, as: Value.self)
        if slot == nil { slot = value }
    }
}

// Extensions ::= SEQUENCE SIZE (1..MAX) OF Extension
extension DERReader {
    /// Reads a field that is a list of extensions, and the values of those that `decoder` knows.
    mutating func extensions<Decoder: ExtensionDecoder>(
        _ field: StaticString, into decoder: inout Decoder
    ) throws(DERError) -> [Extension] {
        do throws(DERError) {
            return try extensions(into: &decoder)
        } catch {
            throw error.inside(field)
        }
    }

    /// Reads such a field inside an EXPLICIT tag if it is there.
    mutating func optionalExtensions<Decoder: ExtensionDecoder>(
        _ field: StaticString, explicit number: UInt32, into decoder: inout Decoder
    ) throws(DERError) -> [Extension]? {
        let tag = DERTag.context(number, constructed: true)
        guard nextIs(tag) else { return nil }
        do throws(DERError) {
            let outside = try enter(tag)
            let list = try extensions(into: &decoder)
            try leave(outside)
            return list
        } catch {
            throw error.inside(field)
        }
    }

    private mutating func extensions<Decoder: ExtensionDecoder>(
        into decoder: inout Decoder
    ) throws(DERError) -> [Extension] {
        let outside = try enter(.sequence)
        var list: [Extension] = []
        while !isAtEnd {
            do throws(DERError) {
                let next = try Extension(from: &self)
                try decoder.decode(next, &self)
                list.append(next)
            } catch {
                throw error.inside(index: list.count)
            }
        }
        try leave(outside)
        return list
    }
}

/// The values of the extensions of a certificate that are known here.
struct DecodedExtensions: ExtensionDecoder {
    var basicConstraints: BasicConstraints?
    var keyUsage: KeyUsage?
    var extendedKeyUsage: ExtendedKeyUsage?
    var subjectAlternativeName: GeneralNames?
    var issuerAlternativeName: GeneralNames?
    var nameConstraints: NameConstraints?
    var certificatePolicies: CertificatePolicies?
    var policyMappings: PolicyMappings?
    var policyConstraints: PolicyConstraints?
    var inhibitAnyPolicy: InhibitAnyPolicy?
    var authorityKeyIdentifier: AuthorityKeyIdentifier?
    var subjectKeyIdentifier: SubjectKeyIdentifier?
    var authorityInformationAccess: InformationAccess?
    var subjectInformationAccess: InformationAccess?
    var cRLDistributionPoints: CRLDistributionPoints?
    var freshestCRL: CRLDistributionPoints?
    var tlsFeature: TLSFeature?
    var embeddedSCTList: EmbeddedSCTList?

    mutating func decode(_ next: Extension, _ reader: inout DERReader) throws(DERError) {
        let range = next.value.startIndex..<next.value.endIndex
        switch next.oid.content.count {
        case 3: try decodeCertificateExtension(next.oid, range, &reader)
        case 8: try decodePrivateExtension(next.oid, range, &reader)
        default:
            guard next.oid == .embeddedSCTList else { return }
            try Self.keep(&embeddedSCTList, "embeddedSCTList", range, &reader)
        }
    }

    /// Reads those under id-ce, 2.5.29: encoded as 55 1D and one octet, by which they are told apart quickly.
    private mutating func decodeCertificateExtension(
        _ oid: ObjectIdentifier, _ range: Range<Int>, _ reader: inout DERReader
    ) throws(DERError) {
        let octets = oid.content
        let start = octets.startIndex
        guard octets[start] == 0x55, octets[start + 1] == 0x1D else { return }
        switch octets[start + 2] {
        case 14: try Self.keep(&subjectKeyIdentifier, "subjectKeyIdentifier", range, &reader)
        case 15: try Self.keep(&keyUsage, "keyUsage", range, &reader)
        case 17: try Self.keep(&subjectAlternativeName, "subjectAltName", range, &reader)
        case 18: try Self.keep(&issuerAlternativeName, "issuerAltName", range, &reader)
        case 19: try Self.keep(&basicConstraints, "basicConstraints", range, &reader)
        case 30: try Self.keep(&nameConstraints, "nameConstraints", range, &reader)
        case 31: try Self.keep(&cRLDistributionPoints, "cRLDistributionPoints", range, &reader)
        case 32: try Self.keep(&certificatePolicies, "certificatePolicies", range, &reader)
        case 33: try Self.keep(&policyMappings, "policyMappings", range, &reader)
        case 35: try Self.keep(&authorityKeyIdentifier, "authorityKeyIdentifier", range, &reader)
        case 36: try Self.keep(&policyConstraints, "policyConstraints", range, &reader)
        case 37: try Self.keep(&extendedKeyUsage, "extKeyUsage", range, &reader)
        case 46: try Self.keep(&freshestCRL, "freshestCRL", range, &reader)
        case 54: try Self.keep(&inhibitAnyPolicy, "inhibitAnyPolicy", range, &reader)
        default: return
        }
    }

    private mutating func decodePrivateExtension(
        _ oid: ObjectIdentifier, _ range: Range<Int>, _ reader: inout DERReader
    ) throws(DERError) {
        switch oid {
        case .authorityInformationAccess:
            try Self.keep(&authorityInformationAccess, "authorityInfoAccess", range, &reader)
        case .subjectInformationAccess:
            try Self.keep(&subjectInformationAccess, "subjectInfoAccess", range, &reader)
        case .tlsFeature: try Self.keep(&tlsFeature, "tlsFeature", range, &reader)
        default: return
        }
    }
}
