import CCurl
import HoldfastCrypto
import HoldfastTrust

extension Attempt {
    /// Why libcurl gave up, in our words; theirs are kept beside them.
    func failure(_ code: CURLcode) -> TransportError {
        var error = classify(code)
        if let connection {
            error.connection = connection.record()
            error.certificateWasAccepted = connection.wasAccepted
        }
        error.librarySays = librarySays(code)
        return error
    }

    private func classify(_ code: CURLcode) -> TransportError {
        if let uploadFailure { return uploadFailure }
        if code == CURLE_SEND_FAIL_REWIND { return .notRepeatable }
        if let proxyFailure = proxyFailure(code) { return proxyFailure }
        if let overflow = response.overflow ?? proxyResponse.overflow { return Self.tooLarge(overflow, request) }
        if let connection, opensConnection {
            if let undecidable = connection.undecidable { return undecidable }
            if case .refused(let failure) = connection.verdict { return .certificateRefused(failure) }
        }
        if let denial { return Self.denied(denial) }
        if let connection,
            let error = ClientCertificateFailure.error(
                connection.handshake, code, hasAnswer: response.hasBegun, isFirstRequest: opensConnection)
        {
            return error
        }
        if isAskedForWeakNTLM {
            return TransportError(
                .request, "weakNTLM", "the server asks for an answer by NTLMv1, or for one that cannot be read",
                hint: "let the server describe itself, as NTLMv2 needs it, or use another scheme")
        }
        if let alert = connection?.handshake.receivedAlert { return TLSFailure.alert(alert, request) }
        if opensConnection, let connection, !connection.handshake.isFinished {
            return TLSFailure.local(connection.handshake.errors(), connection, request)
        }
        return CurlFailure.classify(code, request, systemError: Int32(easy.integer(CURLINFO_OS_ERRNO)))
    }

    private static func tooLarge(_ overflow: ResponseCollector.Overflow, _ request: TransportRequest) -> TransportError
    {
        switch overflow {
        case .body:
            TransportError(
                .transfer, "responseTooLarge", "the response has more than \(request.maximumResponseBytes) bytes",
                hint: "raise the limit if so much is expected")
        case .fields:
            TransportError(
                .transfer, "headersTooLarge",
                "the response's header has more than \(request.maximumHeaderBytes) bytes",
                hint: "look at what the server sends; no sound response needs so much")
        }
    }

    private static func denied(_ denial: PreRequestCheck.Denial) -> TransportError {
        TransportError(
            .tls, "connectionNotAccepted", "the request was held back: \(denial.rawValue)",
            hint: "repeat the request; if it stays so, report this")
    }

    /// The innermost first.
    private func librarySays(_ code: CURLcode) -> [String] {
        let openSSL = connection.map { opensConnection ? $0.handshake.errors().map(\.description) : [] } ?? []
        let curl = easy.errorText ?? CurlText.error(code)
        return openSSL + ["curl (\(code.rawValue)): \(curl)"]
    }
}
