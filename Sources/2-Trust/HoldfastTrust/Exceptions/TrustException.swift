public import HoldfastX509

/// A user's explicit trust in one certificate for one host or purpose, until an end, whatever these findings say.
///
/// The counterpart of `SecTrustCopyExceptions` with a scope: it overrides exactly the codes that it names, for exactly
/// this certificate and purpose, a server's name included. A finding of another code refuses as if there were no
/// exception.
public struct TrustException: Hashable, Sendable {
    /// Days that an exception may last; 398.
    ///
    /// As long as a certificate of the public web lived at most from 2020-09-01 to 2026-03-14 (CA/Browser Forum,
    /// Baseline Requirements 6.3.2; Apple, "About upcoming limits on trusted certificates"): what a user once looked at
    /// is looked at again as often as a certificate authority had to look.
    public static let maximumDays: Int64 = 398
    /// Bytes that a note may have, as UTF-8; 400, some lines of text.
    public static let maximumNoteBytes = 400

    /// SHA-256 of the leaf's DER bytes.
    public let certificate: [UInt8]
    /// The purpose that the certificate is trusted for: mostly a TLS server of one name or address; a wildcard is none.
    public let purpose: TrustPurpose
    /// The codes of the errors that it overrides.
    public let codes: Set<FindingCode>
    /// From when on it holds.
    public let createdAt: Instant
    /// The first instant at which it no longer holds.
    public let until: Instant
    /// The reason for the exception, in the user's words.
    public let note: String?

    /// States a user's decision about a server.
    ///
    /// - Parameters:
    ///   - certificate: SHA-256 of the leaf's DER bytes, `Certificate.fingerprint`.
    ///   - host: the name or address that the user asked for.
    ///   - codes: what is overridden; give what was shown to the user, and nothing besides.
    ///   - createdAt: the time of the decision.
    ///   - until: its end, at most ``maximumDays`` later.
    ///   - note: why, in the user's words.
    /// - Throws: ``TrustExceptionError`` for a code that nobody may except, no code at all, or an end out of bounds.
    public init(
        certificate: [UInt8], host: ServerName, codes: Set<FindingCode>, createdAt: Instant, until: Instant,
        note: String? = nil
    ) throws(TrustExceptionError) {
        try self.init(
            certificate: certificate, purpose: .ssl(host), codes: codes, createdAt: createdAt, until: until, note: note)
    }

    /// States a user's decision about a chain that is judged for any purpose.
    ///
    /// Without a server's name it holds wherever this certificate is judged for the purpose: state a name where there
    /// is one.
    ///
    /// - Throws: ``TrustExceptionError``, as ``init(certificate:host:codes:createdAt:until:note:)`` does.
    public init(
        certificate: [UInt8], purpose: TrustPurpose, codes: Set<FindingCode>, createdAt: Instant, until: Instant,
        note: String? = nil
    ) throws(TrustExceptionError) {
        guard certificate.count == 32 else { throw .notAFingerprint(bytes: certificate.count) }
        try Self.check(codes)
        guard until > createdAt else { throw .endsBeforeItBegins(until) }
        let latest = createdAt.advanced(byDays: Self.maximumDays)
        guard until <= latest else { throw .endsTooLate(until, latest: latest) }
        guard (note?.utf8.count ?? 0) <= Self.maximumNoteBytes else { throw .noteTooLong }
        self.certificate = certificate
        self.purpose = purpose
        self.codes = codes
        self.createdAt = createdAt
        self.until = until
        self.note = note
    }

    /// Whether these codes may be overridden.
    ///
    /// - Throws: ``TrustExceptionError/noCodes`` or ``TrustExceptionError/notExceptable(_:)`` where they may not.
    public static func check(_ codes: Set<FindingCode>) throws(TrustExceptionError) {
        guard !codes.isEmpty else { throw .noCodes }
        let refused = codes.filter { !$0.isExceptable }
        guard refused.isEmpty else { throw .notExceptable(refused.sorted { $0.rank < $1.rank }) }
    }

    /// The name or address of the server for which the certificate is trusted; nil where ``purpose`` has none.
    public var host: ServerName? { if case .ssl(let name) = purpose { name } else { nil } }

    /// Whether the instant lies between the decision and its end.
    ///
    /// A clock set back before ``createdAt`` does not bring an exception back that has ended.
    public func isInForce(at instant: Instant) -> Bool { createdAt <= instant && instant < until }
}

/// An error for a user's decision that can be no ``TrustException``.
public enum TrustExceptionError: Error, Hashable, Sendable {
    /// A SHA-256 has 32 bytes.
    case notAFingerprint(bytes: Int)
    case noCodes
    /// Findings of these codes are never overridden.
    case notExceptable([FindingCode])
    case endsBeforeItBegins(Instant)
    case endsTooLate(Instant, latest: Instant)
    case noteTooLong
}
