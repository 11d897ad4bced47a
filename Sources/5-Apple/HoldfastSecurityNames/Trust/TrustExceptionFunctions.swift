public import Foundation
import HoldfastTrust

/// A cookie for ``SecTrustSetExceptions(_:_:)``: the errors that hold now, for a user who was shown them and decides to
/// overlook them; judges the certificates where that was not done yet.
///
/// The cookie names this leaf, each purpose with the name that was asked for, and exactly the errors that hold now: a
/// new error, another certificate and another name refuse as ever. It lasts 398 days. Keep it where only the user can
/// write.
///
/// - Returns: nil where nothing could make the certificates trusted, which is any fatal failure: a bad signature, a
///   weak key, a revoked certificate. (Apple's implementation makes a cookie all the same, and refuses afterwards.)
public func SecTrustCopyExceptions(_ trust: SecTrust) -> CFData? {
    let judgement = trust.judgement
    guard judgement.problem == nil, let leaf = trust.settings.certificates.first else { return nil }
    return ExceptionCookie(judgement, leaf: leaf)?.encoded.map { $0 as CFData }
}

/// Overlooks from now on what a cookie of ``SecTrustCopyExceptions(_:)`` names; a success is then `proceed`.
///
/// Call it only after the user has seen the errors and decided. Evaluate again afterwards: other errors refuse still.
///
/// - Parameters:
///   - trust: the object.
///   - exceptions: the cookie; nil takes all exceptions away.
/// - Returns: whether the cookie is one, and is for this leaf. Where it is not, no exceptions are left.
@discardableResult
public func SecTrustSetExceptions(_ trust: SecTrust, _ exceptions: CFData?) -> Bool {
    let cookie = exceptions.flatMap { ExceptionCookie(decoding: $0 as Data) }
    let isForLeaf = cookie.map { cookie in
        trust.settings.certificates.first.map { $0.presented.fingerprint == cookie.leaf } ?? false
    }
    trust.change { $0.exceptions = isForLeaf == true ? cookie?.exceptions ?? [] : [] }
    return isForLeaf ?? false
}
