/// Whose connections these are, where a server knows somebody by the connection and not by each request: NTLM (MS-NTHT
/// §1.3.1), and Negotiate with some servers (RFC 4559 §6).
///
/// A number that says nothing about who it is. Requests of another owner, or of none, never use the connections.
package struct ConnectionOwner: Hashable, Sendable {
    private let number: UInt64

    /// Somebody who owns nothing yet. The numbers are chosen by the system's randomness.
    package init() { number = .random(in: .min ... .max) }
}
