/// One delegate under each of the protocols that it conforms to: looked up once, since a dynamic cast costs more than most
/// calls.
struct DelegateSet: Sendable {
    let session: any URLSessionDelegate
    let task: (any URLSessionTaskDelegate)?
    let data: (any URLSessionDataDelegate)?
    let download: (any URLSessionDownloadDelegate)?
    let webSocket: (any URLSessionWebSocketDelegate)?

    init?(_ delegate: (any URLSessionDelegate)?) {
        guard let delegate else { return nil }
        session = delegate
        task = delegate as? any URLSessionTaskDelegate
        data = delegate as? any URLSessionDataDelegate
        download = delegate as? any URLSessionDownloadDelegate
        webSocket = delegate as? any URLSessionWebSocketDelegate
    }
}
