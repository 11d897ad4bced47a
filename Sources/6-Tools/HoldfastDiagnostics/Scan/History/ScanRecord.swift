package import HoldfastTrust
package import HoldfastX509

/// A certificate in the fields by which runs are compared.
package struct ScanCertificate: Hashable, Sendable {
    /// SHA-256 of the DER bytes, lower-case hexadecimal.
    package let fingerprint: String
    /// SHA-256 of the SubjectPublicKeyInfo, lower-case hexadecimal; nil where the bytes are no certificate, as below.
    package let key: String?
    package let subject: String?
    package let issuer: String?
    package let notBefore: Instant?
    package let notAfter: Instant?

    package init(
        fingerprint: String, key: String?, subject: String?, issuer: String?, notBefore: Instant?, notAfter: Instant?
    ) {
        (self.fingerprint, self.key, self.subject, self.issuer) = (fingerprint, key, subject, issuer)
        (self.notBefore, self.notAfter) = (notBefore, notAfter)
    }

    /// The fields of a certificate of a verdict.
    package init(_ summary: CertificateSummary) {
        let fields = summary.fields
        self.init(
            fingerprint: summary.fingerprintSHA256, key: fields?.spkiSHA256, subject: fields.map { $0.subject.kept },
            issuer: fields.map { $0.issuer.kept }, notBefore: fields.flatMap { Instant(rfc3339: $0.notBefore) },
            notAfter: fields.flatMap { Instant(rfc3339: $0.notAfter) })
    }
}

/// The result of one target, flat, as a history keeps it and as runs are compared.
package struct ScanRecord: Hashable, Sendable {
    /// The canonical name of the target.
    package var key: String
    /// The target as it was written.
    package var text: String
    package var owner: String?
    /// The place of the target in the list, from 0.
    package var index: Int
    /// The address that the verdict is about, where each address of the target has one; else empty.
    package var part: String
    /// The moment judged for.
    package var at: Instant
    /// The number of connections that were tried.
    package var attempts: Int
    package var level: ScanLevel
    package var exitCode: Int32
    /// The worst severity of each code that was found; a connection that failed is an error under its own code.
    package var findings: [String: Severity]
    /// The code that the target is refused or not reached for; nil where it is not.
    package var cause: String?
    /// The cause in a sentence, in English.
    package var message: String?
    /// The address that was dialled.
    package var address: String?
    /// The version of TLS, `1.3` for example.
    package var version: String?
    /// The group of the key exchange.
    package var keyExchange: String?
    /// The server's own certificate; nil where none was seen.
    package var leaf: ScanCertificate?

    package init(
        key: String, text: String, owner: String? = nil, index: Int, part: String = "", at: Instant, attempts: Int = 1,
        level: ScanLevel, exitCode: Int32, findings: [String: Severity] = [:], cause: String? = nil,
        message: String? = nil, address: String? = nil, version: String? = nil, keyExchange: String? = nil,
        leaf: ScanCertificate? = nil
    ) {
        (self.key, self.text, self.owner, self.index, self.part) = (key, text, owner, index, part)
        (self.at, self.attempts, self.level, self.exitCode) = (at, attempts, level, exitCode)
        (self.findings, self.cause, self.message) = (findings, cause, message)
        (self.address, self.version, self.keyExchange, self.leaf) = (address, version, keyExchange, leaf)
    }

    /// The record of a result.
    package init(_ result: ScanResult) {
        let (target, report) = (result.target, result.report)
        let level = result.level
        let cause = result.causeCode
        var findings: [String: Severity] = [:]
        for finding in report.findings {
            // An error of a target that is trusted all the same is one that the user has decided about.
            let severity = level == .error ? finding.severity : min(finding.severity, .warning)
            findings[finding.code] = max(findings[finding.code] ?? severity, severity)
        }
        if let cause { findings[cause] = .error }
        self.init(
            key: target.key, text: target.text.kept, owner: target.owner?.kept, index: target.index,
            part: report.addressOfTarget ?? "", at: report.at, attempts: result.attempts, level: level,
            exitCode: report.exitCode, findings: findings, cause: cause,
            message: cause == nil ? nil : (report.failure?.message ?? report.cause?.message)?.kept,
            address: report.addressOfTarget ?? report.connection?.address, version: report.connection?.tls?.version,
            keyExchange: report.connection?.tls?.keyExchange,
            leaf: (report.chain.first ?? report.presented.first).map(ScanCertificate.init))
    }
}

/// A record with the certificates that the verdict rests on: the built chain, or without one what the server sent.
package struct ScanEntry: Sendable {
    package let record: ScanRecord
    package let certificates: [CertificateSummary]
    /// The rest of the verdict, which is kept until the run is done; nil for nothing.
    package let verdict: KeptVerdict?

    package init(
        _ record: ScanRecord, certificates: [CertificateSummary] = [], verdict: KeptVerdict? = nil
    ) {
        (self.record, self.certificates, self.verdict) = (record, certificates, verdict)
    }

    package init(_ result: ScanResult) {
        let report = result.report
        self.init(
            ScanRecord(result), certificates: report.chain.isEmpty ? report.presented : report.chain,
            verdict: KeptVerdict(report))
    }
}

extension String {
    /// Bytes of a stranger's text that a history keeps.
    private static let keptBytes = 2_000

    /// The text, or its beginning where it is too long to be kept for each target.
    fileprivate var kept: String {
        guard utf8.count > Self.keptBytes else { return self }
        var (end, bytes) = (startIndex, 0)
        while end < endIndex {
            bytes += self[end].utf8.count
            guard bytes <= Self.keptBytes else { break }
            end = index(after: end)
        }
        return String(self[..<end])
    }
}
