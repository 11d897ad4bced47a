public import Foundation

/// Gives OCSP responses that came with the certificates, as a server staples them.
///
/// A response that says of a certificate that it was taken back refuses it, whatever the policies; with a policy about
/// revocation that asks for a positive response, a good one is what it asks for. What cannot be read, or was not signed
/// by whom it must be (RFC 6960 §4.2.2.2), says nothing.
///
/// - Parameters:
///   - trust: the object.
///   - responseData: one response (`CFData`, DER) or an array of them; nil for none.
/// - Returns: `errSecSuccess`; `errSecParam` for objects of another type: the old ones then stay.
@discardableResult
public func SecTrustSetOCSPResponse(_ trust: SecTrust, _ responseData: CFTypeRef?) -> OSStatus {
    let responses: [Data]
    switch responseData {
    case nil: responses = []
    case let one as NSData: responses = [one as Data]
    case let several as NSArray:
        guard let list = several as? [Data] else { return errSecParam }
        responses = list
    default: return errSecParam
    }
    trust.change { $0.ocspResponses = responses }
    return errSecSuccess
}

/// Gives the timestamps of certificate transparency that came with the certificates.
///
/// They are kept and handed on with what was presented. Whether a chain has enough of them is not judged so far.
///
/// - Parameters:
///   - trust: the object.
///   - sctArray: an array of `CFData`, each one `SignedCertificateTimestamp` (RFC 6962 §3.2); nil for none.
/// - Returns: `errSecSuccess`; `errSecParam` for objects of another type, and for more than the 65,535 bytes that the
///   list of a handshake holds: the old ones then stay.
@discardableResult
public func SecTrustSetSignedCertificateTimestamps(_ trust: SecTrust, _ sctArray: CFArray?) -> OSStatus {
    guard let sctArray else {
        trust.change { $0.timestamps = [] }
        return errSecSuccess
    }
    guard let list = sctArray as? [Data], list.isEmpty || TimestampList.encoded(list) != nil else { return errSecParam }
    trust.change { $0.timestamps = list }
    return errSecSuccess
}
