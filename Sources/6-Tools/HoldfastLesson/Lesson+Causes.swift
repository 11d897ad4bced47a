package import HoldfastDiagnostics

extension Lesson {
    /// The chapter that is about a cause; nil where none is.
    ///
    /// - Parameter code: of a finding or an error, for example `expired`.
    package static func chapter(about code: String) -> ExplanationReport.Chapter? {
        guard let part = parts.first(where: { $0.codes.contains(code) })?.part,
            let index = outline.firstIndex(where: { $0 == part })
        else { return nil }
        return ExplanationReport.Chapter(number: index + 1, title: part.title)
    }

    private static var parts: [(part: any LessonPart.Type, codes: Set<String>)] {
        [
            (
                FailureChapter.self,
                ["expired", "notYetValid", "hostMismatch", "issuerNotFound", "selfSignedNotAnchor", "noAnchor"]
            ),
            (
                TrustChapter.self,
                [
                    "badSignature", "basicConstraints", "pathLength", "nameConstraints", "keyUsage", "anchorRejected",
                    "anchorConstraint", "keyIdentifier", "malformedCertificate", "algorithmMismatch",
                ]
            ),
            (PinChapter.self, ["pinMismatch", "pinsExpired"]),
            (AddressChapter.self, ["unrecognizedName", "addressInURL", "addressPoisoned", "couldNotResolveHost"]),
            (
                RecordChapter.self,
                ["protocolVersion", "tlsAlert", "notTLS", "handshakeFailure", "connectionClosed", "weakConnection"]
            ),
            (HandshakeChapter.self, ["handshakeFailed", "nothingPresented"]),
            (
                RequestChapter.self,
                [
                    "subjectAltName", "missingSubjectAltName", "transparency", "extendedKeyUsage", "lifetime",
                    "commonName",
                ]
            ),
            (
                ChallengeChapter.self,
                ["clientCertificateRequired", "clientCertificateRefused", "tooManyAttempts", "wrongCredential"]
            ),
            (KeyChapter.self, ["weakKey", "weakSignature", "unsupportedAlgorithm"]),
        ]
    }
}
