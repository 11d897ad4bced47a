import HoldfastHTTP
import HoldfastTransport
import HoldfastWeb
import TestSupport
import Testing

@testable import HoldfastHTTPS

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite("Work on a page is no more than linear in its size", .ownThread, .serialized)
struct HTMLWorkTests {
    /// What repeats in a page that costs more than it should, with what stands before and behind it.
    struct Shape: Sendable, CustomTestStringConvertible {
        let name: String
        let start: String
        let part: String
        let end: String
        var testDescription: String { name }

        init(_ name: String, _ start: String, _ part: String, end: String = "") {
            (self.name, self.start, self.part, self.end) = (name, "<form method=post>" + start, part, end)
        }

        init(_ name: String, _ part: String) { self.init(name, "", part) }

        func page(_ octets: Int) -> [UInt8] {
            Array((start + String(repeating: part, count: octets / part.utf8.count) + end).utf8)
        }

        static let all = [
            Shape("fieldsets in fieldsets, each with a control", "<fieldset><input>"),
            Shape("fieldsets in fieldsets, each with a button", "<fieldset><button name=a>"),
            Shape("fieldsets in fieldsets, each with a menu", "<fieldset><select>"),
            Shape("fieldsets in fieldsets, each with a text", "<fieldset><textarea></textarea>"),
            Shape("disabled fieldsets in fieldsets", "<fieldset disabled><input>"),
            Shape("fieldsets that end before they begin", "</fieldset><input>"),
            Shape("labels in labels", "<label for=a>x<input>"),
            Shape("forms in forms", "<form id=a><input form=a>"), Shape("forms after forms", "<form></form><input>"),
            Shape("templates in templates", "<template><input>"), Shape("menus in menus", "<select><option>x"),
            Shape("options", "<select multiple>", "<option selected>x"),
            Shape("one option of many pieces", "<select><option>", "a<"),
            Shape("buttons", "<button name=a formaction=b>"), Shape("passwords", "<input type=password name=a>"),
            Shape("references", "<textarea>", "&amp;&#x26;&ampx;"),
            Shape("references that are none", "<textarea>", "&#x"), Shape("one long reference", "<textarea>&#", "1"),
            Shape("references in a value", "<input value='", "&lt", end: "'>"),
            Shape("attributes", "<input ", "a b=c d='e' "), Shape("attributes of their own names", "<input ", "a=a/"),
            Shape("one long name of an attribute", "<input ", "a"),
            Shape("one long name of marks", "<input ", "\u{301}\u{323}", end: "=a>"),
            Shape("many long names of marks", "<input ", String(repeating: "\u{301}\u{323}", count: 500) + " "),
            Shape(
                "a form and a control called by marks", "</form><form id='", "\u{301}\u{323}",
                end: "'><input form='a\u{301}'>"
            ),
            Shape("controls that name a form by marks", "<form id=a>", "<input form=\(marks)>"),
            Shape("controls called by marks", "<form>", "<input name=\(marks)>", end: "<input type=password name=p>"),
            Shape("spaces in a tag", "<input a", " ", end: "=b>"), Shape("slashes in a tag", "<input ", "/", end: ">"),
            Shape("a tag called by marks", "<x", "\u{301}\u{323}", end: ">"),
            Shape("a tag that ends called by marks", "</x", "\u{301}\u{323}", end: ">"),
            Shape("a type of marks", "<input type='password", "\u{301}\u{323}", end: "'>"),
            Shape("a method of marks", "</form><form method='post", "\u{301}\u{323}", end: "'>"),
            Shape("an encoding of marks", "<meta charset='utf-8", "\u{301}\u{323}", end: "'>"),
            Shape("a purpose of marks", "<input autocomplete='username", "\u{301}\u{323}", end: "'>"),
            Shape("an option of marks", "<select><option>a", "\u{301}\u{323}"),
            Shape("a password called by marks", "<input type=password name='pass", "\u{301}\u{323}", end: "'>"),
            Shape("a target of marks", "<input type=password name=pass formaction='", "\u{301}\u{323}", end: "'>"),
            Shape("equals signs in a tag", "<input ", "= ", end: ">"), Shape("tags in tags", "<a "),
            Shape("quotes without an end", "<a b=\"x'"), Shape("quotes in quotes", "<a b='\"'>"),
            Shape("comments", "<!--x-->"), Shape("comments without an end", "<!--"), Shape("dashes", "<!--", "-- "),
            Shape("declarations", "<!x>"), Shape("declarations without an end", "<!x"),
            Shape("ends without a name", "</"),
            Shape("ends in a script", "<script>", "</scrip"), Shape("scripts in scripts", "<script><script>"),
            Shape("scripts", "<script></script>"), Shape("texts", "<textarea>x</textarea>"), Shape("signs", "<"),
            Shape("flags", "<select><option>", "\u{1F1E6}"),
        ]

        private static let marks = String(repeating: "\u{301}\u{323}", count: 500)
    }

    /// The processor's time of this thread: what else runs on the machine counts little.
    private static func seconds(_ page: [UInt8]) -> Double {
        func now() -> Double {
            var time = timespec()
            _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
        let start = now()
        Self.send(page)
        return now() - start
    }

    /// Reads a page as a login does, and puts a user and a password into its form.
    private static func send(_ page: [UInt8]) {
        guard let login = try? FormBench.login({ $0.otherFields = ["other": "1"] }),
            let named = try? FormBench.login({ ($0.userField, $0.passwordField) = ("user", "pass") }),
            let url = try? HTTPSURL("https://a.test/login"),
            let field = HTTPField(name: "Content-Type", value: "text/html")
        else { return #expect(Bool(false)) }
        let response = HTTPSResponse(
            url: url, status: 200, httpVersion: "1.1", fields: [field], trailers: [], body: page,
            connection: FlowConnection.record, isReusedConnection: false, redirects: [])
        for login in [login, named] {
            // What comes of it is another test's affair.
            guard let page = try? LoginPage(response, for: login) else { continue }
            _ = try? page.submission(FormBench.alice, login, like: HTTPSRequest(url))
        }
    }

    /// Eight times the page: eight times the work is linear, 64 times quadratic.
    @Test(arguments: Shape.all)
    func linear(_ shape: Shape) {
        let (small, large) = (shape.page(16 << 10), shape.page(128 << 10))
        var best = (Double.infinity, Double.infinity)
        // A busy machine makes times longer, never shorter.
        for _ in 0..<5 {
            for _ in 0..<3 { best.0 = min(best.0, Self.seconds(small)) }
            best.1 = min(best.1, Self.seconds(large))
            if best.1 < 20 * best.0 { return }
        }
        Issue.record("8 times the page took \(best.1 / best.0) times as long")
    }
}
