import HoldfastCrypto
import HoldfastHTTP
import HoldfastPolicy
import HoldfastTrust
import HoldfastStatements
import HoldfastX509
import Synchronization

/// Answers a client's requests to a server that was refused: the warning for a page that is loaded by itself, an error
/// status for all else, and the user's decision to go on.
///
/// It belongs to one connection of a client's, and so do the words by which that goes on: each is good once.
final class RefusalDesk: Sendable {
    /// The place that the form is sent to; no server ever sees it.
    static let path = "/.well-known/holdfast-gate/go-on"
    /// The name of the form's one field.
    static let fieldName = "nonce"
    /// Bytes of a form that are read.
    static let mostContent = 4 << 10
    /// Words of one connection that wait for their form.
    private static let mostNonces = 8

    /// A request as either version of HTTP has it.
    struct Request: Hashable, Sendable {
        let method: String
        let path: String
        let fields: [HTTPField]
        var content: [UInt8] = []
    }

    let refusal: Refusal
    private let language: PageLanguage
    private let clock: @Sendable () -> Instant
    private let goOn: @Sendable (TrustException) -> Void
    private let isOver: @Sendable () -> Bool
    private let nonces = Mutex<[String: String]>([:])

    /// Makes the desk of a connection.
    ///
    /// - Parameters:
    ///   - isOver: tells whether the user has decided something since the server was refused.
    ///   - goOn: takes the exception that the user has decided on.
    init(
        _ refusal: Refusal, language: PageLanguage, clock: @escaping @Sendable () -> Instant,
        isOver: @escaping @Sendable () -> Bool = { false }, goOn: @escaping @Sendable (TrustException) -> Void
    ) {
        (self.refusal, self.language, self.clock) = (refusal, language, clock)
        (self.isOver, self.goOn) = (isOver, goOn)
    }

    func answer(_ request: Request) -> PlainAnswer {
        if request.path == Self.path { return answerForm(request) }
        // Browsers open connections in advance: this one was refused before the user decided, and another may not be.
        guard !isOver() else {
            return PlainAnswer(307, "ask again over another connection", adding: [location(of: request.path)])
        }
        guard Self.isPageLoad(request) else { return error }
        return page(for: request.method == "GET" ? request.path : "/")
    }

    /// The answer to what is no page that a user looks at: a script, an image, a program's request.
    private var error: PlainAnswer {
        var lines = [refusal.message]
        if !refusal.hint.isEmpty { lines.append("hint: \(refusal.hint)") }
        if let more = refusal.more { lines.append(more) }
        return PlainAnswer(refusal.status, lines.joined(separator: "\n"), adding: [refusal.proxyStatus])
    }

    private func page(for path: String) -> PlainAnswer {
        let nonce = refusal.warning?.mayProceed == true ? makeNonce(for: path) : nil
        let page = RefusalPage(refusal, language: language, nonce: nonce)
        return PlainAnswer(
            refusal.status, type: "text/html; charset=utf-8", Array(page.html.utf8),
            adding: [
                refusal.proxyStatus, HTTPField("Content-Security-Policy", "frame-ancestors 'none'"),
                HTTPField("Referrer-Policy", "same-origin"),
                HTTPField("Cross-Origin-Opener-Policy", "same-origin"),
            ])
    }

    /// Whether a request loads a page into a window of its own (Fetch Metadata): neither a frame nor a part of a page.
    ///
    /// A program that says nothing of that, and does not ask for HTML either, is none.
    static func isPageLoad(_ request: Request) -> Bool {
        guard ["GET", "HEAD", "POST"].contains(request.method) else { return false }
        let (mode, destination) = (request.fields.one("sec-fetch-mode"), request.fields.one("sec-fetch-dest"))
        guard mode == nil, destination == nil else { return mode == "navigate" && destination == "document" }
        return request.fields.list("accept").contains { $0.hasPrefix("text/html") }
    }

    // MARK: Going on

    private func makeNonce(for path: String) -> String? {
        guard let nonce = try? GateCredentials.randomText() else { return nil }
        nonces.withLock { nonces in
            if nonces.count >= Self.mostNonces { nonces.removeAll() }
            nonces[nonce] = path
        }
        return nonce
    }

    /// The form's answer: the exception, and the way back to the page; or the warning once more.
    private func answerForm(_ request: Request) -> PlainAnswer {
        guard request.method == "POST" else {
            return PlainAnswer(405, "the form is sent by POST", adding: [HTTPField("Allow", "POST")])
        }
        guard Self.isOwnForm(request, origin: refusal.target.origin) else {
            return PlainAnswer(403, "only the warning itself may say that the user goes on")
        }
        guard let path = takeNonce(of: request), let warning = refusal.warning else { return page(for: "/") }
        let now = clock()
        guard let exception = warning.exception(until: now.advanced(byDays: TrustException.maximumDays), at: now) else {
            return page(for: path)
        }
        goOn(exception)
        return PlainAnswer(303, "the user went on", adding: [location(of: path)])
    }

    /// The field that leads to a path of this server. A path alone could name another one: `//evil.test/`.
    private func location(of path: String) -> HTTPField {
        HTTPField("Location", refusal.target.origin + (path.hasPrefix("/") ? path : "/"))
    }

    /// Whether a form was sent by the warning's own page, in its own window, by its user.
    ///
    /// A page of another origin can post a form here, but neither with this origin (RFC 6454 §7) nor with these fields,
    /// which no script can set (Fetch §2.2.2). A browser that says nothing of it cannot be believed.
    static func isOwnForm(_ request: Request, origin: String) -> Bool {
        let fields = request.fields
        return fields.one("origin") == origin && fields.one("sec-fetch-site") == "same-origin"
            && fields.one("sec-fetch-mode") == "navigate" && fields.one("sec-fetch-dest") == "document"
            && fields.one("sec-fetch-user") == "?1"
            && fields.one("content-type")?.asciiLowercased().hasPrefix("application/x-www-form-urlencoded") == true
    }

    private func takeNonce(of request: Request) -> String? {
        guard request.content.count <= Self.mostContent else { return nil }
        let text = String(decoding: request.content, as: UTF8.self)
        guard text.hasPrefix(Self.fieldName + "=") else { return nil }
        return nonces.withLock { $0.removeValue(forKey: String(text.dropFirst(Self.fieldName.count + 1))) }
    }
}
