public import HoldfastX509

/// The entry that a log of certificates signs together with the time (RFC 6962 §3.2).
public enum TimestampedEntry: Hashable, Sendable {
    /// A certificate (DER): its timestamp comes beside it, by TLS or OCSP.
    case certificate([UInt8])
    /// A precertificate, shown to the log before the certificate was issued: TBSCertificate without the poison
    /// and without timestamps, and SHA-256 of the issuer's SubjectPublicKeyInfo.
    case precertificate(tbsCertificate: [UInt8], issuerKeyHash: [UInt8])

    /// The entry of a precertificate, or of the certificate that was issued for it with the timestamps in it.
    ///
    /// - Parameters:
    ///   - tbsBytes: as in ``Certificate/tbsBytes``.
    ///   - issuerKey: the key of the CA that issues the certificate.
    /// - Throws: ``DERError`` where the bytes are no TBSCertificate.
    public static func precertificate(
        tbsBytes: ArraySlice<UInt8>, issuerKey: SubjectPublicKeyInfo
    ) throws(DERError) -> TimestampedEntry {
        .precertificate(
            tbsCertificate: try stripped(tbsBytes), issuerKeyHash: Digest.sha256(issuerKey.bytes))
    }

    /// A TBSCertificate without the extensions that the log does not sign.
    private static func stripped(_ tbs: ArraySlice<UInt8>) throws(DERError) -> [UInt8] {
        let explicitExtensions = DERTag.context(3, constructed: true)
        var reader = try DERReader(tbs)
        var fields: [UInt8] = []
        var kept: [Extension] = []
        let outside = try reader.enter(.sequence)
        while !reader.isAtEnd {
            guard reader.nextIs(explicitExtensions) else {
                fields += try reader.readElement().bytes
                continue
            }
            let field = try reader.enter(explicitExtensions)
            kept = try reader.values(of: Extension.self)
                .filter { $0.oid != .precertificatePoison && $0.oid != .embeddedSCTList }
            try reader.leave(field)
        }
        try reader.leave(outside)
        try reader.expectEnd()
        var writer = DERWriter(capacity: tbs.count)
        writer.sequence { content in
            content.raw(fields)
            if !kept.isEmpty { content.explicit(3) { $0.sequenceOf(kept) } }
        }
        return writer.bytes
    }

    /// The bytes that the log signs for a timestamp of version 1.
    ///
    /// - Parameters:
    ///   - timestamp: milliseconds since 1970.
    ///   - extensions: those of the timestamp; none is defined.
    /// - Returns: What is signed. A certificate of 16 MiB or more, or extensions of 64 KiB or more, have no such form:
    ///   what does not go into their lengths is cut, and no timestamp is valid for it.
    package func signedBytes(timestamp: UInt64, extensions: ArraySlice<UInt8> = []) -> [UInt8] {
        // sct_version v1(0), signature_type certificate_timestamp(0).
        var bytes: [UInt8] = [0, 0]
        bytes += TLSWriter.number(timestamp, octets: 8)
        switch self {
        case .certificate(let certificate):
            bytes += TLSWriter.number(0, octets: 2) + TLSWriter.vector(certificate, lengthOctets: 3)
        case .precertificate(let tbs, let hash):
            bytes += TLSWriter.number(1, octets: 2) + hash + TLSWriter.vector(tbs, lengthOctets: 3)
        }
        return bytes + TLSWriter.vector(extensions, lengthOctets: 2)
    }

    /// Whether the entry and these extensions go into the lengths that a timestamp has for them: 2^24 - 1 octets for
    /// the certificate, 2^16 - 1 for the extensions (RFC 6962 §3.2).
    func fits(extensions: ArraySlice<UInt8>) -> Bool {
        let content =
            switch self {
            case .certificate(let certificate): certificate
            case .precertificate(let tbs, _): tbs
            }
        return content.count < 1 << 24 && extensions.count < 1 << 16
    }
}

extension PublicKey {
    /// The name of the log with this key: SHA-256 of its SubjectPublicKeyInfo (RFC 6962 §3.2).
    package var logID: [UInt8] { Digest.sha256(subjectPublicKeyInfo.bytes) }

    /// Whether this key's log gave the timestamp, for this entry.
    ///
    /// `false` for another log's, another version's, and for an algorithm that RFC 6962 §2.1.4 does not allow logs.
    package func isValidTimestamp(_ timestamp: SignedCertificateTimestamp, for entry: TimestampedEntry) -> Bool {
        guard let content = timestamp.version1, content.logID.elementsEqual(logID), let algorithm = content.algorithm,
            entry.fits(extensions: content.extensions)
        else { return false }
        let message = entry.signedBytes(timestamp: content.timestamp, extensions: content.extensions)
        return isValidSignature(content.signature, for: message[...], algorithm: algorithm)
    }
}
