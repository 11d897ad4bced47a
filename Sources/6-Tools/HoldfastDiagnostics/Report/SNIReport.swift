package import HoldfastHTTPS
package import HoldfastStatements
import HoldfastTrust

/// Whether a server chooses its certificate by the server name of the handshake, as verdicts report it.
package struct SNIReport: Hashable, Sendable {
    /// The server name that was sent; nil where none was.
    package let sent: String?
    /// The server name of the second handshake; nil where it had none.
    package let tried: String?
    /// Whether ``tried`` is a name of the certificate itself, by which the server can be reached.
    let isNameOfCertificate: Bool
    /// Whether the server chooses by it; nil where the second handshake does not tell.
    package let choosesBySNI: Bool?
    /// The leaf of the second handshake; nil where none came.
    package let presents: CertificateSummary?
    /// Whether that leaf carries the name that had to be proven.
    package let provesName: Bool
    /// The failure of the second handshake.
    package let error: FailureReport?

    package init(_ diagnosis: ServerNameDiagnosis, presented: CertificateSummary? = nil) {
        sent = diagnosis.sent
        tried = diagnosis.tried
        isNameOfCertificate = diagnosis.isNameOfCertificate
        choosesBySNI = diagnosis.serverChooses
        switch diagnosis.outcome {
        case .otherCertificate(let trust, let proves):
            (presents, provesName, error) = (trust.presented.first.map(CertificateSummary.init), proves, nil)
        case .sameCertificate: (presents, provesName, error) = (presented, false, nil)
        case .failed(let failure): (presents, provesName, error) = (nil, false, FailureReport(failure))
        }
    }

    /// One sentence for people, without a full stop.
    package var statement: Statement {
        if let error { return ServerNameIndicationSentence.unknown(with: tried, failure: error.statement).statement }
        let sentence: ServerNameIndicationSentence =
            if choosesBySNI == true {
                .chooses(with: tried, subject: .init(presents?.fields), provesName: provesName)
            } else if isNameOfCertificate {
                .connectBy(name: tried)
            } else {
                .same(name: sent ?? tried)
            }
        return sentence.statement
    }
}

extension SNIReport: JSONReport {
    package var json: JSONObject {
        JSONObject(
            [
                "sent": sent, "tried": tried, "choosesBySNI": choosesBySNI, "presents": presents,
                "provesName": provesName, "message": statement.english, "statement": StatementReport(statement),
            ], unlessNone: ["error": error])
    }
}
