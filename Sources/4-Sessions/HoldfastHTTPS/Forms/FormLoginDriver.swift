import HoldfastCredentials
import HoldfastTransport
import HoldfastWeb
import HoldfastX509
import Synchronization

/// Carries out the logins by form that a request meets: fetches and submits the pages that its flow names, and asks the
/// handlers.
///
/// Belongs to the task that the request is made by.
final class FormLoginDriver: PageLogin {
    private var flow: FormLoginFlow
    private let request: HTTPSRequest

    /// The driver of a request; nil where no logins are described for it.
    init?(for request: HTTPSRequest, memory: FormLoginMemory, on way: any PageLoginWay) {
        let logins = request.forms ?? way.sessionForms
        guard !logins.isEmpty else { return nil }
        self.request = request
        flow = FormLoginFlow(request, logins, memory: memory, clock: way.clock)
    }

    func bytesToLookAt(of response: HTTPSResponse) -> Int? {
        flow.looksAtPages && LoginPage.isPage(response) ? HTMLScanner.pageLimit : nil
    }

    func logIn(after response: HTTPSResponse, on way: any PageLoginWay) async throws(HTTPSError) -> Bool {
        var step = flow.received(response)
        while true {
            switch step {
            case .deliver: return false
            case .again: return true
            case .fail(let error): throw error
            case .lookUp(let space):
                step = flow.found(try await way.storeAsking.credential(of: nil, for: space, after: response))
            case .ask(let challenge):
                guard request.handlesCookies, way.carriesCookies else {
                    throw HTTPSError(
                        .request, .loginNeedsCookies, FormSentence.needsCookies, advice: FormAdvice.handleCookies,
                        connection: response.connection,
                        redirects: response.redirects)
                }
                step = flow.answered(try await way.ask(challenge, of: request))
            case .fetch(let page): step = flow.fetched(try await way.page(page))
            case .submit(let form): step = flow.submitted(try await way.page(form))
            }
        }
    }

    func stands(_ answer: HTTPSResponse, on way: any PageLoginWay) async {
        guard let kept = flow.takeKept(after: answer) else { return }
        await way.storeAsking.keep(
            kept.credential, for: kept.space, persistence: kept.persistence, isDefault: true)
    }
}

/// The passwords that sites took by their forms, for as long as the session lives: proposed where one asks again.
final class FormLoginMemory: Sendable {
    /// Logins that are remembered; of more, the first is forgotten, and asked again.
    static let limit = 1_000

    private let accepted = Mutex(LRUCache<CredentialSpace, PasswordCredential>(capacity: limit))

    func credential(for space: CredentialSpace) -> PasswordCredential? { accepted.withLock { $0[space] } }

    func remember(_ credential: PasswordCredential, for space: CredentialSpace) {
        accepted.withLock { _ = $0.set(credential, for: space) }
    }

    /// Forgets what the site takes no longer.
    func forget(_ credential: PasswordCredential, for space: CredentialSpace) {
        accepted.withLock { if $0[space] == credential { _ = $0.remove(space) } }
    }

    func removeAll() { accepted.withLock { $0.removeAll() } }
}

extension FormLoginMemory: PageLogins {
    func login(for request: HTTPSRequest, on way: any PageLoginWay) -> (any PageLogin)? {
        FormLoginDriver(for: request, memory: self, on: way)
    }
}
