import HoldfastStatements
import HoldfastTLS
import HoldfastTransport
import Testing

/// RFC 8446 §6.2 has these error alerts; a server sends each of them for a reason of its own, but for 113, which a
/// client alone sends ("Sent by clients when an invalid or unacceptable OCSP response is provided by the server").
@Suite("Alerts by what a server says with them") struct AlertSentenceTests {
    private static let ofRFC8446: [UInt8] = [
        10, 20, 22, 40, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 70, 71, 80, 86, 109, 110, 112, 115, 116, 120,
    ]

    @Test("Each has a meaning of its own in both languages, and an advice", arguments: ofRFC8446)
    func meanings(_ number: UInt8) throws {
        let alert = AlertDescription(number)
        let meaning = try #require(AlertSentence(alert))
        #expect(meaning.number == number)
        #expect(meaning.english != meaning.chinese)
        let advice = AlertSentence.advice(of: alert)
        #expect(advice.clauses.count == 2, "\(advice)")
        #expect(advice.clauses[0] == meaning.statement)
        let others = AlertSentence.allCases.filter { $0 != meaning }
        #expect(!others.contains { $0.english == meaning.english })
    }

    /// §6.2: "certificate_expired: A certificate has expired or is not currently valid", "unknown_ca: A valid
    /// certificate chain or partial chain was received, but the certificate was not accepted because the CA certificate
    /// could not be located or could not be matched with a known trust anchor".
    @Test("About a certificate that was sent, each says what to do with it")
    func certificates() {
        let advice = { (number: UInt8) in
            AlertSentence.adviceAboutCertificate(of: AlertDescription(number))?.clauses.last?.identifier
        }
        #expect(advice(45) == "alertAdvice.renewClientCertificate")
        #expect(advice(48) == "alertAdvice.completeClientChain")
        #expect(advice(44) == "alertAdvice.haveNewClientCertificate")
        #expect(advice(43) == "alertAdvice.giveUsualKind")
        #expect(advice(49) == "alertAdvice.askForAccess")
        for number in ClientCertificateErrors.refusals { #expect(advice(number) != nil, "\(number)") }
        #expect(advice(80) == nil, "no word about a certificate")
    }

    @Test("About none that was sent, it says that one may be wanted")
    func withoutCertificate() {
        for number: UInt8 in [42, 45, 46, 48, 49] {
            let last = AlertSentence.advice(of: AlertDescription(number)).clauses.last
            #expect(last?.identifier == "alertAdvice.askAboutClients")
        }
        #expect(AlertSentence.advice(of: AlertDescription(200)).identifier == "alertAdvice.seeServersLog")
    }
}
