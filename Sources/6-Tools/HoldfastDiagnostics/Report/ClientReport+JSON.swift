import HoldfastStatements
import HoldfastTLS
import HoldfastTracing
import HoldfastX509

extension ClientsReport: JSONReport {
    package var json: JSONObject {
        JSONObject([
            "rows": rows,
            "shown": shown.map { report in
                JSONObject([
                    "trusted": report.trusted, "exitCode": report.exitCode, "presented": report.presented,
                    "findings": report.findings,
                ])
            },
        ])
    }
}

extension ClientsReport.Row: JSONReport {
    package var json: JSONObject {
        let negotiated = answer.flatMap { answer in
            answer.version.map { _ in
                JSONObject([
                    "version": versionNumber, "cipherSuite": answer.suite?.name, "keyExchange": answer.group?.name,
                    "signatureScheme": answer.scheme?.name, "alpn": answer.applicationProtocol,
                ])
            }
        }
        return JSONObject(
            [
                "client": client.name, "version": client.version, "languageVersion": client.language,
                "recorded": client.isRecorded, "source": client.source, "day": day, "outcome": outcome.rawValue,
                "reason": reason?.english, "reasonStatement": reason.map { StatementReport($0.statement) },
                "negotiated": negotiated, "shown": shown,
            ], unlessNone: ["lackedGroup": answer?.lackedGroup?.name])
    }

    /// The day of the source, as RFC 3339 writes one.
    package var day: String { client.day.dayText }

    /// The version that was negotiated as verdicts write it: `1.3`.
    package var versionNumber: String? {
        answer?.version.map { $0.name.hasPrefix("TLS ") ? String($0.name.dropFirst(4)) : $0.name }
    }
}
