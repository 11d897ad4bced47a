import HoldfastJSON
import Testing

@Suite("JSON, as RFC 8259 has it and nothing else")
struct JSONReaderTests {
    private func read(_ text: String) throws(JSONValue.SyntaxError) -> JSONValue { try JSONValue(Array(text.utf8)) }

    private func place(_ text: String) -> String? {
        do throws(JSONValue.SyntaxError) {
            _ = try read(text)
            return nil
        } catch {
            return error.position.description
        }
    }

    @Test("reads what RFC 8259 allows, and tells the kinds apart")
    func valid() throws {
        let value = try read(
            "\t{\"a\" : [\"x\\u00e9\\ud83d\\ude00\\\"\\\\\\/\\b\\f\\n\\r\\t\", [], {}], "
                + "\"b\":-1.5e+3,\"c\":null,\"d\":0,\"e\":true,\"f\":false}\r\n")
        let members = try #require(value.object)
        let list = try #require(members["a"]?.array)
        #expect(list.map(\.text) == ["xé😀\"\\/\u{8}\u{c}\n\r\t", nil, nil])
        #expect(list[1].array == [] && list[2].object == [:])
        #expect(members["b"]?.content == .number("-1.5e+3") && members["b"]?.integer == nil)
        #expect(members["c"]?.content == .null)
        #expect(members["d"]?.integer == 0)
        #expect(members["e"]?.bool == true && members["f"]?.bool == false)
    }

    @Test(
        "refuses the rest",
        arguments: [
            "", " ", "{", "}", "[1,]", "[,]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "\"", "\"\\", "\"\\x\"",
            "\"\\u12\"", "\"\\u+123\"", "\"\\u12g4\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\ud800x\"",
            "\"\\udc00\"", "\"a\nb\"", "\"\u{0}\"", "1 2", "tru", "nul", "truefalse", "[\"a\" \"b\"]",
            "{\"a\":1,\"a\":2}", "{\"a\":1,\"\\u0061\":2}", "'a'", "\u{feff}{}", "01", "-", "+1", "1.", ".5", "1e",
            "1e+", "--1", "0x1", "NaN", "Infinity", "/**/1", "[1]//", "\u{a0}1",
        ])
    func invalid(text: String) {
        #expect(throws: JSONValue.SyntaxError.self) { try read(text) }
    }

    @Test(
        "says line and column, counted in characters from 1",
        arguments: [
            ("{\n  \"a\": 1,\n  \"b\" 2\n}", "3:7"), ("[1 2]", "1:4"), ("{\"é😀\": x}", "1:8"),
            ("[1,\r\n 2\r\n", "3:1"),
            ("{\"a\":1,\n\"a\":2}", "2:1"), ("\"\n\"", "1:2"), ("", "1:1"), ("[", "1:2"), ("[\n", "2:1"),
            ("{\"a\": 01}", "1:8"), ("\"\\q\"", "1:3"),
        ])
    func positions(text: String, position: String) { #expect(place(text) == position) }

    private func message(_ text: String) -> String? {
        do throws(JSONValue.SyntaxError) {
            _ = try read(text)
            return nil
        } catch {
            return error.description
        }
    }

    /// RFC 8259 §4 and §5: a value-separator stands between members, and between items, alone.
    @Test(
        "a trailing comma is named as such, where it stands",
        arguments: [
            ("[1,]", "1:3", "]"), ("[1,\r\n 2,\r\n]", "2:3", "]"), ("{\n  \"é\": [\"😀\" , ]}", "2:13", "]"),
            ("{\"a\":1,}", "1:7", "}"), ("{\"a\": {\"b\": 2,\n\n}}", "1:14", "}"),
        ])
    func trailingCommas(text: String, position: String, end: String) {
        let words = "a trailing comma: nothing follows it before '\(end)', and JSON allows none"
        #expect(message(text) == "\(position): \(words)")
    }

    @Test(
        "a comment is named as such, and two commas or one alone are no trailing comma",
        arguments: [
            ("{ // a\n}", "1:3: a comment stands where a name in quotes is expected, and JSON has none"),
            ("[1 /* a */, 2]", "1:4: a comment stands where ',' or ']' is expected, and JSON has none"),
            ("{\"a\":1, # a\n}", "1:9: a comment stands where a name in quotes is expected, and JSON has none"),
            ("{}\n// a", "2:1: a comment stands where the end is expected, and JSON has none"),
            ("[1,,]", "1:4: ',' stands where a value is expected"),
            ("[,]", "1:2: ',' stands where a value is expected"),
            ("[1 / 2]", "1:4: '/' stands where ',' or ']' is expected"),
        ])
    func comments(text: String, expected: String) { #expect(message(text) == expected) }

    @Test("each value knows where it begins")
    func valuePositions() throws {
        let root = try read("{\n\t\"é\": [1, \"x\"]}")
        guard case .object(let members) = root.content else {
            Issue.record("no object")
            return
        }
        #expect(root.position == TextPosition(line: 1, column: 1))
        #expect(members.map(\.position) == [TextPosition(line: 2, column: 2)])
        let items = try #require(members.first?.value.array)
        #expect(items.map(\.position) == [TextPosition(line: 2, column: 8), TextPosition(line: 2, column: 11)])
    }

    @Test("depth and number of values are bounded")
    func bounds() throws {
        for depth in [16, 17, 100_000] {
            let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            #expect(place(text) == (depth > 16 ? "1:17" : nil), "\(depth)")
        }
        let most = JSONReader.maximumValues - 1
        #expect(place("[" + String(repeating: "1,", count: most - 1) + "1]") == nil)
        #expect(place("[" + String(repeating: "1,", count: most) + "1]") != nil)
    }

    @Test("bytes that are no UTF-8 are refused where they stand")
    func notUTF8() {
        for tail: [UInt8] in [[0xff], [0xc3], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80]] {
            do throws(JSONValue.SyntaxError) {
                _ = try JSONValue(Array("[\n\"é".utf8) + tail + Array("\"]".utf8))
                Issue.record("\(tail) was read")
            } catch {
                #expect(error.position == TextPosition(line: 2, column: 3), "\(tail)")
            }
        }
    }

    @Test("what is written is read as it was")
    func roundTrip() throws {
        let text = "\u{0}\u{1f}\u{7f}\u{9b}\"\\/é😀\u{2028}"
        #expect(try read(JSONText.string(text)).text == text)
        let draft = JSONDraft.members([
            ("empty", .list([])), ("none", .members([])), ("list", .list([.number(-1), .truth(true), .text("a")])),
        ])
        #expect(
            draft.pretty == """
                {
                  "empty": [],
                  "none": {},
                  "list": [
                    -1,
                    true,
                    "a"
                  ]
                }
                """)
        #expect(try read(draft.pretty).object?["list"]?.array?.map(\.kind) == [.number, .truth, .text])
    }
}
