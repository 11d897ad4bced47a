import CCurl
import HoldfastCrypto
import HoldfastStatements
import HoldfastTrust

extension Attempt {
    /// The reason why libcurl gave up, in our words; theirs are kept beside them.
    func failure(_ code: CURLcode) -> TransportError {
        var error = classify(code)
        error.connection = record
        error.endpoint = endpoint
        error.wasSent = wasSent
        error.certificateWasAccepted = connection?.wasAccepted ?? false
        error.librarySays = librarySays(code)
        if mayHaveLostAnswer, [.request, .transfer].contains(error.phase) {
            error.adviceStatement = TransferAdvice.earlyAnswer.statement
        }
        return error
    }

    /// Whether content went out over HTTP/2, where libcurl may have lost what was answered meanwhile.
    var mayHaveLostAnswer: Bool {
        isAllowed && !response.hasBegun && uploadFailure == nil && response.overflow == nil
            && (feed != nil || submission.request.message.body?.isEmpty == false) && record?.applicationProtocol == "h2"
    }

    /// Whether the request has gone out, and another connection, or another address, does not undo that.
    var wasSent: Bool {
        isAllowed || isHeadDelivered || repetition.ending(of: submission.request.message.method) != nil
    }

    /// The reason why a request that was lost with its kept connection goes out over no other one (RFC 9110 §9.2.2);
    /// nil where it may, and where none was lost.
    ///
    /// Whether that other one is still to be opened, or is not for this request, makes no difference.
    var loss: PreRequestCheck.Denial? {
        guard denial != nil || wantsConnection, !response.hasBegun else { return nil }
        return repetition.ending(of: submission.request.message.method)
    }

    /// Whether the request went out by HTTP/2 and the server answered that it takes it by HTTP/1.1 alone: "The endpoint
    /// requires that HTTP/1.1 be used instead of HTTP/2" (RFC 9113 §7, HTTP_1_1_REQUIRED). It was not acted on, and may
    /// go out so once more, whatever its method.
    ///
    /// libcurl does not tell; it wants another connection by itself, which then speaks HTTP/1.1, while the one of
    /// HTTP/2 stays open. Told apart for a connection that was opened for the request alone: one that others had before
    /// may have been lost, of which libcurl makes the same, and the server may have acted on the request then.
    var hasBeenToldHTTP11: Bool {
        guard !response.hasBegun, !offersHTTP11Alone, let sentOver = repetition.lastConnection as? Connection,
            sentOver.opener === self, !sentOver.handshake.isClosed, sentOver.record().applicationProtocol == "h2"
        else { return false }
        return connection === sentOver || connection?.record().applicationProtocol != "h2"
    }

    private func classify(_ code: CURLcode) -> TransportError {
        if let uploadFailure { return uploadFailure }
        if isBegunAgain { return CURLE_PARTIAL_FILE.transportError(for: request, systemError: 0) }
        if code == CURLE_SEND_FAIL_REWIND { return .notRepeatable }
        if let weakNTLMAsker { return .weakNTLM(weakNTLMAsker == .proxy ? .proxy : .server) }
        if isConfigurationUnusable { return .unusableConfiguration }
        if let unavailableGroups { return .unavailable(unavailableGroups) }
        if let proxyFailure = proxyFailure(code) { return proxyFailure }
        if let overflow = response.overflow ?? proxyResponse.overflow { return Self.tooLarge(overflow, request) }
        if let connection, opensConnection {
            if let undecidable = connection.undecidable { return undecidable }
            if case .refused(let failure) = connection.verdict { return .certificateRefused(failure) }
        }
        if let loss { return Self.notRepeated(loss, request) }
        if let denial { return Self.denied(denial) }
        if let connection,
            let error = ClientCertificateErrors.error(
                connection.handshake, code.fault(), connection.identityDemand, hasAnswer: response.hasBegun,
                isFirstRequest: opensConnection)
        {
            if error.code == .clientCertificateRequired { connection.noteWantOfIdentity() }
            return error
        }
        if let connection, let alert = connection.handshake.receivedAlert {
            return TLSErrors.alert(alert, connection, request)
        }
        if opensConnection, let connection, !connection.handshake.isFinished {
            return TLSErrors.local(connection.handshake.errors(), connection, request)
        }
        return malformed(code)
            ?? code.transportError(for: request, systemError: Int32(easy.integer(CURLINFO_OS_ERRNO)))
    }

    /// The error for a malformed answer, where libcurl's code alone says something else.
    private func malformed(_ code: CURLcode) -> TransportError? {
        guard isAllowed else { return nil }
        switch code {
        case CURLE_UNSUPPORTED_PROTOCOL:
            // HTTP/0.9: an answer without a status line.
            return CURLE_WEIRD_SERVER_REPLY.transportError(for: request, systemError: 0)
        case CURLE_OUT_OF_MEMORY where !response.isHeadComplete, Self.tooLargeForLibcurl,
            CURLE_RECV_ERROR where easy.errorText?.hasPrefix("Too large response headers") == true:
            // What is over libcurl's own limits never gets to where lines are counted, or not all of it: a line of 100
            // KiB, a head of 300 KiB, and 5,000 fields, trailers included.
            return TransportError(
                .transfer, .headersTooLarge, TransferSentence.tooManyFields, advice: TransferAdvice.seeFields)
        case CURLE_RECV_ERROR where easy.errorText?.contains("chunk") == true:
            return TransportError(
                .transfer, .badChunk, TransferSentence.brokenChunks, advice: TransferAdvice.seeChunks)
        default: return nil
        }
    }

    /// `CURLE_TOO_LARGE` of libcurl 8.6 and later (libcurl-errors(3)).
    private static let tooLargeForLibcurl = CURLcode(rawValue: 100)

    /// The reason why an exchange that libcurl takes for whole is not; nil where it is.
    ///
    /// libcurl takes any end of the connection for the end of a head, or of a body without a length. What TLS did not
    /// end itself may be cut (RFC 9112 §9.8).
    var cutShort: TransportError? {
        guard submission.request.kind == .request, let record else { return nil }
        guard response.isHeadComplete else { return ended(record) }
        // Without TLS nobody can tell (RFC 9112 §8).
        guard let connection, response.endsWithConnection, submission.request.message.method != "HEAD",
            !connection.handshake.wasClosed
        else { return nil }
        return ended(record)
    }

    private func ended(_ record: ConnectionRecord) -> TransportError {
        var error = CURLE_PARTIAL_FILE.transportError(for: request, systemError: 0)
        error.connection = record
        error.certificateWasAccepted = connection?.wasAccepted ?? false
        return error
    }

    static func tooLarge(_ overflow: ResponseCollector.Overflow, _ request: TransportRequest) -> TransportError {
        switch overflow {
        case .body:
            TransportError(
                .transfer, .responseTooLarge, TransferSentence.tooLong(limit: request.limits.responseBytes),
                advice: TransferAdvice.raiseLimit)
        case .fields:
            TransportError(
                .transfer, .headersTooLarge, TransferSentence.headerTooLong(limit: request.limits.headerBytes),
                advice: TransferAdvice.seeFields)
        case .lengths:
            TransportError(.transfer, .badLength, TransferSentence.badLength, advice: TransferAdvice.seeLength)
        case .coding: CURLE_BAD_CONTENT_ENCODING.transportError(for: request, systemError: 0)
        case .upgrade:
            TransportError(
                .transfer, .unaskedUpgrade, TransferSentence.unaskedUpgrade, advice: TransferAdvice.seeUpgrade)
        }
    }

    static func notRepeated(_ denial: PreRequestCheck.Denial, _ request: TransportRequest) -> TransportError {
        TransportError(
            .transfer, .emptyReply, TransferSentence.noAnswerToRepeated(denial, method: request.message.method),
            advice: TransferAdvice.mayHaveActed)
    }

    static func denied(_ denial: PreRequestCheck.Denial) -> TransportError {
        if denial == .noExtendedMasterSecret {
            return TransportError(
                .tls, .weakConnection, HandshakeSentence.heldBack(denial),
                advice: HandshakeSettingAdvice.updateLibrary)
        }
        if denial == .otherGroup {
            return TransportError(
                .tls, .weakConnection, HandshakeSentence.heldBack(denial),
                advice: HandshakeSettingAdvice.switchOnGroups)
        }
        return TransportError(
            .tls, denial == .outdatedPolicy ? .policyChanged : .connectionNotAccepted,
            HandshakeSentence.heldBack(denial), advice: HandshakeSettingAdvice.repeatRequest)
    }

    /// The innermost first.
    private func librarySays(_ code: CURLcode) -> [String] {
        let openSSL = connection.map { opensConnection ? $0.handshake.errors().map(\.description) : [] } ?? []
        let curl = easy.errorText ?? code.text
        return openSSL + ["curl (\(code.rawValue)): \(curl)"]
    }
}

extension TransportError {
    static func unavailable(_ groups: SupportedGroups) -> TransportError {
        TransportError(
            .tls, .unavailableGroups, HandshakeSentence.noSuchGroups(groups: "\(groups)"),
            advice: HandshakeSettingAdvice.askForOtherGroups)
    }

    static var unusableConfiguration: TransportError {
        TransportError(
            .tls, .opensslConfiguration, HandshakeSentence.openSSLConfiguration,
            advice: HandshakeSettingAdvice.seeOpenSSLConfiguration)
    }
}
