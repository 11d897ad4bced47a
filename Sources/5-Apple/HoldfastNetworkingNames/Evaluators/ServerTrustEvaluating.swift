public import Foundation
public import HoldfastHTTPS
public import HoldfastSecurityNames
public import HoldfastStatements

/// Judges a server's trust for a host, and throws where it is not good (Alamofire 5, `ServerTrustEvaluating`).
public protocol ServerTrustEvaluating: Sendable {
    /// Judges the trust of a server, and throws an error to refuse it.
    ///
    /// - Parameters:
    ///   - trust: the server's certificates; its policies, and for some evaluators its anchors, are set.
    ///   - host: the host that the trust is for.
    /// - Throws: ``ServerTrustFailureReason``, where the server is not to be connected to.
    func evaluate(_ trust: SecTrust, forHost host: String) throws
}

/// The reason why a ``ServerTrustEvaluating`` refused (Alamofire 5, `AFError.ServerTrustFailureReason`).
public enum ServerTrustFailureReason: Error, CustomStringConvertible {
    /// A manager that wants every host evaluated has no evaluator for this one.
    case noRequiredEvaluator(host: String)
    /// An evaluator of pins has none to compare with.
    case noCertificatesFound
    /// An evaluator of keys has none to compare with.
    case noPublicKeysFound
    /// The chain is not trusted, or not for this host.
    case trustEvaluationFailed(host: String, error: (any Error)?)
    /// No certificate of the validated chain is a pinned one.
    case certificatePinningFailed(host: String)
    /// No key of the validated chain is a pinned one.
    case publicKeyPinningFailed(host: String)
    /// The time for which everything was to be accepted is over.
    case dangerousAcceptanceEnded(host: String)
    /// The name was to be judged while any chain counts, and nothing is pinned: it would prove nothing.
    case nameNeedsPins(host: String)

    /// The reason as a statement.
    public var statement: Statement {
        let sentence: EvaluatorSentence =
            switch self {
            case .noRequiredEvaluator(let host): .noRequiredEvaluator(host: host)
            case .noCertificatesFound: .noCertificatesFound
            case .noPublicKeysFound: .noPublicKeysFound
            case .trustEvaluationFailed(let host, let error):
                .trustEvaluationFailed(host: host, error.map { Statement(verbatim: $0.localizedDescription) })
            case .certificatePinningFailed(let host): .certificatePinningFailed(host: host)
            case .publicKeyPinningFailed(let host): .publicKeyPinningFailed(host: host)
            case .dangerousAcceptanceEnded(let host): .dangerousAcceptanceEnded(host: host)
            case .nameNeedsPins(let host): .nameNeedsPins(host: host)
            }
        return sentence.statement
    }

    public var description: String { statement.description }
}

extension SecTrust {
    /// Judges the chain for a TLS server of this host, whatever policies the object had before.
    func evaluate(forHost host: String, besides policies: [SecPolicy] = []) throws {
        let all = [SecPolicyCreateSSL(true, host as CFString)] + policies
        guard SecTrustSetPolicies(self, all as CFArray) == errSecSuccess else {
            throw ServerTrustFailureReason.trustEvaluationFailed(host: host, error: nil)
        }
        var error: CFError?
        guard unsafe SecTrustEvaluateWithError(self, &error) else {
            throw ServerTrustFailureReason.trustEvaluationFailed(host: host, error: error)
        }
    }

    /// The built chain, leaf first; of a chain that was evaluated.
    var builtChain: [SecCertificate] { SecTrustCopyCertificateChain(self) as? [SecCertificate] ?? [] }
}

extension ServerTrustFailureReason: LocalizedError, SelfDescribedError {}
