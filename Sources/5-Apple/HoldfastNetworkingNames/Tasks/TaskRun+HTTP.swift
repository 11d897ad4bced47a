import Foundation
import FoundationNetworking
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import Synchronization

extension TaskRun {
    /// Sends a request, and whatever it leads to, unless what is kept answers (RFC 9111).
    func loadFromServer(_ request: URLRequest) async throws -> LoadedResponse {
        let https = try await httpsRequest(request)
        let (bytes, response) = try await SessionCookies.$mainDocumentURL.withValue(request.mainDocumentURL) {
            try await core.https.bytes(for: https)
        }
        if let failure = state.withLock({ $0.failure }) {
            bytes.cancel()
            throw failure
        }
        // An error says nothing about a password (Docs/credentials.md), nor does an answer that no server gave now.
        if response.status < 400, response.cacheUse?.isLocal != true { await keepAccepted() }
        let answered = self.request
        let isUpgraded = !response.upgrades.isEmpty
        let isRedirected = !response.redirects.isEmpty || isUpgraded
        return LoadedResponse(
            response: try HTTPURLResponse.made(of: response, from: isRedirected ? nil : answered.url),
            body: HTTPBody(bytes), request: answered)
    }

    /// A request as the client takes it.
    ///
    /// - Throws: `URLError` for what cannot be sent, and for plain HTTP that the process's Info.plist does not allow.
    private func httpsRequest(_ request: URLRequest) async throws -> HTTPSRequest {
        guard let url = request.url else { throw URLError(.badURL, "the request has no URL", for: nil) }
        var https = try bare(request, to: url)
        setCache(of: &https, for: request)
        https.redirection = { response, next in await self.redirect(response, next) }
        try await fillBody(&https, of: request)
        return https
    }

    /// A request without its body, what is kept of answers, and where redirects lead.
    func bare(_ request: URLRequest, to url: URL) throws -> HTTPSRequest {
        if case .failure(let problem) = core.plan.proxies {
            throw URLError(.cannotConnectToHost, "\(problem)", for: url)
        }
        var https = try head(of: request, to: url)
        https.idleTimeout = request.timeoutInterval == 60 ? nil : SessionPlan.limit(request.timeoutInterval)
        if wantsMetrics { https.finished = { [figures] metrics in figures.metrics = metrics } }
        if delegate != nil || sessionDelegates != nil {
            https.challenges = TaskChallenges(self)
            https.challengesSpeakForSession = taskDelegates == nil
        }
        return https
    }

    /// A request without what carries it: its URL, method, fields and cookies.
    func head(of request: URLRequest, to url: URL) throws -> HTTPSRequest {
        var https = HTTPSRequest(try httpsURL(url), method: request.httpMethod?.asciiUppercased() ?? "GET")
        try fill(&https, with: request)
        // A protocol class may have redirected it here.
        for passed in state.withLock({ $0.passed.map(\.request.url) }) {
            https.follows(passed.flatMap { try? HTTPSURL(dangerouslyAllowingPlainHTTP: $0) })
        }
        return https
    }

    private func httpsURL(_ url: URL) throws -> HTTPSURL {
        let read: HTTPSURL
        do throws(HTTPSURLError) {
            read = try core.readings.reading(of: url)
        } catch {
            throw URLError(error, for: url)
        }
        try checkTransportSecurity(read, url)
        return read
    }

    private func checkTransportSecurity(_ url: HTTPSURL, _ written: URL) throws {
        // What is upgraded is asked with TLS.
        guard url.isPlainHTTP, core.https.knownHosts?.knowledge(of: url.serverName) == nil,
            let refusal = ProcessTransportSecurity.current.refusal(host: url.host)
        else { return }
        throw URLError(.appTransportSecurityRequiresSecureConnection, "\(refusal)", for: written)
    }

    /// Method, fields and cookies.
    private func fill(_ https: inout HTTPSRequest, with request: URLRequest) throws {
        try core.plan.setFields(of: &https, from: request)
        https.hostField = request.value(forHTTPHeaderField: "Host")
        https.handlesCookies = request.httpShouldHandleCookies
        // What is no document of the web causes no request.
        https.siteForCookies = request.mainDocumentURL.flatMap {
            try? HTTPSURL(dangerouslyAllowingPlainHTTP: $0.absoluteString)
        }
    }

    /// The server names another place.
    private func redirect(_ response: HTTPSResponse, _ next: HTTPSRequest) async -> HTTPSRequest? {
        let old = request
        do {
            let answer = try HTTPURLResponse.made(of: response, from: response.redirects.isEmpty ? old.url : nil)
            state.withLock { $0.passed.append((old, answer)) }
            guard let chosen = await ask(about: answer, Self.proposal(old, next)) else { return nil }
            guard let url = chosen.url else { throw URLError(.badURL, "the delegate's request has no URL", for: nil) }
            var hop = next
            hop.url = try httpsURL(url)
            hop.method = chosen.httpMethod?.asciiUppercased() ?? "GET"
            try fill(&hop, with: chosen)
            if let body = chosen.httpBody {
                hop.body = [UInt8](body)
            } else if case .none = task.work.upload {
                // The delegate's request is sent as it is: one without a body has none.
                hop.body = nil
                if chosen.httpBodyStream == nil { hop.upload = nil }
            }
            addContentType(&hop)
            setRequest(chosen)
            return hop
        } catch {
            state.withLock { $0.failure = error }
            return nil
        }
    }

    /// The request that a program is asked about: its own, with the changes of the redirect.
    private static func proposal(_ old: URLRequest, _ next: HTTPSRequest) -> URLRequest {
        var proposed = old
        proposed.url = URL(string: next.url.description)
        proposed.httpMethod = next.method
        for name in (old.allHTTPHeaderFields ?? [:]).keys
        where next.fields.first(named: name) == nil && !(name.asciiLowercased() == "host" && next.hostField != nil)
            && !ConnectionFields.contains(name)
        {
            proposed.setValue(nil, forHTTPHeaderField: name)
        }
        if next.body == nil, next.upload == nil {
            proposed.httpBody = nil
            proposed.httpBodyStream = nil
        }
        return proposed
    }

    func ask(about response: HTTPURLResponse, _ proposed: URLRequest) async -> URLRequest? {
        guard let delegate, !Unimplemented.isKnown(delegate, .redirection) else { return proposed }
        return await AnswerHandler.answer(or: nil) { handler in
            calls.add { [session, task] in
                delegate.urlSession(
                    session, task: task, willPerformHTTPRedirection: response, newRequest: proposed,
                    completionHandler: handler)
            }
        }
    }
}
