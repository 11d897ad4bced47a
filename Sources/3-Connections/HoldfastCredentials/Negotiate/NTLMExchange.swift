import HoldfastStatements

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
    /// The reason why the account cannot log in; nil where it can.
    private let obstacle: Statement?
    /// Whether a challenge without Unicode would have the account in two readings.
    private let needsUnicode: Bool

    /// Begins a login of a user, `name`, `DOMAIN\name` or `DOMAIN/name`, at a host.
    ///
    /// - Parameter binding: what ties it to the TLS connection (RFC 5929); nil for nothing.
    package convenience init(_ credential: PasswordCredential, host: String, binding: [UInt8]? = nil) {
        let user = PasswordCredential(user: Self.qualified(credential.user), password: credential.password)
        self.init(
            GSSAPINegotiation(ntlm: user, host: host, binding: binding),
            obstacle: Self.obstacle(of: credential, as: user.user),
            needsUnicode: !user.user.utf8.allSatisfy { $0 < 0x80 })
    }

    init(_ mechanism: any Negotiation, obstacle: Statement? = nil, needsUnicode: Bool = false) {
        (self.mechanism, self.obstacle, self.needsUnicode) = (mechanism, obstacle, needsUnicode)
    }

    private static func obstacle(of account: PasswordCredential, as user: String) -> Statement? {
        // Without a user the mechanism would take whoever the process is, and without a password it has no words.
        guard user.utf8.last != UInt8(ascii: #"\"#), !account.password.isEmpty else {
            return NegotiationFault.unusableUser.statement
        }
        do throws(NTLMAccountError) { try check(account) } catch { return error.statement }
        return nil
    }

    /// The user as the mechanism is told: with a domain in front, which may be empty. It would take what stands behind
    /// an at sign for one, where a user's principal name is all of it (MS-NLMP §2.2.1.3, `UserNameFields`).
    static func qualified(_ user: String) -> String {
        var scalars = user.unicodeScalars
        guard !scalars.contains(#"\"#) else { return user }
        guard let domainEnd = scalars.firstIndex(of: "/") else { return #"\"# + user }
        scalars.replaceSubrange(domainEnd...domainEnd, with: [#"\"#])
        return String(scalars)
    }

    package func step(
        _ token: [UInt8]?, until end: ContinuousClock.Instant
    ) async -> Result<NegotiationTurn, NegotiationError> {
        if let obstacle { return .failure(NegotiationError(.refused, obstacle)) }
        if let token, !NTLMMessage.isForVersion2(token) {
            return .failure(NegotiationError(.weak, NegotiationFault.weakChallenge))
        }
        if let token, needsUnicode, !NTLMMessage.isInUnicode(token) {
            return .failure(NegotiationError(.refused, NegotiationFault.noUnicode))
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
