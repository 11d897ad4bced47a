import HoldfastCrypto
import HoldfastX509

extension DigestSession {
    /// Takes a response that did not refuse the request, and checks what the server says about itself.
    ///
    /// - Parameters:
    ///   - values: the values of all `Authentication-Info` fields, or of all `Proxy-Authentication-Info` fields behind
    ///     a proxy; none where there was none.
    ///   - authorization: what the request had carried.
    ///   - body: the body of the response; looked at for `auth-int` only.
    /// - Returns: Whether the server proved that it knows the password. Whoever insists on that refuses the rest.
    /// - Throws: ``DigestAuthenticationError/wrongServerProof(_:)`` for a proof that is not right, and
    ///   ``DigestAuthenticationError/malformedAuthenticationInfo(_:)``; nothing that such a field says is used.
    package mutating func received(
        authenticationInfo values: [String] = [], for authorization: DigestAuthorization, body: Body = .notAtHand
    ) throws(DigestAuthenticationError) -> ServerProof {
        staleInARow = 0
        let parameters: AuthenticationParameters
        do throws(ChallengeHeader.ReadingError) {
            parameters = try AuthenticationParameters(fields: values)
        } catch {
            throw .malformedAuthenticationInfo(error)
        }
        let proof = try Self.proof(parameters, authorization.response, body)
        // The next nonce is one of the challenge that was answered; there may have been another since.
        if let next = parameters["nextnonce"], !next.isEmpty, state?.round == authorization.round {
            state?.nonce = next
        }
        return proof
    }

    /// RFC 7616 §3.5. What the server repeats of the request has to be of the request.
    private static func proof(
        _ parameters: AuthenticationParameters, _ response: DigestResponse, _ body: Body
    ) throws(DigestAuthenticationError) -> ServerProof {
        let sent = response.protection
        if let quality = parameters["qop"], quality.asciiLowercased() != sent?.quality.rawValue {
            throw .wrongServerProof(.qop)
        }
        if let nonce = parameters["cnonce"], nonce != sent?.clientNonce { throw .wrongServerProof(.cnonce) }
        if let count = parameters["nc"], count.asciiLowercased() != sent?.count { throw .wrongServerProof(.nc) }
        guard let stated = parameters["rspauth"] else { return .notGiven }
        if sent?.quality == .integrity, body == .notAtHand { return .notChecked }
        let right = try library { () throws(CryptoError) in try response.answer(body: body.octets ?? []) }
        guard stated.asciiLowercased() == right else { throw .wrongServerProof(.rspauth) }
        return .proved
    }
}

extension DigestSession.Body {
    /// The bytes; nil where they are not at hand.
    var octets: [UInt8]? {
        if case .bytes(let bytes) = self { return bytes }
        return nil
    }
}
