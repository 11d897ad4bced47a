import CCurl

extension Attempt {
    /// When its parts took place and how much they moved, as far as it has come.
    var metrics: TransferMetrics {
        let resolved = moment(CURLINFO_NAMELOOKUP_TIME_T)
        let connected = moment(CURLINFO_CONNECT_TIME_T)
        let ready = moment(CURLINFO_PRETRANSFER_TIME_T)
        // Where there is no TLS with the server, libcurl's figure is that of an HTTPS proxy's.
        let secured = request.isPlain ? nil : moment(CURLINFO_APPCONNECT_TIME_T)
        let opened = request.isPlain && request.proxy != nil ? ready : secured ?? connected
        let answered = moment(CURLINFO_STARTTRANSFER_TIME_T)
        let total = moment(CURLINFO_TOTAL_TIME_T) ?? (.now - began)
        let isReused = record != nil && !opensConnection
        let sent = sentAt.map { $0 - began } ?? ready
        return TransferMetrics(
            start: startedAt,
            domainLookup: isReused ? nil : Self.range(.zero, resolved),
            connect: isReused ? nil : Self.range(resolved, opened),
            secureConnection: isReused ? nil : Self.range(connected, secured),
            request: Self.range(ready, sent), response: Self.range(answered, total), total: total,
            requestHeaderBytes: max(0, easy.integer(CURLINFO_REQUEST_SIZE)),
            requestBodyBytes: easy.count(CURLINFO_SIZE_UPLOAD_T),
            responseHeaderBytes: response.fieldBytes,
            responseBodyBytes: easy.count(CURLINFO_SIZE_DOWNLOAD_T), decodedBodyBytes: response.bodyCount,
            localAddress: easy.text(CURLINFO_LOCAL_IP),
            localPort: UInt16(exactly: easy.integer(CURLINFO_LOCAL_PORT)).flatMap { $0 == 0 ? nil : $0 },
            remoteAddress: easy.text(CURLINFO_PRIMARY_IP),
            remotePort: UInt16(exactly: easy.integer(CURLINFO_PRIMARY_PORT)).flatMap { $0 == 0 ? nil : $0 },
            isReusedConnection: isReused, isProxyConnection: request.proxy != nil)
    }

    private func moment(_ info: CURLINFO) -> Duration? { easy.microseconds(info).map { .microseconds($0) } }

    private static func range(_ start: Duration?, _ end: Duration?) -> ClosedRange<Duration>? {
        guard let start, let end else { return nil }
        return start...max(start, end)
    }
}
