import HoldfastCredentials
import HoldfastHTTP
import HoldfastTransport
import HoldfastWeb
import Testing

@testable import HoldfastHTTPS

/// Pages and answers of a site that is not there.
enum FormBench {
    static let alice = PasswordCredential(user: "alice", password: "s&cret")

    static func login(_ change: (inout FormLogin) -> Void = { _ in }) throws -> FormLogin {
        var login = FormLogin("staff", site: try HTTPSURL("https://a.test/"))
        change(&login)
        return login
    }

    static func response(
        _ status: Int = 200, _ path: String = "/login", _ fields: [(String, String)] = [], page: String? = nil,
        type: String = "text/html; charset=utf-8"
    ) throws -> HTTPSResponse {
        var all = fields
        if page != nil { all.append(("Content-Type", type)) }
        return HTTPSResponse(
            url: try HTTPSURL(path.hasPrefix("https:") ? path : "https://a.test\(path)"), status: status,
            httpVersion: "1.1", fields: all.compactMap { HTTPField(name: $0.0, value: $0.1) }, trailers: [],
            body: Array((page ?? "").utf8), connection: FlowConnection.record, isReusedConnection: false, redirects: [])
    }

    static let form = """
        <form method=post action="/login"><input type=hidden name=token value="t1"><input name=user>
        <input type=password name=pass></form>
        """
}

@Suite("The page of a login, and what is sent for it")
struct LoginPageTests {
    private func body(
        _ page: String, at path: String = "/login?next=/x", _ change: (inout FormLogin) -> Void = { _ in }
    ) throws -> String? {
        let login = try FormBench.login(change)
        guard let page = try LoginPage(try FormBench.response(200, path, page: page), for: login) else { return nil }
        let request = HTTPSRequest(try HTTPSURL("https://a.test/x"))
        let sent = try page.submission(FormBench.alice, login, like: request)
        return "\(sent.method) \(sent.url) \(String(decoding: sent.body ?? [], as: UTF8.self))"
    }

    @Test("user, password, hidden fields, and the button that sends")
    func submission() throws {
        #expect(try body(FormBench.form) == "POST https://a.test/login token=t1&user=alice&pass=s%26cret")
        let page = """
            <form action=/search><input name=q><button>Find</button></form>
            <FORM METHOD=POST ACTION='?do=login&amp;id=1'><INPUT TYPE=HIDDEN NAME=sectok VALUE=""><input name=u \
            autocomplete=username>
            <input name=captcha><input type=password name=p><input type=checkbox name=r value=1>
            <button type=submit name=act value="in &amp; out">Log in</button></FORM>
            """
        #expect(
            try body(page)
                == "POST https://a.test/login?do=login&id=1 sectok=&u=alice&captcha=&p=s%26cret&act=in+%26+out")
        #expect(
            try body(page) {
                $0.userField = "captcha"
                $0.otherFields = ["r": "1", "z": "new", "sectok": "mine"]
            } == "POST https://a.test/login?do=login&id=1 "
                + "sectok=mine&u=&captcha=alice&p=s%26cret&r=1&act=in+%26+out&z=new")
    }

    @Test("headers say which page it comes from, as a browser's do; the request's own fields are not for it")
    func fields() throws {
        let server = try HTTPSURL("https://sso.test:8443/")
        let login = try FormBench.login { $0.otherOrigins = [server] }
        let html = FormBench.form.replacing("/login", with: "https://sso.test:8443/in")
        let page = try #require(try LoginPage(try FormBench.response(page: html), for: login))
        var request = HTTPSRequest(try HTTPSURL("https://a.test/x"), method: "PUT", body: [1])
        request.fields = [
            ("User-Agent", "x"), ("Authorization", "Bearer t"), ("Cookie", "a=b"), ("Content-Type", "y/z"),
        ]
        .compactMap { HTTPField(name: $0.0, value: $0.1) }
        let sent = try page.submission(FormBench.alice, login, like: request)
        #expect(
            sent.fields.map(\.name) == ["User-Agent", "Content-Type", "Origin", "Referer"]
                && sent.fields.first(named: "Origin") == "https://a.test"
                && sent.fields.first(named: "Referer") == "https://a.test/"
                && sent.fields.first(named: "Content-Type") == "application/x-www-form-urlencoded")
        #expect(sent.url.description == "https://sso.test:8443/in")
    }

    @Test(
        "which form it is",
        arguments: [
            // Two passwords are for a new account.
            ("<form method=post><input name=u><input type=password name=a><input type=password name=b></form>", nil),
            ("<form method=post><input name=u><input type=password></form>", nil), ("<p>no form</p>", nil),
            ("<form><input name=q></form>", nil),
            ("<form method=post><input type=password name=pin></form>", "pin=s%26cret"),
            ("<form method=post><input name=u><input type=password name=p disabled></form>", nil),
            ("<!-- \(FormBench.form) -->", nil), ("<script>\(FormBench.form)</script>", nil),
        ])
    func whichForm(page: String, expected: String?) throws {
        #expect(try body(page, at: "/login") == expected.map { "POST https://a.test/login \($0)" })
    }

    @Test(
        "a form that would give the password away is refused before anybody is asked",
        arguments: [
            ("action=https://evil.test/", "loginFormElsewhere"), ("action=//evil.test/", "loginFormElsewhere"),
            ("action=http://a.test/", "loginFormElsewhere"), ("action=https://a.test:444/", "loginFormElsewhere"),
            ("action=javascript:x", "loginFormElsewhere"), ("action=\"h\nttps://evil.test\"", "loginFormElsewhere"),
            ("method=get", "loginFormInURL"), ("method=dialog", "loginFormInURL"), ("method=", "loginFormInURL"),
            ("enctype=multipart/form-data", "loginFormEncoding"), ("enctype=text/plain", "loginFormEncoding"),
        ])
    func refused(attribute: String, code: String) throws {
        let inputs = "<input name=u><input type=password name=p>"
        let button = attribute.replacing("action=", with: "formaction=").replacing("method=", with: "formmethod=")
            .replacing("enctype=", with: "formenctype=")
        for page in [
            "<form \(attribute) method=post>\(inputs)</form>",
            "<form method=post>\(inputs)<button \(button)>Go</button></form>",
        ] {
            let error = #expect(throws: HTTPSError.self, "\(page)") { try body(page) }
            #expect(error?.code.rawValue == code)
        }
        if attribute.hasPrefix("action="), !attribute.contains("\"") {
            let error = #expect(throws: HTTPSError.self) {
                try body("<base href='\(attribute.dropFirst(7))'><form method=post action=x>\(inputs)</form>")
            }
            #expect(error?.code.rawValue == code)
        }
    }

    @Test("what is no page has no form, and a page in another encoding takes ASCII only")
    func encodings() throws {
        let login = try FormBench.login()
        for type in ["text/plain", "application/json", "image/svg+xml"] {
            #expect(try LoginPage(try FormBench.response(page: FormBench.form, type: type), for: login) == nil)
        }
        for (type, isGood) in [
            ("text/html", true), ("TEXT/HTML;charset=\"UTF-8\"", true), ("text/html; charset=windows-1252", false),
        ] {
            let page = try #require(try LoginPage(try FormBench.response(page: FormBench.form, type: type), for: login))
            let request = HTTPSRequest(login.site)
            _ = try page.submission(FormBench.alice, login, like: request)
            let send = { try page.submission(PasswordCredential(user: "zoë", password: "x"), login, like: request) }
            if isGood {
                #expect(try send().body?.isEmpty == false)
            } else {
                #expect(throws: HTTPSError.self) { try send() }
            }
        }
    }
}
