import Foundation
import Holdfast
import HoldfastNetworking

/// The code that Docs/networking.md and its pages in Holdfast.docc show of iOS layers, so that it compiles:
/// ``PageCodeTests`` compares the two.
enum NetworkingPage {
    static func first(_ url: URL) async throws {
        let (data, response) = try await URLSession.shared.data(from: url)
        _ = (data, response)
    }

    static func pins(_ certificate: SecCertificate) throws -> Bool {
        let pins: Set<Pin> = [try Pin("sha256/d6qzRu9zOECb90Uez27xWltNsj0e1Md7GkYYkVoZWmM=")]
        let isPinned = pins.contains(Pin(try Certificate(der: Array(SecCertificateCopyData(certificate) as Data))))
        return isPinned
    }

    static func anchors(_ configuration: URLSessionConfiguration) throws {
        configuration.anchors = try TrustAnchors.only(paths: ["ca.pem"])
    }

    static func nameInHostField() {
        let configuration = URLSessionConfiguration.default
        configuration.takesNameFromHostField = true
        NSURLConnection.processConfiguration = configuration
    }

    static func shouldLoad(_ request: URLRequest, in view: any PageView, _ anchors: [SecCertificate]) -> Bool {
        let check = PageRequestCheck(view, anchors: anchors)  // `view` has load(_:) and show(_:), the protocol PageView

        // What the view's delegate answers when it is asked whether to load:
        return check.shouldStartLoad(with: request)
    }

    static func onLoopback(_ configuration: URLSessionConfiguration) {
        configuration.connectTo = ["::127.0.0.1:8443"]
    }

    // MARK: AFNetworking's names

    static func responder() {
        let pins = AFSecurityPolicy.certificates(in: .module)
        let policy = AFSecurityPolicy(pinningMode: .certificate, withPinnedCertificates: pins)
        let responder = AFChallengeResponder(securityPolicy: policy)
        responder.setAuthenticationChallengeHandler { session, task, challenge, completionHandler in
            guard challenge.protectionSpace.realm == "staff" else { return .disposition(.performDefaultHandling) }
            return .credential(URLCredential(user: "ann", password: "…", persistence: .forSession))
        }
        let session = URLSession(configuration: .default, delegate: responder, delegateQueue: nil)
        _ = session
    }

    static func policy() {
        let policy = AFSecurityPolicy(
            pinningMode: .certificate, withPinnedCertificates: AFSecurityPolicy.certificates(in: .module))
        let session = URLSession(
            configuration: .default, delegate: AFChallengeResponder(securityPolicy: policy), delegateQueue: nil)
        _ = session
    }

    // MARK: Delegates

    /// Accepts servers of an authority that the program carries.
    final class Delegate: NSObject, URLSessionDelegate {
        let anchors: [SecCertificate]

        init(anchors: [SecCertificate]) { self.anchors = anchors }

        func urlSession(
            _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            guard let trust = challenge.protectionSpace.serverTrust else {
                completionHandler(.performDefaultHandling, nil)
                return
            }
            SecTrustSetAnchorCertificates(trust, anchors as CFArray)
            if SecTrustEvaluateWithError(trust, nil) {
                completionHandler(.useCredential, URLCredential(trust: trust))
            } else {
                completionHandler(.cancelAuthenticationChallenge, nil)
            }
        }
    }

    final class ForwardingDelegate: NSObject, URLSessionTaskDelegate {
        let inner: any URLSessionTaskDelegate

        init(_ inner: any URLSessionTaskDelegate) { self.inner = inner }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            inner.urlSession(
                session, task: task, willPerformHTTPRedirection: response, newRequest: request,
                completionHandler: completionHandler)
        }
    }
}

extension Stream {
    /// The error of a stream that has one.
    var knownError: (any Error)? { streamStatus == .error ? streamError : nil }
}

extension Bundle {
    /// In the place of the one that SwiftPM makes for a target with resources, which this is not.
    fileprivate static var module: Bundle { .main }
}
