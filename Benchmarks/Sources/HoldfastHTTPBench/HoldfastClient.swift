import Foundation
import HoldfastNetworking
import HoldfastTrust

/// URLSession of HoldfastNetworking.
struct HoldfastClient: Client {
    let name = "holdfast"
    let anchors: TrustAnchors

    func run(_ load: Load) throws -> Int {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = load.concurrency
        configuration.urlCache = nil
        let anchors = anchors
        configuration.serverTrustPolicy = { name in
            var policy = TrustPolicy.ssl(name)
            policy.anchors = anchors
            return policy
        }
        let delegate = HoldfastDelegate(load)
        let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        for _ in 0..<load.concurrency { delegate.begin(session) }
        defer { session.invalidateAndCancel() }
        return try delegate.countdown.wait(name)
    }
}

private final class HoldfastDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    let countdown: Countdown
    private let url: URL

    init(_ load: Load) {
        countdown = Countdown(load.count)
        url = load.url
    }

    func begin(_ session: URLSession) { if countdown.begin() { session.dataTask(with: url).resume() } }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        countdown.received(data.count)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let status = (task.response as? HTTPURLResponse)?.statusCode
        begin(session)
        countdown.end(error.map { "\($0)" } ?? (status == 200 ? nil : "status \(status ?? 0)"))
    }
}
