import HoldfastStatements
import HoldfastX509

/// Fields and lists have the form that RFC 5280 prescribes: no list is empty, no field is one that has gone out of use.
///
/// Such certificates can be read; but verifiers do not agree about what they mean, and many refuse them.
struct CertificateFormRule: StandardRule {
    private static let tool = CertificateFormAdvice.toolAtFault
    static let extensionsNotEmpty = Requirement(
        "certificateForm.extensionsNotEmpty", .malformedCertificate, source: "RFC 5280 §4.1.2.9", advice: tool)
    static let listsNotEmpty = Requirement(
        "certificateForm.listsNotEmpty", .malformedCertificate, source: "RFC 5280 §4.2.1, §4.2.2, appendix A.2",
        advice: tool)
    static let alternativeNameNotEmpty = Requirement(
        "certificateForm.alternativeNameNotEmpty", .subjectAltName, source: "RFC 5280 §4.2.1.6", advice: tool)
    static let uniqueIdentifiers = Requirement(
        "certificateForm.uniqueIdentifiers", .nonConformingField, source: "RFC 5280 §4.1.2.8",
        advice: CertificateFormAdvice.withoutUniqueIdentifiers)
    static let uniqueIdentifierVersion = Requirement(
        "certificateForm.uniqueIdentifierVersion", .nonConformingField, source: "RFC 5280 §4.1.2.8",
        advice: CertificateFormAdvice.asVersion3)
    static let timeEncoding = Requirement(
        "certificateForm.timeEncoding", .nonConformingField, source: "RFC 5280 §4.1.2.5",
        advice: CertificateFormAdvice.withUTCTime)

    static let text = Requirement(
        "certificateForm.text", .nonConformingField, source: "RFC 5280 §4.1.2.4, appendix B; RFC 3629 §3", advice: tool)

    static let printableString = Requirement(
        "certificateForm.printableString", .nonConformingField, source: "RFC 5280 §4.1.2.4; X.680 §41.4", advice: tool)

    /// RFC 5280 §4.1: "the data that is to be signed is encoded using the ASN.1 distinguished encoding rules (DER)".
    /// §6.1 does not look at it, and certificates in use have both faults.
    static let encoding = Requirement(
        "certificateForm.encoding", .nonConformingField, source: "RFC 5280 §4.1; X.690 §11.2.2, §11.6", advice: tool)

    static let requirements = [
        extensionsNotEmpty, listsNotEmpty, alternativeNameNotEmpty, uniqueIdentifiers, uniqueIdentifierVersion,
        timeEncoding, text, printableString, encoding,
    ]

    var cacheKey: [UInt8]? { Array("certificateForm".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        for (depth, certificate) in path.certificates.enumerated() where !path.isAnchor(depth: depth) {
            judgeLists(of: certificate, at: depth, &judgement)
            judgeUniqueIdentifiers(of: certificate, at: depth, &judgement)
            judgeTexts(of: certificate, at: depth, &judgement)
            judgeEncoding(of: certificate, at: depth, &judgement)
            for time in [certificate.validity.notBefore, certificate.validity.notAfter]
            where !time.hasPrescribedEncoding {
                judgement.report(
                    Self.timeEncoding, at: .certificate(depth: depth), seen: CertificateFormSentence.time("\(time)"),
                    expected: CertificateFormSentence.utcTime, message: CertificateFormSentence.earlyGeneralizedTime)
                break
            }
        }
    }

    private func judgeLists(of certificate: Certificate, at depth: Int, _ judgement: inout Judgement) {
        if certificate.hasEmptyExtensionList {
            judgement.report(
                Self.extensionsNotEmpty, at: .certificate(depth: depth), seen: CertificateFormSentence.noExtensions,
                expected: CertificateFormSentence.extensionOrNoList, message: CertificateFormSentence.emptyExtensionList
            )
        }
        for name in certificate.emptyLists {
            judgement.report(
                Self.listsNotEmpty, at: .certificate(depth: depth), seen: CertificateFormSentence.emptyList(name: name),
                expected: CertificateFormSentence.oneElement, message: CertificateFormSentence.hasEmptyList(name: name))
        }
        if let name = certificate.subjectAlternativeName?.first(where: \.isEmpty) {
            judgement.report(
                Self.alternativeNameNotEmpty, at: .certificate(depth: depth),
                seen: CertificateFormSentence.emptyAlternativeName(name: "\(name)"),
                expected: CertificateFormSentence.namesNotEmpty, message: CertificateFormSentence.alternativeNameIsEmpty
            )
        }
    }

    private func judgeTexts(of certificate: Certificate, at depth: Int, _ judgement: inout Judgement) {
        for (field, name) in Self.names(of: certificate)
        where !name.comparisonForm.isPlainText {
            let attributes = name.relativeNames.lazy.flatMap(\.attributes)
            if let broken = attributes.first(where: { $0.isText && $0.string == nil }) {
                let type = broken.type.name ?? broken.type.description
                judgement.report(
                    Self.text, at: .certificate(depth: depth),
                    seen: CertificateFormSentence.noText(type: type, of: field),
                    expected: CertificateFormSentence.octetsOfType,
                    message: CertificateFormSentence.hasForeignOctets(type: type, of: field))
            }
            judgePrintable(attributes.filter(\.isUnprintable), of: field, at: depth, &judgement)
        }
    }

    /// An asterisk is met in names of servers, and refused by nobody.
    private func judgePrintable(
        _ unprintable: some Sequence<AttributeValue>, of field: CertificateFormSentence.Field, at depth: Int,
        _ judgement: inout Judgement
    ) {
        var found: AttributeValue?
        var isMild = true
        for attribute in unprintable where found == nil || isMild {
            isMild = attribute.value.allSatisfy { AttributeValue.isPrintable($0) || $0 == UInt8(ascii: "*") }
            if found == nil || !isMild { found = attribute }
        }
        guard let found else { return }
        let type = found.type.name ?? found.type.description
        judgement.report(
            Self.printableString, at: .certificate(depth: depth),
            seen: CertificateFormSentence.attribute(
                "\(DistinguishedName([RelativeDistinguishedName([found])]))", of: field),
            expected: CertificateFormSentence.printableCharacters,
            message: CertificateFormSentence.hasUnprintable(type: type, of: field),
            atMost: isMild ? .warning : .error)
    }

    private func judgeEncoding(of certificate: Certificate, at depth: Int, _ judgement: inout Judgement) {
        if let written = certificate.firstExtension(.keyUsage)?.value, let right = certificate.keyUsage?.der,
            !written.elementsEqual(right)
        {
            judgement.report(
                Self.encoding, at: .certificate(depth: depth),
                seen: CertificateFormSentence.keyUsageEncoding(hex: HexString.encode(written)),
                expected: CertificateFormSentence.withoutZeroBits(hex: HexString.encode(right)),
                message: CertificateFormSentence.zeroBits)
        }
        for (field, name) in Self.names(of: certificate) {
            guard let set = name.relativeNames.first(where: { !$0.isSorted }) else { continue }
            judgement.report(
                Self.encoding, at: .certificate(depth: depth),
                seen: CertificateFormSentence.attributesInThisOrder("\(DistinguishedName([set]))", of: field),
                expected: CertificateFormSentence.ascendingOrder, message: CertificateFormSentence.notSorted(field))
        }
    }

    private static func names(
        of certificate: Certificate
    ) -> [(field: CertificateFormSentence.Field, name: DistinguishedName)] {
        [(.issuer, certificate.issuer), (.subject, certificate.subject)]
    }

    private func judgeUniqueIdentifiers(of certificate: Certificate, at depth: Int, _ judgement: inout Judgement) {
        guard certificate.issuerUniqueID != nil || certificate.subjectUniqueID != nil else { return }
        let isVersion1 = certificate.version == .v1
        judgement.report(
            isVersion1 ? Self.uniqueIdentifierVersion : Self.uniqueIdentifiers, at: .certificate(depth: depth),
            seen: CertificateFormSentence.uniqueIdentifier(version: "\(certificate.version)"),
            expected: CertificateFormSentence.noUniqueIdentifiers,
            message: isVersion1 ? CertificateFormSentence.uniqueIdentifierOfVersion1 : .uniqueIdentifierNoMore)
    }
}

extension RelativeDistinguishedName {
    /// Whether its attributes stand in the order of a SET OF (X.690 §11.6): "in ascending order".
    fileprivate var isSorted: Bool {
        guard attributes.count > 1 else { return true }
        let encoded = attributes.map(\.der)
        return zip(encoded, encoded.dropFirst()).allSatisfy { !$1.lexicographicallyPrecedes($0) }
    }
}

extension AttributeValue {
    /// Whether it is a text of ASCII, in a PrintableString that does not have all of its characters.
    fileprivate var isUnprintable: Bool {
        valueTag == .printableString && !value.allSatisfy(Self.isPrintable) && string != nil
    }

    fileprivate var isText: Bool {
        let types: [DERTag] = [
            .utf8String, .printableString, .ia5String, .visibleString, .numericString, .teletexString, .bmpString,
            .universalString,
        ]
        return types.contains(valueTag)
    }
}

extension GeneralName {
    /// Whether nobody is named: "an empty string is a valid IA5String, such an rfc822Name is not permitted".
    fileprivate var isEmpty: Bool {
        switch self {
        case .rfc822Name(let text), .dnsName(let text), .uniformResourceIdentifier(let text): text.bytes.isEmpty
        case .ipAddress(let octets): octets.isEmpty
        case .directoryName(let name): name.isEmpty
        case .otherName, .x400Address, .ediPartyName, .registeredID: false
        }
    }
}
