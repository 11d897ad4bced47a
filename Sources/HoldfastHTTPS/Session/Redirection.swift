import HoldfastTransport

/// What a redirect asks for, and what it may have (RFC 9110 §15.4).
enum Redirection {
    /// The statuses that name another place for the same exchange; 300, 304, 305 and 306 do not.
    private static let statuses: Set<Int> = [301, 302, 303, 307, 308]
    /// What is meant for one origin and must not be shown to another (RFC 9110 §15.4, item 2).
    private static let credentials = ["Authorization", "Cookie", "Proxy-Authorization"]

    /// The request that a response asks for; nil where it asks for none.
    ///
    /// - Throws: ``HTTPSError`` for a redirect to something else than `https`: what was confidential until now does not
    ///   become public because a server says so. Only whoever has made the request can allow `http`, by its URL.
    static func next(
        after response: HTTPSResponse, to request: HTTPSRequest
    ) throws(HTTPSError) -> HTTPSRequest? {
        guard statuses.contains(response.status), let location = response.fields.first(named: "Location") else {
            return nil
        }
        let url: HTTPSURL
        do throws(HTTPSURLError) {
            url = try request.url.resolving(location)
        } catch {
            throw HTTPSError(
                .transfer, error.isOtherScheme ? "insecureRedirect" : "invalidRedirect",
                "the server redirects to '\(location)': \(error)",
                hint: "the server has to redirect to an https URL", connection: response.connection,
                redirects: response.redirects)
        }
        var next = request
        next.url = url
        rewriteMethod(&next, status: response.status)
        if !url.isSameOrigin(as: request.url) {
            next.fields.removeAll { field in credentials.contains(where: field.isNamed) }
            next.hostField = nil
        }
        // RFC 9110 §10.1.3: what is encrypted is not named where nothing is.
        if url.isPlainHTTP, !request.url.isPlainHTTP { next.fields.removeAll { $0.isNamed("Referer") } }
        return next
    }

    /// RFC 9110 §15.4.4: 303 asks for GET (or HEAD); §15.4.2 and .3: 301 and 302 turn POST into GET in practice; 307
    /// and 308 change nothing.
    private static func rewriteMethod(_ request: inout HTTPSRequest, status: Int) {
        let becomesGet =
            switch status {
            case 303: request.method != "HEAD" && request.method != "GET"
            case 301, 302: request.method == "POST"
            default: false
            }
        guard becomesGet else { return }
        request.method = "GET"
        request.body = nil
        request.upload = nil
        // RFC 9110 §15.4, item 3: what described the dropped body goes with it.
        request.fields.removeAll { field in
            field.name.lowercased().hasPrefix("content-") || field.isNamed("Transfer-Encoding")
        }
    }
}
