import HoldfastCredentials
import HoldfastHTTP
import HoldfastTransport
import HoldfastWeb
import HoldfastX509

/// A page with the form of a login, and where the form goes: looked at before anybody is asked for a password.
struct LoginPage: Sendable {
    let url: HTTPSURL
    /// The URL that the form is sent to.
    let target: HTTPSURL
    private let form: HTMLForm
    private let userField: String?
    private let passwordField: String
    private let isUTF8: Bool

    /// Finds the form in a response; nil where there is none.
    ///
    /// - Throws: ``HTTPSError`` where there is one that must not be sent, or cannot be.
    init?(_ response: HTTPSResponse, for login: FormLogin) throws(HTTPSError) {
        guard let page = Self.page(response), let found = Self.find(login, in: page) else { return nil }
        (form, userField, passwordField) = found
        url = response.url
        isUTF8 = ["utf-8", "utf8", "us-ascii", "ascii"].contains(
            (Self.charset(response) ?? page.encoding ?? "utf-8").asciiLowercased())
        let reference = form.button?.action ?? form.action
        guard let target = Self.resolve(reference, base: page.base, at: response.url), login.allows(target) else {
            throw Self.error(
                .loginFormElsewhere,
                .formElsewhere(
                    login: login.name, target: ShownURL.text(of: reference), site: "\(login.site)"),
                advice: .nameOrigin, response)
        }
        self.target = target
        guard (form.button?.method ?? form.method) == "post" else {
            throw Self.error(
                .loginFormInURL, .inURL(login: login.name), advice: .sendByPOST, response)
        }
        let encoding = form.button?.encoding ?? form.encoding
        // What is unknown means the usual one (HTML Standard §4.10.18.6).
        guard encoding != "multipart/form-data", encoding != "text/plain" else {
            throw Self.error(
                .loginFormEncoding, .encoding(login: login.name, encoding: encoding),
                advice: .onlySupported(mediaType: FormURLEncoding.mediaType), response)
        }
    }

    /// Whether a response has the form at all, be it one that can be sent or not.
    static func isIn(_ response: HTTPSResponse, for login: FormLogin) -> Bool {
        page(response).map { find(login, in: $0) != nil } ?? false
    }

    /// The request that sends the form.
    ///
    /// Origin and Referer are what a browser would send: servers tell forged requests by them (Fetch Standard §3.2).
    func submission(
        _ credential: PasswordCredential, _ login: FormLogin, like request: HTTPSRequest
    ) throws(HTTPSError) -> HTTPSRequest {
        var others = Dictionary(login.otherFields.map { (Array($0.key.utf8), $0.value) }) { first, _ in first }
        let written = Set(others.keys)
        var fields: [(name: String, value: String)] = []
        // Octets: they are what a site compares.
        let (userName, passwordName) = (userField.map { Array($0.utf8) }, Array(passwordField.utf8))
        for control in form.controls where !control.name.isEmpty {
            let name = Array(control.name.utf8)
            if name == passwordName {
                fields.append((control.name, credential.password))
            } else if name == userName {
                fields.append((control.name, credential.user))
            } else if let value = others.removeValue(forKey: name) {
                fields.append((control.name, value))
            } else if control.isSent, !written.contains(name) {
                fields.append((control.name, control.value))
            }
        }
        if let button = form.button, !button.name.isEmpty { fields.append((button.name, button.value)) }
        fields += others.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map {
            (String(decoding: $0.key, as: UTF8.self), $0.value)
        }
        let body = FormURLEncoding.encoded(fields)
        guard isUTF8 || fields.allSatisfy({ ($0.name + $0.value).utf8.allSatisfy { $0 < 0x80 } }) else {
            throw HTTPSError(
                .request, .loginFormCharset, FormSentence.charset(login: login.name),
                advice: FormAdvice.otherPassword)
        }
        var submission = Self.request(target, like: request)
        submission.method = "POST"
        submission.body = body
        submission.fields += [
            HTTPField(name: "Content-Type", value: FormURLEncoding.mediaType),
            HTTPField(name: "Origin", value: url.origin),
            HTTPField(
                name: "Referer", value: target.isSameOrigin(as: url) ? url.description : url.origin + "/"),
        ].compactMap { $0 }
        // RFC 9110 §10.1.3.
        if target.isPlainHTTP, !url.isPlainHTTP { submission.fields.removeAll { $0.isNamed("Referer") } }
        return submission
    }

    /// A request that has of another one what every request of it has, and nothing that was meant for its server alone.
    static func request(_ url: HTTPSURL, like request: HTTPSRequest) -> HTTPSRequest {
        var other = HTTPSRequest(url)
        other.fields = request.fields.filter { $0.isNamed("User-Agent") || $0.isNamed("Accept-Language") }
        other.challenges = request.challenges
        other.idleTimeout = request.idleTimeout
        other.taskID = request.taskID
        other.leftBehind = request.leftBehind.union(ConfinedFields(from: request.url, to: url))
        return other
    }

    // MARK: Looking

    private static func page(_ response: HTTPSResponse) -> HTMLPage? {
        isPage(response) ? HTMLPage(response.body) : nil
    }

    /// Whether a response says that it is a page at all.
    static func isPage(_ response: HTTPSResponse) -> Bool {
        let type = (response.fields.first(named: "Content-Type") ?? "").asciiLowercased()
        return type.hasPrefix("text/html") || type.hasPrefix("application/xhtml+xml")
    }

    private static func charset(_ response: HTTPSResponse) -> String? {
        for parameter in (response.fields.first(named: "Content-Type") ?? "").split(separator: ";").dropFirst() {
            let parts = parameter.split(separator: "=", maxSplits: 1).map { $0.trimmingSpaces }
            if parts.count == 2, parts[0].asciiLowercased() == "charset" {
                return String(parts[1].filter { $0 != "\"" })
            }
        }
        return nil
    }

    /// The first form with the controls that are wanted. One with two passwords is for a new account.
    private static func find(_ login: FormLogin, in page: HTMLPage) -> (HTMLForm, String?, String)? {
        for form in page.forms {
            let password: Int?
            if let name = login.passwordField {
                password = form.controls.firstIndex {
                    $0.isCalled(name) && ($0.kind == .password || $0.kind == .text)
                }
            } else {
                let passwords = form.controls.indices.filter { form.controls[$0].kind == .password }
                password = passwords.count == 1 ? passwords.first : nil
            }
            guard let password, !form.controls[password].name.isEmpty else { continue }
            var user: HTMLForm.Control?
            if let name = login.userField {
                user = form.controls.first { $0.isCalled(name) }
                if user == nil { continue }
            } else {
                let writable = form.controls[..<password].filter { $0.kind == .text && !$0.name.isEmpty }
                user = form.controls.first { $0.isNamedUser && !$0.name.isEmpty } ?? writable.last
            }
            return (form, user?.name, form.controls[password].name)
        }
        return nil
    }

    private static func resolve(_ reference: String, base: String?, at url: HTTPSURL) -> HTTPSURL? {
        // URLs are written with line breaks and spaces around them (URL Standard §4.4).
        let clean = { (text: String) in
            String(decoding: text.utf8.filter { $0 != 9 && $0 != 10 && $0 != 13 }, as: UTF8.self)[...].trimmingSpaces
        }
        let reference = clean(reference)
        guard !reference.isEmpty else { return url }
        guard let base else { return try? url.resolving(String(reference)) }
        return try? url.resolving(String(clean(base))).resolving(String(reference))
    }

    private static func error(
        _ code: HTTPSError.Code, _ sentence: FormSentence, advice: FormAdvice, _ response: HTTPSResponse
    ) -> HTTPSError {
        HTTPSError(
            .request, code, sentence, advice: advice, connection: response.connection, redirects: response.redirects)
    }
}

extension Substring {
    fileprivate var trimmingSpaces: Substring {
        let start = drop { $0.isWhitespace }
        return start.lastIndex { !$0.isWhitespace }.map { start[...$0] } ?? ""
    }
}
