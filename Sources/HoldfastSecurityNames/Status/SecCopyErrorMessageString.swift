public import Foundation

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
