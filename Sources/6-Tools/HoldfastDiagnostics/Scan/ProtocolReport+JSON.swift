import HoldfastStatements
import HoldfastTLS
import HoldfastTracing
import HoldfastX509

extension ProtocolReport: JSONReport {
    package var json: JSONObject {
        JSONObject([
            "versions": survey.versions.map(\.json),
            "applicationProtocols": survey.applicationProtocols.map { $0.json(\.self) },
            "stapled": survey.isStapled, "extendedMasterSecret": survey.extendedMasterSecret,
            "secureRenegotiation": survey.secureRenegotiation, "encryptThenMAC": survey.encryptThenMAC,
            "sessionTickets": survey.sessionTickets,
            "remarks": remarks.map { remark in
                let statement = Statement(remark)
                return JSONObject([
                    "severity": remark.isWarning ? "warning" : "note", "message": statement.english,
                    "statement": StatementReport(statement),
                ])
            },
            "connections": survey.connections, "octets": survey.octets,
            "stopped": survey.stop.map { stop in
                let statement = Statement(SurveyStopSentence(stop))
                return JSONObject(["message": statement.english, "statement": StatementReport(statement)])
            },
        ])
    }
}

extension ProtocolSurvey.Version {
    /// The version as verdicts write it: `1.3`, or `SSL 3.0`.
    var number: String { version.name.hasPrefix("TLS ") ? String(version.name.dropFirst(4)) : version.name }

    fileprivate var json: JSONObject {
        let isSpoken = isSpoken == true
        return JSONObject([
            "version": number, "spoken": self.isSpoken, "cipherSuites": isSpoken ? suites.json(\.name) : nil,
            "order": order?.rawValue, "groups": isSpoken && version >= .tls12 ? groups.json(\.name) : nil,
            "signatureSchemes": isSpoken && version >= .tls12 ? schemes.json(\.name) : nil, "primeBits": primeBits,
        ])
    }
}

extension ProtocolSurvey.Taken {
    fileprivate func json(_ name: (Point) -> String) -> JSONObject {
        JSONObject(["taken": points.map(name), "complete": isComplete])
    }
}
