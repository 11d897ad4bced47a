import Foundation
import HoldfastJSON
import Testing

@testable import HoldfastPins

/// Two readers of one file must not read two things: Foundation is the second opinion.
@Suite("Property lists as they are written")
struct PropertyListNodeTests {
    /// A value as Foundation has it, in the words of the tree.
    private func described(_ value: Any) -> String {
        switch value {
        case let list as [Any]: "[" + list.map(described).joined(separator: ",") + "]"
        case let keys as [String: Any]:
            "{" + keys.sorted { $0.key < $1.key }.map { "\($0.key)=\(described($0.value))" }.joined(separator: ",")
                + "}"
        case let text as String: "'\(text)'"
        case is Date: "date"
        case is Data: "data"
        case let number as NSNumber:
            unsafe number.objCType.pointee == CChar(UInt8(ascii: "c")) ? "\(number.boolValue)" : "number"
        case let other as PropertyListNode: other.typeName
        default: "?"
        }
    }

    private func described(_ node: PropertyListNode) -> String {
        switch node.content {
        case .array(let items): "[" + items.map(described).joined(separator: ",") + "]"
        case .dictionary(let entries):
            "{" + entries.sorted { $0.key < $1.key }.map { "\($0.key)=\(described($0.value))" }.joined(separator: ",")
                + "}"
        case .text(let text): "'\(text)'"
        case .flag(let flag): "\(flag)"
        case .other(let word): word
        }
    }

    @Test("each kind of value, in XML and in the binary form, is what Foundation reads")
    func kinds() throws {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0"><dict><key>a</key><array><true/><false/><integer>7</integer><real>1.5</real>
            <string>x&amp;ä</string><date>2026-06-01T08:00:00Z</date><data>AAEC</data><dict/><array/><string/></array>
            <key>long</key><string>\(String(repeating: "y", count: 300))</string><key>汉</key><string>字</string></dict>
            </plist>
            """
        let value = try unsafe PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil)
        let inXML = try PropertyListNode(Array(text.utf8), limit: 1 << 20)
        #expect(described(inXML) == described(value))
        let data = try PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0)
        let inBinary = try PropertyListNode(Array(data), limit: 1 << 20)
        #expect(described(inBinary) == described(value))
        #expect(described(try PropertyList.value(of: Array(data), limit: 1 << 20)) == described(inXML.plain))
        #expect(inBinary.position == nil && inXML.position?.line == 3 && inXML.position?.column == 22)
    }

    /// A dictionary with one key twice, with true and then with false.
    private let twice: [[UInt8]] = [
        Array("<plist version=\"1.0\"><dict><key>a</key><true/><key>a</key><false/></dict></plist>".utf8),
        Array("bplist00".utf8) + [0xD2, 1, 1, 2, 3, 0x51, 0x61, 0x09, 0x08, 8, 13, 15, 16]
            + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 4] + [0, 0, 0, 0, 0, 0, 0, 0]
            + [0, 0, 0, 0, 0, 0, 0, 17],
    ]

    @Test("a key that stands there twice has the value that Foundation gives it, in each form")
    func twiceTheKey() throws {
        for bytes in twice {
            let foundation = try unsafe PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
            let read = try PropertyList.value(of: bytes, limit: 1 << 20)
            #expect(try #require(read as? [String: Any])["a"] as? Bool == (foundation as? [String: Any])?["a"] as? Bool)
        }
    }

    /// Foundation's numbers are Booleans too, where one asks for a Boolean.
    @Test("a Boolean of Foundation's is one, and a number is none")
    func flags() throws {
        let list = "<plist version=\"1.0\"><array><true/><false/><integer>1</integer><real>0</real></array></plist>"
        let value = try unsafe PropertyListSerialization.propertyList(from: Data(list.utf8), format: nil)
        let items = try #require(value as? [Any])
        #expect(items.map { PropertyList.flag($0) } == [true, false, nil, nil])
        let dictionary = NSDictionary(dictionary: ["a": NSNumber(value: true), "b": NSNumber(value: 1)]) as Any
        let keys = try #require(dictionary as? [String: Any])
        #expect(keys.mapValues { PropertyList.flag($0) } == ["a": true, "b": nil])
    }

    @Test("a text that a binary list shares a thousand times is read in each place")
    func shared() throws {
        let text = String(repeating: "z", count: 500)
        let data = try PropertyListSerialization.data(
            fromPropertyList: Array(repeating: text, count: 1_000), format: .binary, options: 0)
        let node = try PropertyListNode(Array(data), limit: 1 << 20)
        #expect(node.items?.count == 1_000 && node.items?.last?.text == text)
    }
}
