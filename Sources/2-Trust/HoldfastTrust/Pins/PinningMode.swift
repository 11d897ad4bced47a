public import HoldfastX509

/// The way in which a server is compared with certificates that a program brings along, with the meanings of
/// AFNetworking's `AFSSLPinningMode` and of Alamofire's evaluators.
public enum PinningMode: String, Hashable, Sendable, CaseIterable {
    /// No pinning: the server is judged by its anchors alone.
    case none
    /// Pinning of public keys, of which one has to be anywhere in the validated chain.
    case publicKey
    /// As a whole: one of them has to be anywhere in the validated chain.
    case certificate
}

extension TrustPolicy {
    /// This policy, pinned to certificates that a program brings along.
    ///
    /// - Parameters:
    ///   - mode: what is compared. With `.none` nothing is.
    ///   - certificates: as from ``TrustAnchors/certificates(paths:)``; one of them has to match.
    ///   - group: which certificates of the chain are compared: all of them, or the server's own alone.
    ///   - areAnchors: whether the certificates are the only anchors, too, as AFNetworking has it in its certificate
    ///     mode, and Alamofire with `acceptSelfSignedCertificates`: a self-signed certificate that is pinned is then
    ///     trusted, and a chain of any other authority is not, however good. Host and validity are judged in any case.
    /// - Throws: ``PinSetError/empty`` where there is no certificate and a mode asks for one.
    public func pinned(
        by mode: PinningMode, to certificates: [Certificate], in group: PinSet.Group = .anywhere,
        areAnchors: Bool? = nil
    ) throws(PinSetError) -> TrustPolicy {
        var policy = self
        guard mode != .none else { return policy }
        let subject: Pin.Subject = mode == .publicKey ? .publicKey : .certificate
        let pins = Set(certificates.map { Pin($0, subject) })
        policy.pins = TrustPins(
            .everywhere(
                try PinSet(
                    anywhere: group == .anywhere ? pins : [], leaf: group == .leaf ? pins : [],
                    authorities: group == .authorities ? pins : [], backup: .waived)))
        if areAnchors ?? (mode == .certificate) { policy.anchors = .only(certificates) }
        return policy
    }
}
