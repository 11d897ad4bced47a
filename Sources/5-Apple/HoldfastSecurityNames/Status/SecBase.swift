public import Foundation
import HoldfastFacts

// General result codes of SecBase.h.

/// No error occurred.
public let errSecSuccess: OSStatus = 0
/// This function or operation is not implemented.
public let errSecUnimplemented: OSStatus = -4
/// There is no space left on the disk.
public let errSecDiskFull: OSStatus = -34
/// The former name of ``errSecDiskFull``.
@available(*, deprecated, renamed: "errSecDiskFull")
public let errSecDskFull: OSStatus = -34
/// Reading or writing failed.
public let errSecIO: OSStatus = -36
/// The file is already open for writing.
public let errSecOpWr: OSStatus = -49
/// An argument of the function is not valid.
public let errSecParam: OSStatus = -50
/// There is no permission to write.
public let errSecWrPerm: OSStatus = -61
/// There is not enough memory.
public let errSecAllocate: OSStatus = -108
/// The user called the operation off.
public let errSecUserCanceled: OSStatus = -128
/// The request is wrong, or made in a state that does not allow it.
public let errSecBadReq: OSStatus = -909
/// A component inside the framework failed.
public let errSecInternalComponent: OSStatus = -2070
/// Core Foundation failed for an unknown reason.
public let errSecCoreFoundationUnknown: OSStatus = -4960
/// The program lacks an entitlement that this operation needs.
public let errSecMissingEntitlement: OSStatus = -34018
/// This function is not open to the calling program.
public let errSecRestrictedAPI: OSStatus = -34020

/// No error, as MacTypes.h names it.
public let noErr: OSStatus = 0

/// A sentence in English on what a result code means, for a log or a developer.
///
/// It is of this project's own words, so compare codes and not sentences.
///
/// - Parameters:
///   - status: a result code of the Security framework.
///   - reserved: not used.
/// - Returns: `OSStatus` and the number for a code that is none of the framework's; never nil.
public func SecCopyErrorMessageString(_ status: OSStatus, _ reserved: UnsafeMutableRawPointer?) -> CFString? {
    StatusMessages.message(for: status) as CFString
}

/// The meaning of each result code, in English.
enum StatusMessages {
    /// Never empty: a code that is not in the table gives its number, as on Apple's platforms.
    static func message(for status: OSStatus) -> String { table[status] ?? "OSStatus \(status)" }

    private static let table = FactTable.statusCodes("message")
}

/// The error that stands for a result code, of the domain `NSOSStatusErrorDomain`.
///
/// - Parameter userInfo: takes the place of the message of the code where it has one of its own.
func securityError(_ status: OSStatus, userInfo: [String: Any] = [:]) -> NSError {
    let message: [String: Any] = [NSLocalizedDescriptionKey: StatusMessages.message(for: status)]
    return NSError(
        domain: NSOSStatusErrorDomain, code: Int(status), userInfo: message.merging(userInfo) { _, given in given })
}
