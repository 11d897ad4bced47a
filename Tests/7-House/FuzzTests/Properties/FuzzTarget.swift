/// One kind of input, and what has to hold of whatever comes as such.
public struct FuzzTarget: Sendable, CustomStringConvertible {
    /// Its name: that of its folder in `Fuzz/corpus`.
    public let name: String
    /// Throws what does not hold. An input that is refused by a typed error is as good as any.
    public let check: @Sendable ([UInt8]) throws(Violation) -> Void

    public var description: String { name }

    /// All of them, in the order in which `make fuzz` takes them.
    public static let all = [
        FuzzTarget(name: "certificate", check: checkCertificate),
        FuzzTarget(name: "crl", check: checkRevocationList),
        FuzzTarget(name: "ocsp", check: checkOCSPResponse),
        FuzzTarget(name: "certificate-bundle", check: checkCertificateBundle),
        FuzzTarget(name: "sct", check: checkTimestampList),
        FuzzTarget(name: "pem", check: checkPEM),
        FuzzTarget(name: "server-name", check: checkServerName),
        FuzzTarget(name: "url", check: checkURL),
        FuzzTarget(name: "unicode-labels", check: checkUnicodeLabels),
        FuzzTarget(name: "name-constraints", check: checkNameConstraints),
        FuzzTarget(name: "path", check: checkPath),
        FuzzTarget(name: "revocation", check: checkRevocation),
        FuzzTarget(name: "evidence-answer", check: checkEvidenceAnswer),
        FuzzTarget(name: "fetched-evidence", check: checkFetchedEvidence),
        FuzzTarget(name: "transparency", check: checkTransparency),
        FuzzTarget(name: "rules", check: checkRules),
        FuzzTarget(name: "json", check: checkJSON),
        FuzzTarget(name: "yaml", check: checkYAML),
        FuzzTarget(name: "policy", check: checkPolicy),
        FuzzTarget(name: "log-list", check: checkLogList),
        FuzzTarget(name: "pin-update", check: checkPinUpdate),
        FuzzTarget(name: "dns", check: checkDNSMessage),
        FuzzTarget(name: "provider-json", check: checkProviderJSON),
        FuzzTarget(name: "certificate-message", check: checkCertificateMessage),
        FuzzTarget(name: "handshake", check: checkHandshake),
        FuzzTarget(name: "client-hello", check: checkClientHello),
        FuzzTarget(name: "starttls", check: checkStartTLS),
        FuzzTarget(name: "tickets", check: checkTickets),
        FuzzTarget(name: "kept-sessions", check: checkKeptSessions),
        FuzzTarget(name: "set-cookie", check: checkSetCookie),
        FuzzTarget(name: "cookie-file", check: checkCookieFile),
        FuzzTarget(name: "strict-transport", check: checkStrictTransport),
        FuzzTarget(name: "challenges", check: checkChallenges),
        FuzzTarget(name: "cache", check: checkCache),
        FuzzTarget(name: "forms", check: checkForms),
        FuzzTarget(name: "xml", check: checkXML),
        FuzzTarget(name: "property-list", check: checkPropertyList),
        FuzzTarget(name: "resume-data", check: checkResumeData),
        FuzzTarget(name: "download-journal", check: checkDownloadJournal),
        FuzzTarget(name: "pkcs12", check: checkPKCS12),
        FuzzTarget(name: "http1-response", check: checkHTTP1Connection),
        FuzzTarget(name: "http2", check: checkHTTP2Connection),
        FuzzTarget(name: "websocket", check: checkWebSocket),
        FuzzTarget(name: "proxy-answer", check: checkProxyAnswer),
        FuzzTarget(name: "gate-head", check: checkGateHead),
        FuzzTarget(name: "gate-chunks", check: checkGateChunks),
        FuzzTarget(name: "gate-hello", check: checkGateHello),
        FuzzTarget(name: "gate-http2", check: checkGateHTTP2),
        FuzzTarget(name: "gate-sockets", check: checkGateSockets),
        FuzzTarget(name: "gate-form", check: checkGateForm),
    ]
}
