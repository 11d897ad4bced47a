import CCurl
import HoldfastX509

extension Attempt {
    /// When its parts took place and how much they moved, as far as it has come.
    var metrics: TransferMetrics {
        let origin = dialled?.transferBegan ?? began
        let resolved = dialled.map { $0.socket.resolved - origin } ?? moment(CURLINFO_NAMELOOKUP_TIME_T)
        let connecting = dialled.map { $0.socket.began - origin } ?? resolved
        let connected = moment(CURLINFO_CONNECT_TIME_T)
        let ready = moment(CURLINFO_PRETRANSFER_TIME_T)
        // Where there is no TLS with the server, libcurl's figure is that of an HTTPS proxy's.
        let secured = submission.request.isPlain ? nil : moment(CURLINFO_APPCONNECT_TIME_T)
        let opened =
            submission.request.isPlain && submission.request.connection.proxy != nil ? ready : secured ?? connected
        let answered = moment(CURLINFO_STARTTRANSFER_TIME_T)
        let total = moment(CURLINFO_TOTAL_TIME_T) ?? (.now - origin)
        let isReused = record != nil && !opensConnection
        let sent = sentAt.map { $0 - origin } ?? ready
        // Of a socket that was dialled here libcurl tells the port that it would have dialled itself.
        let dialledEnd = record?.dial?.endpoint ?? endpoint
        return TransferMetrics(
            start: dialled?.transferStartedAt ?? startedAt,
            domainLookup: isReused ? nil : Self.range(.zero, resolved),
            connect: isReused ? nil : Self.range(connecting, opened),
            secureConnection: isReused ? nil : Self.range(connected, secured),
            request: Self.range(ready, sent), response: Self.range(answered, total), total: total,
            requestHeaderBytes: max(0, easy.integer(CURLINFO_REQUEST_SIZE)),
            requestBodyBytes: easy.count(CURLINFO_SIZE_UPLOAD_T),
            responseHeaderBytes: response.fieldBytes,
            responseBodyBytes: easy.count(CURLINFO_SIZE_DOWNLOAD_T), decodedBodyBytes: response.bodyCount,
            localAddress: easy.text(CURLINFO_LOCAL_IP),
            localPort: UInt16(exactly: easy.integer(CURLINFO_LOCAL_PORT)).flatMap { $0 == 0 ? nil : $0 },
            remoteAddress: dialledEnd?.address.description ?? easy.text(CURLINFO_PRIMARY_IP),
            remotePort: dialledEnd?.port
                ?? UInt16(exactly: easy.integer(CURLINFO_PRIMARY_PORT)).flatMap { $0 == 0 ? nil : $0 },
            isReusedConnection: isReused, isProxyConnection: submission.request.connection.proxy != nil)
    }

    /// libcurl counts from the attempt, the figures from the transfer.
    private func moment(_ info: CURLINFO) -> Duration? {
        let offset = dialled.map { began - $0.transferBegan } ?? .zero
        return easy.microseconds(info).map { offset + .microseconds($0) }
    }

    /// The times that the parts of what was dialled took, in milliseconds; nil where libcurl dialled.
    var dialTiming: (dns: Double?, tcp: Double)? {
        dialled.map { dialled in
            let socket = dialled.socket
            return (
                max(0, (socket.resolved - dialled.transferBegan) / .milliseconds(1)),
                max(0, (socket.connected - socket.began) / .milliseconds(1))
            )
        }
    }

    /// The times that resolving and connecting took, in milliseconds, whoever dialled.
    var connectTiming: (dns: Double?, tcp: Double?) {
        if let dialTiming { return (dialTiming.dns, dialTiming.tcp) }
        let resolved = easy.microseconds(CURLINFO_NAMELOOKUP_TIME_T)
        let tcp = easy.microseconds(CURLINFO_CONNECT_TIME_T).map { Double($0 - (resolved ?? 0)) / 1_000 }
        return (resolved.map { Double($0) / 1_000 }, tcp.map { max(0, $0) })
    }

    private static func range(_ start: Duration?, _ end: Duration?) -> ClosedRange<Duration>? {
        guard let start, let end else { return nil }
        return start...max(start, end)
    }
}
