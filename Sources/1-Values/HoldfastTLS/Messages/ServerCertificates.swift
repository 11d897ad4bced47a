import HoldfastStatements
import HoldfastX509

/// The certificates of a server, read from the body of its Certificate message (RFC 5246 §7.4.2, RFC 8446 §4.4.2) for
/// whoever judges them.
///
/// What is judged has to be what was sent: libssl's certificates, written out again, may be other bytes. Unlike
/// ``CertificateMessage`` it leaves the number of certificates to the limits of the judgement, keeps no request context
/// and refuses a staple that has not its form; the offsets of its errors count within the message.
package struct ServerCertificates: Hashable {
    /// DER certificates in the order sent.
    package let certificates: [[UInt8]]
    /// The OCSP response for the first certificate (RFC 6066 §8, RFC 8446 §4.4.2.1).
    package let stapledOCSP: [UInt8]?
    /// The OCSP responses for the certificates behind the first, those that have one: "For TLS 1.3, … the body of the
    /// "status_request" extension from the server MUST be a CertificateStatus structure" in an extension of each
    /// CertificateEntry (RFC 8446 §4.4.2.1). One that has not its form is there as it came, so that it is told of.
    package let issuersStapledOCSP: [[UInt8]]
    /// The SignedCertificateTimestampList for the first certificate (RFC 6962 §3.3.1).
    package let signedCertificateTimestamps: [UInt8]?

    package enum Form: Hashable, Sendable {
        /// TLS 1.2 and before.
        case tls12
        case tls13
    }

    /// Reads the message, and takes what came beside it in TLS 1.2.
    ///
    /// - Parameters:
    ///   - bytes: the body of the Certificate message.
    ///   - form: by the version of TLS.
    ///   - certificateStatus: the body of the CertificateStatus message (RFC 6066 §8); in TLS 1.3 there is none.
    ///   - timestamps: the content of the ServerHello's `signed_certificate_timestamp` (RFC 6962 §3.3.1); in TLS 1.3
    ///     the one in the message counts.
    package init(
        _ bytes: [UInt8], form: Form, certificateStatus: [UInt8]? = nil, timestamps: [UInt8]? = nil
    ) throws(CertificateMessageError) {
        var reader = MessageReader(bytes[...])
        if form == .tls13 {
            let context = try Self.read(&reader) { (reader: inout MessageReader) throws(WireError) in
                try reader.vector(lengthOctets: 1, "certificate_request_context")
            }
            // RFC 8446 §4.4.2: "in the case of server authentication, this field SHALL be zero length".
            guard context.isEmpty else { throw CertificateMessageError(reason: .requestContext, offset: 0) }
        }
        let entries = try Self.read(&reader) { (reader: inout MessageReader) throws(WireError) in
            try Self.entries(&reader, isTLS13: form == .tls13)
        }
        certificates = entries.map { Array($0.der) }
        guard form == .tls13 else {
            stapledOCSP = try certificateStatus.map { status throws(CertificateMessageError) in
                try Self.ocspResponse(in: status[...])
            }
            (issuersStapledOCSP, signedCertificateTimestamps) = ([], timestamps)
            return
        }
        let extensions = entries.first?.extensions ?? []
        stapledOCSP = try extensions.first { $0.type == .statusRequest }.map { part throws(CertificateMessageError) in
            try Self.ocspResponse(in: part.data)
        }
        issuersStapledOCSP = entries.dropFirst().compactMap { entry in
            entry.extensions.first { $0.type == .statusRequest }.map { part in
                (try? Self.ocspResponse(in: part.data)) ?? Array(part.data)
            }
        }
        signedCertificateTimestamps = extensions.first { $0.type == .signedCertificateTimestamp }.map { Array($0.data) }
    }

    /// The entries of the list, however many: the message's length bounds them.
    private static func entries(
        _ reader: inout MessageReader, isTLS13: Bool
    ) throws(WireError) -> [CertificateEntry] {
        var list = MessageReader(try reader.vector(lengthOctets: 3, "certificate_list"))
        try reader.expectEnd("Certificate")
        var entries: [CertificateEntry] = []
        while !list.isAtEnd { entries.append(try CertificateEntry(&list, isTLS13: isTLS13, limit: .max)) }
        return entries
    }

    /// RFC 6066 §8: `CertificateStatus` of the type `ocsp`.
    private static func ocspResponse(in bytes: ArraySlice<UInt8>) throws(CertificateMessageError) -> [UInt8] {
        var reader = MessageReader(bytes)
        let type = try read(&reader) { (reader: inout MessageReader) throws(WireError) in
            try reader.uint8("status_type")
        }
        guard type == 1 else { throw CertificateMessageError(reason: .badStatus, offset: bytes.startIndex) }
        return try read(&reader) { (reader: inout MessageReader) throws(WireError) in
            let response = try reader.vector(lengthOctets: 3, "OCSPResponse")
            try reader.expectEnd("CertificateStatus")
            return Array(response)
        }
    }

    private static func read<Result>(
        _ reader: inout MessageReader, _ body: (inout MessageReader) throws(WireError) -> Result
    ) throws(CertificateMessageError) -> Result {
        do throws(WireError) { return try body(&reader) } catch { throw CertificateMessageError(error) }
    }
}

/// The reason why a Certificate message of a server is none, and its place.
package struct CertificateMessageError: Error, Hashable, CustomStringConvertible {
    package enum Reason: String, Hashable, Sendable {
        case truncated = "ends too early"
        case trailingBytes = "has bytes after its end"
        case emptyCertificate = "has a certificate of no bytes"
        case requestContext = "has a request context, which a server's must not"
        case repeatedExtension = "has an extension twice"
        case badStatus = "has an unreadable certificate status"
    }

    package let reason: Reason
    /// The index of the offending byte in the message's body.
    package let offset: Int

    package init(reason: Reason, offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    init(_ error: WireError) {
        switch error.reason {
        case .trailingBytes: self.init(reason: .trailingBytes, offset: error.offset)
        case .empty: self.init(reason: .emptyCertificate, offset: error.offset)
        case .repeatedExtension: self.init(reason: .repeatedExtension, offset: error.offset)
        // Of these only `truncated` comes of a Certificate message.
        case .truncated, .oddLength, .tooMany, .badValue: self.init(reason: .truncated, offset: error.position)
        }
    }

    package var description: String { statement.english }
}
