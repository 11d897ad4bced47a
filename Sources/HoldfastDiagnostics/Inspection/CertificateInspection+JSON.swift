extension CertificateInspection: Encodable {
    private enum CodingKeys: String, CodingKey {
        case schema, source, index, version, serialNumber, signatureAlgorithm, hasOneSignatureAlgorithm, issuer, subject
        case notBefore, notAfter, key, publicExponent, issuerUniqueID, subjectUniqueID, selfIssued, extensions
        case fingerprintSHA256, fingerprintSHA1, spkiSHA256, pin, bytes, malformed
    }

    /// Keys are always there; what malformed bytes do not tell is null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        let isReadable = summary.fields != nil
        try container.encode(Self.schema, forKey: .schema)
        try container.encode(source, forKey: .source)
        try container.encode(index, forKey: .index)
        try container.encode(isReadable ? version : nil, forKey: .version)
        try container.encode(isReadable ? serialNumber : nil, forKey: .serialNumber)
        try container.encode(isReadable ? signatureAlgorithm : nil, forKey: .signatureAlgorithm)
        try container.encode(isReadable ? hasOneSignatureAlgorithm : nil, forKey: .hasOneSignatureAlgorithm)
        try container.encode(summary.fields?.issuer, forKey: .issuer)
        try container.encode(summary.fields?.subject, forKey: .subject)
        try container.encode(summary.fields?.notBefore, forKey: .notBefore)
        try container.encode(summary.fields?.notAfter, forKey: .notAfter)
        try container.encode(summary.fields?.key, forKey: .key)
        try container.encode(publicExponent, forKey: .publicExponent)
        try container.encode(issuerUniqueID, forKey: .issuerUniqueID)
        try container.encode(subjectUniqueID, forKey: .subjectUniqueID)
        try container.encode(isReadable ? isSelfIssued : nil, forKey: .selfIssued)
        try container.encode(extensions, forKey: .extensions)
        try container.encode(summary.fingerprintSHA256, forKey: .fingerprintSHA256)
        try container.encode(fingerprintSHA1, forKey: .fingerprintSHA1)
        try container.encode(summary.fields?.spkiSHA256, forKey: .spkiSHA256)
        try container.encode(pin, forKey: .pin)
        try container.encode(byteCount, forKey: .bytes)
        try container.encode(summary.malformed, forKey: .malformed)
    }

    /// One line of JSON in the schema `holdfast.certificate/1`, keys sorted, without a line end.
    public func jsonLine() throws -> String {
        String(decoding: try JSONLine.bytes(of: self), as: UTF8.self)
    }
}
