public import HoldfastSecurityNames

/// Judges the chain and the host, and nothing besides (Alamofire 5, `DefaultTrustEvaluator`).
///
/// Alamofire's `validateHost: false` is not here: without the host any server's certificate would do.
public final class DefaultTrustEvaluator: ServerTrustEvaluating {
    public init() {}

    public func evaluate(_ trust: SecTrust, forHost host: String) throws { try trust.evaluate(forHost: host) }
}
