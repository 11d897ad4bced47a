import HoldfastStatements
import HoldfastTLS
import HoldfastTracing
import HoldfastX509

extension ClientsReport: Encodable {
    private enum CodingKeys: String, CodingKey {
        case rows, shown
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(rows, forKey: .rows)
        try container.encode(shown.map(Shown.init), forKey: .shown)
    }

    /// A list of certificates that the server showed, in short.
    private struct Shown: Encodable {
        let trusted: Bool
        let exitCode: Int32
        let presented: [CertificateSummary]
        let findings: [FindingReport]

        init(_ report: VerdictReport) {
            (trusted, exitCode) = (report.trusted, report.exitCode)
            (presented, findings) = (report.presented, report.findings)
        }
    }
}

extension ClientsReport.Row: Encodable {
    private enum CodingKeys: String, CodingKey {
        case client, version, languageVersion, recorded, source, day, outcome, reason, reasonStatement, negotiated,
            lackedGroup, shown
    }

    private enum NegotiatedKeys: String, CodingKey {
        case version, cipherSuite, keyExchange, signatureScheme, alpn
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(client.name, forKey: .client)
        try container.encode(client.version, forKey: .version)
        try container.encode(client.language, forKey: .languageVersion)
        try container.encode(client.isRecorded, forKey: .recorded)
        try container.encode(client.source, forKey: .source)
        try container.encode(day, forKey: .day)
        try container.encode(outcome.rawValue, forKey: .outcome)
        try container.encode(reason?.english, forKey: .reason)
        try container.encode(reason.map { StatementReport($0.statement) }, forKey: .reasonStatement)
        try container.encode(shown, forKey: .shown)
        try container.encodeIfPresent(answer?.lackedGroup?.name, forKey: .lackedGroup)
        guard let answer, answer.version != nil else {
            try container.encodeNil(forKey: .negotiated)
            return
        }
        var negotiated = container.nestedContainer(keyedBy: NegotiatedKeys.self, forKey: .negotiated)
        try negotiated.encode(versionNumber, forKey: .version)
        try negotiated.encode(answer.suite?.name, forKey: .cipherSuite)
        try negotiated.encode(answer.group?.name, forKey: .keyExchange)
        try negotiated.encode(answer.scheme?.name, forKey: .signatureScheme)
        try negotiated.encode(answer.applicationProtocol, forKey: .alpn)
    }

    /// The day of the source, as RFC 3339 writes one.
    package var day: String { client.day.dayText }

    /// The version that was negotiated as verdicts write it: `1.3`.
    package var versionNumber: String? {
        answer?.version.map { $0.name.hasPrefix("TLS ") ? String($0.name.dropFirst(4)) : $0.name }
    }
}
