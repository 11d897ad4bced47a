public import Foundation

/// Replaces the policies that the certificates are judged by.
///
/// - Parameters:
///   - trust: the object.
///   - policies: one `SecPolicy` or an array of them, each of which has to be met.
/// - Returns: `errSecSuccess`; `errSecParam` for no policy and for objects of another type: the old ones then stay.
@discardableResult
public func SecTrustSetPolicies(_ trust: SecTrust, _ policies: CFTypeRef) -> OSStatus {
    guard let policies: [SecPolicy] = objects(in: policies), !policies.isEmpty else { return errSecParam }
    trust.change { $0.policies = policies }
    return errSecSuccess
}

/// The policies that the certificates are judged by, as an array of `SecPolicy`.
@discardableResult
public func SecTrustCopyPolicies(_ trust: SecTrust, _ policies: UnsafeMutablePointer<CFArray?>) -> OSStatus {
    unsafe policies.pointee = trust.settings.policies as CFArray
    return errSecSuccess
}

/// Takes anchors of one's own. They alone are trusted then: the system's come back with
/// ``SecTrustSetAnchorCertificatesOnly(_:_:)`` and `false`.
///
/// Any certificate can be an anchor, self-signed or not, the leaf itself too: its name and key are trusted without
/// further question.
///
/// - Parameters:
///   - trust: the object.
///   - anchorCertificates: an array of `SecCertificate`; an empty one trusts nobody, nil goes back to the system's.
/// - Returns: `errSecSuccess`; `errSecParam` for objects of another type: the old anchors then stay.
@discardableResult
public func SecTrustSetAnchorCertificates(_ trust: SecTrust, _ anchorCertificates: CFArray?) -> OSStatus {
    guard let anchorCertificates else {
        trust.change { $0.setAnchors(nil) }
        return errSecSuccess
    }
    guard let anchors = anchorCertificates as? [SecCertificate] else { return errSecParam }
    trust.change { $0.setAnchors(anchors) }
    return errSecSuccess
}

/// Says whether the anchors that were set are trusted alone, or beside the system's.
///
/// - Parameters:
///   - trust: the object.
///   - anchorCertificatesOnly: `true` for them alone; where none were set, nobody is trusted then.
@discardableResult
public func SecTrustSetAnchorCertificatesOnly(_ trust: SecTrust, _ anchorCertificatesOnly: Bool) -> OSStatus {
    trust.change { $0.setExcludesSystem(anchorCertificatesOnly) }
    return errSecSuccess
}

/// The anchors that were set, as an array of `SecCertificate`; nil where none were.
@discardableResult
public func SecTrustCopyCustomAnchorCertificates(
    _ trust: SecTrust, _ anchors: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
    unsafe anchors.pointee = trust.settings.customAnchors.map { $0 as CFArray }
    return errSecSuccess
}

/// The moment for which the certificates are judged, instead of the time of the evaluation.
///
/// Judging for the past makes expired certificates good again: for recorded chains, not for servers.
@discardableResult
public func SecTrustSetVerifyDate(_ trust: SecTrust, _ verifyDate: CFDate) -> OSStatus {
    let date = verifyDate as Date
    trust.change { $0.verifyDate = date }
    return errSecSuccess
}

/// The moment for which the certificates are judged: the one that was set, or now.
public func SecTrustGetVerifyTime(_ trust: SecTrust) -> CFAbsoluteTime {
    (trust.settings.verifyDate ?? Date()).timeIntervalSinceReferenceDate
}

/// Says whether an evaluation may fetch missing certificates and revocation answers from the network.
///
/// Where nobody says so, missing certificates are fetched under a policy for SSL, and answers on revocation under
/// ``SecPolicyCreateRevocation(_:)``, unless its flags forbid it. Fetches go by plain HTTP, to the places that
/// certificates name and to no private network, and delay an evaluation by 3 seconds at most (`EvidenceFetcher`); the
/// calling thread waits for them.
@discardableResult
public func SecTrustSetNetworkFetchAllowed(_ trust: SecTrust, _ allowFetch: Bool) -> OSStatus {
    trust.change { $0.networkFetch = allowFetch }
    return errSecSuccess
}

/// Whether an evaluation may fetch from the network; see ``SecTrustSetNetworkFetchAllowed(_:_:)``.
@discardableResult
public func SecTrustGetNetworkFetchAllowed(
    _ trust: SecTrust, _ allowFetch: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
    unsafe allowFetch.pointee = DarwinBoolean(trust.settings.networkFetch ?? true)
    return errSecSuccess
}
