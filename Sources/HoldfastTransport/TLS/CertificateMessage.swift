/// The body of a TLS Certificate message (RFC 5246 §7.4.2, RFC 8446 §4.4.2), read from the bytes on the wire.
///
/// What is judged has to be what was sent: libssl's certificates, written out again, may be other bytes.
struct CertificateMessage: Hashable {
    /// DER certificates in the order sent.
    let certificates: [[UInt8]]
    /// The OCSP response that came with the first certificate (RFC 8446 §4.4.2.1).
    let stapledOCSP: [UInt8]?
    /// The SignedCertificateTimestampList that came with the first certificate (RFC 6962 §3.3).
    let signedCertificateTimestamps: [UInt8]?

    enum Form {
        /// TLS 1.2 and before.
        case tls12
        case tls13
    }

    struct Failure: Error, Hashable, CustomStringConvertible {
        enum Reason: String, Hashable {
            case truncated = "ends too early"
            case trailingBytes = "has bytes after its end"
            case emptyCertificate = "has a certificate of no bytes"
            case requestContext = "has a request context, which a server's must not"
            case repeatedExtension = "has an extension twice"
            case badStatus = "has an unreadable certificate status"
        }

        let reason: Reason
        /// In the message's body.
        let offset: Int
        var description: String { "the Certificate message \(reason.rawValue) (at byte \(offset))" }
    }

    init(_ bytes: [UInt8], form: Form) throws(Failure) {
        var cursor = Cursor(bytes[...])
        if form == .tls13 {
            // RFC 8446 §4.4.2: "in the case of server authentication, this field SHALL be zero length".
            guard try cursor.vector(lengthBytes: 1).isEmpty else {
                throw Failure(reason: .requestContext, offset: 0)
            }
        }
        var list = Cursor(try cursor.vector(lengthBytes: 3))
        try cursor.expectEnd()
        var certificates: [[UInt8]] = []
        var extensions: [UInt16: ArraySlice<UInt8>] = [:]
        while !list.isAtEnd {
            let offset = list.offset
            let certificate = try list.vector(lengthBytes: 3)
            guard !certificate.isEmpty else { throw Failure(reason: .emptyCertificate, offset: offset) }
            certificates.append(Array(certificate))
            if form == .tls13 {
                let all = try Self.extensions(in: try list.vector(lengthBytes: 2))
                if certificates.count == 1 { extensions = all }
            }
        }
        self.certificates = certificates
        stapledOCSP = try extensions[5].map { bytes throws(Failure) in try Self.ocspResponse(in: bytes) }
        signedCertificateTimestamps = extensions[18].map { Array($0) }
    }

    private static func extensions(in bytes: ArraySlice<UInt8>) throws(Failure) -> [UInt16: ArraySlice<UInt8>] {
        var cursor = Cursor(bytes)
        var found: [UInt16: ArraySlice<UInt8>] = [:]
        while !cursor.isAtEnd {
            let offset = cursor.offset
            let type = UInt16(try cursor.number(bytes: 2))
            let value = try cursor.vector(lengthBytes: 2)
            // RFC 8446 §4.2: "There MUST NOT be more than one extension of the same type in a given extension block."
            guard found.updateValue(value, forKey: type) == nil else {
                throw Failure(reason: .repeatedExtension, offset: offset)
            }
        }
        return found
    }

    /// RFC 6066 §8: `CertificateStatus` of the type `ocsp`.
    private static func ocspResponse(in bytes: ArraySlice<UInt8>) throws(Failure) -> [UInt8] {
        var cursor = Cursor(bytes)
        guard try cursor.number(bytes: 1) == 1 else {
            throw Failure(reason: .badStatus, offset: bytes.startIndex)
        }
        let response = try cursor.vector(lengthBytes: 3)
        try cursor.expectEnd()
        return Array(response)
    }
}

/// Reads TLS vectors; every read goes through one bounds check.
private struct Cursor {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var isAtEnd: Bool { rest.isEmpty }
    var offset: Int { rest.startIndex }

    mutating func take(_ count: Int) throws(CertificateMessage.Failure) -> ArraySlice<UInt8> {
        guard count <= rest.count else { throw .init(reason: .truncated, offset: rest.startIndex) }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    mutating func number(bytes count: Int) throws(CertificateMessage.Failure) -> Int {
        try take(count).reduce(0) { $0 << 8 | Int($1) }
    }

    mutating func vector(lengthBytes: Int) throws(CertificateMessage.Failure) -> ArraySlice<UInt8> {
        try take(try number(bytes: lengthBytes))
    }

    func expectEnd() throws(CertificateMessage.Failure) {
        guard isAtEnd else { throw .init(reason: .trailingBytes, offset: rest.startIndex) }
    }
}
