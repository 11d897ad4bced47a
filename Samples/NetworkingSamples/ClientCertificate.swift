import HoldfastNetworking

/// Says who the client is, by an identity from a PKCS #12 file, where the server takes those of its authority.
final class ClientCertificateDelegate: NSObject, URLSessionDelegate {
    private let credential: URLCredential?
    private let authority: Data
    private let anchors: [SecCertificate]

    /// - Parameters:
    ///   - file: the contents of the `.p12`.
    ///   - authority: the name (DER) of who issued the identity, as servers ask for it.
    ///   - anchors: whom the server's certificates have to lead to.
    init(file: Data, passphrase: String, authority: Data, anchors: [SecCertificate]) {
        credential = Self.credential(in: file, passphrase: passphrase)
        self.authority = authority
        self.anchors = anchors
    }

    private static func credential(in file: Data, passphrase: String) -> URLCredential? {
        var items: CFArray?
        let options = [kSecImportExportPassphrase as String: passphrase] as CFDictionary
        guard SecPKCS12Import(file as CFData, options, &items) == errSecSuccess,
            let first = (items as? [[String: Any]])?.first,
            let identity = first[kSecImportItemIdentity as String] as? SecIdentity
        else { return nil }
        let chain = first[kSecImportItemCertChain as String] as? [SecCertificate] ?? []
        return URLCredential(identity: identity, certificates: chain, persistence: .forSession)
    }

    func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let space = challenge.protectionSpace
        switch space.authenticationMethod {
        case NSURLAuthenticationMethodServerTrust:
            guard let trust = space.serverTrust else {
                completionHandler(.cancelAuthenticationChallenge, nil)
                return
            }
            SecTrustSetAnchorCertificates(trust, anchors as CFArray)
            if SecTrustEvaluateWithError(trust, nil) {
                completionHandler(.useCredential, URLCredential(trust: trust))
            } else {
                completionHandler(.cancelAuthenticationChallenge, nil)
            }
        case NSURLAuthenticationMethodClientCertificate:
            // A server that names nobody takes certificates of anybody.
            let names = space.distinguishedNames ?? []
            guard names.isEmpty || names.contains(authority), let credential = credential else {
                completionHandler(.performDefaultHandling, nil)
                return
            }
            completionHandler(.useCredential, credential)
        default:
            completionHandler(.performDefaultHandling, nil)
        }
    }
}
