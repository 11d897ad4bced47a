// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals
// Apple declares these so, and programs unwrap them.

public import Foundation

// The texts never change, so any thread may read them, though `NSString` is not `Sendable`.

/// The domain that an error's code belongs to.
public typealias CFErrorDomain = CFString

/// The domain of the codes of `errno`.
@safe public nonisolated(unsafe) let kCFErrorDomainPOSIX: CFErrorDomain! = NSPOSIXErrorDomain as CFErrorDomain
/// The domain of the codes of the Security framework.
@safe public nonisolated(unsafe) let kCFErrorDomainOSStatus: CFErrorDomain! = NSOSStatusErrorDomain as CFErrorDomain
/// The domain of the codes of Mach.
@safe public nonisolated(unsafe) let kCFErrorDomainMach: CFErrorDomain! = NSMachErrorDomain as CFErrorDomain
/// The domain of Foundation's codes.
@safe public nonisolated(unsafe) let kCFErrorDomainCocoa: CFErrorDomain! = NSCocoaErrorDomain as CFErrorDomain

/// The key of the description for a user: the failure and its reason.
@safe public nonisolated(unsafe) let kCFErrorLocalizedDescriptionKey: CFString! = "NSLocalizedDescription"
/// The key of the failure, for a user.
@safe public nonisolated(unsafe) let kCFErrorLocalizedFailureKey: CFString! = "NSLocalizedFailure"
/// The key of the reason of the failure, for a user.
@safe public nonisolated(unsafe) let kCFErrorLocalizedFailureReasonKey: CFString! = "NSLocalizedFailureReason"
/// The key of advice for a user.
@safe public nonisolated(unsafe) let kCFErrorLocalizedRecoverySuggestionKey: CFString! =
    "NSLocalizedRecoverySuggestion"
/// The key of the description for a developer.
@safe public nonisolated(unsafe) let kCFErrorDescriptionKey: CFString! = "NSDescription"
/// The key of the error below this one.
@safe public nonisolated(unsafe) let kCFErrorUnderlyingErrorKey: CFString! = "NSUnderlyingError"
/// The key of the URL that the error is about.
@safe public nonisolated(unsafe) let kCFErrorURLKey: CFString! = "NSURL"
/// The key of the path of the file that the error is about.
@safe public nonisolated(unsafe) let kCFErrorFilePathKey: CFString! = "NSFilePath"

/// An error of a domain and a code.
///
/// - Parameters:
///   - allocator: not used.
///   - domain: nil gives no error.
///   - userInfo: nil for none; keys that are no text are left out.
public func CFErrorCreate(
    _ allocator: CFAllocator!, _ domain: CFErrorDomain!, _ code: CFIndex, _ userInfo: CFDictionary!
) -> CFError! {
    guard let domain else { return nil }
    var info: [String: Any] = [:]
    for (key, value) in userInfo ?? [:] {
        guard let key = key as? String else { continue }
        info[key] = value
    }
    return NSError(domain: domain as String, code: code, userInfo: info)
}

/// The domain of an error.
public func CFErrorGetDomain(_ err: CFError!) -> CFErrorDomain! { err.map { $0.domain as CFErrorDomain } }

/// The code of an error; 0 for nil.
public func CFErrorGetCode(_ err: CFError!) -> CFIndex { err?.code ?? 0 }

/// The values that an error carries, by keys such as ``kCFErrorUnderlyingErrorKey``; empty where it carries none.
public func CFErrorCopyUserInfo(_ err: CFError!) -> CFDictionary! { err.map { $0.userInfo as CFDictionary } }

/// The description of an error for a user; never nil for an error.
public func CFErrorCopyDescription(_ err: CFError!) -> CFString! { err.map { $0.localizedDescription as CFString } }

/// The reason of an error, for a user; nil where the error has none.
public func CFErrorCopyFailureReason(_ err: CFError!) -> CFString! {
    err?.localizedFailureReason.map { $0 as CFString }
}

/// Advice for a user about an error; nil where the error has none.
public func CFErrorCopyRecoverySuggestion(_ err: CFError!) -> CFString! {
    err?.localizedRecoverySuggestion.map { $0 as CFString }
}
