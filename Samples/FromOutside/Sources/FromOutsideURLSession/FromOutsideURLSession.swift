import HoldfastNetworking
import HoldfastTestBed

/// The same two servers, asked by code as it is written for iOS: one import line is Holdfast's.
@main
enum FromOutsideURLSession {
    static func main() async throws {
        for name in ["good", "expired"] {
            let server = try TestBed.start(name)
            let configuration = URLSessionConfiguration.ephemeral
            configuration.connectTo = [server.connectTo]
            let delegate = PrivateAuthority(
                server.anchors.compactMap { SecCertificateCreateWithData(nil, Data($0) as CFData) })
            let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
            do {
                guard let url = URL(string: server.url) else { continue }
                let (_, response) = try await session.data(from: url)
                print("\(name): \((response as? HTTPURLResponse)?.statusCode ?? 0)")
            } catch let error as URLError {
                print("\(name): \(error.code.rawValue)")
            }
            session.finishTasksAndInvalidate()
        }
    }
}

/// A program that brings its own authority along.
final class PrivateAuthority: NSObject, URLSessionDelegate {
    private let anchors: [SecCertificate]

    init(_ anchors: [SecCertificate]) { self.anchors = anchors }

    func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard let trust = challenge.protectionSpace.serverTrust else {
            return completionHandler(.performDefaultHandling, nil)
        }
        SecTrustSetAnchorCertificates(trust, anchors as CFArray)
        SecTrustSetAnchorCertificatesOnly(trust, true)
        guard SecTrustEvaluateWithError(trust, nil) else {
            return completionHandler(.cancelAuthenticationChallenge, nil)
        }
        completionHandler(.useCredential, URLCredential(trust: trust))
    }
}
