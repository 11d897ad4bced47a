import CGSSAPI
import HoldfastCrypto
import HoldfastStatements
import HoldfastSystem
import Synchronization

/// A negotiation by Kerberos, or a login by NTLM, by MIT's library, opened at run time; its calls run on threads of
/// their own.
///
/// The library and its configuration are the system's: `/etc/krb5.conf` (or `KRB5_CONFIG`) says which realm a host
/// belongs to, and whether its name is canonicalized by DNS before a ticket is asked for (`dns_canonicalize_hostname`).
@safe package final class GSSAPINegotiation: Negotiation, @unchecked Sendable {
    private enum State {
        /// Nothing was asked yet.
        case fresh
        /// Waits for the next token.
        case ready
        /// A call is under way, or was left alone.
        case busy
    }

    /// The reason why there can be no negotiation on this machine; nil where there can.
    package static var obstacle: String? {
        // What speaks NTLM uses libcrypto, and would initialise it as one that is taken down as the process ends.
        guard LibraryStart.isDone else { return NegotiationFault.noMemory.english }
        return unsafe gssapi_obstacle().map { unsafe String(cString: $0) }
    }

    /// The reason why there can be no login by NTLM on this machine; nil where there can.
    static var obstacleToNTLM: String? {
        obstacle ?? (gssapi_has_ntlm() != 0 ? nil : NegotiationFault.noNTLM.english)
    }

    private let source: KerberosCredential.Source
    private let isByNTLM: Bool
    // Used by the one call that made the state busy.
    private let negotiation: OpaquePointer?
    private let state = Mutex(State.fresh)

    /// A negotiation with the service `HTTP` of a host.
    ///
    /// - Parameter binding: what ties it to the TLS connection (RFC 5929); nil for nothing.
    package init(_ credential: KerberosCredential, host: String, binding: [UInt8]? = nil) {
        (source, isByNTLM) = (credential.source, false)
        unsafe negotiation = Self.make(
            GSSAPI_KERBEROS, host: host, binding, delegates: credential.delegatesToServer)
    }

    /// A login by NTLM at the service `HTTP` of a host, of which whoever makes it looks at every message: see
    /// ``NTLMExchange``.
    init(ntlm credential: PasswordCredential, host: String, binding: [UInt8]?) {
        (source, isByNTLM) = (.password(credential), true)
        unsafe negotiation = Self.make(GSSAPI_NTLM, host: host, binding, delegates: false)
    }

    private static func make(
        _ mechanism: gssapi_mechanism, host: String, _ binding: [UInt8]?, delegates: Bool
    ) -> OpaquePointer? {
        let (service, delegates) = ("HTTP@" + host, delegates ? 1 : 0 as CInt)
        guard let binding else {
            return unsafe gssapi_negotiation_create(mechanism, service, delegates, nil, 0)
        }
        return unsafe binding.withUnsafeBytes { bytes in
            unsafe gssapi_negotiation_create(mechanism, service, delegates, bytes.baseAddress, bytes.count)
        }
    }

    deinit { if let negotiation = unsafe negotiation { unsafe gssapi_negotiation_destroy(negotiation) } }

    package func step(
        _ token: [UInt8]?, until end: ContinuousClock.Instant
    ) async -> Result<NegotiationTurn, NegotiationError> {
        let before = state.withLock { state in
            defer { state = .busy }
            return state
        }
        guard before != .busy else { return .failure(NegotiationError(.late, NegotiationFault.underWay)) }
        let answer = Promise<Result<NegotiationTurn, NegotiationError>>()
        WaitingThreads.negotiation.run { [self] in
            // Nobody waits any longer for what is still waiting its turn.
            guard !answer.isGiven else { return }
            let result = call(token, isFirst: before == .fresh)
            state.withLock { $0 = .ready }
            answer.give(result)
        } without: {
            answer.give(.failure(NegotiationError(.unavailable, NegotiationFault.noThread)))
        }
        return await answer.wait(
            until: end, late: .failure(NegotiationError(.late, NegotiationFault.late)))
    }

    private func call(_ token: [UInt8]?, isFirst: Bool) -> Result<NegotiationTurn, NegotiationError> {
        // C would end the text there, and ask for tickets as somebody else.
        guard !source.hasNUL else {
            return .failure(NegotiationError(.refused, NegotiationFault.nul))
        }
        if let obstacle = isByNTLM ? Self.obstacleToNTLM : Self.obstacle {
            return .failure(NegotiationError(.unavailable, obstacle))
        }
        guard let negotiation = unsafe negotiation else {
            return .failure(NegotiationError(.unavailable, NegotiationFault.noMemory))
        }
        if isFirst {
            let status = unsafe acquire(negotiation)
            guard !status.isError else { return .failure(failure(status)) }
        }
        var (answer, length, isComplete) = unsafe (UnsafeMutableRawPointer?.none, 0, CInt(0))
        let status =
            unsafe token.map { token in
                unsafe token.withUnsafeBytes { bytes in
                    unsafe gssapi_negotiation_step(
                        negotiation, bytes.baseAddress, bytes.count, &answer, &length, &isComplete)
                }
            } ?? gssapi_negotiation_step(negotiation, nil, 0, &answer, &length, &isComplete)
        defer { unsafe gssapi_free(answer) }
        guard !status.isError else { return .failure(failure(status)) }
        let sent = unsafe answer.map { unsafe Array(UnsafeRawBufferPointer(start: $0, count: length)) }
        return .success(NegotiationTurn(token: sent, isComplete: isComplete != 0))
    }

    private func acquire(_ negotiation: OpaquePointer) -> gssapi_status {
        switch source {
        case .password(let password):
            unsafe gssapi_negotiation_use_password(negotiation, password.user, password.password)
        case .defaultCache: unsafe gssapi_negotiation_use_cache(negotiation, nil, nil)
        case .user(let user): unsafe gssapi_negotiation_use_cache(negotiation, nil, user)
        case .cache(let name): unsafe gssapi_negotiation_use_cache(negotiation, name, nil)
        }
    }

    /// In the library's words, which name the user: a password typed into the wrong field would stand there too.
    private func failure(_ status: gssapi_status) -> NegotiationError {
        var buffer = [CChar](repeating: 0, count: 1_024)
        unsafe gssapi_describe(status, &buffer, buffer.count)
        var text = String(
            decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        if case .password(let password) = source, !password.user.isEmpty {
            text = text.replacing(password.user, with: "(hidden)")
        }
        return text.isEmpty ? NegotiationError(.refused, NegotiationFault.noReason) : NegotiationError(.refused, text)
    }
}

extension KerberosCredential.Source {
    fileprivate var hasNUL: Bool {
        switch self {
        case .password(let password): password.user.utf8.contains(0) || password.password.utf8.contains(0)
        case .defaultCache: false
        case .user(let name), .cache(let name): name.utf8.contains(0)
        }
    }
}

extension gssapi_status {
    /// RFC 2744 §3.9.1: routine and calling errors stand in the upper half.
    fileprivate var isError: Bool { major & 0xFFFF_0000 != 0 }
}

extension WaitingThreads {
    /// For GSSAPI, whose calls wait for a key distribution centre.
    static let negotiation = WaitingThreads(limit: 16)
}
