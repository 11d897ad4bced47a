public import HoldfastSecurityNames

/// Wants all of several evaluators to accept (Alamofire 5, `CompositeTrustEvaluator`).
///
/// They are asked in their order, and each leaves the object as it has set it: policies and anchors of the last one are
/// what the connection is accepted by.
public final class CompositeTrustEvaluator: ServerTrustEvaluating {
    private let evaluators: [any ServerTrustEvaluating]

    /// - Parameter evaluators: at least one; without any nothing is accepted.
    public init(evaluators: [any ServerTrustEvaluating]) { self.evaluators = evaluators }

    public func evaluate(_ trust: SecTrust, forHost host: String) throws {
        guard !evaluators.isEmpty else { throw ServerTrustFailureReason.noRequiredEvaluator(host: host) }
        for evaluator in evaluators { try evaluator.evaluate(trust, forHost: host) }
    }
}
