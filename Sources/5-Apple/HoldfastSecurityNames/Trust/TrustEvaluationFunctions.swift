public import Dispatch
public import Foundation

/// The callback of ``SecTrustEvaluateAsync(_:_:_:)``, with the result.
public typealias SecTrustCallback = (SecTrust, SecTrustResultType) -> Void
/// The callback of ``SecTrustEvaluateAsyncWithError(_:_:_:)``: whether the certificates are trusted, and the error if
/// not.
public typealias SecTrustWithErrorCallback = (SecTrust, Bool, CFError?) -> Void

/// Judges the certificates by the policies.
///
/// - Parameters:
///   - trust: the object.
///   - error: where the reason of a refusal is put, nil otherwise: an error of `NSOSStatusErrorDomain`, whose code is
///     the `errSec…` number of the first-ranked finding. All findings stand under ``HoldfastFindingsKey``.
/// - Returns: whether the certificates may be relied on; nothing else says so.
@discardableResult
public func SecTrustEvaluateWithError(_ trust: SecTrust, _ error: UnsafeMutablePointer<CFError?>?) -> Bool {
    let judgement = trust.evaluated()
    unsafe error?.pointee = judgement.error
    return judgement.result.isTrusted
}

/// Judges the certificates by the policies; deprecated by Apple since iOS 13.
///
/// - Parameters:
///   - trust: the object.
///   - result: where the result is put. Only `proceed` and `unspecified` mean that the certificates may be relied on.
/// - Returns: `errSecSuccess` where they could be judged, whatever came of it: this is not the verdict. Another code
///   where they could not.
@discardableResult
public func SecTrustEvaluate(_ trust: SecTrust, _ result: UnsafeMutablePointer<SecTrustResultType>) -> OSStatus {
    let judgement = trust.evaluated()
    unsafe result.pointee = judgement.result
    return judgement.problem == nil ? errSecSuccess : errSecParam
}

/// Judges the certificates on a queue, and says the result there; deprecated by Apple since iOS 13.
///
/// - Parameters:
///   - trust: the object.
///   - queue: where it is done; nil for a queue of the system's.
///   - result: called once.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustEvaluateAsync(
    _ trust: SecTrust, _ queue: DispatchQueue?, _ result: @escaping SecTrustCallback
) -> OSStatus {
    let callback = OnceCalled(function: result)
    (queue ?? .global()).async { callback.function(trust, trust.evaluated().result) }
    return errSecSuccess
}

/// Judges the certificates on a queue, and says there whether they are trusted and why not.
///
/// - Parameters:
///   - trust: the object.
///   - queue: where it is done. Apple asks that the caller be on it already; here it need not.
///   - result: called once.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustEvaluateAsyncWithError(
    _ trust: SecTrust, _ queue: DispatchQueue, _ result: @escaping SecTrustWithErrorCallback
) -> OSStatus {
    let callback = OnceCalled(function: result)
    queue.async {
        let judgement = trust.evaluated()
        callback.function(trust, judgement.result.isTrusted, judgement.error)
    }
    return errSecSuccess
}

/// Carries a callback that Apple's signature does not call `@Sendable` to the queue that its caller named: it is called
/// there, once, and nowhere else.
private struct OnceCalled<Function>: @unchecked Sendable {
    let function: Function
}

/// The result of the last evaluation; `invalid` where there was none since the last change.
@discardableResult
public func SecTrustGetTrustResult(_ trust: SecTrust, _ result: UnsafeMutablePointer<SecTrustResultType>) -> OSStatus {
    unsafe result.pointee = trust.lastJudgement == nil ? .invalid : trust.evaluated().result
    return errSecSuccess
}
