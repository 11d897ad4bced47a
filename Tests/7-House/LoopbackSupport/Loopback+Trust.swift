package import HoldfastTrust

extension Loopback {
    /// Policies that accept what the root and its authorities have issued, and nothing else.
    package var trusting: @Sendable (ServerName) -> TrustPolicy { trusting(pins: .none) }

    package func trusting(pins: TrustPins) -> @Sendable (ServerName) -> TrustPolicy {
        { [anchors] name in
            var policy = TrustPolicy.ssl(name)
            policy.anchors = anchors
            policy.pins = pins
            return policy
        }
    }
}
