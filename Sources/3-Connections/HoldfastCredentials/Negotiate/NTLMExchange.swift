/// The client's side of one login by NTLM (MS-NLMP), which authenticates the connection that its messages go over.
///
/// The first step, without a token, gives the NEGOTIATE_MESSAGE; the second takes the CHALLENGE_MESSAGE, and gives the
/// AUTHENTICATE_MESSAGE. What is said between them is a field of HTTP's (MS-NTHT §2.2): `NTLM` with the message in
/// Base64.
///
/// The messages are made by a mechanism that Debian's package gss-ntlmssp adds to MIT's library. It speaks version 2
/// unless its environment has `LM_COMPAT_LEVEL` below 3: then it answers by version 1, without a word about it. Neither
/// a challenge that asks for that nor an answer by it goes through here, whatever the environment says.
package final class NTLMExchange: Negotiation {
    /// The reason why nobody can log in by NTLM on this machine; nil where they can.
    package static var obstacle: String? { GSSAPINegotiation.obstacleToNTLM }

    private let mechanism: any Negotiation
    private let isUsable: Bool

    /// Begins a login of a user, `name`, `DOMAIN\name` or `DOMAIN/name`, at a host.
    ///
    /// - Parameter binding: what ties it to the TLS connection (RFC 5929); nil for nothing.
    package convenience init(_ credential: PasswordCredential, host: String, binding: [UInt8]? = nil) {
        let user = PasswordCredential(user: Self.qualified(credential.user), password: credential.password)
        self.init(
            GSSAPINegotiation(ntlm: user, host: host, binding: binding),
            // Without a user the mechanism would take whoever the process is, and without a password it has no words.
            isUsable: !user.user.hasSuffix(#"\"#) && !credential.password.isEmpty)
    }

    init(_ mechanism: any Negotiation, isUsable: Bool = true) {
        (self.mechanism, self.isUsable) = (mechanism, isUsable)
    }

    /// The user as the mechanism is told: with a domain in front, which may be empty. It would take what stands behind
    /// an at sign for one, where a user's principal name is all of it (MS-NLMP §2.2.1.3, `UserNameFields`).
    static func qualified(_ user: String) -> String {
        guard !user.utf8.contains(UInt8(ascii: #"\"#)) else { return user }
        let parts = user.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.count == 2 ? "\(parts[0])\\\(parts[1])" : "\\\(user)"
    }

    package func step(
        _ token: [UInt8]?, until end: ContinuousClock.Instant
    ) async -> Result<NegotiationTurn, NegotiationError> {
        guard isUsable else { return .failure(NegotiationError(.refused, NegotiationFault.unusableUser)) }
        if let token, !NTLMMessage.isForVersion2(token) {
            return .failure(NegotiationError(.weak, NegotiationFault.weakChallenge))
        }
        let result = await mechanism.step(token.map(NTLMMessage.withOneCharacterSet), until: end)
        guard case .success(let turn) = result else { return result }
        guard let message = turn.token, !message.isEmpty else {
            return .failure(NegotiationError(.refused, NegotiationFault.noAnswer))
        }
        guard token == nil ? NTLMMessage.isNegotiation(message) : NTLMMessage.isByVersion2(message) else {
            return .failure(NegotiationError(.weak, NegotiationFault.weakAnswer))
        }
        return result
    }
}
