extension TransportError {
    /// The stable word that names a failure: what programs compare, and what JSON has.
    ///
    /// The codes stand in one table, ``all``; `Docs/errors.md` says the same of each, with the phases that it occurs
    /// in.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The word used in JSON, for example `certificateRefused`.
        public let rawValue: String

        /// A code by its word, as one that was read from JSON.
        public init(rawValue: String) { self.rawValue = rawValue }

        private init(_ rawValue: String) { self.rawValue = rawValue }

        public var description: String { rawValue }

        /// A time limit ended the attempt.
        public static let timedOut = Code("timedOut")
        /// The task that waited was cancelled, or a handler cancelled the challenge.
        public static let cancelled = Code("cancelled")

        /// The host's name has no address, or none that may be dialled.
        public static let couldNotResolveHost = Code("couldNotResolveHost")
        /// The lookup of the host's name failed, which says nothing about whether the name exists.
        public static let lookupFailed = Code("lookupFailed")
        /// The host's name has more addresses than are looked at.
        public static let tooManyAddresses = Code("tooManyAddresses")
        /// The proxy's name has no address.
        public static let couldNotResolveProxy = Code("couldNotResolveProxy")

        /// Nothing listens at the address and port.
        public static let connectionRefused = Code("connectionRefused")
        /// The machine has no way to the address.
        public static let unreachable = Code("unreachable")
        /// The connection did not come about, for another reason of the system.
        public static let couldNotConnect = Code("couldNotConnect")
        /// The connection to the proxy did not come about.
        public static let proxyUnreachable = Code("proxyUnreachable")
        /// The proxy refused a tunnel; with the status 407 it asks for a credential.
        public static let proxyRefused = Code("proxyRefused")
        /// The proxy's own certificate is not trusted.
        public static let proxyNotTrusted = Code("proxyNotTrusted")
        /// The TLS handshake with the proxy failed.
        public static let proxyHandshakeFailed = Code("proxyHandshakeFailed")

        /// The server's certificate is not trusted; the findings say why.
        public static let certificateRefused = Code("certificateRefused")
        /// The server's certificates cannot be read.
        public static let certificateMessage = Code("certificateMessage")
        /// The verdict is about another handshake than the one that was held.
        public static let judgementMismatch = Code("judgementMismatch")
        /// The handler rejected a server that the session, or the handler's own evaluation, trusts.
        public static let serverTrustRejected = Code("serverTrustRejected")
        /// The server presented no certificate.
        public static let nothingPresented = Code("nothingPresented")
        /// The request was held back: its connection was not accepted for it.
        public static let connectionNotAccepted = Code("connectionNotAccepted")
        /// The request was held back: its policy changed after the connection was accepted.
        public static let policyChanged = Code("policyChanged")
        /// The TLS handshake failed for a reason of OpenSSL's that has no code of its own.
        public static let handshakeFailed = Code("handshakeFailed")
        /// The machine's configuration of OpenSSL leaves nothing that a connection could use.
        public static let opensslConfiguration = Code("opensslConfiguration")
        /// The machine's OpenSSL has none of the groups that the settings for the server ask for.
        public static let unavailableGroups = Code("unavailableGroups")
        /// The server does not speak TLS on the port.
        public static let notTLS = Code("notTLS")
        /// The server and the client have no version of TLS in common.
        public static let protocolVersion = Code("protocolVersion")
        /// The server found no cipher suite, group or signature in common (alert 40), or asks for stronger ones (alert
        /// 71).
        public static let handshakeFailure = Code("handshakeFailure")
        /// The handshake's cipher suite or keys are weaker than the settings for the server ask for.
        public static let weakConnection = Code("weakConnection")
        /// The server does not serve the name (alert 112).
        public static let unrecognizedName = Code("unrecognizedName")
        /// The server speaks neither HTTP/2 nor HTTP/1.1 on the port (alert 120).
        public static let noApplicationProtocol = Code("noApplicationProtocol")
        /// The server ended TLS with another alert.
        public static let tlsAlert = Code("tlsAlert")
        /// The server's request for a client certificate names too many authorities, or cannot be read.
        public static let certificateRequest = Code("certificateRequest")
        /// The server asked for a second handshake, which was declined, and ended the connection.
        public static let renegotiationRefused = Code("renegotiationRefused")
        /// OpenSSL does not take the client's certificates or their key.
        public static let clientIdentityUnusable = Code("clientIdentityUnusable")
        /// The server refused the client's certificate.
        public static let clientCertificateRefused = Code("clientCertificateRefused")
        /// The server requires a client certificate, and got none.
        public static let clientCertificateRequired = Code("clientCertificateRequired")
        /// The server asked for a client certificate after the handshake, got none, and ended the connection.
        public static let clientCertificateAskedLate = Code("clientCertificateAskedLate")
        /// The server asked for a client certificate after the handshake over HTTP/2 (RFC 8740).
        public static let clientCertificateOverHTTP2 = Code("clientCertificateOverHTTP2")

        /// The request has a method, target, field or setting that cannot be sent.
        public static let unusableRequest = Code("unusableRequest")
        /// The URL is of plain HTTP, which has no certificate that could be verified.
        public static let plainHTTP = Code("plainHTTP")
        /// The URL is of plain HTTP, which the settings for its server do not allow.
        public static let plainHTTPRefused = Code("plainHTTPRefused")
        /// The request's `Host` field and its URL name different servers.
        public static let hostConflict = Code("hostConflict")
        /// Nothing is kept that would answer the request, which must not be sent.
        public static let notCached = Code("notCached")
        /// The connection ended too early: in the handshake, before the request was sent, or in the response.
        public static let connectionClosed = Code("connectionClosed")
        /// The request has to be sent again, and its body can be read only once.
        public static let bodyNotRepeatable = Code("bodyNotRepeatable")
        /// The request's body could not be made.
        public static let uploadFailed = Code("uploadFailed")
        /// The request's body has another length than was announced.
        public static let uploadLength = Code("uploadLength")
        /// The file to be sent cannot be read.
        public static let unreadableFile = Code("unreadableFile")
        /// The handler did not answer a challenge in time.
        public static let challengeTimedOut = Code("challengeTimedOut")
        /// The handler answered a challenge with a credential of the wrong kind.
        public static let wrongCredential = Code("wrongCredential")
        /// The authentication scheme cannot carry the user name or password.
        public static let credentialUnusable = Code("credentialUnusable")
        /// The server or proxy refused more answers than are given to one request.
        public static let tooManyAttempts = Code("tooManyAttempts")
        /// The Digest challenge asks for what is not given: less than before, or another nonce again and again.
        public static let digestRefused = Code("digestRefused")
        /// The server's proof that it knows the password is wrong (RFC 7616).
        public static let digestProofWrong = Code("digestProofWrong")
        /// The negotiation with Kerberos failed, or its ticket was refused.
        public static let negotiateFailed = Code("negotiateFailed")
        /// The server's last token does not prove who it is (RFC 4559).
        public static let negotiateProofWrong = Code("negotiateProofWrong")
        /// The machine has no Kerberos library that could negotiate.
        public static let negotiateUnavailable = Code("negotiateUnavailable")
        /// The machine has no mechanism for NTLM.
        public static let ntlmUnavailable = Code("ntlmUnavailable")
        /// The NTLM challenge asks for an answer by NTLMv1, or cannot be read.
        public static let weakNTLM = Code("weakNTLM")
        /// The login page is not in UTF-8, and what is to be sent is not ASCII.
        public static let loginFormCharset = Code("loginFormCharset")
        /// The login page or its form lies at an origin that the login does not name.
        public static let loginFormElsewhere = Code("loginFormElsewhere")
        /// The login form is sent in an encoding that is not supported.
        public static let loginFormEncoding = Code("loginFormEncoding")
        /// The login form would put the password into a URL.
        public static let loginFormInURL = Code("loginFormInURL")
        /// The login page has no form as described, or is behind too many redirects.
        public static let loginFormMissing = Code("loginFormMissing")
        /// The login by form is kept in cookies, and the request takes none.
        public static let loginNeedsCookies = Code("loginNeedsCookies")

        /// The server closed the connection without an answer.
        public static let emptyReply = Code("emptyReply")
        /// The server broke off the HTTP/2 exchange.
        public static let http2 = Code("http2")
        /// The server's answer is no HTTP response.
        public static let notHTTP = Code("notHTTP")
        /// The chunks of the response's body break RFC 9112 §7.1.
        public static let badChunk = Code("badChunk")
        /// The response's `Content-Length` is no number, or two.
        public static let badLength = Code("badLength")
        /// The response's body cannot be decompressed.
        public static let badContentEncoding = Code("badContentEncoding")
        /// The response's header is over the limit.
        public static let headersTooLarge = Code("headersTooLarge")
        /// The response's body is over the limit.
        public static let responseTooLarge = Code("responseTooLarge")
        /// The server goes over to another protocol, which nobody asked for.
        public static let unaskedUpgrade = Code("unaskedUpgrade")
        /// The server does not go over to WebSocket, or not as it was asked (RFC 6455 §4.1).
        public static let webSocketRefused = Code("webSocketRefused")
        /// The server broke the protocol of WebSocket, which this side has ended.
        public static let webSocketBroken = Code("webSocketBroken")
        /// The WebSocket was closed, by either side.
        public static let webSocketClosed = Code("webSocketClosed")
        /// The server redirected more often than is followed.
        public static let tooManyRedirects = Code("tooManyRedirects")
        /// The redirect's `Location` is no URL that could be followed.
        public static let invalidRedirect = Code("invalidRedirect")
        /// The redirect leads to a URL without TLS.
        public static let insecureRedirect = Code("insecureRedirect")

        /// The session was invalidated and takes no more requests.
        public static let invalidated = Code("invalidated")
        /// The session was shut down before the request ended.
        public static let shutDown = Code("shutDown")
        /// The download's file exists already.
        public static let fileExists = Code("fileExists")
        /// The download's file cannot be written.
        public static let fileNotWritten = Code("fileNotWritten")
        /// The process has no file descriptor left.
        public static let noDescriptors = Code("noDescriptors")
        /// The process could not start a thread.
        public static let noThread = Code("noThread")
        /// The process has no memory left.
        public static let outOfMemory = Code("outOfMemory")
        /// The OpenSSL of the machine is not one that connections can be judged with.
        public static let unusableLibrary = Code("unusableLibrary")
        /// A connection was used without being asked about.
        public static let uncheckedConnection = Code("uncheckedConnection")
        /// The server's certificate came on a connection that was to have none.
        public static let noPolicy = Code("noPolicy")
        /// The response came without its stream.
        public static let noStream = Code("noStream")
        /// The policy is for another server than the one that is asked.
        public static let policyForAnotherServer = Code("policyForAnotherServer")
        /// The session has a policy of its own and settings beside it that are parts of a policy.
        public static let policyConflict = Code("policyConflict")
        /// The response's body is read by two tasks at once.
        public static let twoReaders = Code("twoReaders")

        /// Every code, in the order of the documentation's table.
        package static let all: [Code] = [
            .timedOut, .cancelled, .couldNotResolveHost, .lookupFailed, .tooManyAddresses, .couldNotResolveProxy,
            .connectionRefused, .unreachable, .couldNotConnect, .proxyUnreachable, .proxyRefused, .proxyNotTrusted,
            .proxyHandshakeFailed, .certificateRefused, .certificateMessage, .judgementMismatch, .serverTrustRejected,
            .nothingPresented, .connectionNotAccepted, .policyChanged, .handshakeFailed, .opensslConfiguration,
            .unavailableGroups, .notTLS, .protocolVersion, .handshakeFailure, .weakConnection, .unrecognizedName,
            .noApplicationProtocol, .tlsAlert,
            .certificateRequest, .renegotiationRefused, .clientIdentityUnusable, .clientCertificateRefused,
            .clientCertificateRequired, .clientCertificateAskedLate, .clientCertificateOverHTTP2, .unusableRequest,
            .plainHTTP, .plainHTTPRefused, .hostConflict, .notCached, .connectionClosed, .bodyNotRepeatable,
            .uploadFailed, .uploadLength,
            .unreadableFile, .challengeTimedOut, .wrongCredential, .credentialUnusable, .tooManyAttempts,
            .digestRefused, .digestProofWrong, .negotiateFailed, .negotiateProofWrong, .negotiateUnavailable,
            .ntlmUnavailable, .weakNTLM, .loginFormCharset, .loginFormElsewhere, .loginFormEncoding, .loginFormInURL,
            .loginFormMissing, .loginNeedsCookies, .emptyReply, .http2, .notHTTP, .badChunk, .badLength,
            .badContentEncoding, .headersTooLarge, .responseTooLarge, .unaskedUpgrade,
            .webSocketRefused, .webSocketBroken, .webSocketClosed, .tooManyRedirects, .invalidRedirect,
            .insecureRedirect, .invalidated, .shutDown, .fileExists, .fileNotWritten,
            .noDescriptors, .noThread, .outOfMemory, .unusableLibrary,
            .uncheckedConnection, .noPolicy, .noStream, .policyForAnotherServer, .policyConflict,
            .twoReaders,
        ]
    }
}
