import HoldfastHTTP
import HoldfastServing
import Synchronization
import TestSupport

/// Small web applications with logins, each with habits of its own.
enum LoginSites {
    /// Fields of `application/x-www-form-urlencoded`.
    static func fields(_ request: ServerRequest) -> [String: String] {
        var fields: [String: String] = [:]
        for pair in String(decoding: request.body, as: UTF8.self).split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let (name, value) = (decoded(parts[0]), parts.count == 2 ? decoded(parts[1]) : "")
            fields[name] = value
        }
        return fields
    }

    private static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let first = rest.popFirst() {
            if first == UInt8(ascii: "%"), let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(first == UInt8(ascii: "+") ? 0x20 : first)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func cookies(_ request: ServerRequest) -> [String: String] {
        var cookies: [String: String] = [:]
        for pair in (request["Cookie"] ?? "").split(separator: ";") {
            let parts = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { cookies[String(parts[0])] = String(parts[1]) }
        }
        return cookies
    }

    static func page(_ html: String, status: Int = 200, _ fields: [HTTPField] = []) -> ServerResponse {
        ServerResponse(
            status: status, fields: [HTTPField("Content-Type", "text/html; charset=utf-8")] + fields,
            body: Array(html.utf8))
    }
}

/// As the frameworks of Python and Ruby do it: strangers are sent to a page of its own, whose form has a token that
/// belongs to a cookie and holds once; whoever has none, or comes from nowhere, is refused. A good login leads on, a
/// wrong one shows the form again.
final class TokenSite: Sendable {
    private struct State {
        var tokens: Set<String> = []
        var sessions: Set<String> = []
        var made = 0
    }

    let seen = Notes<String>()
    private let state = Mutex(State())

    /// Ends all sessions, as a server does that starts anew.
    func forgetSessions() { state.withLock { $0.sessions = [] } }

    func answer(_ request: ServerRequest) -> ServerResponse {
        let path = request.target.split(separator: "?")[0]
        seen.add("\(request.method) \(request.target) \(request.body.count)")
        let cookies = LoginSites.cookies(request)
        guard path == "/accounts/login/" else {
            let isKnown = state.withLock { $0.sessions.contains(cookies["sessionid"] ?? "") }
            return isKnown
                ? ServerResponse(text: "\(request.method) \(String(decoding: request.body, as: UTF8.self))")
                : .redirect(to: "/accounts/login/?next=\(path)")
        }
        guard request.method == "POST" else { return form() }
        let fields = LoginSites.fields(request)
        let token = fields["csrfmiddlewaretoken"] ?? ""
        let isGood =
            state.withLock { $0.tokens.remove(token) != nil } && cookies["csrftoken"] == token
            && request["Origin"]?.hasPrefix("https://www.holdfast.test:") == true
            && request["Referer"]?.hasPrefix("https://www.holdfast.test:") == true
        guard isGood else { return LoginSites.page("<h1>Forbidden</h1>", status: 403) }
        guard fields["username"] == "zoë", fields["password"] == "a&b=c d" else { return form("<p class=error>Wrong.") }
        let session = state.withLock { state in
            state.made += 1
            state.sessions.insert("s\(state.made)")
            return "s\(state.made)"
        }
        return ServerResponse(
            status: 302,
            fields: [
                HTTPField("Location", fields["next"] ?? "/"),
                HTTPField("Set-Cookie", "sessionid=\(session); Path=/; Secure; HttpOnly; SameSite=Lax"),
            ])
    }

    private func form(_ message: String = "") -> ServerResponse {
        let token = state.withLock { state in
            state.made += 1
            state.tokens.insert("t\(state.made)")
            return "t\(state.made)"
        }
        return LoginSites.page(
            """
            <!DOCTYPE html><html><head><title>Log in <form></title><script>var f = "<form><input \
            type=password>"</script>
            </head><body>\(message)
            <form method="post" id="login-form"><input type="hidden" name="csrfmiddlewaretoken" value="\(token)">
            <label for="id_username">Username:</label> <input type="text" name="username" autofocus required>
            <input type="password" name="password" autocomplete="current-password" required>
            <input type="hidden" name="next" value="/app"><input type="submit" value="Log in"></form></body></html>
            """, [HTTPField("Set-Cookie", "csrftoken=\(token); Path=/; Secure; SameSite=Lax")])
    }
}

/// As old applications in PHP do it: what is not for strangers answers 403, with the form on that very page, between
/// others, in HTML of the last century; the session has its cookie before anybody logs in. A wrong login is sent back
/// to a page with a message, a good one gets a page without a form.
final class OldSite: Sendable {
    let seen = Notes<String>()
    private let members = Mutex<Set<String>>([])
    private let count = Mutex(0)

    func answer(_ request: ServerRequest) -> ServerResponse {
        seen.add("\(request.method) \(request.target)")
        var fields: [HTTPField] = []
        var session = LoginSites.cookies(request)["PHPSESSID"] ?? ""
        if session.isEmpty {
            session = count.withLock { count in
                count += 1
                return "p\(count)"
            }
            fields = [HTTPField("Set-Cookie", "PHPSESSID=\(session); path=/")]
        }
        if request.target.hasPrefix("/wiki.php?do=login") {
            let form = LoginSites.fields(request)
            let isRight =
                form["u"] == "alice" && form["p"] == "secret" && form["act[login]"] == "go & in"
                && form["sectok"] == "tok\"\(session)\"" && form["lang"] == "de" && form["r"] == nil
            guard isRight else {
                return ServerResponse(status: 303, fields: fields + [HTTPField("Location", "/oops.php")])
            }
            members.withLock { _ = $0.insert(session) }
            return LoginSites.page("<TITLE>Welcome</TITLE>", fields)
        }
        guard !members.withLock({ $0.contains(session) }) else { return LoginSites.page("secret page", fields) }
        return LoginSites.page(
            """
            <HTML><BODY BGCOLOR=white><FORM ACTION=/search><INPUT NAME=q><INPUT TYPE=SUBMIT></FORM>
            <!-- <FORM ACTION="https://evil.test/" METHOD=POST><INPUT TYPE=PASSWORD NAME=x></FORM> -->
            <FORM action=/register.php method=post><input name=u><input type=password name=p1><input type=password \
            name=p2></FORM>
            <FORM ACTION='/wiki.php?do=login&amp;id=start' METHOD=Post><INPUT type=hidden name=sectok \
            value="tok&quot;\(session)&#34;">
            <INPUT NAME=u SIZE=20><INPUT TYPE=PassWord NAME=p><INPUT TYPE=CHECKBOX NAME=r VALUE=1>
            <SELECT NAME=lang><OPTION VALUE=en>English<OPTION VALUE=de SELECTED>Deutsch</SELECT>
            <BUTTON TYPE=submit NAME="act[login]" VALUE='go &amp; in'>Log in</BUTTON></FORM></BODY></HTML>
            """, status: request.target == "/oops.php" ? 200 : 403, fields)
    }
}
