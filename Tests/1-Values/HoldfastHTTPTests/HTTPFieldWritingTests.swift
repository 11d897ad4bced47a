import HoldfastHTTP
import Testing

@Suite("A header field as it is written")
struct HTTPFieldWritingTests {
    @Test("a line is a name and a value, with values of the program's in it")
    func lines() {
        let (id, count) = ("4711", 3)
        let fields: [HTTPField] = [
            "Accept: application/json", "X-Request-ID:\(id)", "X-Of: \(count) of \(4) ", "X-URL: https://a.test:8443/",
            "X-Empty:",
        ]
        #expect(
            fields.map(\.name) == ["Accept", "X-Request-ID", "X-Of", "X-URL", "X-Empty"]
                && fields.map(\.value)
                    == ["application/json", "4711", "3 of 4", "https://a.test:8443/", ""]
        )
        #expect(fields[0] == HTTPField(name: "Accept", value: "application/json"))
    }

    /// What comes from outside may choose a value, and no name.
    @Test("a name that is interpolated is none")
    func names() {
        let outside = "Authorization: Bearer x"
        let fields: [HTTPField] = ["\(outside): 1", "\(outside)", "\("X-")Y: 1", "no colon", "A B: c", "Ä: b"]
        for field in fields { #expect(HTTPField(name: field.name, value: field.value) == nil, "\(field)") }
        #expect(fields[..<4].allSatisfy { $0.name.isEmpty })
    }

    @Test("a field without a name shows no value: a secret may have slipped into it")
    func hidden() {
        let fields: [HTTPField] = ["Authorization : Bearer secret", "Bearer secret", "Authorization: Bearer secret"]
        for field in fields {
            var dumped = ""
            dump(field, to: &dumped)
            #expect(!"\(field)\(String(reflecting: field))\(dumped)".contains("secret"))
        }
    }

    @Test("by its name a value is read, set and taken away")
    func byName() {
        var fields: [HTTPField] = ["A: 1", "List: a", "LIST: b, c", "Z: 2", "Set-Cookie: a=1", "set-cookie: b=2"]
        #expect(fields["list"] == "a, b, c" && fields["a"] == "1" && fields["none"] == nil)
        // RFC 9110 §5.3: Set-Cookie "cannot be combined into a single field value".
        #expect(fields["Set-Cookie"] == "a=1")
        fields["list"] = "d"
        #expect(fields.map(\.description).prefix(3) == ["A: 1", "list: d", "Z: 2"])
        fields["New"] = " e "
        #expect(fields.last == "New: e")
        fields["A"] = nil
        fields["None"] = nil
        #expect(fields.map(\.name) == ["list", "Z", "Set-Cookie", "set-cookie", "New"])
    }
}
