import Foundation

/// What each result code means.
enum StatusMessages {
    /// Never empty: a code that is not in the tables gives its number, as on Apple's platforms.
    static func message(for status: OSStatus) -> String { table[status] ?? "OSStatus \(status)" }

    private static let table: [OSStatus: String] =
        [system, keychain, certificate, module, attribute, request, timestamp, tls]
        .reduce(into: [:]) { table, group in table.merge(group) { first, _ in first } }
}

/// The error that stands for a result code, of the domain `NSOSStatusErrorDomain`.
///
/// - Parameter userInfo: takes the place of the message of the code where it has one of its own.
func securityError(_ status: OSStatus, userInfo: [String: Any] = [:]) -> NSError {
    let message: [String: Any] = [NSLocalizedDescriptionKey: StatusMessages.message(for: status)]
    return NSError(
        domain: NSOSStatusErrorDomain, code: Int(status), userInfo: message.merging(userInfo) { _, given in given })
}
