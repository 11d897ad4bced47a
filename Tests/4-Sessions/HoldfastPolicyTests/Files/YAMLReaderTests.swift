import HoldfastStatements
import TestSupport
import Testing

@testable import HoldfastJSON

/// The YAML that kubectl prints, and what is refused of the rest of YAML 1.2.
@Suite struct YAMLReaderTests {
    private func read(_ text: String) throws(JSONValue.SyntaxError) -> JSONValue? {
        try YAMLReader.documents(of: Array(text.utf8)).first
    }

    /// The value as JSON, which the sentence of a row is compared with.
    private static func json(_ value: JSONValue?) -> String {
        switch value?.content {
        case .string(let text): JSONText.string(text)
        case .number(let text): text
        case .bool(let truth): "\(truth)"
        case .null: "null"
        case .array(let items): "[" + items.map { json($0) }.joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { JSONText.string($0.name) + ":" + json($0.value) }.joined(separator: ",") + "}"
        case nil: "nothing"
        }
    }

    /// Lines that kubectl 1.32 printed for the value beside them.
    static let printed: [(yaml: String, json: String)] = [
        ("a: \"\"\n", #"{"a":""}"#),
        ("aa: =\n", #"{"aa":"="}"#),
        ("ab: <<\n", #"{"ab":"<<"}"#),
        ("ah: '{x'\n", #"{"ah":"{x"}"#),
        ("an: \"\\U0001F600\"\n", #"{"an":"😀"}"#),
        ("ao: '\u{2028}'\n", #"{"ao":"\u2028"}"#),
        ("as: \"trail \\nx\"\n", #"{"as":"trail \u000ax"}"#),
        ("b: \"yes\"\n", #"{"b":"yes"}"#),
        ("big: 1e+30\nf: 1.5\nm: null\n", #"{"big":1e+30,"f":1.5,"m":null}"#),
        ("\"n\": 'a: b'\n", #"{"n":"a: b"}"#),
        ("e: long text that goes on\n  and is folded\n", #"{"e":"long text that goes on and is folded"}"#),
        ("f: |\n  line one\n  line two\n", #"{"f":"line one\u000aline two\u000a"}"#),
        ("g: |-\n  line one\n  line two\n", #"{"g":"line one\u000aline two"}"#),
        ("t: |2+\n\n\n  x\n\nu: 1\n", #"{"t":"\u000a\u000ax\u000a\u000a","u":1}"#),
        ("u: |2\n    indented\n  block\n", #"{"u":"  indented\u000ablock\u000a"}"#),
        ("j: 'it''s: \"quoted\" # no'\n", #"{"j":"it's: \"quoted\" # no"}"#),
        ("p: \"tab\\there\"\n", #"{"p":"tab\u0009here"}"#),
        ("r: \"esc\\e[0m\"\n", #"{"r":"esc\u001b[0m"}"#),
        ("s: 'long: text\n  that is folded'\n", #"{"s":"long: text that is folded"}"#),
        ("\"y\": \"with a tab \\t and\n  folded\"\n", #"{"y":"with a tab \u0009 and folded"}"#),
        ("q: \"a\\\n  \\ b\"\n", #"{"q":"a b"}"#),
        ("labels: {}\nitems: []\n", #"{"labels":{},"items":[]}"#),
        ("items:\n- a: 1\n  b: 2\n- c\nkind: List\n", #"{"items":[{"a":1,"b":2},"c"],"kind":"List"}"#),
        ("v: 1.2.3\nip: 10.0.0.1\nd: 2026-01-01\n", #"{"v":"1.2.3","ip":"10.0.0.1","d":"2026-01-01"}"#),
        ("# a comment\na: x # another\nb: x#y\n", #"{"a":"x","b":"x#y"}"#),
        ("a:\n- - 1\n  - 2\n-\n  - 3\nb:\n", #"{"a":[[1,2],[3]],"b":null}"#),
        ("a: 1\r\nb: 2\r\n", #"{"a":1,"b":2}"#),
    ]

    @Test("what kubectl prints is read as the API server has it", arguments: printed.indices)
    func printedByKubectl(_ index: Int) throws {
        let (yaml, json) = Self.printed[index]
        #expect(Self.json(try read(yaml)) == json, "\(yaml)")
    }

    /// Each with the place at which it is refused, and the case of the sentence.
    static let refused: [(yaml: String, place: String, fault: String)] = [
        ("a: &x 1\nb: *x\n", "1:4", "yaml.notRead"),
        ("b: *x\n", "1:4", "yaml.notRead"),
        ("a: !!binary x\n", "1:4", "yaml.notRead"),
        ("%YAML 1.2\n", "1:1", "yaml.noKey"),
        ("a: >\n  x\n", "1:4", "yaml.notRead"),
        ("a: {b: 1}\n", "1:4", "yaml.notRead"),
        ("a: [1]\n", "1:4", "yaml.notRead"),
        ("<<: x\n", "1:1", "yaml.notRead"),
        ("a: yes\n", "1:4", "yaml.ambiguous"),
        ("a: 010\n", "1:4", "yaml.ambiguous"),
        ("a: 0x1F\n", "1:4", "yaml.ambiguous"),
        ("a: 12:30\n", "1:4", "yaml.ambiguous"),
        ("a: 1_000\n", "1:4", "yaml.ambiguous"),
        ("a: .inf\n", "1:4", "yaml.ambiguous"),
        ("true: 1\n", "1:1", "yaml.ambiguous"),
        ("a: b: c\n", "1:5", "yaml.colon"),
        ("a: b\n c: d\n", "2:3", "yaml.colon"),
        ("a:\n  b: 1\n c: 2\n", "3:2", "yaml.indentation"),
        ("a: 1\n- b\n", "2:1", "yaml.indentation"),
        ("\ta: 1\n", "1:1", "yaml.tab"),
        ("a: \"x\n", "1:4", "yaml.noQuote"),
        ("a: \"x\nb: 1\n", "1:4", "yaml.noQuote"),
        ("a: 'x' y\n", "1:7", "yaml.behindQuote"),
        ("a: \"\\q\"\n", "1:5", "yaml.escape"),
        ("a: \"\\ud83d\"\n", "1:5", "yaml.escape"),
        ("a: |x\n", "1:5", "yaml.blockHeader"),
        ("a: 1\na: 2\n", "2:1", "json.repeatedName"),
        ("a: \u{1}\n", "1:4", "json.controlCharacter"),
        ("words\n", "1:1", "yaml.noKey"),
    ]

    @Test("all else of YAML is refused, by name and place", arguments: refused.indices)
    func otherYAMLIsRefused(_ index: Int) throws {
        let (yaml, place, fault) = Self.refused[index]
        let error = #expect(throws: JSONValue.SyntaxError.self) { try read(yaml) }
        #expect(error?.position.description == place && error?.fault.identifier == fault, "\(yaml) \(error as Any)")
    }

    @Test("what is no UTF-8 is refused where it begins")
    func utf8() {
        let error = #expect(throws: JSONValue.SyntaxError.self) {
            try YAMLReader.documents(of: Array("a: ü\nb: ".utf8) + [0xff])
        }
        #expect(error?.position.description == "2:4" && error?.fault.identifier == "json.notUTF8")
    }

    @Test("several documents, and none in an empty one")
    func documents() throws {
        let documents = try YAMLReader.documents(of: Array("---\na: 1\n---\n# nothing\n---\n- 2\n".utf8))
        #expect(documents.map { Self.json($0) } == [#"{"a":1}"#, "[2]"])
        #expect(try YAMLReader.documents(of: []).isEmpty)
    }

    @Test("depth and number of values are bounded, however they are written")
    func bounds() {
        let deep = String(repeating: "- ", count: 100_000) + "x\n"
        let error = #expect(throws: JSONValue.SyntaxError.self) { try read(deep) }
        #expect(error?.fault.identifier == "json.tooDeep")
        let many = "a:\n" + String(repeating: "- 1\n", count: JSONReader.maximumValues + 1)
        let other = #expect(throws: JSONValue.SyntaxError.self) { try read(many) }
        #expect(other?.fault.identifier == "json.tooManyValues")
    }
}
