import HoldfastJSON
import HoldfastTrust
import Testing

@testable import HoldfastPins

@Suite("Labels of pins, and the order in which they stand")
struct PinNotationTests {
    private let pins: [Pin]

    init() throws { pins = try (0..<4).map(ExchangeFixture.pin) }

    private func read(_ text: String) throws -> (rule: PinnedHosts.Rule?, PinNotation, problems: [String]) {
        var reader = DocumentReader()
        let read = reader.root(of: Array(text.utf8))
        let root = try #require(read)
        var notation = PinNotation()
        let rule = PinsCodec.rule(of: root, &reader, &notation)
        return (rule, notation, reader.problems.map { "\($0.position): \($0.path)" })
    }

    @Test("labels are read, and change nothing of what the pins say")
    func labels() throws {
        let plain = try read("{\"anywhere\":[\"\(pins[0])\",\"\(pins[1])\"]}")
        let labelled = try read(
            """
            {"anywhere":[{"pin":"\(pins[0])","label":"in use"},
             {"label":"in the safe","backup":true,"pin":"\(pins[1])"}]}
            """)
        #expect(labelled.problems == [] && labelled.rule == plain.rule)
        #expect(labelled.1.labels == [pins[0]: PinLabel("in use"), pins[1]: PinLabel("in the safe", isBackup: true)])
        #expect(plain.1.isEmpty == false || pins[0].description < pins[1].description)
        // An object that says nothing more is the pin alone.
        #expect(try read("{\"leaf\":[{\"pin\":\"\(pins[0])\"}],\"backup\":\"waived\"}").1.labels.isEmpty)
    }

    @Test("what is no label is an error where it stands")
    func problems() throws {
        func problems(_ items: String) throws -> [String] { try read("{\"leaf\":[\(items)]}").problems }
        let (first, second) = ("\"\(pins[0])\"", "\"\(pins[1])\"")
        #expect(try problems("{\"label\":\"a\"},\(first),\(second)") == ["1:10: leaf[0]"])
        #expect(try problems("\(first),\n{\"pin\":\(second),\"label\":\"\"}") == ["2:70: leaf[1].label"])
        #expect(try problems("\(first),\n{\"pin\":\(second),\"label\":\"a\\u2028b\"}") == ["2:70: leaf[1].label"])
        #expect(try problems("\(first),\n{\"pin\":\(second),\"backup\":1}") == ["2:71: leaf[1].backup"])
        #expect(try problems("\(first),\n{\"pin\":\(second),\"lable\":\"a\"}") == ["2:62: leaf[1].lable"])
        // One key with a label and without is no backup.
        #expect(try problems("\(first),\n{\"pin\":\(first),\"label\":\"a\"}") == ["2:1: leaf[1]"])
        let two = "{\"leaf\":[{\"pin\":\(first),\"label\":\"a\"},\(second)],\"anywhere\":[\(second),{\"pin\":\(first),"
        #expect(try read(two + "\"label\":\"a\"}]}").problems == [])
        #expect(try read(two + "\"label\":\"b\"}]}").problems.count == 1)
    }

    @Test("the order of a file is kept; without one the backups are the last")
    func order() throws {
        let sorted = pins.sorted { "\($0)" < "\($1)" }
        #expect(PinNotation().sorted(Set(pins)) == sorted)
        let marked = PinNotation(labels: [sorted[0]: try #require(PinLabel(nil, isBackup: true))])
        #expect(marked.sorted(Set(pins)) == Array(sorted.dropFirst()) + [sorted[0]])
        let backwards = PinNotation([sorted.reversed()])
        #expect(backwards.sorted(Set(pins)) == sorted.reversed() && backwards.order == sorted.reversed())
        // The usual order is none that has to be kept: equal sets are equal documents.
        #expect(PinNotation([sorted]).isEmpty)
        let pair = PinNotation([[sorted[3]], [sorted[3], sorted[0]]])
        #expect(pair.sorted([sorted[0], sorted[3]]) == [sorted[3], sorted[0]])
    }

    @Test("what is written is read as it was")
    func roundTrip() throws {
        let labels = [
            pins[0]: try #require(PinLabel("\"é\\ \u{1f600}")), pins[1]: try #require(PinLabel(nil, isBackup: true)),
            pins[2]: try #require(PinLabel("backup: x", isBackup: true)),
        ]
        let set = try PinSet(anywhere: [pins[0], pins[1], pins[3]], leaf: [pins[1], pins[2]])
        for groups in [[], [[pins[3], pins[1], pins[0]], [pins[2], pins[1]]], [[pins[0], pins[1], pins[3]]]] {
            let notation = PinNotation(groups, labels: labels)
            let text = PinsCodec.draft(of: set, notation).pretty
            let (rule, read, problems) = try read(text)
            #expect(problems == [] && rule == .pinned(set), "\(text)")
            #expect(read.labels == labels && PinsCodec.draft(of: set, read).pretty == text)
        }
    }

    @Test("a comment of another format is one line, and marks a backup where it begins so")
    func comments() {
        #expect(PinLabel(comment: " backup pin ") == PinLabel("backup pin", isBackup: true))
        #expect(PinLabel(comment: "Backup\n  (safe)") == PinLabel("Backup (safe)", isBackup: true))
        #expect(PinLabel(comment: "backup: safe") == PinLabel("safe", isBackup: true))
        #expect(PinLabel(comment: "backup") == PinLabel(nil, isBackup: true))
        #expect(PinLabel(comment: "the current key, no backup") == PinLabel("the current key, no backup"))
        #expect(PinLabel(comment: " \n\u{0}") == nil)
        let long = PinLabel(comment: String(repeating: "e\u{301}", count: 500))
        #expect(long?.text?.unicodeScalars.count == PinLabel.maximumLength && long?.text?.hasSuffix("…") == true)
    }
}
