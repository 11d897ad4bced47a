import HoldfastCredentials
import HoldfastHTTP
import HoldfastX509

/// A login by NTLM over one connection, at its server or at a proxy (MS-NTHT §1.3): the NEGOTIATE_MESSAGE goes out, a
/// challenge comes, and the AUTHENTICATE_MESSAGE goes out.
///
/// Belongs to its loop.
final class ClientLogin {
    /// The party that asks who is there.
    enum Party {
        case server
        case proxy
    }

    enum Stage {
        /// The mechanism makes a message.
        case making
        /// The NEGOTIATE_MESSAGE goes out, or has.
        case negotiating
        /// The AUTHENTICATE_MESSAGE goes out, or has.
        case answering
    }

    let party: Party
    private(set) var stage = Stage.making
    private let exchange: NTLMExchange
    private var isAnswer = false
    private var message: [UInt8] = []
    private var task: Task<Void, Never>?

    /// A login of which nothing has been said.
    ///
    /// - Parameter binding: what ties it to the TLS connection (RFC 5929); nil for nothing.
    init(_ credential: PasswordCredential, at party: Party, host: String, binding: [UInt8]?) {
        self.party = party
        exchange = NTLMExchange(credential, host: host, binding: binding)
    }

    deinit { task?.cancel() }

    /// Has the next message made.
    ///
    /// - Parameters:
    ///   - challenge: the CHALLENGE_MESSAGE that it answers; nil for the first one.
    ///   - made: takes what came of it, on any thread.
    func make(
        answering challenge: [UInt8]?, until end: ContinuousClock.Instant,
        _ made: @escaping @Sendable (Result<NegotiationTurn, NegotiationError>) -> Void
    ) {
        (stage, isAnswer) = (.making, challenge != nil)
        task = Task.detached { [exchange] in made(await exchange.step(challenge, until: end)) }
    }

    /// Takes the message that goes out next.
    func take(_ message: [UInt8]) {
        self.message = message
        stage = isAnswer ? .answering : .negotiating
    }

    /// The field that has the message (MS-NTHT §2.2.1, §2.2.2); none while that is being made.
    var fields: [HTTPField] {
        guard stage != .making else { return [] }
        let name = party == .server ? "Authorization" : "Proxy-Authorization"
        return [HTTPField(name, "NTLM " + Base64.encode(message))]
    }
}

/// The continuation of a login behind an answer of the server's.
enum LoginRound: Equatable {
    /// A CHALLENGE_MESSAGE has come, and is answered.
    case answer([UInt8])
    /// A server that had taken the connection asks again: the login begins anew.
    case again
    /// The server has asked for nobody: the request goes out with its content, which was held back.
    case withContent
}
