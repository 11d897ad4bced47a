import Testing

@testable import HoldfastWeb

@Suite("Forms of a page, as HTML Standard §4.10 has them")
struct HTMLFormTests {
    /// What a form sends untouched.
    private static func sent(_ page: String, form: Int = 0) -> [String] {
        let forms = HTMLPage(Array(page.utf8)).forms
        guard forms.indices.contains(form) else { return [] }
        return forms[form].controls.filter { $0.isSent && !$0.name.isEmpty }.map { "\($0.name)=\($0.value)" }
    }

    @Test(
        "what goes along untouched",
        arguments: [
            (
                "<input name=a value=1><input type=hidden name=b value=2><input type=Email name=c>",
                ["a=1", "b=2", "c="]
            ),
            (
                "<input type=checkbox name=a><input type=checkbox name=b checked><input type=radio name=c value=x "
                    + "checked>",
                ["b=on", "c=x"]
            ),
            (
                "<input type=submit name=a value=1><button name=b>x</button><input type=image name=c><input "
                    + "type=reset name=d>",
                []
            ),
            ("<input name=a disabled><fieldset disabled><input name=b></fieldset><input name=c>", ["c="]),
            ("<select name=a><option value=1>x<option selected>  y  z </select>", ["a=y z"]),
            ("<select name=a><option value=1>x<option value=2>y</select>", ["a=1"]),
            (
                "<select name=a multiple><option selected value=1><option value=2><option selected value=3></select>",
                ["a=1", "a=3"]
            ),
            ("<select name=a multiple><option value=2></select><select name=b></select>", []),
            ("<textarea name=a>\nx &amp; <b>\n</textarea>", ["a=x & <b>\n"]),
            ("<template><input name=a></template><!-- <input name=b> --><script>'<input name=c>'</script>", []),
            ("<input type=file name=a><input type=nonsense name=b value=1><input value=nameless>", ["b=1"]),
        ])
    func entries(controls: String, expected: [String]) {
        #expect(Self.sent("<form>\(controls)</form><input name=outside>") == expected)
    }

    @Test("a control belongs to the form that it names, else to the one that it is in; forms hold no forms")
    func owners() {
        let page = """
            <input name=before form=two><form id=one><input name=a><form id=inner><input name=b></form><input name=c>
            <form id=two><input name=d><input name=e form=one><input name=f form=nobody></form>
            """
        #expect(Self.sent(page) == ["a=", "b=", "e="])
        #expect(Self.sent(page, form: 1) == ["before=", "d="])
    }

    @Test("what a form says of itself, and its first button instead of it")
    func attributes() {
        let page = HTMLPage(
            Array(
                """
                <meta charset=utf-8><base href="/base/"><base href="/other/">
                <form action="/a?b=1&amp;c=2" method=POST enctype="multipart/form-data"><button type=button \
                name=no>x</button>
                <button name=go value=1 formaction=/b formmethod=Get formenctype=text/plain>Go</button>
                <input type=submit name=second></form><form>
                """.utf8))
        #expect(page.base == "/base/" && page.encoding == "utf-8")
        #expect(page.forms.map(\.action) == ["/a?b=1&c=2", ""])
        #expect(page.forms.map(\.method) == ["post", "get"])
        #expect(page.forms.map(\.encoding) == ["multipart/form-data", "application/x-www-form-urlencoded"])
        let button = page.forms.first?.button
        #expect(button?.name == "go" && button?.value == "1" && button?.action == "/b")
        #expect(button?.method == "get" && button?.encoding == "text/plain")
    }
}
