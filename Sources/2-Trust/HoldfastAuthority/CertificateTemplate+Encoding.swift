import HoldfastX509

extension CertificateTemplate {
    /// The TBSCertificate (RFC 5280 §4.1.2), before ``tbsEdit``.
    func tbsCertificate(
        serialNumber: SerialNumber, algorithm: SignatureAlgorithm, issuer: DistinguishedName,
        issuerKeyIdentifier: [UInt8], publicKey: SubjectPublicKeyInfo
    ) throws(AuthorityError) -> [UInt8] {
        let extensions = try extensions(issuerKeyIdentifier: issuerKeyIdentifier, publicKey: publicKey)
        var writer = DERWriter()
        writer.sequence { tbs in
            // v1 is the default, which DER does not write (X.690 §11.5).
            if version != .v1 { tbs.explicit(0) { $0.value(version) } }
            tbs.value(serialNumber)
            tbs.value(algorithm.identifier)
            tbs.value(issuer)
            tbs.value(Validity(notBefore: Time(notBefore), notAfter: Time(notAfter)))
            tbs.value(subject)
            tbs.raw(publicKey.bytes)
            if !extensions.isEmpty { tbs.explicit(3) { $0.sequenceOf(extensions) } }
        }
        return writer.bytes
    }

    private func extensions(
        issuerKeyIdentifier: [UInt8], publicKey: SubjectPublicKeyInfo
    ) throws(AuthorityError) -> [Extension] {
        var list: [Extension] = []
        func add(_ oid: ObjectIdentifier, isCritical: Bool, _ value: some DERCodable) {
            list.append(Extension(oid, isCritical: criticality[oid] ?? isCritical, value: value.der))
        }
        if let identifier = authorityKeyIdentifier.bytes(derived: issuerKeyIdentifier) {
            add(
                .authorityKeyIdentifier, isCritical: false,
                AuthorityKeyIdentifier(keyIdentifier: identifier[...]))
        }
        if let identifier = subjectKeyIdentifier.bytes(derived: publicKey.derivedKeyIdentifier) {
            add(.subjectKeyIdentifier, isCritical: false, SubjectKeyIdentifier(identifier[...]))
        }
        if let keyUsage {
            let isRSA = if case .rsa = publicKey.key { true } else { false }
            add(.keyUsage, isCritical: true, isRSA ? keyUsage.union(usageOfRSA) : keyUsage)
        }
        if let basicConstraints { add(.basicConstraints, isCritical: true, basicConstraints) }
        if let extendedKeyUsage {
            add(.extendedKeyUsage, isCritical: false, ExtendedKeyUsage(extendedKeyUsage))
        }
        var alternatives: [GeneralName] = []
        for name in names { alternatives.append(try GeneralName.host(unchecked: name)) }
        alternatives += alternativeNames
        if !alternatives.isEmpty {
            add(.subjectAlternativeName, isCritical: subject.isEmpty, GeneralNames(alternatives))
        }
        if let nameConstraints { add(.nameConstraints, isCritical: true, nameConstraints) }
        return list + additionalExtensions
    }
}

extension KeyIdentifierField {
    func bytes(derived: [UInt8]) -> [UInt8]? {
        switch self {
        case .derived: derived
        case .omitted: nil
        case .value(let bytes): bytes
        }
    }
}
